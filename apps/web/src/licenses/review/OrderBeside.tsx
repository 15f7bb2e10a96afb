import { X } from 'lucide-react'
import { BesideColumn } from '../../ui/layers/BesideMain.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { OrderReview } from './OrderReview.tsx'
import { useLicensesAddress } from '../useLicensesAddress.ts'

/** The order being built, visible while items are added. `onClose` closes it in a window where it covers the page. */
export function OrderBeside({ onClose }: { onClose?: () => void }) {
  const { toPanel } = useLicensesAddress()
  return (
    <BesideColumn label="Your order">
      {onClose && (
        <IconButton label="Close" onClick={onClose}>
          <X size={17} aria-hidden />
        </IconButton>
      )}
      <OrderReview onDone={() => toPanel('orders')} />
    </BesideColumn>
  )
}
