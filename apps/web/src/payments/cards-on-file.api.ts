import * as endpoints from '@portal/domain/payments/payments.endpoints'
import type { Card } from '@portal/domain/payments/cards.schema'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export function cardsQuery(accountId: string) {
  return queryOptions({
    queryKey: ['card', 'list', accountId],
    queryFn: ({ signal }) =>
      call(endpoints.listCards, { query: { companyFilter: accountId }, signal }),
  })
}

/** Whether the company's invoices are charged by themselves: the default card then says so. */
export function autoPayStatusQuery(accountId: string) {
  return queryOptions({
    queryKey: ['autopay', 'status', accountId],
    queryFn: ({ signal }) =>
      call(endpoints.isEnrolledInAutoPay, { query: { crmId: accountId }, signal }),
  })
}

/** The saved card, or the secret of what its bank wants to know from its holder first. */
export type AddedCard = Card | { clientSecret: string }

export function addCard(accountId: string, stripeToken: string) {
  return call(endpoints.addCard, {
    query: { stripeToken, companyFilter: accountId },
  })
}

/** Answers the cards that are left. */
export function removeCard(accountId: string, cardId: string) {
  return call(endpoints.removeCard, {
    query: { cardId, companyFilter: accountId },
  })
}

export function setDefaultCard(accountId: string, cardId: string) {
  return call(endpoints.setDefaultCard, {
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
