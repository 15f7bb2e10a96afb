import * as endpoints from '@portal/domain/payments/payments.endpoints'
import { enrollRefusal } from '@portal/domain/payments/autopay'
import type {
  AutoPaySettings,
  EnrollInAutoPay,
  ShownAutoPay,
} from '@portal/domain/payments/autopay.schema'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { today } from '../kernel/today.ts'

/** The charges planned by AutoPay, or a preview of them. Fetched again on every visit. */
export function autoPayPlanQuery(accountId: string) {
  return queryOptions({
    queryKey: ['autopay', 'plan', accountId],
    queryFn: ({ signal }) =>
      call(endpoints.getAutoPayPlan, { query: { crmId: accountId }, signal }),
    staleTime: 0,
  })
}

/** The charges if another card became the default card. */
export function anotherCardQuery(accountId: string) {
  return queryOptions({
    queryKey: ['autopay', 'another card', accountId],
    queryFn: ({ signal }) =>
      call(endpoints.getAutoPayPlan, { query: { crmId: accountId, anotherCard: true }, signal }),
    staleTime: 0,
  })
}

/** The charges under the wanted limits, which are JSON; empty if they are not valid. */
export function autoPayPreviewQuery(accountId: string, wanted: string) {
  return queryOptions({
    queryKey: ['autopay', 'preview', accountId, wanted],
    queryFn: ({ signal }) => {
      const limits = Object.entries(JSON.parse(wanted) as AutoPaySettings)
      const set = Object.fromEntries(limits.filter(([, limit]) => limit !== null))
      return call(endpoints.getAutoPayPlan, {
        query: { crmId: accountId, preview: true, ...set },
        signal,
      })
    },
    staleTime: 0,
    enabled: wanted !== '',
  })
}

const lists = {
  upcoming: endpoints.listUpcomingInvoices,
  eligible: endpoints.listEligibleInvoices,
}
export type UnpaidList = keyof typeof lists

/** `eligible`: all invoices that AutoPay plans, each with its day or a reason. `upcoming`: without the overdue ones. */
export function unpaidInvoicesQuery(accountId: string, list: UnpaidList) {
  return queryOptions({
    queryKey: ['autopay', list, accountId],
    queryFn: ({ signal }) => call(lists[list], { query: { crmId: accountId }, signal }),
    staleTime: 0,
  })
}

/** Checks the conditions for enrolling, in order. Returns the first refusal, or undefined. */
export async function lookUpRefusal(accountId: string): Promise<string | undefined> {
  const answer = await call(endpoints.getDefaultCard, {
    query: { companyFilter: accountId },
  })
  const card =
    'last4' in answer && answer.last4
      ? { expirationMonth: answer.expMonth, expirationYear: answer.expYear }
      : null
  const refusal = enrollRefusal(card, false, today())
  if (refusal) return refusal
  const hasPastDue = await call(endpoints.hasPastDue, { query: { crmId: accountId } })
  return enrollRefusal(card, hasPastDue, today())
}

export function enrollInAutoPay(accountId: string, body: EnrollInAutoPay) {
  return call(endpoints.enableAutoPay, { query: { crmId: accountId }, body })
}

export function optOutOfAutoPay(accountId: string) {
  return call(endpoints.disableAutoPay, { query: { crmId: accountId } })
}

export function saveAutoPaySettings(
  accountId: string,
  settings: AutoPaySettings,
  shown: ShownAutoPay,
) {
  return call(endpoints.changeAutoPaySettings, {
    query: { crmId: accountId },
    body: { ...settings, shown },
  })
}

/** Status, plan and lists depend on each other. */
export function refreshAutoPay(client: QueryClient, accountId: string) {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'autopay' && queryKey.includes(accountId),
  })
}
