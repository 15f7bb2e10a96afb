import type { Product } from '@portal/domain/licenses/licenses.schema'
import { finder } from '../../kernel/find.ts'

/** Trading products come first, other groups by name; with a heading, all products are one group. */
const first = ['Trading Products', 'Subscription Service Fees']

export function byGroup(
  products: readonly Product[],
  search: string,
  heading?: string,
): [name: string, products: Product[]][] {
  const isFound = finder(search)
  const groups = new Map<string, Product[]>()
  for (const product of products) {
    const { description, productSku, itemGroupName } = product
    if (!isFound(description, productSku, itemGroupName)) continue
    const name = heading ?? itemGroupName
    groups.set(name, [...(groups.get(name) ?? []), product])
  }
  const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length)
  return [...groups].sort(
    ([one], [other]) => rank(one) - rank(other) || one.localeCompare(other, 'en'),
  )
}
