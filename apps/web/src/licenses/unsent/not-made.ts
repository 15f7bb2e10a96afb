import { isolated } from '@portal/domain/kernel/isolated'
import type { LineItem, Product } from '@portal/domain/licenses/licenses.schema'
import type { UnsentChange } from '@portal/domain/licenses/unsent-changes'
import { CallFailed, failureText } from '../../api/call-failed.ts'
import { queryClient } from '../../api/query-client.ts'
import { toast } from '../../ui/toasts.ts'
import { productsQuery } from '../licenses.api.ts'
import { itemsWords } from '../order-words.ts'

/** The order is no longer as the person saw it when choosing a change. */
export class NotMade extends Error {}

export const isNotAuthorized = (error: unknown) =>
  error instanceof CallFailed && [401, 403].includes(error.status)

export const notMadeTitle = 'Your order was changed in another window.'

/** Says what is not done, and why. */
export function tellNotMade(error: unknown, change: UnsentChange, accountId: string) {
  const products = queryClient.getQueryData(productsQuery(accountId).queryKey)
  if (error instanceof NotMade)
    toast.problem(notMadeTitle, `Not done: ${changeWords(change, products)}.`)
  else
    toast.problem(
      'An error occurred.',
      failureText(error, 'Your order may not be changed. Check your connection and try again.'),
    )
}

function changeWords(
  change: UnsentChange,
  products: ReadonlyMap<string, Product> | undefined,
): string {
  const nameOf = (item: LineItem, action?: string) => {
    const { label, name, facts } = itemsWords([item], products)[0]!
    return `${action ?? label} ${[name, facts].filter(Boolean).join(', ')}`
  }
  if (change.do === 'add') return change.items.map(({ item }) => nameOf(item)).join('; ')
  if (change.do === 'edit') return nameOf(change.item, 'Edit')
  if (change.do === 'remove') return nameOf(change.seen.item, 'Delete')
  if (change.do === 'notes') return `Additional Information “${isolated(change.notes)}”`
  // Another order in its place: only this is said so.
  return 'Clear Order'
}
