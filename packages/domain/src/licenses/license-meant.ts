import { isolated } from '../kernel/isolated.ts'
import { oneMeant, OpenLicenses, same } from './by-names.ts'
import { endRefusal } from './license-end.ts'
import type { HeldLicense } from './held.schema.ts'
import type { LineItem, Product } from './licenses.schema.ts'
import { staysBlank } from './line-items.ts'
import { orderNumber } from './order-number.ts'
import type { LineItemFault } from './order-rules.ts'
import { requestTypes } from './request-types.ts'

/** The licenses of an order's items, each with the number of the item that changes or cancels it. */
export type TakenLicenses = ReadonlyMap<string, number>

/** A license in force; `place` is the position of the item that names it by an id. */
type Found = HeldLicense & { place?: number | null }

export interface KnownLicenses {
  /** The licenses that items name by an id, and all licenses that names may mean, in the order in which they were ordered. */
  found: readonly Found[]
  products: ReadonlyMap<string, Pick<Product, 'description'>>
  taken?: TakenLicenses
  /** Why an id does not belong to a license in force. */
  gone?: ReadonlyMap<string, string>
}

export interface LicensesMeant {
  /** The items, each with the id of the license that it changes or cancels. */
  items: LineItem[]
  /** The licenses that the items change or cancel, by id. */
  licenses: Map<string, HeldLicense>
  /** Faults by the item's number, counted from 1: not held, already canceled, or in two items. */
  faults: (LineItemFault & { item: number })[]
}

/** Finds the licenses that the items of an order change or cancel. */
export function licensesMeant(items: readonly LineItem[], known: KnownLicenses): LicensesMeant {
  const { found, products, gone } = known
  const taken = new Map(known.taken)
  const byPlace = new Map(found.map((one) => [one.place, one]))
  const held = new Map(found.map((one) => [one.licenseId, one]))
  const all = new OpenLicenses(held.values())
  const isFree = ({ licenseId, endsOn }: Found) => endsOn === null && !taken.has(licenseId)
  const open = new OpenLicenses([...held.values()].filter(isFree))
  const meant: LicensesMeant = { items: [...items], licenses: new Map(), faults: [] }
  const meantBy = (item: LineItem, place: number): HeldLicense | string => {
    const { licenseId, productSku: sku } = item
    const one = licenseId
      ? (byPlace.get(place) ?? gone?.get(licenseId) ?? notHeld)
      : named(item, products.get(sku)?.description ?? sku, open, all)
    return typeof one === 'string' ? one : (refusal(item, one, taken) ?? one)
  }
  // Chosen licenses are taken first: items that match by name must not take them.
  for (const isChosen of [true, false])
    for (const [place, item] of items.entries()) {
      if (item.customerOrderRequestTypeId === requestTypes.add) continue
      if (Boolean(item.licenseId) !== isChosen) continue
      const one = meantBy(item, place)
      if (typeof one === 'string') {
        meant.faults.push({ item: place + 1, field: 'licenseId', words: one })
        continue
      }
      const { licenseId } = one
      open.remove(held.get(licenseId)!)
      taken.set(licenseId, place + 1)
      meant.licenses.set(licenseId, one)
      meant.items[place] = { ...item, licenseId }
    }
  meant.faults.sort((one, other) => one.item - other.item)
  return meant
}

/** Returns the first license, among those that look alike, that no other item changes or cancels. */
function named(
  item: LineItem,
  productName: string,
  open: OpenLicenses<HeldLicense>,
  all: OpenLicenses<HeldLicense>,
): HeldLicense | string {
  const { productSku, coveredCompany } = item
  const words = wordsOfItem(item)
  const said = { ...words, productSku, coveredCompany: coveredCompany ?? '' }
  const one = oneMeant(said, open)
  const alike = [...open.named(said)].flat()
  const isOne = one !== 'several' && alike.every((other) => looksLike(other, alike[0]!))
  if (typeof one === 'object' && isOne) return one
  const whose = words.userName ? ` for ${isolated(words.userName)}` : ''
  const what = `${isolated(productName)} on ${isolated(words.networkName)}${whose}`
  if (!isOne) return `You hold ${alike.length} licenses of ${what}. ${choose}`
  const others = [...all.named(said)].flat()
  const other = others.find(({ endsOn }) => endsOn === null) ?? others[0]
  return other ?? `You hold no license of ${what}. ${choose}`
}

/** Whether a list shows two licenses with the same names identically. */
const looksLike = (one: HeldLicense, other: HeldLicense) =>
  one.ipAddress === other.ipAddress && one.startsOn === other.startsOn

/** Returns why an item cannot change or cancel the license that it names. */
function refusal(item: LineItem, license: HeldLicense, taken: TakenLicenses): string | undefined {
  const { productSku, productName, networkName, userName, coveredCompany } = license
  if (productSku !== item.productSku)
    return `The chosen license is for ${isolated(productName)}. ${chooseAgain}`
  const said = wordsOfItem(item)
  const isSo =
    agrees(item.coveredCompany, coveredCompany) &&
    agrees(said.networkName, networkName) &&
    agrees(said.userName, userName) &&
    // A blank value of the item matches every license, but a change to blank would remove the license's value.
    names.every((name) => !staysBlank(item, name) || license[name] === '')
  if (!isSo) {
    const now = [networkName, userName, coveredCompany].filter(Boolean).map(isolated).join(' · ')
    return `The chosen license is now ${now}. ${chooseAgain}`
  }
  const other = taken.get(license.licenseId)
  if (other !== undefined)
    return `Item ${other} is about the same license. Remove one of the two from the order.`
  const ends = endRefusal(license)
  return ends && `${ends} ${remove}`
}

/** Returns the license's current network and user, according to the item. */
export function wordsOfItem(item: LineItem) {
  const isChange = item.customerOrderRequestTypeId === requestTypes.change
  return {
    networkName: (isChange ? item.oldNetworkName : item.networkName) ?? '',
    userName: ((isChange ? item.oldUserName : item.userName) ?? '').trim(),
  }
}

const names = ['networkName', 'userName'] as const

/** A value that the item omits matches every license. */
const agrees = (said: string | null | undefined, is: string) => !said || same(said, is)

const remove = 'Remove the item from the order.'
const choose = 'Choose one from the list of your licenses.'
const chooseAgain = 'Choose it from the list of your licenses again.'
const notHeld = `Your company does not hold the chosen license. ${remove} If the list of your licenses has it, choose it there again.`

export const endedText = `This license has ended. ${remove}`
export const requestedText = (orderId: number) =>
  `This license is requested and not in force yet. Withdraw it from order ${orderNumber(orderId)}. ${remove}`
