import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

interface RowLinkProps {
  /** Where the row leads, without a query. */
  path: string
  children: string
}

/**
 * The link of a row of a long list. Unlike the router's own it does not listen to the address:
 * dozens of them would be drawn anew for every letter of a search.
 */
export function RowLink({ path, children }: RowLinkProps) {
  const router = useRouter()
  const preload = () => void router.preloadRoute({ to: path })
  const open = (event: MouseEvent) => {
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (elsewhere || event.button !== 0) return
    event.preventDefault()
    // The list's own query goes along, so that the page can lead back to the list as it was.
    void router.navigate({ to: path, state: { listQuery: location.search } })
  }
  return (
    <a href={path} data-opens tabIndex={-1} onPointerEnter={preload} onClick={open}>
      {children}
    </a>
  )
}
