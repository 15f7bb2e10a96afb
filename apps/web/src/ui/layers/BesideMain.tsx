import { createRef, useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import css from './BesideMain.module.css'

const besideMain = createRef<HTMLDivElement>()
/** A live region: screen readers announce what opens beside the main content. */
export const besideNews = createRef<HTMLDivElement>()

/** The container in the shell, which pages fill. */
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

/** The container beside the main content. Read again after the first render, in which the shell may create it. */
export const useBesideMain = () => useSyncExternalStore(noChange, () => besideMain.current)

/** A column beside the main content; only where there is room for it (`roomBeside`). */
export function BesideColumn({ label, children }: { label: string; children: ReactNode }) {
  const place = useBesideMain()
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
