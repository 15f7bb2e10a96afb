/** The request types of the items of an order. */
export const requestTypes = { add: 1, cancel: 2, change: 3 } as const
/** The longest name of a company that a subscription covers, in characters. */
export const mostCompanyName = 300

/** The most items of one order. */
export const mostLineItems = 500

/** Returns `Add` or `Cancel`; for a change, its number and its name. */
export function requestTypeName(type: string | number | null | undefined): string {
  if (type === requestTypes.add) return 'Add'
  if (type === requestTypes.cancel) return 'Cancel'
  return type === requestTypes.change ? '3 (Change)' : String(type ?? '')
}
