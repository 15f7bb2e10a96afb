import { paymentStatuses, type PaymentStatus } from '@portal/domain/payments/payment-status'
import {
  day,
  oneOf,
  page,
  searchParams,
  type Changes,
  type SearchOf,
} from '../kernel/search-params.ts'

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

/** The tab, and what the first one and the payment history keep in the address. */
export const paymentsSearch = searchParams(
  {
    tab: oneOf(paymentTabs, 'card'),
    /** The dialog that takes a new card, on the first tab. */
    add: oneOf(['open']),
    /** What the payment history shows: payments, or everything that happened to payments and cards. */
    view: oneOf(['payments', 'activity'], 'payments'),
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
/** What the payment history keeps in the address. */
export type PaymentHistorySearch = Changes<Omit<PaymentsSearch, 'tab' | 'add'>>

export function tabPath(tab: PaymentTab): string {
  if (tab === 'balance') return '/payments/balance'
  return tab === 'card' ? '/payments' : `/payments?tab=${tab}`
}
