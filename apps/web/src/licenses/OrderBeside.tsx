import { X } from 'lucide-react'
import { BesideColumn } from '../ui/BesideMain.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { OrderReview } from './OrderReview.tsx'
import type { UseUnsentOrder } from './useUnsentOrder.ts'

interface OrderBesideProps {
  unsent: UseUnsentOrder
  onDone: () => void
  /** Closes it where it covers a part of the page. */
  onClose?: () => void
}

/** The order being built, in sight while items are added to it. */
export function OrderBeside({ unsent, onDone, onClose }: OrderBesideProps) {
  return (
    <BesideColumn label="Your order">
      {onClose && (
        <IconButton label="Close" onClick={onClose}>
          <X size={17} aria-hidden />
        </IconButton>
      )}
      <OrderReview unsent={unsent} onDone={onDone} />
    </BesideColumn>
  )
}
