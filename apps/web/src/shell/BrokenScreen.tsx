import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../ui/Button.tsx'
import { ScreenNotLoaded } from '../ui/lazy-screen.ts'
import { Notice } from '../ui/page/Notice.tsx'

/** A page that could not be loaded or rendered. */
export function BrokenScreen({ error }: ErrorComponentProps) {
  const router = useRouter()
  if (error instanceof ScreenNotLoaded) return <MissingScreen />
  return (
    <BrokenPage
      title="Something went wrong"
      reason="Something went wrong on this page."
      onRetry={() => void router.invalidate()}
    />
  )
}

/** The server responds, but not with the page's code: a new version has replaced it, and a reload is enough. */
function MissingScreen() {
  useEffect(() => {
    if (mayReload()) location.reload()
  }, [])
  return (
    <BrokenPage
      title="Page not loaded"
      reason="This page could not be loaded."
      onRetry={() => location.reload()}
    />
  )
}

interface BrokenPageProps {
  title: string
  reason: string
  onRetry: () => void
}

function BrokenPage({ title, reason, onRetry }: BrokenPageProps) {
  return (
    <Notice
      title={title}
      reason={reason}
      role="alert"
      actions={
        <Button tone="primary" onClick={onRetry}>
          Retry
        </Button>
      }
    />
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
