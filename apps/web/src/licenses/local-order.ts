import type { LicenseOrderDetails, LineItem } from '@portal/domain/licenses/licenses.schema'
import { mostLineItems } from '@portal/domain/licenses/request-types'

/** Who builds an order, and for which company. */
export interface Owner {
  id: string
  accountId: string
}

/** An order as it is built in this browser, until it is saved. */
export interface LocalOrder {
  user: Owner
  /** Lines of the notes are joined by newlines. */
  data: { notes: string; lineItems: LineItem[] }
  /** Of the draft it was opened from. */
  id?: number
  version?: number
  /** What the wish to save it is called, from its first item on: tabs that save it at once then save it once. */
  key?: string
}

/** The order in hand, and those that others, or the same person for other companies, have begun here. */
export interface Orders {
  order: LocalOrder | undefined
  others: readonly LocalOrder[]
}

/** More than anybody has half-built; the oldest go. */
const mostOthers = 20

export const emptyOrder = (user: Owner): LocalOrder => ({
  user,
  data: { notes: '', lineItems: [] },
})

const isOf = (order: LocalOrder, { id, accountId }: Owner) =>
  order.user.id === id && order.user.accountId === accountId

export const isEmpty = ({ data, id }: LocalOrder) =>
  data.lineItems.length === 0 && data.notes.trim() === '' && id === undefined

export const named = (order: LocalOrder, newName: () => string): LocalOrder =>
  isEmpty(order) || order.key ? order : { ...order, key: newName() }

/** The owner's order, wherever it is kept. */
export function orderOf({ order, others }: Orders, owner: Owner): LocalOrder {
  const all = order ? [order, ...others] : others
  return all.find((one) => isOf(one, owner)) ?? emptyOrder(owner)
}

/** Puts an order of its owner in hand and sets aside the one that was there; nobody's work is replaced. */
export function withInHand({ order, others }: Orders, next: LocalOrder): Orders {
  const kept = order && !isOf(order, next.user) && !isEmpty(order) ? [order, ...others] : others
  return { order: next, others: kept.filter((one) => !isOf(one, next.user)).slice(0, mostOthers) }
}

export function withItems(order: LocalOrder, added: readonly LineItem[], notes: readonly string[]) {
  const lines = [...(order.data.notes ? [order.data.notes] : []), ...notes]
  return {
    ...order,
    data: { notes: lines.join('\n'), lineItems: [...order.data.lineItems, ...added] },
  }
}

export const roomIn = ({ data }: LocalOrder) => mostLineItems - data.lineItems.length

export function withItem(order: LocalOrder, place: number, item: LineItem): LocalOrder {
  return withLineItems(
    order,
    order.data.lineItems.map((one, index) => (index === place ? item : one)),
  )
}

export function withoutItem(order: LocalOrder, place: number): LocalOrder {
  return withLineItems(
    order,
    order.data.lineItems.filter((_, index) => index !== place),
  )
}

const withLineItems = (order: LocalOrder, lineItems: LineItem[]): LocalOrder => ({
  ...order,
  data: { ...order.data, lineItems },
})

/** What a draft of the server is here: the fields an order is made of, without those of reading back. */
export function fromDraft(owner: Owner, draft: LicenseOrderDetails): LocalOrder {
  const lineItems = draft.lineItems.map(
    ({ id: _id, customerOrderId: _order, productName: _name, ...item }) => item as LineItem,
  )
  return {
    user: owner,
    data: { notes: draft.notes, lineItems },
    id: draft.id,
    version: draft.version,
  }
}

/** Reads what is stored; what is not an order is none. */
export function parseOrder(value: unknown): LocalOrder | undefined {
  if (!isRecord(value) || !isRecord(value.user) || !isRecord(value.data)) return undefined
  const { id, accountId } = value.user
  const { notes, lineItems } = value.data
  if (typeof id !== 'string' || typeof accountId !== 'string' || typeof notes !== 'string')
    return undefined
  if (!Array.isArray(lineItems) || !lineItems.every(isItem)) return undefined
  return {
    user: { id, accountId },
    data: { notes, lineItems },
    ...(typeof value.id === 'number' && { id: value.id }),
    ...(typeof value.version === 'number' && { version: value.version }),
    ...(typeof value.key === 'string' && { key: value.key }),
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
