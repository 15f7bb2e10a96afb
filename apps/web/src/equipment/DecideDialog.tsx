import { approvalTerms } from '@portal/domain/equipment/approval-terms'
import type { EquipmentRequest } from '@portal/domain/equipment/equipment.schema'
import { pendingApproval, type Decision } from '@portal/domain/equipment/status'
import { formatMoney, toCents } from '@portal/domain/kernel/money'
import { useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { CallFailed, failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { ChangedSince, useBefore } from '../ui/ChangedSince.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'
import { Facts } from '../ui/Facts.tsx'
import { focusMain } from '../ui/page/focus-main.ts'
import { Money } from '../ui/Money.tsx'
import { Muted, Stack, Text } from '../ui/parts.tsx'
import css from './DecideDialog.module.css'
import { decideRequest, equipmentRequestQuery, refreshEquipment } from './equipment.api.ts'

interface DecideDialogProps {
  request: EquipmentRequest
  decision: Decision
  onClose: () => void
}

const words = {
  approve: {
    title: 'APPROVE REQUEST',
    act: 'Approve',
    failure: 'Failed to approve order.',
    back: 'Close',
  },
  cancel: {
    title: 'CANCEL ORDER',
    act: 'Cancel Order',
    failure: 'Failed to cancel order.',
    back: 'Keep Order',
  },
}

/** The confirmation before a company approves or cancels an order. */
export function DecideDialog({ request, decision, onClose }: DecideDialogProps) {
  const { company } = usePortal()
  const { busy, error, start } = useDecide(company.accountId, decision, onClose)
  const { title, act, failure, back } = words[decision]
  const cents = toCents(request.total, 'USD')
  const fees = formatMoney(cents, 'USD')
  const before = useBefore(fees)
  const isListedAgain = useBefore(JSON.stringify(request.lineItems)) !== undefined
  const refused = error instanceof CallFailed && [404, 409].includes(error.status)
  // A changed request can be confirmed again. If another user has decided, the new state is shown.
  const asks = !error || (refused && request.externalOrderStatus === pendingApproval)
  const send = () => start(request)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={title}
      description={
        decision === 'cancel' &&
        asks &&
        `Are you sure you want to cancel request ${request.equipmentRequestId}? This cannot be undone.`
      }
      busy={busy}
      error={error ? failureText(error, failure) : undefined}
      cancel={asks ? back : 'Close'}
      actions={
        <>
          {asks ? (
            <Button tone={decision === 'approve' ? 'primary' : 'danger'} busy={busy} onClick={send}>
              {isListedAgain ? `${act} as Changed` : act}
            </Button>
          ) : (
            !refused && (
              <Button
                tone="primary"
                busy={busy}
                icon={<RotateCcw size={15} aria-hidden />}
                onClick={send}
              >
                Try Again
              </Button>
            )
          )}
        </>
      }
    >
      {asks ? (
        <Stack className={css.question}>
          <Facts
            facts={[
              { label: 'Request', value: request.equipmentRequestId },
              { label: 'Items', value: request.lineItems.lineItemCount.toLocaleString('en-US') },
              { label: 'Installation fees', value: <Money cents={cents} currency="USD" /> },
            ]}
          />
          <ChangedSince before={before} now={fees} />
          {decision === 'approve' && (
            <Muted as="div" className={css.terms}>
              <Text as="p" weight={600} tone="plain">
                By approving this request you state:
              </Text>
              <ul>
                {approvalTerms(company.name).map((statement) => (
                  <li key={statement}>{statement}</li>
                ))}
              </ul>
            </Muted>
          )}
        </Stack>
      ) : (
        !refused && (
          <div className={css.failure}>
            <Text as="p" weight={600}>
              Something went wrong.
            </Text>
            <p>Please try again, if you need immediate help please contact support.</p>
          </div>
        )
      )}
    </Dialog>
  )
}

/** Approves or cancels once, even if clicked repeatedly; the result is shown everywhere. */
function useDecide(accountId: string, decision: Decision, onDone: () => void) {
  const client = useQueryClient()
  const deciding = useSingleMutation({
    mutationFn: (request: EquipmentRequest) => decideRequest(accountId, request, decision),
    onSuccess: (decided) => {
      const { queryKey } = equipmentRequestQuery(accountId, decided.equipmentRequestId)
      // The text of the status changes, and screen readers announce it.
      client.setQueryData(queryKey, decided)
      onDone()
      // The buttons disappear with the dialog.
      focusMain()
    },
    // Reloads after a refusal too: another user may have decided, or the request has changed.
    onSettled: () => refreshEquipment(client, accountId),
  })
  return {
    busy: deciding.isPending,
    error: deciding.error,
    start: deciding.mutate,
  }
}
