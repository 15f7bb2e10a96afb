import { isExpired } from '@portal/domain/payments/card-expiry'
import { shownAutoPay } from '@portal/domain/payments/autopay-shown'
import type { ShownDefaultCard } from '@portal/domain/payments/autopay.schema'
import type { Card } from '@portal/domain/payments/cards.schema'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { failureText } from '../../api/call-failed.ts'
import { today } from '../../kernel/today.ts'
import { anotherCardQuery } from '../autopay.api.ts'
import type { useCardsAlert } from './cards-alert.ts'
import { withDefault, without } from './cards-change.ts'
import {
  autoPayStatusQuery,
  cardsQuery,
  refreshCards,
  removeCard,
  setDefaultCard,
} from './cards.api.ts'

interface Choice {
  card: Card
  shown: ShownDefaultCard
}

/** The cards, and the first charge of AutoPay if another card becomes the default card. */
export function useDefaultCardChange(accountId: string) {
  const cards = useQuery(cardsQuery(accountId))
  const autoPay = useQuery(autoPayStatusQuery(accountId))
  const plan = useQuery({ ...anotherCardQuery(accountId), enabled: autoPay.data === true })
  const enrolled = plan.data?.isEnrolled ? plan.data : undefined
  const shown: ShownDefaultCard = {
    cardId: cards.data?.find(({ isDefault }) => isDefault)?.id ?? null,
    firstCharge: enrolled ? shownAutoPay(enrolled, enrolled.settings).firstCharge : null,
  }
  const isLoading = autoPay.isLoading || plan.isLoading
  return { cards, autoPay, isEnrolled: enrolled !== undefined, shown, isLoading }
}

/** Removes cards and sets the default one: shown immediately, undone if the server refuses. */
export function useChangeCards(accountId: string, alerts: ReturnType<typeof useCardsAlert>) {
  const client = useQueryClient()
  const { queryKey } = cardsQuery(accountId)

  async function show(change: (cards: readonly Card[]) => Card[]) {
    await client.cancelQueries({ queryKey })
    const before = client.getQueryData(queryKey)
    client.setQueryData(queryKey, before && change(before))
    return () => client.setQueryData(queryKey, before)
  }
  const refresh = () => refreshCards(client, accountId)

  const removal = useMutation({
    mutationFn: (card: Card) => removeCard(accountId, card.id),
    onMutate: (card) => show((cards) => without(cards, card.id)),
    onSuccess: () => alerts.done('You removed a credit card.'),
    onError: (_error, _card, takeBack) => {
      takeBack?.()
      alerts.problem('Failed to remove card.')
    },
    onSettled: refresh,
  })
  const choice = useMutation({
    mutationFn: ({ card, shown }: Choice) => setDefaultCard(accountId, card.id, shown),
    // An expired card is never shown as the default: the server will refuse it.
    onMutate: ({ card }) =>
      show((cards) => (isExpired(card, today()) ? [...cards] : withDefault(cards, card.id))),
    onSuccess: () => alerts.done('Default card set successfully.'),
    onError: (error, _card, takeBack) => {
      takeBack?.()
      alerts.problem(failureText(error, 'An error occurred.'))
    },
    onSettled: refresh,
  })
  return {
    busy: removal.isPending || choice.isPending,
    remove: (card: Card) => removal.mutate(card),
    makeDefault: (card: Card, shown: ShownDefaultCard) => choice.mutate({ card, shown }),
  }
}
