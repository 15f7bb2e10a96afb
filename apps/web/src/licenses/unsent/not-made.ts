import { isolated } from '@portal/domain/kernel/isolated'
import type { LineItem, Product } from '@portal/domain/licenses/licenses.schema'
import type { UnsentChange } from '@portal/domain/licenses/unsent-changes'
import { CallFailed, failureText } from '../../api/call-failed.ts'
import { queryClient } from '../../api/query-client.ts'
import { toast } from '../../ui/toasts.ts'
import { productsQuery } from '../licenses.api.ts'
import { itemsWords } from '../order-words.ts'

/** The change was not applied, because the order had changed since the person saw it. */
export class NotMade extends Error {}

export const isNotAuthorized = (error: unknown) =>
  error instanceof CallFailed && [401, 403].includes(error.status)

export const notMadeTitle = 'Your order was changed in another window.'

/** Shows which change was not applied, and why. */
export function reportNotMade(error: unknown, change: UnsentChange, accountId: string) {
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
  // Replaces the order: the only such change with a message is Clear Order.
  return 'Clear Order'
}
