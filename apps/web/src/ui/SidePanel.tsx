import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { lostTexts, useConnection } from '../api/connection.ts'
import { Banner } from './Banner.tsx'
import { IconButton } from './IconButton.tsx'
import { hasLeftRow } from './left-row.ts'
import css from './SidePanel.module.css'
import { useLayerEntry } from './useLayerEntry.ts'
import { useOwnClicks } from './useOwnClicks.ts'

interface SidePanelProps {
  title: string
  /** The history has an entry for it above that of the list, to which Back leads. */
  hasEntry?: boolean
  /** While true the panel cannot be closed: a response is pending. */
  busy?: boolean
  onClose: () => void
  /** Always visible below the scrolling content; the primary button last. */
  actions?: ReactNode
  children: ReactNode
}

/** The details of one row, beside the list: a third of the window, on a phone all of it. */
export function SidePanel(props: SidePanelProps) {
  const { title, hasEntry = false, busy = false, onClose, actions, children } = props
  const popup = useRef<HTMLDivElement>(null)
  // The panel covers the message of the page.
  const connection = useConnection()
  useLayerEntry({ open: !hasEntry, onClose, busy })
  const { isRest, onPopup } = useOwnClicks(true)
  return (
    <Dialog.Root
      open
      onOpenChange={(next, { event }) => !next && !busy && !isRest(event) && onClose()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={css.backdrop} />
        {/* Focus starts on the panel, so that screen readers announce it before its buttons. */}
        <Dialog.Popup
          ref={popup}
          {...onPopup}
          className={css.panel}
          data-side-panel
          initialFocus={popup}
          finalFocus={activeRow}
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
            {connection !== 'reached' && (
              <Banner tone="warn" role="status">
                {lostTexts[connection]}
              </Banner>
            )}
            {children}
          </div>
          {actions && <footer className={css.actions}>{actions}</footer>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The row whose details were shown: the list's tab stop, unless the address opened the panel. */
function activeRow(): HTMLElement | true {
  const row = hasLeftRow() && document.querySelector<HTMLElement>('[role=row][tabindex="0"]')
  return row || true
}
