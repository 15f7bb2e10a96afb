import { useRouter, type AnyRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import css from './RowGrid.module.css'

interface RowLinkProps {
  /** The path to open, without a query. */
  path: string
  /** Replaces following the link on a plain click. */
  onOpen?: () => void
  children: string
}

/**
 * The link of a row in a long list. Unlike the router's link it does not subscribe to the address, or dozens of them
 * would render again on every letter of a search.
 */
export function RowLink({ path, onOpen, children }: RowLinkProps) {
  const router = useRouter()
  const preload = () => void router.preloadRoute({ to: path })
  const open = (event: MouseEvent) => {
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (elsewhere || event.button !== 0) return
    event.preventDefault()
    if (onOpen) return onOpen()
    void router.navigate({ to: path, state: leavingList(router) })
  }
  return (
    <a
      href={path}
      className={css.opens}
      data-opens
      tabIndex={-1}
      onPointerEnter={preload}
      onClick={open}
    >
      {children}
    </a>
  )
}

/** Passes the list's query and history entry, so that the page can link back to the list. */
export function leavingList({ history }: Pick<AnyRouter, 'history'>) {
  return { listQuery: location.search, listIndex: history.location.state.__TSR_index }
}

/** Opens a row without an address, as `RowLink` does. */
export function RowButton({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <button type="button" className={css.opens} data-opens tabIndex={-1} onClick={onOpen}>
      {children}
    </button>
  )
}

interface OnCardProps {
  /** Also shown in a table with two lines per row. */
  orCompact?: true
  children: ReactNode
}

/** Text that only the cards of a narrow list need, which have no header to explain a number. */
export function OnCard({ orCompact, children }: OnCardProps) {
  return (
    <span className={css.onCard} data-or-compact={orCompact}>
      {children}
    </span>
  )
}
