import { addDays, parseIsoDay, type Day } from '../kernel/day.ts'
import type { LineItem, Network } from './licenses.schema.ts'
import {
  changesNothing,
  isSubscription,
  needsUserName,
  platformNetwork,
  type ProductKind,
} from './line-items.ts'
import { requestTypes } from './request-types.ts'

export interface Offer {
  /** By product id. */
  products: ReadonlyMap<string, ProductKind>
  networks: readonly Network[]
  /** Names of networks the company holds licenses on, also such as are no longer offered. */
  heldNetworks: ReadonlySet<string>
}

/** Furthest ahead a date makes sense. */
const furthestDays = 5 * 366

/** Why an item cannot be ordered, as `field: what is wrong`; nothing when it can. `today` is the UTC day. */
export function lineItemFault(item: LineItem, offer: Offer, today: Day): string | undefined {
  return (
    shapeFault(item, offer) ??
    (item.dateRequired < addDays(today, -1) ? 'dateRequired: lies in the past' : undefined) ??
    (item.dateRequired > addDays(today, furthestDays)
      ? 'dateRequired: lies too far ahead'
      : undefined)
  )
}

/** The same for an item of a draft, which may wait until its date has passed. */
export function shapeFault(item: LineItem, offer: Offer): string | undefined {
  const product = offer.products.get(item.productSku)
  if (!product) return 'productSku: is not a product that can be ordered'
  if (!parseIsoDay(item.dateRequired)) return 'dateRequired: is not a date'
  const type = item.customerOrderRequestTypeId
  const isNew = type !== requestTypes.cancel
  if (!isOffered(item.networkName, offer, isNew) && !isPlatform(item, product))
    return 'networkName: is not a network of this company'
  if (item.networkId && !belongs(item, offer) && !isPlatform(item, product))
    return 'networkId: does not belong to the network'
  if (needsUserName(product) && !isSubscription(product) && !item.userName?.trim())
    return 'userName: is missing'
  if (type !== requestTypes.change) return undefined
  if (!item.oldNetworkName || !isOffered(item.oldNetworkName, offer, false))
    return 'oldNetworkName: is not a network of this company'
  if (needsUserName(product) && !isSubscription(product) && !item.oldUserName?.trim())
    return 'oldUserName: is missing'
  return changesNothing(item) ? 'userName: the item changes nothing' : undefined
}

function isOffered(name: string, { networks, heldNetworks }: Offer, isNew: boolean): boolean {
  return networks.some(({ shortName }) => shortName === name) || (!isNew && heldNetworks.has(name))
}

const isPlatform = ({ networkId, networkName }: LineItem, product: ProductKind) =>
  isSubscription(product) &&
  networkName === platformNetwork &&
  (!networkId || networkId === platformNetwork)

const belongs = ({ networkId, networkName }: LineItem, { networks }: Offer) =>
  networks.some((network) => network.networkId === networkId && network.shortName === networkName)
