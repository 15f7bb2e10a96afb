import { parseIsoDay, type Day } from '@portal/domain/kernel/day'
import { paymentStatuses, type PaymentStatus } from '@portal/domain/payments/payment-status'

/** The tabs of the payments area in their order, as the address names them; Balance is a page of its own. */
export const paymentTabs = [
  'card',
  'balance',
  'autopay',
  'paymentHistory',
  'recipients',
  'faq',
  'instructions',
] as const
export type PaymentTab = (typeof paymentTabs)[number]

/** What the payment history shows: payments unless it is `activity`, which tells of cards too. */
export interface PaymentHistorySearch {
  view?: 'activity'
  status?: PaymentStatus
  from?: Day
  to?: Day
  /** Digits, from 2 on. */
  page?: string
}

export interface PaymentsSearch extends PaymentHistorySearch {
  /** The first tab when absent. */
  tab?: PaymentTab
  /** The dialog that takes a new card, on the first tab. */
  add?: 'open'
}

/** Reads the query; a tab that does not exist is the first one, which the address does not name. */
export function paymentsSearch(raw: Record<string, unknown>): PaymentsSearch {
  const wanted = String(raw.tab).toLowerCase()
  const tab = paymentTabs.find((one) => one.toLowerCase() === wanted)
  if (tab === 'paymentHistory') return { tab, ...historySearch(raw) }
  if (tab && tab !== 'card') return { tab }
  return raw.add === 'open' ? { add: 'open' } : {}
}

function historySearch(raw: Record<string, unknown>): PaymentHistorySearch {
  const page = String(raw.page)
  const paged = /^([2-9]|[1-9]\d{1,4})$/.test(page) && { page }
  if (raw.view === 'activity') return { view: 'activity', ...paged }
  const status = String(raw.status)
  const [from, to] = [parseIsoDay(String(raw.from)), parseIsoDay(String(raw.to))]
  return {
    ...(Object.hasOwn(paymentStatuses, status) && { status: status as PaymentStatus }),
    ...(from && { from }),
    ...(to && { to }),
    ...paged,
  }
}

export function tabPath(tab: PaymentTab): string {
  if (tab === 'balance') return '/payments/balance'
  return tab === 'card' ? '/payments' : `/payments?tab=${tab}`
}
