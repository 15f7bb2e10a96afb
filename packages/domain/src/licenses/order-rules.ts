import { addDays, parseIsoDay, type Day } from '../kernel/day.ts'
import { isolated } from '../kernel/isolated.ts'
import type { LineItem, Network } from './licenses.schema.ts'
import {
  changesNothing,
  isSubscription,
  needsUserName,
  platformNetwork,
  staysBlank,
  type ProductKind,
} from './line-items.ts'
import { requestTypes } from './request-types.ts'

export interface Offer {
  /** Products by id. */
  products: ReadonlyMap<string, ProductKind>
  networks: readonly Network[]
  /** Names of networks on which the company holds licenses, including networks that are no longer offered. */
  heldNetworks: ReadonlySet<string>
}

/** The furthest plausible date. */
const furthestDays = 5 * 366

/** The fault of an item: the field, and a text that tells the user how to correct it. */
export interface LineItemFault {
  field: keyof LineItem
  words: string
}

/** Returns why an item cannot be submitted, or undefined if it can. `today` is the UTC day. */
export function lineItemFault(item: LineItem, offer: Offer, today: Day): LineItemFault | undefined {
  return shapeFault(item, offer) ?? dateFault(item, today)
}

function dateFault({ dateRequired }: LineItem, today: Day): LineItemFault | undefined {
  // West of UTC it is still the previous day.
  if (dateRequired < addDays(today, -1))
    return fault('dateRequired', 'The date is in the past. Choose today or a later day.')
  if (dateRequired > addDays(today, furthestDays))
    return fault('dateRequired', 'The date is more than five years ahead. Choose an earlier day.')
  return undefined
}

/** Validates an item of a draft, whose date may be in the past. */
export function shapeFault(item: LineItem, offer: Offer): LineItemFault | undefined {
  const product = offer.products.get(item.productSku)
  if (!product)
    return fault('productSku', 'This product cannot be ordered. Remove the item from the order.')
  if (!parseIsoDay(item.dateRequired))
    return fault('dateRequired', 'The date does not exist. Choose a day.')
  const isChange = item.customerOrderRequestTypeId === requestTypes.change
  if (item.customerOrderRequestTypeId === requestTypes.add && isChosen(item))
    return fault(
      'licenseId',
      'A new license cannot have the id of a held license. Add the item again.',
    )
  return (
    networkFault(item, product, offer) ??
    userFault('userName', item, product) ??
    (isChange ? changeFault(item, product, offer) : undefined)
  )
}

/** The current values were filled in when the user selected the license, and are compared with it when the order is submitted. */
const isChosen = ({ licenseId }: LineItem) => Boolean(licenseId)

function networkFault(item: LineItem, product: ProductKind, offer: Offer) {
  const type = item.customerOrderRequestTypeId
  const isCancel = type === requestTypes.cancel
  if (isPlatform(item, product) || (isCancel && isChosen(item))) return undefined
  if (isChosen(item) && staysBlank(item, 'networkName')) return undefined
  // A license may keep a network that is no longer offered.
  const stays =
    isCancel || (type === requestTypes.change && item.networkName === item.oldNetworkName)
  if (!isOffered(item.networkName, offer, !stays)) return unknownNetwork('networkName', item)
  return item.networkId && !belongs(item, offer)
    ? fault('networkId', 'The network id belongs to another network. Choose the network again.')
    : undefined
}

function userFault(field: 'userName' | 'oldUserName', item: LineItem, product: ProductKind) {
  const isNow = field === 'oldUserName' || item.customerOrderRequestTypeId === requestTypes.cancel
  if (isChosen(item) && (isNow || staysBlank(item, 'userName'))) return undefined
  if (!needsUserName(product) || isSubscription(product) || item[field]?.trim()) return undefined
  const whose = field === 'userName' ? 'user name' : 'current user name'
  return fault(field, `The ${whose} is missing. Enter it.`)
}

function changeFault(item: LineItem, product: ProductKind, offer: Offer) {
  if (!isChosen(item) && !isOffered(item.oldNetworkName ?? '', offer, false))
    return unknownNetwork('oldNetworkName', item)
  const user = userFault('oldUserName', item, product)
  if (user || !changesNothing(item)) return user
  return fault('userName', 'This changes nothing. Enter another network, user or IP address.')
}

function unknownNetwork(field: 'networkName' | 'oldNetworkName', item: LineItem) {
  const which = field === 'networkName' ? 'network' : 'current network'
  return item[field]
    ? fault(field, `${isolated(item[field])} is not a network of your company. Choose another.`)
    : fault(field, `The ${which} is missing. Choose one.`)
}

const fault = (field: keyof LineItem, words: string): LineItemFault => ({ field, words })

function isOffered(name: string, { networks, heldNetworks }: Offer, isNew: boolean): boolean {
  return networks.some(({ shortName }) => shortName === name) || (!isNew && heldNetworks.has(name))
}

const isPlatform = ({ networkId, networkName }: LineItem, product: ProductKind) =>
  isSubscription(product) &&
  networkName === platformNetwork &&
  (!networkId || networkId === platformNetwork)

const belongs = ({ networkId, networkName }: LineItem, { networks }: Offer) =>
  networks.some((network) => network.networkId === networkId && network.shortName === networkName)
