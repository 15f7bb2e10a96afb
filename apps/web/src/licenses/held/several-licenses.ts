import { formatDay, type Day } from '@portal/domain/kernel/day'
import type { HeldRow } from './held-rows.ts'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type { LineItem, Network, Product } from '@portal/domain/licenses/licenses.schema'
import {
  entryFaults,
  entryOf,
  itemOf,
  nothingChanges,
  type EntryFaults,
  type ItemEntry,
} from '../item-entry.ts'
import { offersIpAddress } from '@portal/domain/licenses/line-items'

/** A license to change or cancel. */
export interface ChosenHeld {
  license: HeldLicense
  product: Product
  /** Whether only the id distinguishes it from another license. */
  looksAlike?: boolean
}

const sharedNames = ['networkName', 'userName', 'ipAddress'] as const
type SharedName = (typeof sharedNames)[number]

/** One form for any number of licenses. */
export interface SharedForm {
  entry: ItemEntry
  /** The fields in which the licenses differ. While such a field is blank, each license keeps its value. */
  mixed: ReadonlySet<SharedName>
}

/** The form for licenses: values that all of them share are filled in. */
export function sharedForm(chosen: readonly ChosenHeld[], day: Day): SharedForm {
  const [first, ...others] = chosen.map(({ license }) => license)
  const mixed = new Set(
    sharedNames.filter((name) => others.some((one) => one[name] !== first?.[name])),
  )
  const value = (name: SharedName) => (mixed.has(name) ? '' : (first?.[name] ?? ''))
  const [networkName, userName, ipAddress] = sharedNames.map(value) as [string, string, string]
  return { mixed, entry: entryOf({ networkName, userName, ipAddress }, formatDay(day)) }
}

/** The products of which a license has no user: several licenses get one user only if each has one already. */
export function productsWithoutUser(chosen: readonly ChosenHeld[]): string[] {
  const without = chosen.filter(({ license }) => !license.userName)
  return chosen.length > 1 ? [...new Set(without.map(({ license }) => license.productName))] : []
}

/** The licenses that a new IP address applies to. */
export const withIpAddress = (chosen: readonly ChosenHeld[]): ChosenHeld[] =>
  chosen.filter(({ license, product }) => offersIpAddress(product, license))

/** The form as it applies to one of its licenses; a cancellation changes no values. */
function entryFor(
  { license, product }: ChosenHeld,
  { entry, mixed }: SharedForm,
  kind: 'cancel' | 'change',
): ItemEntry {
  const own = entryOf(license, entry.requiredBy)
  if (kind === 'cancel') return own
  const value = (name: SharedName) =>
    mixed.has(name) && !entry[name].trim() ? own[name] : entry[name]
  return {
    ...own,
    networkName: value('networkName'),
    userName: value('userName'),
    ipAddress: offersIpAddress(product, license) ? value('ipAddress') : own.ipAddress,
  }
}

export function sharedFaults(
  chosen: readonly ChosenHeld[],
  form: SharedForm,
  kind: 'cancel' | 'change',
): EntryFaults {
  const all = chosen.map((one) =>
    entryFaults(entryFor(one, form, kind), kind, one.product, one.license),
  )
  return Object.assign({}, ...all) as EntryFaults
}

export interface SharedItems {
  items: LineItem[]
  /** The licenses that the new values do not change, which are not ordered. */
  unchanged: ChosenHeld[]
}

/** Returns one item for each license, or the reason why there are none yet. */
export function sharedItems(
  chosen: readonly ChosenHeld[],
  form: SharedForm,
  kind: 'cancel' | 'change',
  networks: readonly Network[],
): SharedItems | string {
  const items: LineItem[] = []
  const unchanged: ChosenHeld[] = []
  for (const one of chosen) {
    const item = itemOf(entryFor(one, form, kind), kind, one.product, networks, one.license)
    if (typeof item !== 'string') items.push(item)
    else if (item === nothingChanges) unchanged.push(one)
    else return item
  }
  return items.length > 0 ? { items, unchanged } : nothingChanges
}

/** A license that cannot be chosen has a reason, which its row shows. */
export const asChosen = (row: HeldRow): ChosenHeld[] =>
  row.product && row.refusal === undefined
    ? [{ license: row, product: row.product, looksAlike: row.looksAlike }]
    : []
