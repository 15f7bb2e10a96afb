import { itemCount } from '@portal/domain/licenses/line-items'
import type { UnsentContent } from '@portal/domain/licenses/unsent-changes'
import { useMutation } from '@tanstack/react-query'
import { FileCheck2, FilePlus2, FileText, SearchX } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { CallFailed, isUncertain, supportIdOf } from '../api/call-failed.ts'
import { useConnection } from '../api/connection.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState, ErrorState, QueryError } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { OrderPanel } from './licenses-search.ts'
import css from './OrderReview.module.css'
import { OrderReview } from './OrderReview.tsx'
import { openDraft } from './unsent.api.ts'
import { panelLabels } from './OrderTiles.tsx'
import type { UseUnsentOrder } from './useUnsentOrder.ts'

interface CurrentOrderProps {
  unsent: UseUnsentOrder
  onPanel: (panel: OrderPanel) => void
  onDone: () => void
}

interface NewOrderProps extends CurrentOrderProps {
  /** The draft in the address; empty for none. */
  draft: string | undefined
  onLeaveDraft: () => void
}

/** The order being built: its review, or the ways to start one. */
export function NewOrder({ draft, unsent, onPanel, onLeaveDraft, onDone }: NewOrderProps) {
  const { query, content, lineItems } = unsent
  const isInHand = draft !== undefined && String(content.draft?.id) === draft
  // An address opens its draft once: a saved, submitted or cleared order must not come back because of it.
  const [opened, setOpened] = useState<string>()
  if (isInHand && opened !== draft) setOpened(draft)
  if (draft && !isInHand && opened !== draft)
    return (
      <DraftGate
        key={draft}
        id={draft}
        unsent={unsent}
        onOpened={() => setOpened(draft)}
        onLeave={onLeaveDraft}
      />
    )
  if (!draft || !query.data || lineItems.length > 0 || content.draft)
    return <CurrentOrder unsent={unsent} onPanel={onPanel} onDone={onDone} />
  return (
    <Card flush>
      <EmptyState
        icon={<FileText size={24} aria-hidden />}
        text={`You are no longer editing draft #${orderNumber(draft)}.`}
        note="It was saved, submitted or cleared."
        action={
          <div className={css.begin}>
            <Button onClick={() => setOpened(undefined)}>Open draft #{orderNumber(draft)}</Button>
            <Button onClick={onLeaveDraft}>New Order</Button>
          </div>
        }
      />
    </Card>
  )
}

/** The server's order of the user. */
export function CurrentOrder({ unsent, onPanel, onDone }: CurrentOrderProps) {
  const { query, content, lineItems } = unsent
  if (query.isPending) return <LoadingOrder />
  if (!query.data)
    return (
      <Card flush>
        <QueryError query={query} text="Failed to load your order." />
      </Card>
    )
  if (lineItems.length === 0 && !content.draft) return <EmptyOrder onPanel={onPanel} />
  return <OrderReview unsent={unsent} onPanel={onPanel} onDone={onDone} />
}

const LoadingOrder = () => (
  <Card flush>
    <Skeleton lines={6} lineHeight={56} label="Loading the order" />
  </Card>
)

const ways = [
  { panel: 'add_item', does: 'A license of a product, for a user or a network.' },
  { panel: 'change_item', does: 'Another user, network or address for licenses you hold.' },
  { panel: 'cancel_item', does: 'End licenses you hold: one, several, or all of a person.' },
] as const

function EmptyOrder({ onPanel }: { onPanel: (panel: OrderPanel) => void }) {
  return (
    <Card flush>
      <EmptyState
        icon={<FilePlus2 size={24} aria-hidden />}
        text="You haven't added an item to this order."
        action={
          <div className={css.ways}>
            {ways.map(({ panel, does }, place) => (
              <div key={panel}>
                <Button
                  {...(place === 0 && { tone: 'primary' as const })}
                  onClick={() => onPanel(panel)}
                >
                  {panelLabels[panel]}
                </Button>
                <p>{does}</p>
              </div>
            ))}
          </div>
        }
      />
    </Card>
  )
}

interface DraftGateProps {
  id: string
  unsent: UseUnsentOrder
  onOpened: () => void
  onLeave: () => void
}

/** Opens the server's version of a draft. Requires a confirmation if that would replace unsaved work. */
function DraftGate({ id, unsent, onOpened, onLeave }: DraftGateProps) {
  const { owner, content, notes } = unsent
  const opening = useMutation({
    mutationFn: async (mayReplace: UnsentContent | undefined) => {
      // The number would be that of another draft.
      if (!Number.isSafeInteger(Number(id))) throw new CallFailed(404, '')
      if (mayReplace) notes.discard()
      return openDraft(owner, Number(id), mayReplace)
    },
    onSuccess: (opened) => opened === 'opened' && onOpened(),
    // It changes nothing on the server: like a query, it asks once more if there was no response.
    retry: (failures, error) => failures < 1 && isUncertain(error),
    retryDelay: 600,
  })
  const { mutate } = opening
  const isReached = useConnection() === 'reached'
  // Also when the connection is back, unless the user is being asked.
  const open = useEffectEvent(() => opening.data ?? mutate(undefined))
  useEffect(() => {
    if (isReached) open()
  }, [isReached])

  if (opening.isError && (isReached || !isUncertain(opening.error)))
    return (
      <Card flush>
        {opening.error instanceof CallFailed && opening.error.status === 404 ? (
          <EmptyState
            icon={<SearchX size={24} aria-hidden />}
            text="Failed to load draft. Try again."
            note="There is no such draft. It may have been deleted."
            action={<Button onClick={onLeave}>New Order</Button>}
          />
        ) : (
          <ErrorState
            text="Failed to load draft. Try again."
            supportId={supportIdOf(opening.error)}
            busy={false}
            onRetry={() => mutate(undefined)}
          />
        )}
      </Card>
    )
  if (opening.data === 'submitted')
    return (
      <Card flush>
        <EmptyState
          icon={<FileCheck2 size={24} aria-hidden />}
          text={`Order ${orderNumber(id)} has been submitted.`}
          note="A submitted order can no longer be changed."
          action={<Button onClick={onLeave}>New Order</Button>}
        />
      </Card>
    )
  if (opening.data === 'asks')
    return (
      <Dialog
        open
        onClose={onLeave}
        title={`Open Draft #${orderNumber(id)}`}
        description={
          content.draft
            ? `Your changes to draft #${orderNumber(content.draft.id)} are not saved. Opening draft #${orderNumber(id)} discards them.`
            : `You are building an order with ${itemCount(content.items.length)} that is not saved. Opening the draft replaces it.`
        }
        busy={false}
        error={undefined}
        actions={
          <>
            <Button onClick={onLeave}>Keep my order</Button>
            <Button tone="danger" disabledReason={unsent.blocked} onClick={() => mutate(content)}>
              Replace it
            </Button>
          </>
        }
      />
    )
  return (
    <Card flush>
      <Skeleton lines={6} lineHeight={56} label="Loading the draft" />
    </Card>
  )
}
