import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ScreenNotLoaded } from '../ui/lazy-screen.ts'
import { PageTitle } from '../ui/PageTitle.tsx'

/** A page that could not be loaded or drawn. */
export function BrokenScreen({ error }: ErrorComponentProps) {
  const router = useRouter()
  if (error instanceof ScreenNotLoaded) return <MissingScreen />
  return (
    <>
      <PageTitle>Something went wrong</PageTitle>
      <ErrorState
        text="Something went wrong on this page."
        onRetry={() => void router.invalidate()}
      />
    </>
  )
}

/** Usually a new version of the portal has replaced the page's code, and the page only has to be loaded again. */
function MissingScreen() {
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (mayReload()) void reloadIfReachable()
  }, [])
  const retry = async () => {
    setBusy(true)
    await reloadIfReachable()
    setBusy(false)
  }
  return (
    <>
      <PageTitle>Page not loaded</PageTitle>
      <ErrorState
        text="This page could not be loaded. Check your connection and try again."
        onRetry={() => void retry()}
        busy={busy}
      />
    </>
  )
}

/** A reload without a connection would replace the portal with the browser's error page. */
async function reloadIfReachable(): Promise<void> {
  const answer = await fetch('/health/live', { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok) location.reload()
}

const reloadedKey = 'reloaded'
const oncePerMs = 60_000

/** Only once in a while, or a page whose code stays away would be reloaded again and again. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(reloadedKey) ?? 0)
    if (Date.now() - last < oncePerMs) return false
    sessionStorage.setItem(reloadedKey, String(Date.now()))
    return true
  } catch {
    return false
  }
}
