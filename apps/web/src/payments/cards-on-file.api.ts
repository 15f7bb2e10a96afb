import type { Card } from '@portal/domain/payments/cards.schema'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export function cardsQuery(accountId: string) {
  return queryOptions({
    queryKey: ['card', 'list', accountId],
    queryFn: ({ signal }) =>
      call<Card[]>('/payment/card', { query: { companyFilter: accountId }, signal }),
  })
}

/** Whether the company's invoices are charged by themselves: the default card then says so. */
export function autoPayStatusQuery(accountId: string) {
  return queryOptions({
    queryKey: ['autopay', 'status', accountId],
    queryFn: ({ signal }) =>
      call<boolean>('/payment/autopay-status', { query: { crmId: accountId }, signal }),
  })
}

/** The saved card, or the secret of what its bank wants to know from its holder first. */
export type AddedCard = Card | { clientSecret: string }

export function addCard(accountId: string, stripeToken: string) {
  return call<AddedCard>('/payment/card', {
    method: 'POST',
    query: { stripeToken, companyFilter: accountId },
  })
}

/** Answers the cards that are left. */
export function removeCard(accountId: string, cardId: string) {
  return call<Card[]>('/payment/card', {
    method: 'DELETE',
    query: { cardId, companyFilter: accountId },
  })
}

export function setDefaultCard(accountId: string, cardId: string) {
  return call<Card>('/payment/card/default', {
    method: 'PUT',
    query: { cardId, companyFilter: accountId },
  })
}

const aboutCards = new Set(['card', 'autopay'])

/** The list, the card that payments ask for, and what AutoPay would charge it. */
export function refreshCards(client: QueryClient, accountId: string) {
  return client.invalidateQueries({
    predicate: ({ queryKey }) =>
      aboutCards.has(String(queryKey[0])) && queryKey.includes(accountId),
  })
}
