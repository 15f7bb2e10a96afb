import { newIdempotencyKey } from '../api/idempotency-key.ts'
import { hasLeft, orderKeys as keys } from '../session/browser-traces.ts'
import {
  named,
  orderOf,
  parseOrder,
  withInHand,
  type LocalOrder,
  type Orders,
  type Owner,
} from './local-order.ts'

const listeners = new Set<() => void>()
let raw = ['', '']
let current: Orders = { order: undefined, others: [] }

/** The stored orders; another tab may have changed them. */
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

/** Changes the owner's latest stored order, whichever tab changed it last. */
export function changeOrder(owner: Owner, change: (order: LocalOrder) => LocalOrder): void {
  // A response after sign-out must not store anything here again.
  if (hasLeft()) return
  const orders = storedOrders()
  const before = orderOf(orders, owner)
  const after = named(change(before), newIdempotencyKey)
  if (after === before && orders.order === before) return
  current = withInHand(orders, after)
  raw = [JSON.stringify(current.order), current.others.length ? JSON.stringify(current.others) : '']
  try {
    write(keys.order, raw[0])
    write(keys.others, raw[1])
  } catch {
    // Storage may be full or disabled; the order then lasts until the page is closed.
    raw = [read(keys.order), read(keys.others)]
  }
  tellListeners()
}

export function tellListeners(): void {
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
