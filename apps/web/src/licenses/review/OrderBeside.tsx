import { X } from 'lucide-react'
import { BesideColumn } from '../../ui/layers/BesideMain.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { OrderReview } from './OrderReview.tsx'
import { useLicensesAddress } from '../useLicensesAddress.ts'

/** The order being built, in sight while items are added to it. `onClose` closes it where it covers a part of the page. */
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
