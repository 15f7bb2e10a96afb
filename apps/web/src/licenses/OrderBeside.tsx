import { X } from 'lucide-react'
import { BesideColumn } from '../ui/BesideMain.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { OrderReview } from './OrderReview.tsx'
import type { UseLocalOrder } from './useLocalOrder.ts'

interface OrderBesideProps {
  local: UseLocalOrder
  onDone: () => void
  /** Closes it where it covers a part of the page. */
  onClose?: () => void
}

/** The order being built, in sight while items are added to it. */
export function OrderBeside({ local, onDone, onClose }: OrderBesideProps) {
  return (
    <BesideColumn label="Your order">
      {onClose && (
        <IconButton label="Close" onClick={onClose}>
          <X size={17} aria-hidden />
        </IconButton>
      )}
      <OrderReview local={local} onDone={onDone} />
    </BesideColumn>
  )
}
