import { createRef, useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import css from './BesideMain.module.css'

/** Where something stands beside the main content of a page, and where a screen reader is told of it. */
export const besideMain = createRef<HTMLDivElement>()
export const besideNews = createRef<HTMLDivElement>()

/** Part of the shell: pages fill it. */
export function BesideMain() {
  return (
    <>
      <div ref={besideMain} className={css.place} />
      {/* Always in the page, or screen readers would not announce its text. */}
      <div ref={besideNews} className="sr-only" aria-live="polite" />
    </>
  )
}

const noChange = () => () => {}

/** A column beside the main content; only where there is room for it (`roomBeside`). */
export function BesideColumn({ label, children }: { label: string; children: ReactNode }) {
  // Read again after the first render, which may be that of the shell, too.
  const place = useSyncExternalStore(noChange, () => besideMain.current)
  return (
    place &&
    createPortal(
      <aside className={css.column} aria-label={label} data-beside>
        {children}
      </aside>,
      place,
    )
  )
}
