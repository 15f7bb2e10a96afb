import { formatDay, parseDay, type Day } from '@portal/domain/kernel/day'
import type {
  HeldLicense,
  LineItem,
  Network,
  Product,
} from '@portal/domain/licenses/licenses.schema'
import {
  addedItem,
  cancelledItem,
  changedItem,
  changesNothing,
  isSubscription,
  needsUserName,
} from '@portal/domain/licenses/line-items'
import { requestTypes } from '@portal/domain/licenses/request-types'

export type ItemKind = 'add' | 'cancel' | 'change'

/** What stands in the form of an item, complete or not. */
export interface ItemEntry {
  networkName: string
  userName: string
  ipAddress: string
  /** As it was typed. */
  requiredBy: string
  oldNetworkName: string
  oldUserName: string
  oldIPAddress: string
}

export const emptyEntry = (requiredBy = ''): ItemEntry => ({
  networkName: '',
  userName: '',
  ipAddress: '',
  requiredBy,
  oldNetworkName: '',
  oldUserName: '',
  oldIPAddress: '',
})

/** A license that is held is what ends, or what a change begins with. */
export function entryOfHeld(held: HeldLicense, day: Day): ItemEntry {
  const { networkName, userName, ipAddress } = held
  return {
    networkName,
    userName,
    ipAddress,
    requiredBy: formatDay(day),
    oldNetworkName: networkName,
    oldUserName: userName,
    oldIPAddress: ipAddress,
  }
}

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

export const kindOf = (item: LineItem): ItemKind =>
  (Object.keys(requestTypes) as ItemKind[]).find(
    (kind) => requestTypes[kind] === item.customerOrderRequestTypeId,
  ) ?? 'add'

const noNetwork = 'Please select a network.'
const noUser = 'Please enter the user name.'

export type EntryFaults = Partial<Record<keyof ItemEntry, string>>

/** What an entry still lacks, field by field. */
export function entryFaults(entry: ItemEntry, kind: ItemKind, product: Product): EntryFaults {
  const wantsUser = needsUserName(product) && !isSubscription(product)
  const day = parseDay(entry.requiredBy)
  const faults: EntryFaults = {}
  if (!entry.networkName) faults.networkName = noNetwork
  if (wantsUser && !entry.userName.trim()) faults.userName = noUser
  if (!day)
    faults.requiredBy = entry.requiredBy.trim()
      ? 'Date input not valid.'
      : 'Date must be within the next 15 days.'
  if (kind !== 'change') return faults
  if (!entry.oldNetworkName) faults.oldNetworkName = noNetwork
  if (wantsUser && !entry.oldUserName.trim()) faults.oldUserName = noUser
  return faults
}

/** The item an entry stands for, or why it stands for none yet. */
export function itemOf(
  entry: ItemEntry,
  kind: ItemKind,
  product: Product,
  networks: readonly Network[],
): LineItem | string {
  if (Object.keys(entryFaults(entry, kind, product)).length > 0)
    return 'Fill in all the fields to submit changes.'
  const { networkName } = entry
  const networkId = networks.find(({ shortName }) => shortName === networkName)?.networkId ?? ''
  const known = { ...entry, networkId, dateRequired: parseDay(entry.requiredBy)! }
  if (kind === 'add') return addedItem(product.productSku, known)
  if (kind === 'cancel') return cancelledItem(product.productSku, known)
  const item = changedItem(product.productSku, known)
  return changesNothing(item) ? 'Change at least one of the values.' : item
}
