// The values of the filters of the invoice list, for addresses and saved views; and the limits of views.

/** Without one of these, all statuses are shown. */
export const statusFilters = ['open', 'closed', 'credit', 'onHold', 'refunded'] as const

/** Overdue, or due within this many days. Without one of these, all days are shown. */
export const dueFilters = ['overdue', '7', '14', '30'] as const

/** Without one of these, the newest invoices are first. */
export const invoiceOrders = [
  'oldest',
  'due',
  'dueLast',
  'type',
  'typeLast',
  'amount',
  'amountLow',
  'balance',
  'balanceLow',
] as const

/** An amount in whole units of its currency. */
export const amountPattern = /^\d{1,12}(\.\d{1,3})?$/
export const currencyPattern = /^[A-Z]{3}$/
export const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/

/** The maximum length of an invoice type in a filter. */
export const typeLimit = 100

/** The most views of one user in a company. */
export const mostViews = 30
/** The maximum length of a view's name in characters. */
export const viewNameLimit = 60
