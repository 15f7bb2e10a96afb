import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { failureText } from '../api/call-failed.ts'
import { today } from '../kernel/today.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Loading } from '../ui/Loading.tsx'
import { cardOf, type CardOnFile } from './card-on-file.ts'
import { CardChoice } from './CardChoice.tsx'
import { defaultCardQuery } from './cards.api.ts'
import { cardsQuery } from './cards-on-file.api.ts'
import { NoCardDialog } from './NoCardDialog.tsx'

export const confirmationTitle = 'INVOICE PAYMENT CONFIRMATION'

interface CardOnFileDialogProps {
  accountId: string
  onClose: () => void
  /** The dialog that asks, once the card it will charge is known, and what another card is chosen with. */
  children: (card: CardOnFile, choice: ReactNode) => ReactNode
}

/** Looks up the card before anything is asked; without a valid one it says so instead. */
export function CardOnFileDialog({ accountId, onClose, children }: CardOnFileDialogProps) {
  const card = useQuery(defaultCardQuery(accountId))
  const cards = useQuery(cardsQuery(accountId))
  const [chosenId, setChosenId] = useState<string>()
  const usable = (cards.data ?? [])
    .map((one) => cardOf(one, today()))
    .filter(({ isExpired }) => !isExpired)
  const defaultId = cards.data?.find(({ isDefault }) => isDefault)?.id
  const chosen = usable.find(({ id }) => id === chosenId)
  const byDefault = usable.find(({ id }) => id === defaultId)
  // The list may be older than the default card. It has the ids, and only the card that is shown may be charged.
  const paying = chosen ?? (byDefault?.last4 === card.data?.last4 ? byDefault : undefined)
  if (card.data && paying) {
    const choice = (
      <CardChoice accountId={accountId} cards={usable} value={paying.id} onChoose={setChosenId} />
    )
    return children(paying, choice)
  }
  if (card.data === null || card.data?.isExpired)
    return <NoCardDialog card={card.data} onClose={onClose} />
  const error = card.error ?? cards.error
  const retry = () => {
    void card.refetch()
    void cards.refetch()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={confirmationTitle}
      busy={false}
      error={error ? failureText(error, 'The card on file could not be looked up.') : undefined}
      actions={
        error && (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button tone="primary" busy={card.isFetching || cards.isFetching} onClick={retry}>
              Retry
            </Button>
          </>
        )
      }
    >
      {!error && <Loading />}
    </Dialog>
  )
}
