import type { Card as SavedCard } from '@portal/domain/payments/cards.schema'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CreditCard, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { lazyLayer } from '../ui/lazy-layer.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useCardsAlert } from './cards-alert.ts'
import { autoPayStatusQuery, cardsQuery } from './cards-on-file.api.ts'
import { CardsAlerts } from './CardsAlerts.tsx'
import { CardsNotice } from './CardsNotice.tsx'
import css from './CardsPanel.module.css'
import { CardsRemoveDialog } from './CardsRemoveDialog.tsx'
import { CardsRow } from './CardsRow.tsx'
import { useChangeCards } from './useChangeCards.ts'

const AddCardDialog = lazyLayer(() => import('./AddCardDialog.tsx'), 'AddCardDialog')
const route = getRouteApi('/payments')

export function CardsPanel() {
  const { company } = usePortal()
  const { accountId } = company
  const { add } = route.useSearch()
  const navigate = route.useNavigate()
  const cards = useQuery(cardsQuery(accountId))
  const autoPay = useQuery(autoPayStatusQuery(accountId))
  // What could not be loaded again may no longer be so.
  const list = cards.isError ? undefined : cards.data
  const say = useCardsAlert()
  const changes = useChangeCards(accountId, say)
  const [removing, setRemoving] = useState<SavedCard>()

  return (
    <>
      <div className={css.head}>
        <h2>Cards on File</h2>
        <Button
          tone="primary"
          icon={<Plus size={16} aria-hidden />}
          onClick={() => void navigate({ search: { add: 'open' } })}
        >
          Add a new card
        </Button>
      </div>
      <CardsAlerts say={say} cards={cards} autoPay={autoPay} />
      <CardsNotice card={list?.find(({ isDefault }) => isDefault)} />
      <Card flush>
        {cards.isPending ? (
          <Skeleton lines={2} lineHeight={72} label="Loading the cards" />
        ) : list?.length ? (
          <ul className={css.list} aria-label="Cards on file">
            {list.map((card) => (
              <CardsRow
                key={card.id}
                card={card}
                isAutoPay={card.isDefault && autoPay.data === true}
                busy={changes.busy}
                onRemove={() => setRemoving(card)}
                onSetDefault={() => changes.makeDefault(card)}
              />
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={<CreditCard size={24} aria-hidden />}
            text={list ? 'No cards on file' : 'The cards are not shown.'}
          />
        )}
      </Card>
      {removing && (
        <CardsRemoveDialog
          card={removing}
          onClose={() => setRemoving(undefined)}
          onRemove={() => {
            changes.remove(removing)
            setRemoving(undefined)
          }}
        />
      )}
      <Suspense>
        {add && (
          <AddCardDialog
            accountId={accountId}
            onAdded={() => say.done('Card added successfully.')}
            onClose={() => void navigate({ search: {}, replace: true })}
          />
        )}
      </Suspense>
    </>
  )
}
