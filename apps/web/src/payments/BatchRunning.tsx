import { formatMoney, toCents } from '@portal/domain/kernel/money'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import { Banner } from '../ui/Banner.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { answeredCount } from './batch-progress.ts'
import css from './payments.module.css'

interface BatchRunningProps {
  batch: PaymentBatch
  isAtBank: boolean
}

/** How far a batch is, and whether it waits for an answer to the bank. */
export function BatchRunning({ batch, isAtBank }: BatchRunningProps) {
  const { question, failed, total, currencyIsoCode } = batch
  const isStopping = batch.stopped !== null
  return (
    <div className={css.progress}>
      {question && (
        <Banner tone="warn" role="status">
          {`The bank of the card asks ${question.payer} to confirm the payment of ${formatMoney(toCents(question.amount, currencyIsoCode), currencyIsoCode)} for invoice ${question.invoiceNumber}, until ${clock(question.until)}. The rest waits for that.`}
        </Banner>
      )}
      <ProgressBar label="Paying invoices" value={answeredCount(batch)} max={total} />
      <p role="status">
        {answeredCount(batch)} of {total} invoices
        {failed.length > 0 && `, ${failed.length} not paid`}
        {isStopping && ', stopping'}
      </p>
      {isAtBank && (
        <p className={css.note} role="status">
          Your bank asks you to confirm that it is you.
        </p>
      )}
    </div>
  )
}

const clock = (instant: string) =>
  new Date(instant).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
