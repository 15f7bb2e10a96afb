import type { Card as SavedCard } from '@portal/domain/payments/cards.schema'
import { chargeText } from '@portal/domain/payments/autopay-shown'
import { cardName } from '@portal/domain/payments/card-name'
import { getRouteApi } from '@tanstack/react-router'
import { CreditCard, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { usePortal } from '../../session/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/layers/ConfirmDialog.tsx'
import { EmptyState, QueryBanner } from '../../ui/ErrorState.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { lazyLayer } from '../../ui/lazy-screen.ts'
import { MainAction } from '../../ui/page/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Muted, Row } from '../../ui/parts.tsx'
import { useCardsAlert } from './cards-alert.ts'
import { CardsNotice } from './CardsNotice.tsx'
import css from './CardsPanel.module.css'
import { CardsRow, expiryText } from './CardsRow.tsx'
import { useChangeCards, useDefaultCardChange } from './useChangeCards.ts'

const AddCardDialog = lazyLayer(() => import('./AddCardDialog.tsx'), 'AddCardDialog')
const route = getRouteApi('/payments')

export function CardsPanel() {
  const { company } = usePortal()
  const { accountId } = company
  const { add } = route.useSearch()
  const navigate = route.useNavigate()
  const { cards, autoPay, isEnrolled, shown, isLoading } = useDefaultCardChange(accountId)
  // A list that could not be reloaded may be outdated.
  const list = cards.isError ? undefined : cards.data
  const alerts = useCardsAlert()
  const changes = useChangeCards(accountId, alerts)
  const [removing, setRemoving] = useState<SavedCard>()
  const isEmpty = list?.length === 0
  const addButton = (
    <Button
      tone="primary"
      icon={<Plus size={16} aria-hidden />}
      onClick={() => void navigate({ search: { add: 'open' }, state: { isLayer: true } })}
    >
      Add a new card
    </Button>
  )

  return (
    <>
      <Row justify="between" wrap className={isEmpty ? 'sr-only' : css.head}>
        <h2>Cards on File</h2>
        {!isEmpty && <MainAction>{addButton}</MainAction>}
      </Row>
      <CardsAlerts alerts={alerts} cards={cards} autoPay={autoPay} />
      <CardsNotice card={list?.find(({ isDefault }) => isDefault)} />
      {isEnrolled && (
        <Muted as="p" className={css.expiry}>
          {`AutoPay's first charge to another default card: ${chargeText(shown.firstCharge)}.`}
        </Muted>
      )}
      {isEmpty ? (
        <EmptyState
          icon={<CreditCard size={24} aria-hidden />}
          text="No cards on file"
          note="Invoices and AutoPay are charged to a card on file."
          action={addButton}
        />
      ) : (
        <Card flush>
          {cards.isPending ? (
            <Skeleton lines={2} lineHeight={72} label="Loading the cards" />
          ) : list ? (
            <ul aria-label="Cards on file">
              {list.map((card) => (
                <CardsRow
                  key={card.id}
                  card={card}
                  isAutoPay={card.isDefault && autoPay.data === true}
                  isOnly={list.length === 1}
                  busy={changes.busy || isLoading}
                  onRemove={() => setRemoving(card)}
                  onSetDefault={() => changes.makeDefault(card, shown)}
                />
              ))}
            </ul>
          ) : (
            <EmptyState
              icon={<CreditCard size={24} aria-hidden />}
              text="The cards are not shown."
            />
          )}
        </Card>
      )}
      {removing && (
        <ConfirmDialog
          title="Remove Card"
          description="Are you sure you want to remove this card?"
          action="Remove"
          onClose={() => setRemoving(undefined)}
          onConfirm={() => {
            changes.remove(removing)
            setRemoving(undefined)
          }}
        >
          <Facts
            facts={[
              { label: 'Card', value: cardName(removing) },
              { label: 'Expires', value: expiryText(removing) },
            ]}
          />
        </ConfirmDialog>
      )}
      <Suspense>
        {add && (
          <AddCardDialog
            accountId={accountId}
            onAdded={({ isDefault }) =>
              list && shown.cardId === null && !isDefault
                ? alerts.problem(
                    'The card was added. It is not the default card, because the cards or AutoPay have changed meanwhile. Check them, and set the default card.',
                  )
                : alerts.done('Card added successfully.')
            }
            onClose={() => void navigate({ search: {}, replace: true })}
          />
        )}
      </Suspense>
    </>
  )
}

interface Lookup {
  /** Time of the latest failure: a later failure is shown again. */
  errorUpdatedAt: number
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

interface CardsAlertsProps {
  alerts: ReturnType<typeof useCardsAlert>
  cards: Lookup
  autoPay: Lookup
}

/** Success and error messages of the cards screen; each can be dismissed. */
function CardsAlerts({ alerts, cards, autoPay }: CardsAlertsProps) {
  return (
    <>
      {alerts.alert && (
        <Banner
          tone={alerts.alert.tone}
          role={alerts.alert.tone === 'ok' ? 'status' : 'alert'}
          onDismiss={alerts.dismiss}
        >
          {alerts.alert.text}
        </Banner>
      )}
      <FailedLookup
        key={`cards ${cards.errorUpdatedAt}`}
        lookup={cards}
        text="Failed to load cards."
      />
      <FailedLookup
        key={`autopay ${autoPay.errorUpdatedAt}`}
        lookup={autoPay}
        text="Failed to load AutoPay status."
      />
    </>
  )
}

function FailedLookup({ lookup, text }: { lookup: Lookup; text: string }) {
  const [isDismissed, setDismissed] = useState(false)
  if (!lookup.isError || isDismissed) return null
  return (
    <QueryBanner query={lookup} onDismiss={() => setDismissed(true)}>
      {text}
    </QueryBanner>
  )
}
