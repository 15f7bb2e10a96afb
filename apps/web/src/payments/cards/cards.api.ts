import type { ShownDefaultCard } from '@portal/domain/payments/autopay.schema'
import type { Card } from '@portal/domain/payments/cards.schema'
import * as endpoints from '@portal/domain/payments/payments.endpoints'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { today } from '../../kernel/today.ts'
import { cardOnFile } from './card-on-file.ts'

/** The card that will be charged, or null. Never cached. */
export function defaultCardQuery(accountId: string) {
  return queryOptions({
    queryKey: ['card', 'default', accountId],
    queryFn: async ({ signal }) => {
      const answer = await call(endpoints.getDefaultCard, {
        query: { companyFilter: accountId },
        signal,
      })
      return cardOnFile(answer, today())
    },
    staleTime: 0,
    gcTime: 0,
  })
}

export function cardsQuery(accountId: string) {
  return queryOptions({
    queryKey: ['card', 'list', accountId],
    queryFn: ({ signal }) =>
      call(endpoints.listCards, { query: { companyFilter: accountId }, signal }),
  })
}

/** Whether the company is enrolled in AutoPay; the default card then shows a badge. */
export function autoPayStatusQuery(accountId: string) {
  return queryOptions({
    queryKey: ['autopay', 'status', accountId],
    queryFn: ({ signal }) =>
      call(endpoints.isEnrolledInAutoPay, { query: { crmId: accountId }, signal }),
  })
}

/** The saved card, or the client secret if its bank requires authentication first. */
export type AddedCard = Card | { clientSecret: string }

export function addCard(accountId: string, stripeToken: string, shown: ShownDefaultCard) {
  return call(endpoints.addCard, {
    query: { stripeToken, companyFilter: accountId },
    body: { shown },
  })
}

/** Returns the remaining cards. */
export function removeCard(accountId: string, cardId: string) {
  return call(endpoints.removeCard, {
    query: { cardId, companyFilter: accountId },
  })
}

export function setDefaultCard(accountId: string, cardId: string, shown: ShownDefaultCard) {
  return call(endpoints.setDefaultCard, {
    query: { cardId, companyFilter: accountId },
    body: { shown },
  })
}

const aboutCards = new Set(['card', 'autopay'])

/** The list, the default card, and the charges that AutoPay plans. */
export function refreshCards(client: QueryClient, accountId: string) {
  return client.invalidateQueries({
    predicate: ({ queryKey }) =>
      aboutCards.has(String(queryKey[0])) && queryKey.includes(accountId),
  })
}
