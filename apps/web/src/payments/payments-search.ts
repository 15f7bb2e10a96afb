import { paymentStatuses, type PaymentStatus } from '@portal/domain/payments/payment-status'
import {
  day,
  oneOf,
  page,
  searchParams,
  type Changes,
  type SearchOf,
} from '../kernel/search-params.ts'

/** The tabs in order, as named in the address. Balance is a separate page. */
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

/** The tab, and the parameters of the first tab and of the payment history. */
export const paymentsSearch = searchParams(
  {
    tab: oneOf(paymentTabs, 'card'),
    /** The Add Card dialog, on the first tab. */
    add: oneOf(['open']),
    /** Payments only, or all activity of payments and cards; by default payments, if there are any. */
    view: oneOf(['payments', 'activity']),
    status: oneOf(Object.keys(paymentStatuses) as PaymentStatus[]),
    from: day,
    to: day,
    page,
  },
  ({ tab, view }) => {
    if (tab !== 'paymentHistory')
      return ['view', 'status', 'from', 'to', 'page', ...(tab === 'card' ? [] : ['add' as const])]
    return view === 'activity' ? ['add', 'status', 'from', 'to'] : ['add']
  },
)
export type PaymentsSearch = SearchOf<typeof paymentsSearch>
export type PaymentHistorySearch = Changes<Omit<PaymentsSearch, 'tab' | 'add'>>

export function tabPath(tab: PaymentTab): string {
  if (tab === 'balance') return '/payments/balance'
  return tab === 'card' ? '/payments' : `/payments?tab=${tab}`
}
