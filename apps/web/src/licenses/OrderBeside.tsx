import { FilePlus2 } from 'lucide-react'
import { BesideColumn } from '../ui/BesideMain.tsx'
import { EmptyState } from '../ui/ErrorState.tsx'
import { OrderReview } from './OrderReview.tsx'
import type { UseLocalOrder } from './useLocalOrder.ts'

interface OrderBesideProps {
  local: UseLocalOrder
  onDone: () => void
}

/** The order being built, in sight while items are added to it. */
export function OrderBeside({ local, onDone }: OrderBesideProps) {
  const { id, data } = local.order
  return (
    <BesideColumn label="Your order">
      {data.lineItems.length > 0 || id !== undefined ? (
        <OrderReview local={local} onDone={onDone} />
      ) : (
        <EmptyState
          icon={<FilePlus2 size={24} aria-hidden />}
          text="You haven't added an item to this order."
          note="What you add appears here."
        />
      )}
    </BesideColumn>
  )
}
