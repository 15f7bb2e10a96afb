import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import type { CardOnFile } from './card-on-file.ts'

/** There is no card to charge, or only one past its month: the way to where cards are kept. */
export function NoCardDialog({ card, onClose }: { card: CardOnFile | null; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="No Valid Card"
      busy={false}
      error={undefined}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <ButtonLink tone="primary" path="/payments">
            Manage Credit Cards
          </ButtonLink>
        </>
      }
    >
      {card
        ? `The default card, ${card.brand} ending in ${card.last4}, expired ${card.expires}. Choose or add a valid card to pay.`
        : 'There is no default card on file. Add a card to pay.'}
    </Dialog>
  )
}
