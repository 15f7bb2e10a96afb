import { toCents } from '@portal/domain/kernel/money'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { failureText } from '../api/call-failed.ts'
import { updateRootConf } from '../kernel/root-conf.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Loading } from '../ui/Loading.tsx'
import { BatchDialog } from './BatchDialog.tsx'
import { CardOnFileDialog, confirmationTitle } from './CardOnFileDialog.tsx'
import { currentBatchQuery, payAllPlanQuery } from './charges.api.ts'
import { ConfirmPayment } from './ConfirmPayment.tsx'
import { NothingToPayDialog } from './NothingToPayDialog.tsx'
import { LeftOutList, PlanLists } from './PlanLists.tsx'
import { useNotApplied } from './useNotApplied.ts'
import { usePayAll } from './usePayAll.ts'

interface PayAllDialogProps {
  accountId: string
  step: 'open' | 'result'
  onStarted: () => void
  /** Back to the question, to pay what was not paid. */
  onAgain: () => void
  onClose: () => void
}

/** Pays all: asked with each invoice and the card; then how far it is; then how it went. */
export function PayAllDialog({ accountId, step, onStarted, onAgain, onClose }: PayAllDialogProps) {
  const plan = useQuery(payAllPlanQuery(accountId))
  const notApplied = useNotApplied(accountId)
  const asked = { plan: plan.data?.tag, notAppliedUntil: notApplied?.at }
  const payment = usePayAll(accountId, asked, onStarted)
  const { data: batch } = useQuery(currentBatchQuery(accountId))
  const isRunning = batch?.status === 'running'
  const follows = batch && (step === 'result' || isRunning)
  // One that runs already is followed to its result: the question must not take its place under the finger.
  const mustFollow = step === 'open' && isRunning
  const follow = useEffectEvent(onStarted)
  useEffect(() => {
    if (mustFollow) follow()
  }, [mustFollow])
  const leave = (next: () => void) => () => {
    if (batch?.status === 'done' && follows) updateRootConf({ seenBatch: batch.id })
    next()
  }
  const close = leave(onClose)
  if (follows)
    return (
      <BatchDialog accountId={accountId} batch={batch} onAgain={leave(onAgain)} onClose={close} />
    )
  // A result in the address, and none any more: nothing to show.
  if (step === 'result') return null
  if (!plan.data)
    return (
      <Dialog
        open
        onClose={close}
        title={confirmationTitle}
        busy={false}
        error={
          plan.error ? failureText(plan.error, 'The invoices could not be looked up.') : undefined
        }
        actions={plan.error && <Button onClick={() => void plan.refetch()}>Retry</Button>}
      >
        {plan.isPending && <Loading />}
      </Dialog>
    )
  const { charged, leftOut, amount, currencyIsoCode } = plan.data
  if (charged.length === 0 && !payment.busy)
    return (
      <NothingToPayDialog onClose={close}>
        <LeftOutList invoices={leftOut} />
      </NothingToPayDialog>
    )
  return (
    <CardOnFileDialog accountId={accountId} onClose={close}>
      {(card, cardChoice) => (
        <ConfirmPayment
          wide
          question={[
            notApplied?.question,
            'Every eligible invoice of the company will be paid in full by card, also those the filters hide.',
          ]
            .filter(Boolean)
            .join(' ')}
          facts={[{ label: 'Invoices', value: charged.length.toLocaleString('en-US') }]}
          cents={toCents(amount, currencyIsoCode)}
          currency={currencyIsoCode}
          card={card}
          cardChoice={cardChoice}
          payment={payment}
          onPay={payment.start}
          onClose={close}
        >
          <PlanLists plan={plan.data} />
        </ConfirmPayment>
      )}
    </CardOnFileDialog>
  )
}
