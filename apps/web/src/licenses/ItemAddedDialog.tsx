import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import type { OrderPanel } from './licenses-search.ts'

interface ItemAddedDialogProps {
  count: number
  onMore: () => void
  onPanel: (panel: OrderPanel) => void
}

export function ItemAddedDialog({ count, onMore, onPanel }: ItemAddedDialogProps) {
  const said =
    count === 1
      ? '1 item has been added to your order.'
      : `${count} items have been added to your order.`
  return (
    <Dialog
      open
      onClose={onMore}
      title={count === 1 ? 'Item added to order.' : 'Items added to order.'}
      description={said}
      busy={false}
      error={undefined}
      actions={
        <>
          <Button onClick={onMore}>Add More</Button>
          <Button tone="primary" onClick={() => onPanel('new_order')}>
            Review Order
          </Button>
        </>
      }
    />
  )
}
