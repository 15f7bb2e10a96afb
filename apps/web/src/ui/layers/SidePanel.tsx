import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { lostTexts, useConnection } from '../../api/connection.ts'
import { Banner } from '../Banner.tsx'
import { besideNews, useBesideMain } from './BesideMain.tsx'
import { IconButton } from '../IconButton.tsx'
import { hasLeftRow } from '../left-row.ts'
import { Row } from '../parts.tsx'
import css from './SidePanel.module.css'
import { useBeside } from './useBeside.ts'
import { useLayerEntry } from './useLayerEntry.ts'

interface SidePanelProps {
  title: string
  /** Distinguishes panels with the same title, for screen readers. */
  name?: string
  /** The panel has its own history entry above that of the list, so that Back leads to the list. */
  hasEntry?: boolean
  /** While true the panel cannot be closed: a response is pending. */
  busy?: boolean
  onClose: () => void
  /** Always visible below the scrolling content; the primary button last. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * The details of one row. Where there is room they are beside the list, which can still be used. Elsewhere they cover
 * a part of the window, on a phone all of it.
 */
export function SidePanel(props: SidePanelProps) {
  const { hasEntry = false, busy = false, onClose } = props
  const { isBeside } = useBeside()
  useLayerEntry({ open: !hasEntry, onClose, busy })
  const [opener] = useState(() => document.activeElement)
  const row = useRef<HTMLElement | null>(null)
  // The list still marks the row: removals are rendered before other changes.
  useLayoutEffect(() => () => void (row.current = currentRow()), [])
  const toReturn = () => {
    const inList = isNowhere(opener) || opener?.closest('[role=row]')
    const rows = [row.current, activeRow()]
    const known = inList ? [...rows, opener] : [opener, ...rows]
    return known.find(isThere) ?? null
  }
  const given = { ...props, toReturn }
  return isBeside ? <Beside {...given} /> : <Sheet {...given} />
}

interface PlacedProps extends SidePanelProps {
  /** Where the focus returns: to the element outside a list that opened the panel, otherwise to the row of the panel. */
  toReturn: () => HTMLElement | null
}

function Sheet(props: PlacedProps) {
  const { title, busy = false, onClose, toReturn, children } = props
  const popup = useRef<HTMLDivElement>(null)
  // The panel covers the message of the page.
  const connection = useConnection()
  return (
    <Dialog.Root open onOpenChange={(next) => !next && !busy && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={css.backdrop} />
        {/* Focus starts on the panel, so that screen readers announce it before its buttons. */}
        <Dialog.Popup
          ref={popup}
          className={css.panel}
          data-side-panel
          initialFocus={popup}
          finalFocus={() => toReturn() ?? true}
          tabIndex={-1}
        >
          <Content {...props} heading={<Dialog.Title className={css.title}>{title}</Dialog.Title>}>
            {connection !== 'reached' && (
              <Banner tone="warn" role="status">
                {lostTexts[connection]}
              </Banner>
            )}
            {children}
          </Content>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Not a dialog: the focus may move freely. The focus starts on the row, from which the arrows lead to the next row. */
function Beside(props: PlacedProps) {
  const { title, name = title, busy = false, onClose, toReturn, children } = props
  const place = useBesideMain()
  const panel = useRef<HTMLElement>(null)
  const [opener] = useState(focusedRow)

  const closeBy = useEffectEvent((event: KeyboardEvent) => {
    // An Escape that clears a search or a selection does not close the panel.
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    if (!busy && isFor(panel.current, event)) onClose()
  })
  useEffect(() => {
    document.addEventListener('keydown', closeBy)
    return () => document.removeEventListener('keydown', closeBy)
  }, [])

  const returnFocus = useEffectEvent(() => toReturn()?.focus())
  useLayoutEffect(() => {
    const element = panel.current
    if (!place || !element) return undefined
    ;(opener?.isConnected ? opener : element).focus({ preventScroll: true })
    return () => {
      // Unless the user has moved the focus meanwhile.
      const at = document.activeElement
      if (element.contains(at) || isNowhere(at)) queueMicrotask(() => returnFocus())
    }
  }, [place, opener])

  return (
    <>
      {besideNews.current &&
        createPortal(<p>{`${name} is open beside the list.`}</p>, besideNews.current)}
      {place &&
        createPortal(
          <aside
            ref={panel}
            className={css.panel}
            data-side-panel="beside"
            aria-label={name}
            tabIndex={-1}
          >
            <Content {...props} heading={<h2 className={css.title}>{title}</h2>}>
              {children}
            </Content>
          </aside>,
          place,
        )}
    </>
  )
}

interface ContentProps extends SidePanelProps {
  heading: ReactNode
}

function Content({ heading, title, busy = false, onClose, actions, children }: ContentProps) {
  return (
    <>
      <Row as="header" gap={4} justify="between" className={css.head}>
        {heading}
        <IconButton label="Close" onClick={() => !busy && onClose()}>
          <X size={17} aria-hidden />
        </IconButton>
      </Row>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
      <div className={css.body} tabIndex={0} role="region" aria-label={title}>
        {children}
      </div>
      {actions && <footer className={css.actions}>{actions}</footer>}
    </>
  )
}

const focusedRow = () => document.activeElement?.closest<HTMLElement>('[role=row][data-index]')

/** Whether a key was pressed in the panel, in the list beside it, or on the page's content, where the focus starts. */
function isFor(panel: HTMLElement | null, { target }: Event): boolean {
  const at = target as HTMLElement
  return isNowhere(at) || panel?.contains(at) === true || at.closest('[role=grid]') !== null
}

const isNowhere = (at: Element | null) => at === null || at === document.body || at.id === 'main'

const isThere = (one: Element | null): one is HTMLElement =>
  one instanceof HTMLElement && one.isConnected && one !== document.body

/** The row of the open panel, if the list shows that row. */
const currentRow = () => document.querySelector<HTMLElement>('[role=row][aria-current]')

/** The row whose details were shown: the list's tab stop, unless the address opened the panel. */
const activeRow = () =>
  hasLeftRow() ? document.querySelector<HTMLElement>('[role=row][tabindex="0"]') : null
