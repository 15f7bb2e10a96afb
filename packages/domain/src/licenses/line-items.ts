import { addDays, type Day } from '../kernel/day.ts'
import type { LineItem, Product } from './licenses.schema.ts'
import { requestTypes } from './request-types.ts'

export const itemCount = (items: number) =>
  `${items.toLocaleString('en-US')} ${items === 1 ? 'item' : 'items'}`

/** Ordered for the platform as a whole, one for each company it covers. */
const subscriptionGroup = 'Subscription Service Fees'
export const platformNetwork = 'TT Platform'

/** Gateways and the two FIX products run without a user. */
export function needsUserName({ productId, itemGroupName }: ProductKind): boolean {
  return itemGroupName !== 'Gateways' && !['10085', '10086'].includes(productId)
}
export type ProductKind = Pick<Product, 'productId' | 'itemGroupName'>

export const isSubscription = ({ itemGroupName }: ProductKind) =>
  itemGroupName === subscriptionGroup

/** The day an order asks for unless told otherwise. */
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
} satisfies Partial<LineItem>

/** The names between the commas; blanks between two commas name nobody. */
export function companyNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}

/** One item for each company the service covers, and a line of the notes that names it. */
export function subscriptionItems(
  productSku: string,
  companies: readonly string[],
  dateRequired: Day,
): { lineItems: LineItem[]; notes: string[] } {
  return {
    lineItems: companies.map(() => ({
      ...blank,
      networkId: platformNetwork,
      networkName: platformNetwork,
      dateRequired,
      customerOrderRequestTypeId: requestTypes.add,
      productSku,
    })),
    notes: companies.map((company) => `Covered companies: ${company}`),
  }
}

export interface ItemEntry {
  networkId: string
  networkName: string
  userName: string
  dateRequired: Day
}

export function addedItem(productSku: string, entry: ItemEntry): LineItem {
  const { networkId, networkName, userName, dateRequired } = entry
  return {
    ...blank,
    networkId,
    networkName,
    dateRequired,
    customerOrderRequestTypeId: requestTypes.add,
    productSku,
    userName: userName.trim(),
  }
}

/** Names what is to end by network and user only. */
export function cancelledItem(productSku: string, entry: Omit<ItemEntry, 'networkId'>): LineItem {
  const { networkName, userName, dateRequired } = entry
  return {
    ...blank,
    networkName,
    dateRequired,
    customerOrderRequestTypeId: requestTypes.cancel,
    productSku,
    userName: userName.trim(),
  }
}

export interface ChangeEntry extends ItemEntry {
  ipAddress: string
  oldUserName: string
  oldNetworkName: string
  oldIPAddress: string
}

/** The old values name the license, the others say what it becomes. */
export function changedItem(productSku: string, entry: ChangeEntry): LineItem {
  const { networkId, networkName, oldNetworkName, dateRequired } = entry
  return {
    ...blank,
    networkId,
    networkName,
    dateRequired,
    customerOrderRequestTypeId: requestTypes.change,
    productSku,
    userName: entry.userName.trim(),
    oldUserName: entry.oldUserName.trim(),
    ipAddress: entry.ipAddress.trim(),
    oldIPAddress: entry.oldIPAddress.trim(),
    oldNetworkName,
  }
}

/** What a change would leave as it is: nothing to order. */
export function changesNothing(item: LineItem): boolean {
  return (
    item.networkName === item.oldNetworkName &&
    item.userName === item.oldUserName &&
    item.ipAddress === item.oldIPAddress
  )
}
