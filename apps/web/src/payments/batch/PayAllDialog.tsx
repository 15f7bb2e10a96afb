import { toCents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import type { ShownCharge } from '@portal/domain/payments/charges.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { failureText } from '../../api/call-failed.ts'
import { useSingleMutation } from '../../api/useSingleMutation.ts'
import { updateRootConf } from '../../kernel/root-conf.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { BatchDialog } from './BatchDialog.tsx'
import { CardOnFileDialog, confirmationTitle } from '../cards/CardOnFileDialog.tsx'
import {
  currentBatchQuery,
  payAllPlanQuery,
  payInvoices,
  refreshBooks,
  type PayAllOptions,
} from '../charge/charges.api.ts'
import { ConfirmPayment } from '../charge/ConfirmPayment.tsx'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'
import { LeftOutList, PlanLists } from './PlanLists.tsx'
import { OpenCredits } from '../OpenCredits.tsx'
import { useNotApplied } from '../charge/useNotApplied.ts'

interface PayAllDialogProps {
  accountId: string
  step: 'open' | 'selected' | 'shown' | 'overdue' | 'result'
  /** The ids of the selected, shown or overdue invoices; without them these steps show nothing. */
  selected: readonly string[]
  onStarted: () => void
  /** Returns to the confirmation of all or of the selected invoices, to pay the remaining ones. */
  onAgain: (step: 'open' | 'selected') => void
  onClose: () => void
}

/** Pays all invoices, or the selected, shown or overdue ones: confirmation with invoices and card, then progress, then result. */
export function PayAllDialog(props: PayAllDialogProps) {
  const { accountId, step, onStarted, onAgain, onClose } = props
  const selected = step === 'open' || step === 'result' ? undefined : props.selected
  const isNothing = selected?.length === 0
  const plan = useQuery({ ...payAllPlanQuery(accountId, selected), enabled: !isNothing })
  const notApplied = useNotApplied(accountId)
  const shown = plan.data?.charged.map(({ dueDate: _dueDate, ...charge }) => charge) ?? []
  const asked = { notAppliedUntil: notApplied?.at }
  const payment = usePayAll({ accountId, selected, shown, asked, onStarted })
  const { data: batch } = useQuery(currentBatchQuery(accountId))
  const isRunning = batch?.status === 'running'
  const follows = batch && (step === 'result' || isRunning)
  // A batch that is already running is followed to its result, so the confirmation cannot replace it during a click.
  const mustFollow = step !== 'result' && isRunning
  const follow = useEffectEvent(onStarted)
  useEffect(() => {
    if (mustFollow) follow()
  }, [mustFollow])
  const leave = (next: () => void) => () => {
    if (batch?.status === 'done' && follows) updateRootConf({ seenBatch: batch.id })
    next()
  }
  const close = leave(onClose)
  if (follows) {
    const again = batch.isSelection ? 'selected' : 'open'
    // After a reload the selection is gone, so the remaining invoices are unknown.
    const canPayRest = again === 'open' || props.selected.length > 0
    return (
      <BatchDialog
        accountId={accountId}
        batch={batch}
        onAgain={canPayRest ? leave(() => onAgain(again)) : undefined}
        onClose={close}
      />
    )
  }
  // The address requests a result, but no batch exists any more.
  if (step === 'result' || isNothing) return null
  if (!plan.data)
    return (
      <Dialog
        open
        onClose={close}
        title={confirmationTitle}
        error={
          plan.error ? failureText(plan.error, 'The invoices could not be loaded.') : undefined
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
            selected
              ? `The ${step} invoices that can be paid by card will be paid in full.`
              : 'Every eligible invoice of the company will be paid in full by card, including those hidden by filters.',
          ]
            .filter(Boolean)
            .join(' ')}
          what={plural(charged.length, 'invoice')}
          cents={toCents(amount, currencyIsoCode)}
          currency={currencyIsoCode}
          card={card}
          cardChoice={cardChoice}
          payment={payment}
          onPay={payment.start}
          onClose={close}
        >
          <PlanLists plan={plan.data} />
          <OpenCredits accountId={accountId} />
        </ConfirmPayment>
      )}
    </CardOnFileDialog>
  )
}

/** Shown when no invoice can be paid by card, with the reasons. */
function NothingToPayDialog({ onClose, children }: { onClose: () => void; children?: ReactNode }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={confirmationTitle}
      error="No eligible invoices"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {children}
    </Dialog>
  )
}

interface PayAllWish {
  accountId: string
  selected: readonly string[] | undefined
  shown: readonly ShownCharge[]
  asked: PayAllOptions
  onStarted: () => void
}

/** Starts the batch and follows it. */
function usePayAll({ accountId, selected, shown, asked, onStarted }: PayAllWish) {
  const client = useQueryClient()
  const { key, afterAnswer } = useIdempotencyKey()
  const { queryKey } = currentBatchQuery(accountId)
  const payment = useSingleMutation({
    mutationFn: (cardId: string | undefined) =>
      payInvoices(accountId, key, selected, shown, { ...asked, cardId }),
    onSuccess: async (batch) => {
      // A response to an earlier request must not overwrite this one.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, batch)
      onStarted()
    },
    onSettled: (_, error) => {
      afterAnswer(error)
      // Refused because of another batch, which is then shown.
      if (error) void client.invalidateQueries({ queryKey })
      void refreshBooks(client, accountId)
    },
  })
  return {
    busy: payment.isPending,
    error: payment.error,
    start: (cardId: string | undefined) => payment.mutate(cardId),
  }
}
