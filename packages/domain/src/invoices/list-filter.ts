// The values of the filters of the invoice list, the same in addresses and saved views; and the limits of views.

/** Besides all of them. */
export const statusFilters = ['open', 'closed', 'credit', 'onHold', 'refunded'] as const

/** Overdue, or due within so many days; besides any day. */
export const dueFilters = ['overdue', '7', '14', '30'] as const

/** Besides the newest first. */
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

/** The longest invoice type that can be a filter. */
export const typeLimit = 100

/** The most views of a person in a company. */
export const mostViews = 30
/** In characters. */
export const viewNameLimit = 60
