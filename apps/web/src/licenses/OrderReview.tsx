import { itemCount } from '@portal/domain/licenses/line-items'
import { effectText, monthlyEffect } from '@portal/domain/licenses/monthly-effect'
import { useQuery } from '@tanstack/react-query'
import { CirclePlus, Save, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { ClearOrderDialog } from './ClearOrderDialog.tsx'
import { ConfirmOrderDialog } from './ConfirmOrderDialog.tsx'
import { productsQuery } from './licenses.api.ts'
import type { OrderPanel } from './licenses-search.ts'
import { OrderItems } from './OrderItems.tsx'
import css from './OrderReview.module.css'
import type { UseLocalOrder } from './useLocalOrder.ts'
import { useSaveOrder } from './useSaveOrder.ts'

interface OrderReviewProps {
  local: UseLocalOrder
  onPanel: (panel: OrderPanel) => void
  onDone: () => void
}

/** Everything the order holds, before it is saved or submitted. */
export function OrderReview({ local, onPanel, onDone }: OrderReviewProps) {
  const { accountId } = usePortal().company
  const { data: products } = useQuery(productsQuery(accountId))
  const [asking, setAsking] = useState<'submit' | 'clear'>()
  const save = useSaveOrder(local, onDone)
  const { id, data } = local.order
  const { lineItems, notes } = data
  const isSaving = save.isPending && save.variables
  const effect = products && effectText(monthlyEffect(lineItems, products))
  const none = lineItems.length === 0 && 'The order has no items.'

  return (
    <>
      <div className={css.head}>
        <h2>{id === undefined ? 'New Order' : `Draft #${id}`}</h2>
        <span role="status">{itemCount(lineItems.length)}</span>
        <Button
          size="small"
          icon={<CirclePlus size={15} aria-hidden />}
          onClick={() => onPanel('add_item')}
        >
          Add Item
        </Button>
      </div>
      <OrderItems local={local} products={products} />
      <Card>
        <TextArea
          label="Additional Information"
          note="Optional. Goes along with the order."
          name="notes"
          value={notes}
          maxLength={10_000}
          onChange={local.setNotes}
        />
      </Card>
      <div className={css.foot}>
        <p className={css.effect}>
          Change of the monthly cost <strong>{effect ?? '...'}</strong>
        </p>
        <div className={css.buttons}>
          <Button
            tone="quiet"
            icon={<Trash2 size={15} aria-hidden />}
            disabledReason={save.isPending && 'The order is being saved.'}
            onClick={() => setAsking('clear')}
          >
            Clear Order
          </Button>
          <Button
            icon={<Save size={15} aria-hidden />}
            busy={isSaving}
            onClick={() => save.mutate(true)}
          >
            Save Draft
          </Button>
          <Button
            tone="primary"
            icon={<Send size={15} aria-hidden />}
            disabledReason={save.isPending ? 'The order is being saved.' : none}
            onClick={() => setAsking('submit')}
          >
            Submit Order
          </Button>
        </div>
      </div>
      {asking === 'submit' && (
        <ConfirmOrderDialog
          items={lineItems.length}
          effect={effect}
          save={save}
          onClose={() => {
            save.reset()
            setAsking(undefined)
          }}
        />
      )}
      {asking === 'clear' && (
        <ClearOrderDialog
          id={id}
          onClose={() => setAsking(undefined)}
          onClear={() => {
            local.clear()
            onDone()
          }}
        />
      )}
    </>
  )
}
