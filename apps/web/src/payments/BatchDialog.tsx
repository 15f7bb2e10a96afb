import { toCents } from '@portal/domain/kernel/money'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Money } from '../ui/Money.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { answeredCount, batchTitle } from './batch-progress.ts'
import css from './payments.module.css'

export function BatchDialog({ batch, onClose }: { batch: PaymentBatch; onClose: () => void }) {
  const running = batch.status === 'running'
  return (
    <Dialog
      open
      onClose={onClose}
      title={batchTitle(batch)}
      busy={false}
      error={undefined}
      wide={!running && batch.failed.length > 0}
      actions={
        <Button tone={running ? 'plain' : 'primary'} onClick={onClose}>
          {running ? 'Continue in the background' : 'Close'}
        </Button>
      }
    >
      {running ? (
        <div className={css.progress}>
          <ProgressBar label="Paying invoices" value={answeredCount(batch)} max={batch.total} />
          <p role="status">
            {answeredCount(batch)} of {batch.total} invoices
            {batch.failed.length > 0 && `, ${batch.failed.length} not paid`}
          </p>
        </div>
      ) : (
        <Facts facts={outcome(batch)} />
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
  ]
}
