import { isolated } from '../kernel/isolated.ts'
import { formatMoney } from '../kernel/money.ts'
import { attentionList, type AttentionKey } from './attention-lists.ts'
import type { AttentionItem, ShownItem } from './attention.schema.ts'

export const shownItem = (item: AttentionItem): ShownItem => {
  const { subject, amountCents, currency, detail, payments, bankAccounts } = item
  return { subject, amountCents, currency, detail, payments, bankAccounts }
}

/** Returns the facts of an item in one line. */
export function itemText(list: AttentionKey, item: ShownItem): string {
  const { subject, amountCents, currency, payments } = item
  const money = (cents: number) => formatMoney(cents, currency ?? 'USD')
  const paid = payments?.map(({ netCents, elsewhereCents }) =>
    elsewhereCents === 0
      ? money(netCents)
      : `${money(netCents)} (${money(elsewhereCents)} in other balances)`,
  )
  return [
    isolated(subject),
    amountCents !== null && money(amountCents),
    isolated(attentionList(list).reason(item)),
    paid && `payments of ${paid.join(' and ')}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/**
 * Returns why an item may not be resolved, in words for the super admin who saw other facts; undefined if the facts are
 * the same. A decision depends on all facts, so every difference is a reason. Bank details are compared by their own
 * action, under its lock.
 */
export function changedItem(
  list: AttentionKey,
  shown: ShownItem,
  now: ShownItem,
): string | undefined {
  if (factsOf(shown) === factsOf(now)) return undefined
  return `The item has changed. It was ${itemText(list, shown)}, and is ${itemText(list, now)} now. Nothing was done. Please check it and confirm it again.`
}

const factsOf = ({ subject, amountCents, currency, detail, payments }: ShownItem) =>
  JSON.stringify([
    subject,
    amountCents,
    currency,
    detail,
    payments?.map((one) => [one.id, one.cents, one.netCents, one.elsewhereCents]),
  ])
