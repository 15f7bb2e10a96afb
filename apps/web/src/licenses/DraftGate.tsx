import { itemCount } from '@portal/domain/licenses/line-items'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CallFailed, supportIdOf } from '../api/call-failed.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { FileCheck2, SearchX } from 'lucide-react'
import { orderQuery } from './licenses.api.ts'
import { isEmpty } from './local-order.ts'
import type { UseLocalOrder } from './useLocalOrder.ts'

interface DraftGateProps {
  id: string
  local: UseLocalOrder
  onLeave: () => void
}

/** Puts a draft in hand; asks first when that would replace an order that is being built. */
export function DraftGate({ id, local, onLeave }: DraftGateProps) {
  const { accountId } = usePortal().company
  const [mayReplace, setMayReplace] = useState(() => isEmpty(local.order))
  const draft = useQuery(orderQuery(accountId, id))
  const { data } = draft
  const { load } = local
  useEffect(() => {
    if (data?.isDraft && mayReplace) load(data)
  }, [data, mayReplace, load])

  if (draft.isPending)
    return (
      <Card flush>
        <Skeleton lines={6} lineHeight={56} label="Loading the draft" />
      </Card>
    )
  if (!data)
    return (
      <Card flush>
        {draft.error instanceof CallFailed && draft.error.status === 404 ? (
          <EmptyState
            icon={<SearchX size={24} aria-hidden />}
            text="Failed to load draft. Try again."
            note="There is no such draft. It may have been deleted."
            action={<Button onClick={onLeave}>New Order</Button>}
          />
        ) : (
          <ErrorState
            text="Failed to load draft. Try again."
            supportId={supportIdOf(draft.error)}
            busy={draft.isFetching}
            onRetry={() => void draft.refetch()}
          />
        )}
      </Card>
    )
  if (!data.isDraft)
    return (
      <Card flush>
        <EmptyState
          icon={<FileCheck2 size={24} aria-hidden />}
          text={`Order #${id} has been submitted.`}
          note="A submitted order can no longer be changed."
          action={<Button onClick={onLeave}>New Order</Button>}
        />
      </Card>
    )
  const items = itemCount(local.order.data.lineItems.length)
  return (
    <Dialog
      open={!mayReplace}
      onClose={onLeave}
      title={`Open Draft #${id}`}
      description={`You are building an order with ${items} that is not saved. Opening the draft replaces it.`}
      busy={false}
      error={undefined}
      actions={
        <>
          <Button onClick={onLeave}>Keep my order</Button>
          <Button tone="danger" onClick={() => setMayReplace(true)}>
            Replace it
          </Button>
        </>
      }
    />
  )
}
