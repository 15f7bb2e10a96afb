import { approvalTerms } from '@portal/domain/equipment/approval-terms'
import type { EquipmentRequest } from '@portal/domain/equipment/equipment.schema'
import type { Decision } from '@portal/domain/equipment/status'
import { toCents } from '@portal/domain/kernel/money'
import { RotateCcw } from 'lucide-react'
import { CallFailed, failureText } from '../api/call-failed.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Money } from '../ui/Money.tsx'
import css from './DecideDialog.module.css'
import { useDecide } from './useDecide.ts'

interface DecideDialogProps {
  request: EquipmentRequest
  decision: Decision
  onClose: () => void
}

const words = {
  approve: { title: 'APPROVE REQUEST', failure: 'Failed to approve order.', back: 'Close' },
  cancel: { title: 'CANCEL ORDER', failure: 'Failed to cancel order.', back: 'Keep Order' },
}

/** The last look before a company is committed, or an order is given up. */
export function DecideDialog({ request, decision, onClose }: DecideDialogProps) {
  const { company } = usePortal()
  const { busy, error, start } = useDecide(company.accountId, decision, onClose)
  const { title, failure, back } = words[decision]
  // Decided by somebody else, or changed: trying again would not help, looking at it does.
  const isSettled = error instanceof CallFailed && [404, 409].includes(error.status)
  const send = () => start(request)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={title}
      description={
        decision === 'cancel' &&
        !error &&
        `Are you sure you want to cancel request ${request.equipmentRequestId}? This cannot be undone.`
      }
      busy={busy}
      error={error ? failureText(error, failure) : undefined}
      actions={
        <>
          <Button disabledReason={busy && 'Your answer is on its way.'} onClick={onClose}>
            {error ? 'Close' : back}
          </Button>
          {error
            ? !isSettled && (
                <Button
                  tone="primary"
                  busy={busy}
                  icon={<RotateCcw size={15} aria-hidden />}
                  onClick={send}
                >
                  Try Again
                </Button>
              )
            : decision === 'approve' && (
                <Button tone="primary" busy={busy} onClick={send}>
                  Approve
                </Button>
              )}
          {!error && decision === 'cancel' && (
            <Button tone="danger" busy={busy} onClick={send}>
              Cancel Order
            </Button>
          )}
        </>
      }
    >
      {error ? (
        !isSettled && (
          <div className={css.failure}>
            <p>Something went wrong.</p>
            <p>Please try again, if you need immediate help please contact support.</p>
          </div>
        )
      ) : (
        <div className={css.question}>
          <Facts
            facts={[
              { label: 'Request', value: request.equipmentRequestId },
              { label: 'Items', value: request.lineItems.lineItemCount.toLocaleString('en-US') },
              {
                label: 'Installation fees',
                value: <Money cents={toCents(request.total, 'USD')} currency="USD" />,
              },
            ]}
          />
          {decision === 'approve' && (
            <div className={css.terms}>
              <p>By approving this request you state:</p>
              <ul>
                {approvalTerms(company.name).map((statement) => (
                  <li key={statement}>{statement}</li>
                ))}
              </ul>
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}
