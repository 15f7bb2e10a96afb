import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'
import css from './SidePanel.module.css'

interface SidePanelProps {
  title: string
  /** While true the panel cannot be left: an answer is on the way. */
  busy?: boolean
  onClose: () => void
  /** Stays in sight below what scrolls; the main button last. */
  actions?: ReactNode
  children: ReactNode
}

/** What belongs to one row of a list, beside the list: a third of the window, on a phone all of it. */
export function SidePanel({ title, busy = false, onClose, actions, children }: SidePanelProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open onOpenChange={(next) => !next && !busy && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={css.backdrop} />
        {/* The panel itself is read out first, not whichever of its buttons is there soonest. */}
        <Dialog.Popup ref={popup} className={css.panel} initialFocus={popup} tabIndex={-1}>
          <header className={css.head}>
            <Dialog.Title className={css.title}>{title}</Dialog.Title>
            <IconButton label="Close" onClick={() => !busy && onClose()}>
              <X size={17} aria-hidden />
            </IconButton>
          </header>
          {/* A stop of its own, so that the keyboard can scroll it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
          <div className={css.body} tabIndex={0} role="region" aria-label={title}>
            {children}
          </div>
          {actions && <footer className={css.actions}>{actions}</footer>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
