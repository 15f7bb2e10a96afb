import { addDays, type Day } from '@portal/domain/kernel/day'
import type { Customer, Holding } from './customers.ts'
import { dayAt, lastDayOf } from './months.ts'
import { productOf } from './products.ts'
import { Random } from './random.ts'

/** One license: what it is and who used it when. The ids are the same on every day. */
export interface StoryLicense {
  id: string
  at: number
  productId: string
  networkId: string
  coveredCompany: string
  /** The users from a day on, the first user first; a product without users has one with an empty name. */
  users: [first: [from: Day, user: string], ...later: [from: Day, user: string][]]
  since: Day
  /** The last day; null if there is no end. */
  until: Day | null
  addedBy: StoryOrder
  poNumber: string
}

export interface StoryOrder {
  /** Empty until all orders are known, because orders are numbered by day. */
  id: string
  ordered: Day
  /** When the order takes effect; if this is after today, the order is in progress. */
  from: Day
  items: StoryItem[]
  rejected?: string
}

export interface StoryItem {
  kind: 'add' | 'cancel' | 'change'
  license: StoryLicense
  reason?: string
  /** The users before and after a change. */
  users?: [before: string, after: string]
}

/** In days from today: not processed yet, accepted, and scheduled. */
const underWay = [
  { ordered: -1, from: 14, productId: '10010' },
  { ordered: -4, from: 12, productId: '10020' },
  { ordered: -9, from: 5, productId: '10010' },
]

/** Returns who holds which licenses, and by which orders, from before the first bill until after today. */
export function licenseStory(customer: Customer, today: Day) {
  const { accountId, seed, desks, passes, swaps, leaves, newcomers } = customer
  const random = new Random(seed)
  const licenses: StoryLicense[] = []
  const orders: StoryOrder[] = []

  const order = (from: Day, ordered = addDays(from, -random.whole(4, 12))): StoryOrder => {
    const made = { id: '', ordered, from, items: [] }
    orders.push(made)
    return made
  }
  const licenseOf = (to: StoryOrder, at: number, user: string, holding: Holding): StoryLicense => {
    const [productId, networkId, coveredCompany = ''] = holding
    const license: StoryLicense = {
      id: `L-${accountId}-${101 + licenses.length}`,
      at,
      productId,
      networkId,
      coveredCompany,
      users: [[to.from, user]],
      since: to.from,
      until: null,
      addedBy: to,
      poNumber: random.chance(0.3) ? `PO 45000177${10 + licenses.length}` : '',
    }
    to.items.push({ kind: 'add', license })
    return license
  }
  const add = (to: StoryOrder, at: number, user: string, holds: readonly Holding[]) => {
    for (const holding of holds) licenses.push(licenseOf(to, at, user, holding))
  }
  const cancel = (by: StoryOrder, ended: StoryLicense[], reason = 'The user leaves.') => {
    for (const license of ended) {
      license.until = addDays(by.from, -1)
      by.items.push({ kind: 'cancel', license, reason })
    }
  }
  const heldBy = (user: string) =>
    licenses.filter(({ users, until }) => until === null && users.at(-1)?.[1] === user)

  for (const { user, at, since, until, holds } of desks) {
    const before = licenses.length
    add(order(dayAt(today, since)), at, user, holds)
    if (until)
      cancel(
        order(addDays(dayAt(today, until), 1)),
        licenses.slice(before),
        user ? undefined : 'No longer needed.',
      )
  }
  for (const { user, from, to, on } of swaps) {
    const swap = order(dayAt(today, on))
    const old = heldBy(user).filter(({ productId }) => productId === from)
    cancel(swap, old, `Replaced by ${productOf(to).description}.`)
    for (const { at, networkId } of old) add(swap, at, user, [[to, networkId]])
  }
  for (const { from, to, on, productIds } of passes) {
    const pass = order(dayAt(today, on))
    for (const license of heldBy(from).filter((one) => productIds.includes(one.productId))) {
      license.users.push([pass.from, to])
      pass.items.push({ kind: 'change', license, users: [from, to] })
    }
  }
  for (const [nth, user] of newcomers.toReversed().entries()) {
    const { from, ordered, productId } = underWay[nth]!
    add(order(addDays(today, from), addDays(today, ordered)), 0, user, [[productId, 'TT Platform']])
  }
  if (leaves) {
    const nextMonth = addDays(lastDayOf(today), 1)
    cancel(order(addDays(lastDayOf(nextMonth), 1), addDays(today, -5)), heldBy(leaves))
    const refused = order(dayAt(today, [15, 18]), dayAt(today, [15, 6]))
    refused.rejected = 'HKEX requires a signed exchange agreement first.'
    licenseOf(refused, 0, '', ['30040', 'HKEX'])
  }
  const byDay = orders.toSorted((one, other) => (one.ordered < other.ordered ? -1 : 1))
  for (const [nth, one] of byDay.entries()) one.id = `LO-${accountId}-${nth + 1}`
  return { licenses, orders: byDay }
}

export const userOn = ({ users }: StoryLicense, day: Day): string =>
  users.findLast(([from]) => from <= day)?.[1] ?? users[0][1]
