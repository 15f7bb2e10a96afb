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

export interface PaymentsSearch {
  /** The first tab when absent. */
  tab?: PaymentTab
  /** The dialog that takes a new card, on the first tab. */
  add?: 'open'
  /** Of the payment history; digits, from 2 on. */
  page?: string
}

/** Reads the query; a tab that does not exist is the first one, which the address does not name. */
export function paymentsSearch(raw: Record<string, unknown>): PaymentsSearch {
  const wanted = String(raw.tab).toLowerCase()
  const tab = paymentTabs.find((one) => one.toLowerCase() === wanted)
  const page = String(raw.page)
  if (tab === 'paymentHistory' && /^([2-9]|[1-9]\d{1,4})$/.test(page)) return { tab, page }
  if (tab && tab !== 'card') return { tab }
  return raw.add === 'open' ? { add: 'open' } : {}
}

export function tabPath(tab: PaymentTab): string {
  if (tab === 'balance') return '/payments/balance'
  return tab === 'card' ? '/payments' : `/payments?tab=${tab}`
}
