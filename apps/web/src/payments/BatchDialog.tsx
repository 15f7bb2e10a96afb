import { toCents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import { failureText } from '../api/call-failed.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Money } from '../ui/Money.tsx'
import { batchTitle } from './batch-progress.ts'
import { BatchRunning } from './BatchRunning.tsx'
import css from './payments.module.css'
import { useBatch } from './useBatch.ts'

interface BatchDialogProps {
  accountId: string
  batch: PaymentBatch
  onAgain: () => void
  onClose: () => void
}

/** How far paying all is, what the bank asks meanwhile, and how it went. */
export function BatchDialog({ accountId, batch, onAgain, onClose }: BatchDialogProps) {
  const running = batch.status === 'running'
  const { busy, isAtBank, error, answerBank, stop } = useBatch(accountId, batch)
  const isOpen = batch.failed.length + batch.notTried > 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={batchTitle(batch)}
      busy={busy}
      error={running && error ? failureText(error, 'An error occurred.') : undefined}
      wide={!running && batch.failed.length > 0}
      actions={
        running ? (
          <>
            <Button disabledReason={busy && 'One moment...'} onClick={stop}>
              Stop paying
            </Button>
            {batch.question ? (
              <Button tone="primary" busy={busy} onClick={answerBank}>
                Answer your bank
              </Button>
            ) : (
              <Button onClick={onClose}>Continue in the background</Button>
            )}
          </>
        ) : (
          <>
            {isOpen && <Button onClick={onAgain}>Pay what is left</Button>}
            <Button tone="primary" onClick={onClose}>
              Close
            </Button>
          </>
        )
      }
    >
      {running ? (
        <BatchRunning batch={batch} isAtBank={isAtBank} />
      ) : (
        <>
          {batch.stopped && batch.notTried > 0 && <p className={css.stopped}>{batch.stopped}</p>}
          <Facts facts={outcome(batch)} />
        </>
      )}
      {!running && batch.failed.length > 0 && (
        // Long lists scroll; the keyboard must be able to do so too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        <ul className={css.failures} aria-label="Not paid" tabIndex={0}>
          {batch.failed.map(({ invoiceNumber, message }) => (
            <li key={invoiceNumber}>
              <b>{invoiceNumber}</b>
              <span>{message || 'Payment failed.'}</span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function outcome(batch: PaymentBatch) {
  return [
    { label: 'Invoices paid', value: `${batch.paid} of ${batch.total}` },
    {
      label: 'Amount paid',
      value: (
        <Money
          cents={toCents(batch.paidAmount, batch.currencyIsoCode)}
          currency={batch.currencyIsoCode}
        />
      ),
    },
    ...(batch.pending ? [{ label: 'Being confirmed', value: batch.pending }] : []),
    ...(batch.failed.length ? [{ label: 'Not paid', value: batch.failed.length }] : []),
    ...(batch.notTried ? [{ label: 'Not tried', value: plural(batch.notTried, 'invoice') }] : []),
  ]
}
