import { parseIsoDay } from '@portal/domain/kernel/day'
import type {
  LicenseOrderDetails,
  LineItem,
  ReadLineItem,
} from '@portal/domain/licenses/licenses.schema'
import { defaultDay, notesFollowing } from '@portal/domain/licenses/line-items'
import { mostLineItems, requestTypes } from '@portal/domain/licenses/request-types'
import { today } from '../kernel/today.ts'

/** The user who builds an order, and the company it is for. */
export interface Owner {
  id: string
  accountId: string
}

/** An order as built in this browser, until it is saved. */
export interface LocalOrder {
  user: Owner
  /** Lines of the notes are joined by newlines. */
  data: { notes: string; lineItems: LineItem[] }
  /** Id of the draft it was opened from. */
  id?: number
  version?: number
  /** Whether it was changed since the draft was opened. */
  isEdited?: boolean
  /** The idempotency key of saving it, set with its first item: tabs that save it at the same time save it once. */
  key?: string
  /** Revision of the server's copy it is based on; 0 if there was none. */
  revision: number
  /** Whether it has changes that the server's copy does not have. */
  isAhead: boolean
}

/**
 * The current order; those of the user for other companies, which other tabs may show; and all others with changes that
 * the server does not have.
 */
export interface Orders {
  order: LocalOrder | undefined
  others: readonly LocalOrder[]
}

/** More than any user has half-built; the oldest are dropped. */
const mostOthers = 20

export const emptyOrder = (user: Owner): LocalOrder => ({
  user,
  data: { notes: '', lineItems: [] },
  revision: 0,
  isAhead: false,
})

export const isOf = (order: LocalOrder, { id, accountId }: Owner) =>
  order.user.id === id && order.user.accountId === accountId

export const isEmpty = ({ data, id }: LocalOrder) =>
  data.lineItems.length === 0 && data.notes.trim() === '' && id === undefined

/** Whether opening a draft in its place would lose work. */
export const isUnsaved = (order: LocalOrder) =>
  !isEmpty(order) && (order.id === undefined || order.isEdited === true)

export const named = (order: LocalOrder, newName: () => string): LocalOrder =>
  isEmpty(order) || order.key ? order : { ...order, key: newName() }

/** The owner's order: the current one, one of the others, or an empty one. */
export function orderOf({ order, others }: Orders, owner: Owner): LocalOrder {
  const all = order ? [order, ...others] : others
  return all.find((one) => isOf(one, owner)) ?? emptyOrder(owner)
}

/**
 * Makes an order the current one. The others are kept while the server does not have their changes, or while another tab
 * of the same user may show them.
 */
export function withInHand({ order, others }: Orders, next: LocalOrder): Orders {
  const rest = [...(order ? [order] : []), ...others].filter((one) => !isOf(one, next.user))
  const ahead = rest.filter((one) => one.isAhead)
  const synced = rest.filter(
    ({ isAhead, revision, user }) => !isAhead && revision > 0 && user.id === next.user.id,
  )
  return { order: next, others: [...ahead, ...synced].slice(0, mostOthers) }
}

/** An order after a user's change: the server's copy does not have it yet. */
export const edited = (order: LocalOrder): LocalOrder => ({
  ...order,
  isAhead: true,
  ...(order.id !== undefined && { isEdited: true }),
})

/** The items that an order can take: a license is in one item only. */
export function newItems({ data }: LocalOrder, items: readonly LineItem[]): LineItem[] {
  const taken = new Set(data.lineItems.map(({ licenseId }) => licenseId).filter(Boolean))
  return items.filter(({ licenseId }) => {
    if (!licenseId) return true
    const isNew = !taken.has(licenseId)
    taken.add(licenseId)
    return isNew
  })
}

export const withItems = (order: LocalOrder, added: readonly LineItem[]): LocalOrder =>
  withLineItems(order, [...order.data.lineItems, ...newItems(order, added)])

export const roomIn = ({ data }: LocalOrder) => mostLineItems - data.lineItems.length

/** An item of an order as a user saw it. Meanwhile another tab or device may have changed the order. */
export interface SeenItem {
  place: number
  item: LineItem
}

/** Where the item is now; -1 if it was removed or changed. */
export function placeOf({ data }: LocalOrder, { place, item }: SeenItem): number {
  const at = data.lineItems[place]
  if (at && sameItem(at, item)) return place
  return data.lineItems.findIndex((one) => sameItem(one, item))
}

/** The order with another item in the place of one, or without it; unchanged if the item is no longer in it. */
export function withItem(order: LocalOrder, seen: SeenItem, item: LineItem | null): LocalOrder {
  const place = placeOf(order, seen)
  if (place < 0) return order
  return withLineItems(order, order.data.lineItems.toSpliced(place, 1, ...(item ? [item] : [])))
}

const withLineItems = (order: LocalOrder, lineItems: LineItem[]): LocalOrder => ({
  ...order,
  data: { notes: notesFollowing(order.data.notes, order.data.lineItems, lineItems), lineItems },
})

/** An empty order whose clearing the server's copy does not have yet. */
export const cleared = ({ user, revision }: LocalOrder): LocalOrder => ({
  ...emptyOrder(user),
  revision,
  isAhead: true,
})

/** The same items as a new order, for when its draft no longer exists. */
export function withoutDraft(order: LocalOrder): LocalOrder {
  const { id: _id, version: _version, isEdited: _isEdited, key: _key, ...rest } = order
  return { ...rest, isAhead: true }
}

/** The contents of a saved order for a new save, without read-only fields. */
export const dataOf = ({ notes, lineItems }: LicenseOrderDetails): LocalOrder['data'] => ({
  notes,
  lineItems: lineItems.map(toItem),
})

/** Imported items may lack required fields: these become blank, and the day the forms' default. */
function toItem(read: ReadLineItem): LineItem {
  const { id: _id, customerOrderId: _order, productName: _name, ...given } = read
  const { status: _status, statusDate: _at, statusReason: _why, ...line } = given
  const { lineId: _line, canWithdraw: _can, withdrawnBy: _by, price: _price, ...item } = line
  const texts = Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, value === null ? null : String(value)]),
  )
  return {
    ...(texts as Partial<LineItem>),
    networkName: texts.networkName ?? '',
    productSku: texts.productSku || 'unknown',
    dateRequired: parseIsoDay((texts.dateRequired ?? '').slice(0, 10)) ?? defaultDay(today()),
    customerOrderRequestTypeId:
      Object.values(requestTypes).find((type) => type === item.customerOrderRequestTypeId) ??
      requestTypes.add,
  }
}

/** The rejected items of an order, to be ordered again: a day that has passed becomes the forms' default. */
export function rejectedItems({ status: ofOrder, lineItems }: LicenseOrderDetails): LineItem[] {
  const earliest = defaultDay(today())
  return lineItems
    .filter(({ status = ofOrder }) => status === 'Rejected')
    .map(toItem)
    .map((item) => (item.dateRequired < earliest ? { ...item, dateRequired: earliest } : item))
}

/** A draft as the current order, in place of the previous one. */
export const fromDraft = (
  { user, revision }: LocalOrder,
  draft: LicenseOrderDetails,
): LocalOrder => ({
  user,
  data: dataOf(draft),
  id: draft.id,
  version: draft.version,
  revision,
  isAhead: true,
})

/** Whether two orders have the same content, whatever the order of their fields. */
export const sameData = (one: LocalOrder['data'], other: LocalOrder['data']) =>
  plain(one) === plain(other)

const sameItem = (one: LineItem, other: LineItem) =>
  one === other || JSON.stringify(plainItem(one)) === JSON.stringify(plainItem(other))

const plain = ({ notes, lineItems }: LocalOrder['data']): string =>
  JSON.stringify([notes, lineItems.map(plainItem)])

const plainItem = (item: LineItem) =>
  Object.entries(item)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))

/** Reads a stored order; anything else is undefined. */
export function parseOrder(value: unknown): LocalOrder | undefined {
  if (!isRecord(value) || !isRecord(value.user) || !isRecord(value.data)) return undefined
  const { id, accountId } = value.user
  const { notes, lineItems } = value.data
  if (typeof id !== 'string' || typeof accountId !== 'string' || typeof notes !== 'string')
    return undefined
  if (!Array.isArray(lineItems) || !lineItems.every(isItem)) return undefined
  const isKept = typeof value.revision === 'number' && typeof value.isAhead === 'boolean'
  return {
    user: { id, accountId },
    data: { notes, lineItems },
    ...(typeof value.id === 'number' && { id: value.id }),
    ...(typeof value.version === 'number' && { version: value.version }),
    ...(value.isEdited === true && { isEdited: true }),
    ...(typeof value.key === 'string' && { key: value.key }),
    // An order that other code stored counts as work that the server does not have.
    revision: isKept ? (value.revision as number) : 0,
    isAhead: isKept ? (value.isAhead as boolean) : true,
  }
}

function isItem(value: unknown): value is LineItem {
  return (
    isRecord(value) &&
    typeof value.productSku === 'string' &&
    typeof value.networkName === 'string' &&
    typeof value.dateRequired === 'string' &&
    typeof value.customerOrderRequestTypeId === 'number'
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
