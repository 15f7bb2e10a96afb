import { addDays, type Day } from '../kernel/day.ts'
import type { HeldLicense } from './held.schema.ts'
import type { LineItem, Product } from './licenses.schema.ts'
import { requestTypes } from './request-types.ts'

export const itemCount = (items: number) =>
  `${items.toLocaleString('en-US')} ${items === 1 ? 'item' : 'items'}`

/** Products of this group are ordered for the whole platform, once per covered company. */
const subscriptionGroup = 'Subscription Service Fees'
export const platformNetwork = 'TT Platform'

/** Gateways and the two FIX products have no user. */
export function needsUserName({ productId, itemGroupName }: ProductKind): boolean {
  return itemGroupName !== 'Gateways' && !['10085', '10086'].includes(productId)
}
/**
 * Returns whether a change of the license offers an IP address. Gateways and the two FIX products use one to connect; the
 * catalog marks no other product, so other licenses have one only by their record.
 */
export const offersIpAddress = (
  product: ProductKind,
  { ipAddress }: Pick<HeldLicense, 'ipAddress'>,
) => ipAddress !== '' || !needsUserName(product)
export type ProductKind = Pick<Product, 'productId' | 'itemGroupName'>

export const isSubscription = ({ itemGroupName }: ProductKind) =>
  itemGroupName === subscriptionGroup

/** The default date of an item. */
export const defaultDay = (today: Day): Day => addDays(today, 1)

const blank = {
  networkId: '',
  exchangeList: '',
  userName: '',
  oldUserName: '',
  exchangeFlavor: '',
  ipAddress: '',
  oldIPAddress: '',
  fixAdapterType: '',
  countryCode: '',
  postalCode: '',
  city: '',
  state: '',
  oldNetworkName: '',
  cancelReason: '',
  licenseId: '',
  coveredCompany: '',
} satisfies Partial<LineItem>

/** Returns the names between the commas, without blank ones. */
export function companyNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}

/** Returns one item for each company that the service covers. */
export function subscriptionItems(
  productSku: string,
  companies: readonly string[],
  dateRequired: Day,
): LineItem[] {
  return companies.map((coveredCompany) => ({
    ...blank,
    networkId: platformNetwork,
    networkName: platformNetwork,
    dateRequired,
    customerOrderRequestTypeId: requestTypes.add,
    productSku,
    coveredCompany,
  }))
}

/** Returns the line in an order's notes that names the company of an added subscription. */
const noteOf = ({ customerOrderRequestTypeId: type, coveredCompany }: LineItem) =>
  type === requestTypes.add && coveredCompany ? [`Covered companies: ${coveredCompany}`] : []

/** Returns the notes of an order after its items have changed: generated lines are updated, text by a person stays. */
export function notesFollowing(
  notes: string,
  before: readonly LineItem[],
  after: readonly LineItem[],
): string {
  const lines = notes === '' ? [] : notes.split('\n')
  const gone = before.flatMap(noteOf)
  const added = after.flatMap(noteOf).filter((line) => {
    const place = gone.indexOf(line)
    if (place >= 0) gone.splice(place, 1)
    return place < 0
  })
  for (const line of gone) {
    const place = lines.lastIndexOf(line)
    if (place >= 0) lines.splice(place, 1, ...added.splice(0, 1))
  }
  return [...lines, ...added].join('\n')
}

export interface ItemEntry {
  networkId: string
  networkName: string
  userName: string
  dateRequired: Day
}

/** The license that an item changes or cancels, if the user selected it from the held licenses. */
export type ChosenLicense = Pick<HeldLicense, 'licenseId' | 'coveredCompany'>

const itemOf = (
  customerOrderRequestTypeId: LineItem['customerOrderRequestTypeId'],
  productSku: string,
  { networkName, userName, dateRequired }: Omit<ItemEntry, 'networkId'>,
  { licenseId = '', coveredCompany = '' }: Partial<ChosenLicense> = {},
) => ({
  ...blank,
  licenseId,
  coveredCompany,
  networkName,
  dateRequired,
  customerOrderRequestTypeId,
  productSku,
  userName: userName.trim(),
})

export const addedItem = (productSku: string, entry: ItemEntry): LineItem => ({
  ...itemOf(requestTypes.add, productSku, entry),
  networkId: entry.networkId,
})

/** Returns the item that cancels a license, named by network and user, and by its id if the user selected it. */
export const cancelledItem = (
  productSku: string,
  entry: Omit<ItemEntry, 'networkId'>,
  chosen?: ChosenLicense,
): LineItem => itemOf(requestTypes.cancel, productSku, entry, chosen)

export interface ChangeEntry extends ItemEntry {
  ipAddress: string
  oldUserName: string
  oldNetworkName: string
  oldIPAddress: string
}

/** Returns the item that changes a license. The old values identify the license; the others are its new values. */
export const changedItem = (
  productSku: string,
  entry: ChangeEntry,
  chosen?: ChosenLicense,
): LineItem => ({
  ...itemOf(requestTypes.change, productSku, entry, chosen),
  networkId: entry.networkId,
  oldUserName: entry.oldUserName.trim(),
  ipAddress: entry.ipAddress.trim(),
  oldIPAddress: entry.oldIPAddress.trim(),
  oldNetworkName: entry.oldNetworkName,
})

/** Returns whether a change has no effect, so that there is nothing to order. */
export function changesNothing(item: LineItem): boolean {
  return (
    item.networkName === (item.oldNetworkName ?? '') &&
    (item.userName ?? '') === (item.oldUserName ?? '') &&
    (item.ipAddress ?? '') === (item.oldIPAddress ?? '')
  )
}

const before = { networkName: 'oldNetworkName', userName: 'oldUserName' } as const

/** Returns whether a value is blank before and after a change: it is required only if the license has one. */
export const staysBlank = (item: LineItem, name: keyof typeof before): boolean =>
  item.customerOrderRequestTypeId === requestTypes.change && !item[name] && !item[before[name]]
