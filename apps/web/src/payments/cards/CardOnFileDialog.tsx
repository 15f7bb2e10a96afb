import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Suspense, useState, type ReactElement, type ReactNode } from 'react'
import { failureText } from '../../api/call-failed.ts'
import { today } from '../../kernel/today.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/fields/Choice.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { lazyLayer } from '../../ui/lazy-screen.ts'
import { Row } from '../../ui/parts.tsx'
import { ButtonLink } from '../../ui/page/PathLink.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { cardOf, type CardOnFile } from './card-on-file.ts'
import { cardsQuery, defaultCardQuery } from './cards.api.ts'

export const confirmationTitle = 'INVOICE PAYMENT CONFIRMATION'

interface CardOnFileDialogProps {
  accountId: string
  onClose: () => void
  /** Renders the confirmation when the card to charge is known. `choice` selects another card. */
  children: (card: CardOnFile, choice: ReactNode) => ReactElement
}

/** Loads the card before the confirmation; without a valid card, the dialog shows the reason. */
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
  // The list of cards may be older than the default card. Only the list has ids, and only the shown card may be charged.
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
      error={error ? failureText(error, 'The card on file could not be loaded.') : undefined}
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

/** There is no card to charge, or it has expired. Links to the cards. */
function NoCardDialog({ card, onClose }: { card: CardOnFile | null; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="No Valid Card"
      cancel="Close"
      actions={
        <ButtonLink tone="primary" path="/payments">
          Manage Credit Cards
        </ButtonLink>
      }
    >
      {card
        ? `The default card, ${card.brand} ending in ${card.last4}, expired ${card.expires}. Choose or add a valid card to pay.`
        : 'There is no default card on file. Add a card to pay.'}
    </Dialog>
  )
}

const AddCardDialog = lazyLayer(() => import('./AddCardDialog.tsx'), 'AddCardDialog')

interface CardChoiceProps {
  accountId: string
  cards: readonly CardOnFile[]
  value: string | undefined
  onChoose: (id: string) => void
}

/** Selects another card for this payment: one on file, or a new one. The default card stays the same. */
function CardChoice({ accountId, cards, value, onChoose }: CardChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const items = cards.map(({ id, brand, last4, expires }) => ({
    value: id!,
    label: `${brand} ending in ${last4}, expires ${expires}`,
  }))
  return (
    <Row gap={3} justify="end" wrap>
      {isOpen && (
        <Choice label="Pay with" value={value ?? ''} items={items} onChange={onChoose} wide />
      )}
      {isOpen || items.length < 2 ? (
        <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={() => setAdding(true)}>
          Add another card
        </Button>
      ) : (
        <Button size="small" onClick={() => setOpen(true)}>
          Use another card
        </Button>
      )}
      <Suspense>
        {isAdding && (
          <AddCardDialog
            accountId={accountId}
            onAdded={({ id }) => onChoose(id)}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </Row>
  )
}
