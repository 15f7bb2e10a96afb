import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import css from './Dialog.module.css'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** While true the dialog cannot be left: its answer is on the way. */
  busy: boolean
  /** What went wrong, in the dialog that caused it. */
  error: string | undefined
  /** For a form, or for two columns. */
  wide?: boolean | 'columns'
  /** The buttons, the main one last. */
  actions?: ReactNode
  children?: ReactNode
}

export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, busy, error, wide, actions, children } = props
  const popup = useRef<HTMLDivElement>(null)
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <BaseDialog.Portal>
        {/* Over a side panel too, which has one of its own. */}
        <BaseDialog.Backdrop className={css.backdrop} forceRender />
        <BaseDialog.Popup
          ref={popup}
          className={`${css.dialog} ${wide ? css.wide : ''} ${wide === 'columns' ? css.columns : ''}`}
          aria-busy={busy}
          initialFocus={() => firstControl(popup.current)}
        >
          <BaseDialog.Title className={css.title}>{title}</BaseDialog.Title>
          {description && (
            <BaseDialog.Description className={css.text} render={<div />}>
              {description}
            </BaseDialog.Description>
          )}
          <div className={css.body}>{children}</div>
          {error && (
            <Banner tone="danger" role="alert">
              {error}
            </Banner>
          )}
          {actions && (
            <div className={css.actions} data-actions>
              {actions}
            </div>
          )}
          {!busy && (
            <BaseDialog.Close className={css.close} aria-label="Close">
              <X size={16} aria-hidden />
            </BaseDialog.Close>
          )}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** A form starts at its first field, a question at its first answer: never the one that costs. */
function firstControl(popup: HTMLElement | null): HTMLElement | true {
  const control =
    popup?.querySelector<HTMLElement>('form input') ??
    popup?.querySelector<HTMLElement>('[data-actions] :is(button, a)')
  return control ?? true
}
