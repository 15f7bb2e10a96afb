import { addDays, type Day } from '@portal/domain/kernel/day'
import { decimalString } from '@portal/domain/kernel/money'
import type { Entry, Facts } from './reference.ts'

/** How the provider's books write records. */
export interface Manners {
  namesPortal: boolean
  namesOthers: boolean
  hasAsOf: boolean
}

interface Booked {
  number: string
  amount: number
  date: Day
  dueDate: Day
  category: string
  settled: Map<string, number>
  posted: Map<string, number>
  /** What was deducted without a name. */
  rest: number
  isGone: boolean
  isChanged: boolean
}

/** A file of records, made at an instant. */
export interface File {
  at: number
  asOf: string | undefined
  records: Map<string, Facts | undefined>
}

const sum = (cents: Iterable<number>) => [...cents].reduce((all, one) => all + one, 0)

/** Truthful books with a clerk: whatever the balance contains was deducted, and what is named is in it. */
export class Books {
  readonly all: Booked[] = []
  readonly manners: Manners
  readonly #company: string
  #names = 0

  constructor(company: string, manners: Manners) {
    this.#company = company
    this.manners = manners
  }

  issue(today: Day, a: number, b: number): void {
    const amount = (a % 5 === 0 ? -1 : 1) * (100 + (b % 7) * 50)
    const number = `${this.#company}-${this.all.length + 1}`
    const date = addDays(today, (a % 12) - 8)
    const nothing = { settled: new Map(), posted: new Map(), rest: 0, isGone: false }
    const category = b % 2 ? 'Licenses' : 'Networks'
    this.all.push({
      number,
      amount,
      date,
      dueDate: addDays(date, 30),
      category,
      ...nothing,
      isChanged: true,
    })
  }

  /** Changes one invoice as a clerk would. */
  change(act: string, payments: readonly Entry[], a: number, b: number): void {
    const one = this.all[a % Math.max(1, this.all.length)]
    if (!one) return
    const left = balanceOf(one)
    if (act === 'withdraw')
      one.isGone = one.posted.size === 0 && payments.every(({ invoice }) => invoice !== one.number)
    else if (act === 'bringBack') one.isGone = false
    else if (one.isGone) return
    else if (act === 'correct') one.amount += ((b % 5) - 2) * 20
    else if (act === 'move') one.category = one.category === 'Licenses' ? 'Networks' : 'Licenses'
    else if (act === 'due') one.dueDate = addDays(one.dueDate, (b % 9) - 4)
    else if (act === 'deduct' && left !== 0) one.rest += Math.ceil(left / 2)
    else if (act === 'settle' && left > 0)
      one.settled.set(`R${(this.#names += 1)}`, b % 2 ? left : Math.ceil(left / 3))
    else if (act === 'bounce')
      one.settled.delete([...one.settled.keys()][b % Math.max(1, one.settled.size)] ?? '')
    else if (act === 'post') post(one, this.all, payments, b)
    one.isChanged = true
  }

  /** Writes what changed into a file. */
  extract(now: number): File {
    const changed = this.all.filter(({ isChanged }) => isChanged)
    for (const one of changed) one.isChanged = false
    const { namesPortal, namesOthers, hasAsOf } = this.manners
    const records = changed.map((one): [string, Facts | undefined] => {
      const { amount, date, dueDate, category } = one
      const named = namesPortal && { portalPayments: new Map(one.posted) }
      const settled = namesPortal && namesOthers && { settledBy: new Map(one.settled) }
      const facts = {
        amount,
        balance: balanceOf(one),
        date,
        dueDate,
        category,
        ...named,
        ...settled,
      }
      return [one.number, one.isGone ? undefined : facts]
    })
    return {
      at: now,
      asOf: hasAsOf ? new Date(now).toISOString() : undefined,
      records: new Map(records),
    }
  }
}

const balanceOf = ({ amount, settled, posted, rest }: Booked) =>
  amount - sum(settled.values()) - sum(posted.values()) - rest

/** Posts what is left of a payment to this invoice, or takes it off where it was posted. */
function post(one: Booked, all: readonly Booked[], payments: readonly Entry[], b: number): void {
  const ids = [...new Set(payments.map(({ payment }) => payment))]
  const id = ids[b % Math.max(1, ids.length)]
  if (id === undefined) return
  for (const other of all) if (other.posted.delete(id)) other.isChanged = true
  const net = -sum(payments.filter(({ payment }) => payment === id).map(({ cents }) => cents))
  if (net > 0) one.posted.set(id, net)
}

/** Returns the records as they are imported. */
export const recordsOf = ({ asOf, records }: File, accountId: string): object[] =>
  [...records].map(([number, facts]) => {
    const time = asOf === undefined ? {} : { asOf }
    if (!facts) return { record: 'delete', kind: 'invoice', key: number, ...time }
    const { amount, balance, date, dueDate, category, portalPayments, settledBy } = facts
    const money = (cents: number) => decimalString(cents, 'USD')
    const list = (named: ReadonlyMap<string, number>) =>
      [...named].map(([id, cents]) => ({ id, amount: money(cents) }))
    return {
      record: 'invoice',
      accountId,
      invoiceNumber: number,
      date,
      dueDate,
      amount: money(amount),
      balanceDue: money(balance),
      currencyIsoCode: 'USD',
      invoiceCategory: category,
      ...time,
      ...(portalPayments && { portalPayments: list(portalPayments) }),
      ...(settledBy && { settledBy: list(settledBy).map((one) => ({ ...one, method: 'check' })) }),
    }
  })
