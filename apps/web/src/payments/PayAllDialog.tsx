import type { Cents } from '@portal/domain/kernel/money'
import { useQuery } from '@tanstack/react-query'
import { updateRootConf } from '../kernel/root-conf.ts'
import { BatchDialog } from './BatchDialog.tsx'
import { CardOnFileDialog } from './CardOnFileDialog.tsx'
import { currentBatchQuery } from './charges.api.ts'
import { ConfirmPayment } from './ConfirmPayment.tsx'
import { NothingToPayDialog } from './NothingToPayDialog.tsx'
import { useNotApplied } from './useNotApplied.ts'
import { usePayAll } from './usePayAll.ts'

interface PayAllDialogProps {
  accountId: string
  step: 'open' | 'result'
  /** What will be paid; all of it in one currency, by the rule that chose it. */
  eligible: readonly { balanceDueCents: Cents; currencyIsoCode: string }[]
  onStarted: () => void
  onClose: () => void
}

/** Pays all: asked with count, sum and card; then how far it is; then how it went. */
export function PayAllDialog({ accountId, step, eligible, onStarted, onClose }: PayAllDialogProps) {
  const payment = usePayAll(accountId, onStarted)
  const notApplied = useNotApplied(accountId)
  const { data: batch } = useQuery(currentBatchQuery(accountId))
  const follows = batch && (step === 'result' || batch.status === 'running')
  const close = () => {
    if (batch?.status === 'done' && follows) updateRootConf({ seenBatch: batch.id })
    onClose()
  }
  if (follows) return <BatchDialog batch={batch} onClose={close} />
  // A result in the address, and none any more: nothing to show.
  if (step === 'result') return null
  if (eligible.length === 0 && !payment.busy) return <NothingToPayDialog onClose={close} />
  return (
    <CardOnFileDialog accountId={accountId} onClose={close}>
      {(card) => (
        <ConfirmPayment
          question={[
            notApplied?.question,
            'Every eligible invoice of the company will be paid in full by card, also those the filters hide.',
          ]
            .filter(Boolean)
            .join(' ')}
          facts={[{ label: 'Invoices', value: eligible.length.toLocaleString('en-US') }]}
          cents={eligible.reduce((sum, { balanceDueCents }) => sum + balanceDueCents, 0)}
          currency={eligible[0]?.currencyIsoCode ?? 'USD'}
          card={card}
          payment={payment}
          onClose={close}
        />
      )}
    </CardOnFileDialog>
  )
}
