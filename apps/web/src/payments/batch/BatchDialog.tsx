import { formatMoney, toCents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import { useQueryClient } from '@tanstack/react-query'
import { failureText } from '../../api/call-failed.ts'
import { useSingleMutation } from '../../api/useSingleMutation.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Money.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { List, Muted, Row, Stack, Text } from '../../ui/parts.tsx'
import { answeredCount, batchTitle } from './batch-progress.ts'
import { currentBatchQuery, refreshBooks, continueOrStopBatch } from '../charge/charges.api.ts'
import css from '../payments.module.css'
import { useBank } from '../charge/useBank.ts'

interface BatchDialogProps {
  accountId: string
  batch: PaymentBatch
  /** Undefined if the remaining invoices are unknown. */
  onAgain: (() => void) | undefined
  onClose: () => void
}

/** The progress of the batch, the bank's question if there is one, and the result. */
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
                Respond to your bank
              </Button>
            ) : (
              <Button onClick={onClose}>Continue in the background</Button>
            )}
          </>
        ) : (
          <>
            {isOpen && onAgain && <Button onClick={onAgain}>Pay the rest</Button>}
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
        // Long lists scroll; keyboard users must be able to scroll them too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        <List className={css.failures} aria-label="Not paid" tabIndex={0}>
          {batch.failed.map(({ invoiceNumber, message }) => (
            <Row as="li" key={invoiceNumber} align="stretch" justify="between" wrap>
              <b>{invoiceNumber}</b>
              <Text tone="danger">{message || 'Payment failed.'}</Text>
            </Row>
          ))}
        </List>
      )}
    </Dialog>
  )
}

function outcome(batch: PaymentBatch) {
  const money = (amount: number) =>
    formatMoney(toCents(amount, batch.currencyIsoCode), batch.currencyIsoCode)
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
    ...(batch.shown
      ? [
          {
            label: 'You confirmed',
            value: `${plural(batch.shown.invoices, 'invoice')}, ${money(batch.shown.amount)}; ${money(batch.shown.due)} was due`,
          },
        ]
      : []),
    ...(batch.pending ? [{ label: 'Being confirmed', value: batch.pending }] : []),
    ...(batch.failed.length ? [{ label: 'Not paid', value: batch.failed.length }] : []),
    ...(batch.notTried ? [{ label: 'Not tried', value: plural(batch.notTried, 'invoice') }] : []),
    ...(batch.hidden
      ? [{ label: 'Not shown', value: `${plural(batch.hidden, 'invoice')} that you may not see` }]
      : []),
  ]
}

/** The payer's actions on a running batch: answer the bank, or stop the batch. */
function useBatch(accountId: string, { id }: PaymentBatch) {
  const client = useQueryClient()
  const { queryKey } = currentBatchQuery(accountId)
  // The browser's outcome is not trusted: the server checks the charge itself.
  const { isAtBank, showBank } = useBank()

  const telling = useSingleMutation({
    mutationFn: async (what: 'continue' | 'stop') => {
      const batch = await continueOrStopBatch(accountId, id, what)
      const clientSecret = batch.question?.clientSecret
      if (what === 'stop' || clientSecret === undefined) return batch
      await showBank(clientSecret)
      return continueOrStopBatch(accountId, id, 'continue')
    },
    onSuccess: async (batch) => {
      // A response to an earlier request must not overwrite this one.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, batch)
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey })
      void refreshBooks(client, accountId)
    },
  })
  return {
    busy: telling.isPending,
    isAtBank,
    error: telling.error,
    answerBank: () => telling.mutate('continue'),
    stop: () => telling.mutate('stop'),
  }
}

interface BatchRunningProps {
  batch: PaymentBatch
  isAtBank: boolean
}

/** The progress of a batch, and whether it waits for the payer's response to the bank. */
function BatchRunning({ batch, isAtBank }: BatchRunningProps) {
  const { question, failed, total, currencyIsoCode } = batch
  const isStopping = batch.stopped !== null
  return (
    <Stack className={css.progress}>
      {question && (
        <Banner tone="warn" role="status">
          {`The card's bank asks ${question.payer} to confirm the payment of ${formatMoney(toCents(question.amount, currencyIsoCode), currencyIsoCode)} for invoice ${question.invoiceNumber}, by ${clock(question.until)}. The remaining payments are waiting for this.`}
        </Banner>
      )}
      <ProgressBar label="Paying invoices" value={answeredCount(batch)} max={total} />
      <Muted as="p" role="status">
        {answeredCount(batch)} of {total} invoices
        {failed.length > 0 && `, ${failed.length} not paid`}
        {isStopping && ', stopping'}
      </Muted>
      {isAtBank && (
        <Muted as="p" size={2} className={css.note} role="status">
          Your bank asks you to confirm your identity.
        </Muted>
      )}
    </Stack>
  )
}

const clock = (instant: string) =>
  new Date(instant).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
