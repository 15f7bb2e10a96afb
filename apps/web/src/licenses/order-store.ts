import { newIdempotencyKey } from '../api/idempotency-key.ts'
import {
  named,
  orderOf,
  parseOrder,
  withInHand,
  type LocalOrder,
  type Orders,
  type Owner,
} from './local-order.ts'

/** Local storage keys of the order in hand and of those set aside. They outlive a sign-out. */
const keys = { order: 'order', others: 'orders' }
const listeners = new Set<() => void>()
let raw = ['', '']
let current: Orders = { order: undefined, others: [] }

/** What is stored now: another tab may have changed it since. */
export function storedOrders(): Orders {
  const now = [read(keys.order), read(keys.others)]
  if (now[0] !== raw[0] || now[1] !== raw[1]) {
    raw = now
    const others = parse(now[1])
    current = {
      order: parseOrder(parse(now[0])),
      others: (Array.isArray(others) ? others : [])
        .map(parseOrder)
        .filter((one) => one !== undefined),
    }
  }
  return current
}

/** Changes the owner's order, as it is at this moment in whatever tab it was changed last. */
export function changeOrder(owner: Owner, change: (order: LocalOrder) => LocalOrder): void {
  const orders = storedOrders()
  current = withInHand(orders, named(change(orderOf(orders, owner)), newIdempotencyKey))
  raw = [JSON.stringify(current.order), current.others.length ? JSON.stringify(current.others) : '']
  try {
    write(keys.order, raw[0])
    write(keys.others, raw[1])
  } catch {
    // Storage may be full or switched off; the order then lasts as long as the page.
    raw = [read(keys.order), read(keys.others)]
  }
  for (const listener of listeners) listener()
}

export function subscribeOrders(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function write(key: string, text: string | undefined): void {
  if (text) localStorage.setItem(key, text)
  else localStorage.removeItem(key)
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text || 'null')
  } catch {
    return undefined
  }
}
