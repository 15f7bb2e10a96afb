import { cardName } from '@portal/domain/payments/card-name'
import type { Card } from '@portal/domain/payments/cards.schema'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Facts } from '../ui/Facts.tsx'
import { expiryText } from './CardsRow.tsx'

interface CardsRemoveDialogProps {
  card: Card
  onClose: () => void
  onRemove: () => void
}

export function CardsRemoveDialog({ card, onClose, onRemove }: CardsRemoveDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Remove Card"
      description="Are you sure you want to remove this card?"
      busy={false}
      error={undefined}
      cancel="Cancel"
      actions={
        <Button tone="danger" onClick={onRemove}>
          Remove
        </Button>
      }
    >
      <Facts
        facts={[
          { label: 'Card', value: cardName(card) },
          { label: 'Expires', value: expiryText(card) },
        ]}
      />
    </Dialog>
  )
}
