import type { Virtualizer } from '@tanstack/react-virtual'
import { ChevronDown } from 'lucide-react'
import { useId, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import css from './AccordionList.module.css'
import { whenRendered } from '../after-frames.ts'
import { rowAfter } from './visible-rows.ts'

export interface AccordionItemsProps<Row> {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  openKey: string | undefined
  onOpen: (key: string | undefined) => void
  renderHead: (row: Row) => ReactNode
  renderPanel: (row: Row) => ReactNode
  // The two virtualizers differ only in the scrolling element, which does not matter here.
  virtual: Virtualizer<Window, Element> | Virtualizer<HTMLDivElement, Element>
  margin: number
  listRef: RefObject<HTMLDivElement | null>
  /** True if the items scroll in their own frame; otherwise the page scrolls them. */
  scrolls: boolean
  /** The item whose head is the list's only tab stop. */
  active: number
  setActive: (index: number) => void
}

export function AccordionItems<Row>(props: AccordionItemsProps<Row>) {
  const { label, rows, keyOf, openKey, onOpen, virtual, margin, listRef, scrolls, setActive } =
    props
  const id = useId()
  const count = rows.length
  const active = Math.min(props.active, Math.max(0, count - 1))

  function move(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = rowAfter(event.key, active, { count, page: 8 })
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
    virtual.scrollToIndex(next)
    whenRendered(
      () => document.getElementById(`${id}-head-${next}`),
      (head) => head.focus(),
    )
  }

  return (
    <div
      className={scrolls ? css.place : undefined}
      data-edge
      role="presentation"
      data-fills={scrolls || undefined}
      onFocus={({ target }) => {
        const item = target.closest<HTMLElement>('[data-index]')
        if (item) setActive(Number(item.dataset.index))
      }}
    >
      <div
        ref={listRef}
        // Firefox makes a scrolling element a tab stop; the items have their own.
        tabIndex={-1}
        className={css.frame}
        data-scroll-restoration-id={label}
      >
        <div
          role="list"
          aria-label={label}
          className={css.all}
          style={{ height: virtual.getTotalSize() }}
        >
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            const key = keyOf(row)
            const isOpen = key === openKey
            const headId = `${id}-head-${item.index}`
            const panelId = `${id}-panel-${item.index}`
            return (
              <div
                key={item.key}
                ref={virtual.measureElement}
                role="listitem"
                aria-setsize={count}
                aria-posinset={item.index + 1}
                data-index={item.index}
                className={css.item}
                data-opened={isOpen || undefined}
                style={{ transform: `translateY(${item.start - margin}px)` }}
              >
                <h2 className={css.heading}>
                  <button
                    type="button"
                    id={headId}
                    className={css.head}
                    aria-expanded={isOpen}
                    aria-controls={isOpen ? panelId : undefined}
                    tabIndex={item.index === active ? 0 : -1}
                    onKeyDown={move}
                    onClick={() => onOpen(isOpen ? undefined : key)}
                  >
                    {props.renderHead(row)}
                    <ChevronDown size={17} className={css.chevron} aria-hidden />
                  </button>
                </h2>
                {isOpen && (
                  <div id={panelId} role="region" aria-labelledby={headId} className={css.panel}>
                    {props.renderPanel(row)}
                  </div>
                )}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
