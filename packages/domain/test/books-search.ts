import type { InvoiceMoney, Owed } from '../src/payments/owed.ts'
import {
  applyEverything,
  balanceOf,
  deleteInvoice,
  firstBooks,
  ledgerEvents,
  net,
  refunds,
  sendRecord,
  type Books,
  type BooksKind,
} from './books-model.ts'

/** The rules under test. If one of them is replaced by a wrong rule, the search must find it. */
export interface MoneyRules {
  owed: (invoice: InvoiceMoney) => Owed
  chargeableCents: (invoice: InvoiceMoney) => number
  isStale: (incoming: number | undefined, newest: number | undefined) => boolean
}

export interface Scope {
  books: BooksKind
  /** The second invoice may be deleted. */
  deletes?: boolean
  /** Charges and events after the first charge. */
  depth: number
}

export interface Found {
  states: number
  /** A shortest sequence to each kind of harm. */
  harms: Map<string, string[]>
}

/** Tries every sequence of possible events, records and charges up to a depth, breadth first. */
export function searchBooks(rules: MoneyRules, scope: Scope): Found {
  const search = new Search(rules, scope)
  return search.run()
}

class Search {
  readonly #rules: MoneyRules
  readonly #scope: Scope
  readonly #harms = new Map<string, string[]>()

  constructor(rules: MoneyRules, scope: Scope) {
    this.#rules = rules
    this.#scope = scope
  }

  run(): Found {
    const start = firstBooks(this.#scope.books)
    const seen = new Set([JSON.stringify(start)])
    let layer: [Books, string[]][] = [[start, []]]
    // The first step is the first charge: before it, nothing can be charged twice.
    for (let depth = 0; depth <= this.#scope.depth; depth += 1) {
      const next: typeof layer = []
      for (const [books, trail] of layer)
        for (const [name, happens] of depth
          ? this.#events(books, trail)
          : this.#charges(books, 0, trail)) {
          const after = structuredClone(books)
          happens(after)
          const key = JSON.stringify(after)
          if (seen.has(key)) continue
          seen.add(key)
          const path = [...trail, name]
          this.#rest(after, path)
          next.push([after, path])
        }
      layer = next
    }
    return { states: seen.size, harms: this.#harms }
  }

  #harm(kind: string, trail: string[]): void {
    if (!this.#harms.has(kind)) this.#harms.set(kind, trail)
  }

  *#events(books: Books, trail: string[]): Generator<[string, (books: Books) => void]> {
    const { books: kind, deletes } = this.#scope
    for (const nth of [0, 1]) {
      yield* ledgerEvents(books, nth, kind)
      if (!deletes || books.ledger[nth]!.amount > 0)
        yield [`the books send invoice ${nth + 1}`, (after) => sendRecord(after, nth, kind)]
      const old = books.older[nth]
      if (old && !this.#rules.isStale(1, 2))
        yield [`an old file of invoice ${nth + 1} arrives`, (after) => (after.newest[nth] = old)]
      yield* this.#resolution(books, nth)
      if (books.payments.length < 3) yield* this.#charges(books, nth, trail)
    }
    yield* refunds(books)
    if (deletes && books.ledger[1]!.amount > 0) yield ['invoice 2 is deleted', deleteInvoice]
  }

  *#resolution(books: Books, nth: number): Generator<[string, (books: Books) => void]> {
    const record = books.newest[nth]
    if (this.#scope.books !== 'unnamed' || !record || !this.#owed(books, nth)?.waits) return
    const portalPayments = books.sent[nth]!.truth
    yield [
      `a person names what the balance of invoice ${nth + 1} contains`,
      (after) => (after.newest[nth] = { ...record, portalPayments }),
    ]
  }

  *#charges(
    books: Books,
    nth: number,
    trail: string[],
  ): Generator<[string, (books: Books) => void]> {
    const amount = this.#chargeable(books, nth)
    if (amount <= 0) return
    const id = `p${books.payments.length + 1}`
    const name = `the portal charges ${amount} for invoice ${nth + 1} as ${id}`
    if (amount > Math.max(0, this.#trulyOwed(books, nth)))
      this.#harm('charged more than is owed', [...trail, name])
    else yield [name, (after) => after.payments.push({ id, invoice: nth, amount, refunded: 0 })]
  }

  #owed(books: Books, nth: number): (Owed & { room: number }) | undefined {
    const newest = books.newest[nth]
    if (!newest) return undefined
    const never = this.#scope.books === 'never'
    const own = books.payments.filter(({ invoice }) => invoice === nth)
    const other = books.newest[1 - nth]?.portalPayments ?? {}
    const money: InvoiceMoney = {
      record: never ? { ...newest, portalPayments: {} } : newest,
      payments: own.map((one) => ({ id: one.id, netCents: net(one), isPosted: true })),
      elsewhere: Object.fromEntries(
        own.flatMap(({ id }) => (id in other ? [[id, other[id]!]] : [])),
      ),
    }
    return { ...this.#rules.owed(money), room: this.#rules.chargeableCents(money) }
  }

  /** Returns what the portal would charge now. The database refuses what breaks its invariant. */
  #chargeable(books: Books, nth: number): number {
    const owed = this.#owed(books, nth)
    return !owed || owed.waits || owed.cents > owed.room ? 0 : owed.cents
  }

  /** Computed from the last sent record, and from the payments that it and the other invoice's record really contained. */
  #trulyOwed({ payments, sent }: Books, nth: number): number {
    return payments
      .filter(({ invoice }) => invoice === nth)
      .reduce((left, payment) => {
        const contained = sent.reduce((sum, one) => sum + (one?.truth[payment.id] ?? 0), 0)
        return left - (net(payment) - contained)
      }, sent[nth]!.record.balanceCents)
  }

  /** After the books have applied and sent everything, exactly the unpaid amount is payable. */
  #rest(books: Books, trail: string[]): void {
    const { books: kind, deletes } = this.#scope
    const rested = structuredClone(books)
    if (kind !== 'never' && !applyEverything(rested)) return
    for (const nth of [0, 1])
      if (!deletes || rested.ledger[nth]!.amount > 0) sendRecord(rested, nth, kind)
    const due = (nth: number) => {
      const missing = kind === 'never' ? rested.payments.filter((one) => one.invoice === nth) : []
      return missing.reduce((left, one) => left - net(one), balanceOf(rested.ledger[nth]!))
    }
    for (const nth of [0, 1]) {
      const asked = this.#chargeable(rested, nth)
      if (due(nth) <= 0 && asked > 0) this.#harm('at rest: asks for money that is not due', trail)
      if (due(nth) <= 0 || asked === due(nth)) continue
      if (kind !== 'unnamed') this.#harm('at rest: unpaid and not payable', trail)
      else if (this.#freed(rested, nth) !== due(nth))
        this.#harm('at rest: not even a person frees it', trail)
    }
  }

  /** Returns what is payable after a person has named the payments that both balances contain. */
  #freed(books: Books, nth: number): number {
    const named = structuredClone(books)
    named.newest = named.newest.map(
      (record, at) => record && { ...record, portalPayments: named.sent[at]!.truth },
    )
    return this.#chargeable(named, nth)
  }
}
