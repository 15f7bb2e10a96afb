import { formatDay, type Day } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import { changed } from '@portal/domain/licenses/item-words'
import type { LineItem, Product } from '@portal/domain/licenses/licenses.schema'
import { orderNumber } from '@portal/domain/licenses/order-number'
import type { ItemStep, OrderStanding } from '@portal/domain/licenses/order-steps'
import { requestTypes } from '@portal/domain/licenses/request-types'
import type { BadgeTone } from '../ui/Badge.tsx'

/** Words in one line: `Eurex · License P-79`. */
export const dotted = (...words: readonly (string | false | null | undefined)[]) =>
  words.filter(Boolean).join(' · ')

/** Names in one line: `TT Pro · ICE · ann`. */
export const namesOf = (...names: readonly string[]) => dotted(...names.map(isolated))

/** Only a draft and a rejection wait for the customer. */
export const standingTone = (standing: OrderStanding | ItemStep): BadgeTone =>
  standing === 'Draft' ? 'warn' : standing === 'Rejected' ? 'danger' : 'neutral'

const labels = {
  [requestTypes.add]: 'Add',
  [requestTypes.cancel]: 'Cancel',
  [requestTypes.change]: 'Change',
} as const

/** The texts that occur more than once. */
export function repeated(texts: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const again = new Set<string>()
  for (const text of texts) (seen.has(text) ? again : seen).add(text)
  return again
}

/** The action, product and license of each item: with the license's id where texts are equal. */
export function itemsWords(
  items: readonly LineItem[],
  products: ReadonlyMap<string, Product> | undefined,
) {
  const all = items.map((item) => ({
    licenseId: item.licenseId,
    label: labels[item.customerOrderRequestTypeId],
    name: products?.get(item.productSku)?.description ?? item.productSku,
    facts: dotted(
      changed(item, 'oldNetworkName', 'networkName'),
      changed(item, 'oldUserName', 'userName'),
      changed(item, 'oldIPAddress', 'ipAddress'),
      isolated(item.coveredCompany ?? ''),
    ),
  }))
  const texts = all.map(({ label, name, facts }) => JSON.stringify([label, name, facts]))
  const twins = repeated(texts)
  return all.map(({ licenseId, facts, ...words }, place) => ({
    ...words,
    facts: dotted(facts, twins.has(texts[place]!) && licenseId && `License ${licenseId}`),
  }))
}

/** `TT Pro, TT Score`; `and more` replaces the names after the third. */
export const namesText = (names: readonly string[]) =>
  [...names.slice(0, 3).map(isolated), ...(names.length > 3 ? ['and more'] : [])].join(', ')

/** `since 10/24/2026`, or `from` a future day. */
export const sinceWords = (startsOn: Day | null, today: Day) =>
  startsOn === null ? '' : `${startsOn > today ? 'from' : 'since'} ${formatDay(startsOn)}`

/** `Change to ICE · bob ordered for 12/05/2026, P-79`: only the names that an ordered change replaces. */
export function changeWords(
  license: HeldLicense,
  asked: NonNullable<HeldLicense['asked']>,
): string {
  const words = (['networkName', 'userName'] as const)
    .filter((name) => asked[name] !== license[name])
    .map((name) => isolated(asked[name]) || 'none')
  const to = words.length > 0 ? ` to ${words.join(' · ')}` : ''
  return `Change${to} ordered for ${formatDay(asked.day)}, ${orderNumber(asked.orderId)}`
}
