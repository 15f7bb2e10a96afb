import type { RouterHistory } from '@tanstack/react-router'

/** The row that was opened last, by the label of its list. */
const left = new Map<string, string>()
let isReturn = false

/** Follows whether the user returns to a page, by Back, Forward or a link back, or opens a new one. */
export function followReturns(history: Pick<RouterHistory, 'subscribe'>) {
  history.subscribe(({ action: { type } }) => {
    if (type !== 'REPLACE') isReturn = type !== 'PUSH'
  })
}

export function leaveRow(label: string, id: string) {
  left.set(label, id)
}

/** Whether the user has opened a row of a list on this visit. */
export const hasLeftRow = () => left.size > 0

/** The row from which the user left the list, if this is a return to it; only once, when the list appears. */
export function returnedRow(label: string): string | undefined {
  const id = isReturn ? left.get(label) : undefined
  if (id !== undefined) isReturn = false
  return id
}
