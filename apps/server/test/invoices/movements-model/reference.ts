import type { Day } from '@portal/domain/kernel/day'
import { addDays } from '@portal/domain/kernel/day'

/** A record of an invoice as the books wrote it; undefined once it is deleted. */
export interface Facts {
  amount: number
  balance: number
  date: Day
  dueDate: Day
  category: string
  /** Cents by payment; absent if the books do not name them. */
  portalPayments?: ReadonlyMap<string, number>
  settledBy?: ReadonlyMap<string, number>
}

export interface Entry {
  payment: string
  invoice: string
  /** Negative for a payment. */
  cents: number
}

interface Snapshot {
  day: Day
  cents: number
  facts: string
}

const sum = (cents: Iterable<number>) => [...cents].reduce((all, one) => all + one, 0)
const later = (...days: Day[]): Day => days.reduce((one, other) => (one > other ? one : other))

/** The calendar of the provider. */
export interface Calendar {
  zone: string
  booksHour: number
}

/** The wall clock of the provider at an instant, less some hours, as a day. */
export function dayAt(at: number, { zone }: Calendar, hours = 0): Day {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  }).formatToParts(at)
  const of = (type: string) => Number(parts.find((one) => one.type === type)!.value)
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour') - hours)
  return new Date(wall).toISOString().slice(0, 10)
}

/**
 * What a statement must show, without lines and differences: after each event it computes what every invoice leaves to pay
 * by the words of decision 0025, and notes it with its day. The balance of a day is the last one noted for it or before.
 */
export class Reference {
  readonly calendar: Calendar
  readonly entries: Entry[] = []
  readonly #records = new Map<string, Facts | undefined>()
  readonly #names = new Map<string, ReadonlyMap<string, number>>()
  readonly #snapshots = new Map<string, Snapshot[]>()
  #knownSince: Day | undefined
  #closedThrough: Day = ''

  constructor(calendar: Calendar) {
    this.calendar = calendar
  }

  close(now: number): void {
    this.#closedThrough = later(this.#closedThrough, addDays(dayAt(now, this.calendar), -4))
  }

  get firstOpen(): Day {
    const isNew = this.#knownSince === undefined || this.#closedThrough < this.#knownSince
    return isNew ? '' : addDays(this.#closedThrough, 1)
  }

  /** Takes the records of one file, which all have the same instant. */
  take(records: ReadonlyMap<string, Facts | undefined>, at: number, now: number): void {
    if ([...records.values()].some(Boolean)) this.#knownSince ??= dayAt(now, this.calendar)
    for (const [number, facts] of records) {
      this.#records.set(number, facts)
      if (!facts) this.#names.set(number, new Map())
      else if (facts.settledBy) this.#names.set(number, facts.settledBy)
    }
    this.#note(at, true)
  }

  book(entry: Entry, now: number): void {
    this.entries.push(entry)
    this.#note(now, false)
  }

  numbers = () => [...this.#snapshots.keys()]

  categoryOf = (number: string) => this.#records.get(number)?.category

  standsOn = (number: string, day: Day): number =>
    this.#snapshots.get(number)?.findLast((one) => one.day <= day)?.cents ?? 0

  /** What the invoice leaves to pay now. */
  stands(number: string): number {
    const record = this.#records.get(number)
    if (!record) return 0
    const own = this.entries.filter(({ invoice }) => invoice === number)
    if (!record.portalPayments)
      return record.balance > 0 && sum(own.map(({ cents }) => cents)) !== 0 ? 0 : record.balance
    const payments = [...new Set(own.map(({ payment }) => payment))]
    const net = (id: string) =>
      -sum(own.filter(({ payment }) => payment === id).map(({ cents }) => cents))
    const contained = (id: string) =>
      sum([...this.#records.values()].map((one) => one?.portalPayments?.get(id) ?? 0))
    return payments.reduce(
      (left, id) => left - Math.max(0, net(id) - contained(id)),
      record.balance,
    )
  }

  #note(at: number, isOfBooks: boolean): void {
    const { booksHour } = this.calendar
    for (const [number, record] of this.#records) {
      const snapshots = this.#snapshots.get(number) ?? []
      const last = snapshots.at(-1)
      if (!record && !last) continue
      const cents = this.stands(number)
      const facts = this.#factsOf(number, record)
      if (last?.cents === cents && last.facts === facts) continue
      const day = dayAt(at, this.calendar, isOfBooks && last ? booksHour : 0)
      const wanted = !last && record && record.date < day ? record.date : day
      const noted = { day: later(wanted, this.firstOpen, last?.day ?? ''), cents, facts }
      this.#snapshots.set(number, [...snapshots, noted])
    }
  }

  /** What else is a line: its day counts, although the balance stays. */
  #factsOf(number: string, record: Facts | undefined): string {
    const own = this.entries.filter(({ invoice }) => invoice === number)
    const isUnknown = own.length > 0 && !record?.portalPayments
    const contained = record && record.balance + sum(record.portalPayments?.values() ?? [])
    const names = [...(this.#names.get(number) ?? [])].sort()
    return JSON.stringify([
      own.length,
      record && [
        record.date,
        record.dueDate,
        record.category,
        record.amount,
        names,
        isUnknown ? null : contained,
      ],
    ])
  }
}
