import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { lostTexts, useConnection } from '../api/connection.ts'
import { Banner } from './Banner.tsx'
import { besideMain, besideNews } from './BesideMain.tsx'
import { IconButton } from './IconButton.tsx'
import { hasLeftRow } from './left-row.ts'
import css from './SidePanel.module.css'
import { useLayerEntry } from './useLayerEntry.ts'
import { roomBeside, useMedia } from './useMedia.ts'
import { useOwnClicks } from './useOwnClicks.ts'

interface SidePanelProps {
  title: string
  /** Covers the page also where there is room beside it: it belongs to no row of a list. */
  isModal?: boolean
  /** The history has an entry for it above that of the list, to which Back leads. */
  hasEntry?: boolean
  /** While true the panel cannot be closed: a response is pending. */
  busy?: boolean
  onClose: () => void
  /** Always visible below the scrolling content; the primary button last. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * The details of one row. Where there is room they stand beside the list, which can still be used. Elsewhere they cover
 * a third of the window, on a phone all of it. One element for both, so that turning a tablet loses nothing in it.
 */
export function SidePanel(props: SidePanelProps) {
  const { title, isModal = false, hasEntry = false, busy = false, onClose, actions } = props
  const popup = useRef<HTMLDivElement>(null)
  const connection = useConnection()
  const isBeside = useMedia(roomBeside) && !isModal
  const [opener] = useState(focusedRow)
  useLayerEntry({ open: !hasEntry, onClose, busy })
  const { isRest, onPopup } = useOwnClicks(true)
  const wasBeside = useRef(isBeside)
  useEffect(() => {
    const isCovering = wasBeside.current && !isBeside
    wasBeside.current = isBeside
    // The focus cannot stay in a list that the panel has begun to cover.
    if (isCovering && !document.activeElement?.closest('[role=dialog]')) popup.current?.focus()
  }, [isBeside])

  function onOpenChange(next: boolean, details: Dialog.Root.ChangeEventDetails) {
    const { event } = details
    // Beside the list, Escape in a search, or the one that clears a selection, is not for the panel.
    if (isBeside && (event.defaultPrevented || !isFor(popup.current, event))) details.cancel()
    else if (!next && !busy && !isRest(event)) onClose()
  }
  /** The row, unless the user has gone elsewhere while the panel was beside the list. */
  function finalFocus() {
    const focused = document.activeElement
    const isElsewhere = focused !== document.body && !popup.current?.contains(focused)
    return isBeside && isElsewhere ? false : activeRow()
  }
  return (
    <Dialog.Root
      open
      modal={!isBeside}
      disablePointerDismissal={isBeside}
      onOpenChange={onOpenChange}
    >
      {isBeside &&
        besideNews.current &&
        createPortal(`${title} is open beside the list.`, besideNews.current)}
      <Dialog.Portal container={besideMain}>
        {!isBeside && <Dialog.Backdrop className={css.backdrop} />}
        {/*
         * Focus starts on the panel, so that screen readers announce it before its buttons. Beside the list it stays on
         * the row, from which the arrows lead to the next one.
         */}
        <Dialog.Popup
          ref={popup}
          {...onPopup}
          {...(isBeside && { role: 'complementary' })}
          className={css.panel}
          data-side-panel={isBeside ? 'beside' : 'over'}
          initialFocus={() => (isBeside && opener?.isConnected ? opener : popup.current)}
          finalFocus={finalFocus}
          tabIndex={-1}
        >
          <header className={css.head}>
            <Dialog.Title className={css.title}>{title}</Dialog.Title>
            <IconButton label="Close" onClick={() => !busy && onClose()}>
              <X size={17} aria-hidden />
            </IconButton>
          </header>
          {/* Focusable, so that the keyboard can scroll it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
          <div className={css.body} tabIndex={0} role="region" aria-label={title}>
            {/* The panel covers the message of the page. */}
            {!isBeside && connection !== 'reached' && (
              <Banner tone="warn" role="status">
                {lostTexts[connection]}
              </Banner>
            )}
            {props.children}
          </div>
          {actions && <footer className={css.actions}>{actions}</footer>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const focusedRow = () => document.activeElement?.closest<HTMLElement>('[role=row][data-index]')

/** Whether a key was pressed in the panel, in the list beside it, or nowhere. */
function isFor(panel: HTMLElement | null, { target }: Event): boolean {
  const at = target as HTMLElement
  return at === document.body || panel?.contains(at) === true || at.closest('[role=grid]') !== null
}

/** The row whose details were shown: the list's tab stop, unless the address opened the panel. */
function activeRow(): HTMLElement | true {
  const row = hasLeftRow() && document.querySelector<HTMLElement>('[role=row][tabindex="0"]')
  return row || true
}
