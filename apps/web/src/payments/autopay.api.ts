import { enrollRefusal } from '@portal/domain/payments/autopay'
import type {
  AutoPayPlanAnswer,
  AutoPaySettings,
  PlannedInvoiceRow,
} from '@portal/domain/payments/autopay.schema'
import type { DefaultCard, NoDefaultCard } from '@portal/domain/payments/cards.schema'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { today } from '../kernel/today.ts'

/** What AutoPay charges, or would: never older than the last look at it. */
export function autoPayPlanQuery(accountId: string) {
  return queryOptions({
    queryKey: ['autopay', 'plan', accountId],
    queryFn: ({ signal }) =>
      call<AutoPayPlanAnswer>('/payment/autopay/plan', { query: { crmId: accountId }, signal }),
    staleTime: 0,
  })
}

export type UnpaidList = 'upcoming' | 'eligible'

const paths = {
  upcoming: '/invoice/upcomingUnpaidInvoices',
  eligible: '/invoice/unpaidEligibleInvoices',
}

/** `eligible`: all that AutoPay plans, with its day or the reason why it has none; `upcoming`: without overdue ones. */
export function unpaidInvoicesQuery(accountId: string, list: UnpaidList) {
  return queryOptions({
    queryKey: ['autopay', list, accountId],
    queryFn: ({ signal }) =>
      call<PlannedInvoiceRow[]>(paths[list], { query: { crmId: accountId }, signal }),
    staleTime: 0,
  })
}

/** Asks the gates in their order, each only when the one before is passed; nothing when all are. */
export async function lookUpRefusal(accountId: string): Promise<string | undefined> {
  const answer = await call<DefaultCard | NoDefaultCard>('/payment/card/default', {
    query: { companyFilter: accountId },
  })
  const card =
    'last4' in answer && answer.last4
      ? { expirationMonth: answer.expMonth, expirationYear: answer.expYear }
      : null
  const refusal = enrollRefusal(card, false, today())
  if (refusal) return refusal
  const hasPastDue = await call<boolean>('/invoice/pastDue', { query: { crmId: accountId } })
  return enrollRefusal(card, hasPastDue, today())
}

export function enrollInAutoPay(accountId: string) {
  return call<boolean>('/payment/autopay/enable', { method: 'POST', query: { crmId: accountId } })
}

export function optOutOfAutoPay(accountId: string) {
  return call<boolean>('/payment/autopay/disable', { method: 'POST', query: { crmId: accountId } })
}

export function saveAutoPaySettings(accountId: string, settings: AutoPaySettings) {
  return call<AutoPayPlanAnswer>('/payment/autopay/settings', {
    method: 'PUT',
    query: { crmId: accountId },
    body: settings,
  })
}

/** Status, plan and lists: each follows from the others. */
export function refreshAutoPay(client: QueryClient, accountId: string) {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'autopay' && queryKey.includes(accountId),
  })
}
