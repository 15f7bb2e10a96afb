import { itemCount } from '@portal/domain/licenses/line-items'
import { scheduleC, termsVersion } from '@portal/domain/licenses/schedule-c'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import css from './OrderReview.module.css'
import { saveFailure, type useSaveOrder } from './useSaveOrder.ts'

interface ConfirmOrderDialogProps {
  items: number
  effect: string | undefined
  save: ReturnType<typeof useSaveOrder>
  onClose: () => void
}

/** What is agreed to by submitting, in full. */
export function ConfirmOrderDialog({ items, effect, save, onClose }: ConfirmOrderDialogProps) {
  const busy = save.isPending
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="CONFIRM ORDER"
      description={`${itemCount(items)}. Change of the monthly cost: ${effect ?? 'not known'}.`}
      busy={busy}
      error={save.isError ? saveFailure(save.error, false) : undefined}
      actions={
        <>
          <Button disabledReason={busy && 'The order is on its way.'} onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" busy={busy} onClick={() => save.mutate(false)}>
            Accept and Submit
          </Button>
        </>
      }
    >
      {/* A stop of its own, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
      <div className={css.terms} tabIndex={0} role="region" aria-label="Schedule C">
        <h3>Schedule C</h3>
        <ol>
          {scheduleC.map((paragraph) => (
            <li key={paragraph}>{paragraph}</li>
          ))}
        </ol>
        <p>Version {termsVersion}</p>
      </div>
    </Dialog>
  )
}
