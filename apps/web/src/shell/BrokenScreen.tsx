import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ScreenNotLoaded } from '../ui/lazy-screen.ts'
import { PageTitle } from '../ui/Page.tsx'

/** A page that could not be loaded or rendered. */
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

/** The server responds, but not with the page's code: a new version has replaced it, and a reload is enough. */
function MissingScreen() {
  useEffect(() => {
    if (mayReload()) location.reload()
  }, [])
  return (
    <>
      <PageTitle>Page not loaded</PageTitle>
      <ErrorState text="This page could not be loaded." onRetry={() => location.reload()} />
    </>
  )
}

const reloadedKey = 'reloaded'
const oncePerMs = 60_000

/** Limits automatic reloads, or a page whose code stays missing would reload endlessly. */
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
