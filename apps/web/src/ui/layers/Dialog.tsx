import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ComponentProps, type ReactNode } from 'react'
import { lostTexts, useConnection } from '../../api/connection.ts'
import { Banner } from '../Banner.tsx'
import { Button } from '../Button.tsx'
import css from './Dialog.module.css'
import { Discard } from './Discard.tsx'
import { Row } from '../parts.tsx'
import { useLayerEntry } from './useLayerEntry.ts'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** While true the dialog cannot be closed: a response is pending. */
  busy?: boolean
  /** The entries of a form, which are kept however the dialog is closed. */
  typed?: ComponentProps<typeof Discard>['typed']
  /** The error, shown in the dialog that caused it. */
  error?: string | undefined
  /** For a form, or for two columns. */
  wide?: boolean | 'columns'
  /** The label of a button that closes it. */
  cancel?: string
  /** The buttons after it, the primary one last. */
  actions?: ReactNode
  children?: ReactNode
}

export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, busy = false, error, wide, cancel } = props
  const { actions, typed, children } = props
  const popup = useRef<HTMLDivElement>(null)
  const connection = useConnection()
  useLayerEntry({ open, onClose, busy })
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <BaseDialog.Portal>
        {/* Placed above a side panel too, which has its own backdrop. */}
        <BaseDialog.Backdrop className={css.backdrop} forceRender />
        <BaseDialog.Popup
          ref={popup}
          className={`${css.dialog} ${wide ? css.wide : ''} ${wide === 'columns' ? css.columns : ''}`}
          aria-busy={busy}
          initialFocus={() => firstControl(popup.current)}
        >
          <Row gap={3} justify="between" className={css.head}>
            <BaseDialog.Title className={css.title}>{title}</BaseDialog.Title>
            {!busy && (
              <BaseDialog.Close className={css.close} aria-label="Close">
                <X size={16} aria-hidden />
              </BaseDialog.Close>
            )}
          </Row>
          {description && (
            <BaseDialog.Description className={css.text} render={<div />}>
              {description}
            </BaseDialog.Description>
          )}
          <div className={css.body}>{children}</div>
          {error && (
            <Banner tone="danger" role="alert">
              <span>{error}</span>
              {/* The page's own message is behind the dialog. */}
              {connection !== 'reached' && <span> {lostTexts[connection]}</span>}
            </Banner>
          )}
          {(cancel ?? actions) && (
            <Row gap={3} align="stretch" justify="end" wrap className={css.actions} data-actions>
              {cancel && (
                <Button disabledReason={busy && 'One moment...'} onClick={onClose}>
                  {cancel}
                </Button>
              )}
              {actions}
            </Row>
          )}
          {/* Beside the entries, and after the buttons for the keyboard. */}
          {!busy && <Discard typed={typed} />}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** Returns the first field, since focus on a button would scroll it away. Without fields the first button, which never costs money. */
function firstControl(popup: HTMLElement | null): HTMLElement | true {
  const control =
    popup?.querySelector<HTMLElement>(
      'form :is(input, textarea), [data-controls] :is(button, input)',
    ) ?? popup?.querySelector<HTMLElement>('[data-actions] :is(button, a)')
  return control ?? true
}
