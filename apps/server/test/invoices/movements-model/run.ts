import fc from 'fast-check'
import type { Day } from '@portal/domain/kernel/day'
import { addDays } from '@portal/domain/kernel/day'
import { bookInvoice, bookMissing } from '../../../src/invoices/book-movements.ts'
import { closeDays } from '../../../src/invoices/close-days.ts'
import { readStatement } from '../../../src/invoices/statement.queries.ts'
import { storeCalendar } from '../../../src/platform/database/business-calendar.ts'
import { inTransaction } from '../../../src/platform/database/database.ts'
import type { Scope } from '../../../src/platform/database/scope.ts'
import { takeBooks } from '../../import/import-fixture.ts'
import { writeLostDispute, writePayment, writeRefund } from '../../portal/books.ts'
import type { PortalClock } from '../../portal/portal-clock.ts'
import type { TestPortal } from '../../portal/portal.ts'
import { Books, recordsOf, type File, type Manners } from './books.ts'
import { dayAt, Reference, type Calendar } from './reference.ts'

/** Each act with how often it is tried. */
const weights = {
  issue: 3,
  correct: 1,
  settle: 3,
  bounce: 1,
  deduct: 1,
  post: 3,
  withdraw: 1,
  bringBack: 1,
  move: 1,
  due: 1,
  pay: 3,
  refund: 1,
  lose: 1,
  extract: 1,
  arrive: 2,
  deliver: 6,
  wait: 6,
  close: 3,
  ask: 4,
}
type Act = keyof typeof weights
const acts = Object.entries(weights).flatMap(([act, count]) => Array<Act>(count).fill(act as Act))
const step = fc.record({ act: fc.constantFrom(...acts), a: fc.nat(99), b: fc.nat(99) })
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Random histories of books and card payments; the lines must give what the reference noted. */
export const histories = (steps: number) =>
  fc.record({
    zone: fc.constantFrom('UTC', 'America/Chicago', 'Pacific/Honolulu', 'Asia/Tokyo'),
    booksHour: fc.constantFrom(0, 0, 6),
    namesPortal: fc.constantFrom(true, true, true, false),
    namesOthers: fc.boolean(),
    hasAsOf: fc.constantFrom(true, true, false),
    steps: fc.array(step, { minLength: steps, maxLength: steps }),
  })

/** What the histories of this process did: a search that tries nothing finds nothing. */
export const seen = { histories: 0, booked: 0, finals: 0 }

interface Kept {
  range: { from: Day; to: Day }
  text: string
}

/** Plays one history, and throws where a rule is broken. */
export async function play(
  portal: TestPortal,
  clock: PortalClock,
  company: string,
  history: Manners & Calendar & { steps: readonly Step[] },
): Promise<void> {
  const { zone, booksHour, steps } = history
  await storeCalendar(portal.database.ownerUrl, { businessTimeZone: zone, booksDayHour: booksHour })
  await portal.owner.query(`update portal_instance set closed_through = '-infinity'`)
  const world = new World(portal, company, new Reference(history), new Books(company, history))
  await clock.set(new Date(world.now).toISOString())
  await portal.given.company(company)
  for (const one of steps) {
    if (one.act === 'wait') {
      world.now += (1 + (one.a % 48)) * 3_600_000
      await clock.set(new Date(world.now).toISOString())
    } else if (await world.do(one)) {
      await world.check()
      seen.booked += 1
    }
  }
  await world.checkKept()
  seen.histories += 1
}

class World {
  now = Date.UTC(2026, 9, 28, 18)
  readonly #files: File[] = []
  readonly #kept: Kept[] = []
  readonly #asOf = new Map<string, number>()
  readonly portal: TestPortal
  readonly company: string
  readonly reference: Reference
  readonly books: Books

  constructor(portal: TestPortal, company: string, reference: Reference, books: Books) {
    this.portal = portal
    this.company = company
    this.reference = reference
    this.books = books
  }

  /** Returns whether something may have been booked. */
  async do({ act, a, b }: Step): Promise<boolean> {
    const { reference, books } = this
    if (act === 'issue') books.issue(dayAt(this.now, reference.calendar), a, b)
    else if (act === 'extract') this.#files.push(books.extract(this.now))
    else if (act === 'deliver') return this.#arrive(books.extract(this.now))
    else if (act === 'arrive') {
      const [file] = this.#files.splice(a % Math.max(1, this.#files.length), 1)
      return file !== undefined && this.#arrive(file)
    } else if (act === 'pay') return this.#pay(a, b)
    else if (act === 'refund' || act === 'lose') return this.#giveBack(act, a, b)
    else if (act === 'ask') await this.#ask(a, b)
    else if (act === 'close') {
      await closeDays(this.portal.system)
      reference.close(this.now)
      return true
    } else books.change(act, reference.entries, a, b)
    return false
  }

  async #arrive(file: File): Promise<boolean> {
    // An older record changes nothing, and without an instant the last to arrive counts.
    const at = file.asOf === undefined ? this.now : file.at
    const { entries } = this.reference
    // Deletions of paid invoices are rejected.
    for (const [number, facts] of file.records)
      if (!facts && entries.some(({ invoice }) => invoice === number)) file.records.delete(number)
    const fresh = [...file.records].filter(
      ([number]) => file.asOf === undefined || file.at >= (this.#asOf.get(number) ?? -Infinity),
    )
    for (const [number] of fresh) this.#asOf.set(number, file.at)
    if (file.records.size === 0) return false
    await takeBooks(this.portal.system, recordsOf(file, this.company))
    this.reference.take(new Map(fresh), at, this.now)
    return true
  }

  async #pay(a: number, b: number): Promise<boolean> {
    const open = this.reference.numbers().filter((number) => this.reference.stands(number) > 0)
    const number = open[a % Math.max(1, open.length)]
    if (number === undefined) return false
    const cents = this.reference.stands(number) - (b % 3 === 0 ? 10 : 0)
    if (cents <= 0) return false
    const payment = await writePayment(this.portal.system, number, cents, true, new Date(this.now))
    await this.#book(payment, number, -cents)
    return true
  }

  async #giveBack(act: 'refund' | 'lose', a: number, b: number): Promise<boolean> {
    const { entries } = this.reference
    const net = (id: string) =>
      -entries.filter(({ payment }) => payment === id).reduce((all, { cents }) => all + cents, 0)
    const paid = [...new Set(entries.map(({ payment }) => payment))].filter((id) => net(id) > 0)
    const payment = paid[a % Math.max(1, paid.length)]
    if (payment === undefined) return false
    const cents = act === 'refund' && b % 2 ? Math.ceil(net(payment) / 2) : net(payment)
    const write = act === 'refund' ? writeRefund : writeLostDispute
    await write(this.portal.system, payment, cents, new Date(this.now))
    await this.#book(payment, entries.find((one) => one.payment === payment)!.invoice, cents)
    return true
  }

  async #book(payment: string, invoice: string, cents: number): Promise<void> {
    const { rows } = await this.portal.system.query<{ id: string }>(
      'select id::text from invoice where account_id = $1 and invoice_number = $2',
      [this.company, invoice],
    )
    await inTransaction(this.portal.system, (tx) => bookInvoice(tx, this.company, rows[0]!.id))
    this.reference.book({ payment, invoice, cents }, this.now)
  }

  async check(): Promise<void> {
    const { company, reference } = this
    const { lines: missing } = await inTransaction(this.portal.system, (tx) =>
      bookMissing(tx, company),
    )
    if (missing > 0) fail(`${missing} lines were missing`)
    const { rows } = await this.portal.system.query<Line>(
      `select invoice_number as number, day, cents, entry_id as entry, c.name as category
         from invoice_movement m join invoice_category c using (invoice_category_id) where account_id = $1 order by id`,
      [company],
    )
    const total = (number: string, day: Day) =>
      rows
        .filter((one) => one.number === number && one.day <= day)
        .reduce((all, { cents }) => all + cents, 0)
    const today = dayAt(this.now, reference.calendar)
    for (const number of reference.numbers()) {
      if (total(number, '9999-12-31') !== reference.stands(number))
        fail(`the lines of ${number} do not lead to what it leaves to pay`)
      for (const day of [today, addDays(today, -1), addDays(today, -3), addDays(today, -8)])
        if (total(number, day) !== reference.standsOn(number, day))
          fail(
            `${number} closes ${day} with ${total(number, day)} instead of ${reference.standsOn(number, day)}`,
          )
      const category = reference.categoryOf(number)
      if (category && rows.some((one) => one.number === number && one.category !== category))
        fail(`lines of ${number} are in another category`)
    }
    if (rows.filter(({ entry }) => entry !== null).length !== reference.entries.length)
      fail('a card payment has no line')
  }

  /** A statement adds up and joins its neighbors, its categories add up to it, and a final one is kept. */
  async #ask(a: number, b: number): Promise<void> {
    const today = dayAt(this.now, this.reference.calendar)
    const to = addDays(today, -(a % 15))
    const from = addDays(to, -(b % 12))
    const whole = await this.#read({ from, to })
    const parts = [
      await this.#read({ from, to: from }),
      await this.#read({ from: addDays(from, 1), to: addDays(to, 1) }),
    ]
    const usd = ({ accounts }: Statement) =>
      accounts[0] ?? { opening: 0, closing: 0, aging: {}, dueCents: 0 }
    const sum = (rows: readonly { cents: number }[]) =>
      rows.reduce((all, { cents }) => all + cents, 0)
    for (const one of [whole, ...parts]) {
      const { opening, closing, aging } = usd(one)
      if (opening + sum(one.movements) !== closing)
        fail('movements do not lead to the closing balance')
      if (sum(one.open) !== closing) fail('open invoices do not add up to the closing balance')
      if (Object.values(aging).reduce((all, cents) => all + cents, 0) !== closing)
        fail('ages do not add up')
    }
    if (usd(parts[0]!).closing !== usd(parts[1]!).opening && parts[1]!.accounts.length > 0)
      fail('statements do not join')
    const { rows } = await this.portal.system.query<{ id: number }>(
      'select invoice_category_id as id from invoice_category',
    )
    const closings = await Promise.all(
      rows.map(async ({ id }) => usd(await this.#read({ from, to }, [id])).closing),
    )
    if (closings.reduce((all, one) => all + one, 0) !== usd(whole).closing)
      fail('categories do not add up')
    if (!whole.openFrom) seen.finals += 1
    if (!whole.openFrom) this.#kept.push({ range: { from, to }, text: textOf(whole) })
  }

  async checkKept(): Promise<void> {
    for (const { range, text } of this.#kept)
      if (textOf(await this.#read(range)) !== text)
        fail(`the final statement of ${range.to} changed`)
  }

  #read = (range: { from: Day; to: Day }, categoryIds: number[] | null = null) =>
    readStatement(
      this.portal.system,
      // Reading a statement uses only these fields of the scope.
      { accountId: this.company, categoryIds } as unknown as Scope,
      range,
    )
}

type Statement = Awaited<ReturnType<typeof readStatement>>

/** A final statement does not contain what is due today. */
const textOf = ({ accounts, movements, open }: Statement) =>
  JSON.stringify([
    accounts.map(({ currency, opening, closing, aging }) => [currency, opening, closing, aging]),
    movements,
    open,
  ])

interface Line {
  number: string
  day: Day
  cents: number
  entry: number | null
  category: string
}

function fail(what: string): never {
  throw new Error(what)
}
