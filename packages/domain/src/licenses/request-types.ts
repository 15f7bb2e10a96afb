/** What an item of an order asks for. */
export const requestTypes = { add: 1, cancel: 2, change: 3 } as const
/** In one order. */
export const mostLineItems = 500

/** `Add`, `Cancel`; a change is shown by its number as well. */
export function requestTypeName(type: string | number | null | undefined): string {
  if (type === requestTypes.add) return 'Add'
  if (type === requestTypes.cancel) return 'Cancel'
  return type === requestTypes.change ? '3 (Change)' : String(type ?? '')
}
