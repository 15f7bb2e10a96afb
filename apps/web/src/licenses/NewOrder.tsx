import { FilePlus2 } from 'lucide-react'
import { Card } from '../ui/Card.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DraftGate } from './DraftGate.tsx'
import type { OrderPanel } from './licenses-search.ts'
import { OrderReview } from './OrderReview.tsx'
import css from './OrderReview.module.css'
import type { UseLocalOrder } from './useLocalOrder.ts'

interface NewOrderProps {
  /** The draft the address names; empty for none. */
  draft: string | undefined
  local: UseLocalOrder
  onPanel: (panel: OrderPanel) => void
  onLeaveDraft: () => void
  onDone: () => void
}

/** The order being built: its review, or the ways to begin. */
export function NewOrder({ draft, local, onPanel, onLeaveDraft, onDone }: NewOrderProps) {
  const { order } = local
  if (draft && String(order.id) !== draft)
    return <DraftGate key={draft} id={draft} local={local} onLeave={onLeaveDraft} />
  if (order.data.lineItems.length > 0 || order.id !== undefined)
    return <OrderReview local={local} onPanel={onPanel} onDone={onDone} />
  return <EmptyOrder onPanel={onPanel} />
}

export function EmptyOrder({ onPanel }: { onPanel: (panel: OrderPanel) => void }) {
  return (
    <Card flush>
      <EmptyState
        icon={<FilePlus2 size={24} aria-hidden />}
        text="You haven't added an item to this order."
        action={
          <div className={css.begin}>
            <Button tone="primary" onClick={() => onPanel('add_item')}>
              Add Item
            </Button>
            <Button onClick={() => onPanel('change_item')}>Change Item</Button>
            <Button onClick={() => onPanel('cancel_item')}>Cancel Item</Button>
          </div>
        }
      />
    </Card>
  )
}
