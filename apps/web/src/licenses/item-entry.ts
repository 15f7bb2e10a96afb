import { formatDay, parseDay } from '@portal/domain/kernel/day'
import type { LineItem, Network, Product } from '@portal/domain/licenses/licenses.schema'
import {
  addedItem,
  cancelledItem,
  changedItem,
  changesNothing,
  isSubscription,
  needsUserName,
  type ChosenLicense,
} from '@portal/domain/licenses/line-items'
import type { TakenLicenses } from '@portal/domain/licenses/license-meant'
import { requestTypes } from '@portal/domain/licenses/request-types'

export type ItemKind = 'add' | 'cancel' | 'change'

/** The values of an item's form, complete or not. */
export interface ItemEntry {
  networkName: string
  userName: string
  ipAddress: string
  /** The text as typed. */
  requiredBy: string
  oldNetworkName: string
  oldUserName: string
  oldIPAddress: string
}

type Names = Pick<ItemEntry, 'networkName' | 'userName' | 'ipAddress'>
const noNames: Names = { networkName: '', userName: '', ipAddress: '' }

/** The form for a license with these names: the license that a cancellation ends, or that a change starts from. */
export const entryOf = (names: Names, requiredBy: string): ItemEntry => ({
  networkName: names.networkName,
  userName: names.userName,
  ipAddress: names.ipAddress,
  requiredBy,
  oldNetworkName: names.networkName,
  oldUserName: names.userName,
  oldIPAddress: names.ipAddress,
})

export const emptyEntry = (requiredBy = '') => entryOf(noNames, requiredBy)

export function entryOfItem(item: LineItem): ItemEntry {
  return {
    networkName: item.networkName,
    userName: item.userName ?? '',
    ipAddress: item.ipAddress ?? '',
    requiredBy: formatDay(item.dateRequired),
    oldNetworkName: item.oldNetworkName ?? '',
    oldUserName: item.oldUserName ?? '',
    oldIPAddress: item.oldIPAddress ?? '',
  }
}

/** The license that an item of the order affects, if it was chosen. */
export const chosenOfItem = ({ licenseId, coveredCompany }: LineItem): ChosenLicense | undefined =>
  licenseId ? { licenseId, coveredCompany: coveredCompany ?? '' } : undefined

/** The licenses that an order's items affect, each with the number of its item. */
export const takenIn = (items: readonly LineItem[]): TakenLicenses =>
  new Map(items.flatMap(({ licenseId }, place) => (licenseId ? [[licenseId, place + 1]] : [])))

export const kindOf = (item: LineItem): ItemKind =>
  (Object.keys(requestTypes) as ItemKind[]).find(
    (kind) => requestTypes[kind] === item.customerOrderRequestTypeId,
  ) ?? 'add'

const noNetwork = 'Please select a network.'
const noUser = 'Please enter the user name.'
export const nothingChanges = 'Change at least one of the values.'

export type EntryFaults = Partial<Record<keyof ItemEntry, string>>

/**
 * The errors of an entry by field. The current values of a chosen license are not required, and a change needs no value
 * that the license does not have. A change that describes its license needs no new value: a blank one keeps the current.
 */
export function entryFaults(
  entry: ItemEntry,
  kind: ItemKind,
  product: Product,
  chosen?: ChosenLicense,
): EntryFaults {
  const wantsUser = needsUserName(product) && !isSubscription(product)
  const day = parseDay(entry.requiredBy)
  const faults: EntryFaults = {}
  if (!day)
    faults.requiredBy = entry.requiredBy.trim()
      ? 'Date input not valid.'
      : 'Date must be within the next 15 days.'
  if (kind === 'cancel' && chosen) return faults
  if (kind === 'change' && !chosen) {
    if (!entry.oldNetworkName) faults.oldNetworkName = noNetwork
    if (wantsUser && !entry.oldUserName.trim()) faults.oldUserName = noUser
    return faults
  }
  const isChange = kind === 'change'
  if (!entry.networkName && !(isChange && !entry.oldNetworkName)) faults.networkName = noNetwork
  if (wantsUser && !entry.userName.trim() && !(isChange && !entry.oldUserName.trim()))
    faults.userName = noUser
  return faults
}

const fieldNames: Partial<Record<keyof ItemEntry, string>> = {
  oldNetworkName: 'current network',
  oldUserName: 'current user name',
  networkName: 'network',
  userName: 'user name',
  requiredBy: 'date',
}

/** `Still needed: network, user name.`; empty if no field has an error. */
export function neededText(faults: EntryFaults): string {
  const names = Object.entries(fieldNames).flatMap(([name, words]) =>
    faults[name as keyof ItemEntry] ? [words] : [],
  )
  return names.length > 0 ? `Still needed: ${names.join(', ')}.` : ''
}

/** The item of a complete entry, or why there is none yet. */
export function itemOf(
  entry: ItemEntry,
  kind: ItemKind,
  product: Product,
  networks: readonly Network[],
  chosen?: ChosenLicense,
): LineItem | string {
  if (Object.keys(entryFaults(entry, kind, product, chosen)).length > 0)
    return 'Fill in all the fields to submit changes.'
  const wanted = kind === 'change' && !chosen ? withKept(entry) : entry
  const { networkName } = wanted
  const networkId = networks.find(({ shortName }) => shortName === networkName)?.networkId ?? ''
  const known = { ...wanted, networkId, dateRequired: parseDay(entry.requiredBy)! }
  if (kind === 'add') return addedItem(product.productSku, known)
  if (kind === 'cancel') return cancelledItem(product.productSku, known, chosen)
  const item = changedItem(product.productSku, known, chosen)
  return changesNothing(item) ? nothingChanges : item
}

/** A described change keeps each value for which no new one is entered. */
const withKept = (entry: ItemEntry): ItemEntry => ({
  ...entry,
  networkName: entry.networkName || entry.oldNetworkName,
  userName: entry.userName.trim() || entry.oldUserName,
  ipAddress: entry.ipAddress.trim() || entry.oldIPAddress,
})
