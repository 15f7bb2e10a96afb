import type { BooksRecord } from '../src/payments/owed.ts'

/** An invoice in the provider company's own ledger. */
interface LedgerInvoice {
  amount: number
  /** Received by bank transfer, less what was paid out. */
  bank: number
  /** How much of each portal payment is applied to this invoice, and how much of that was reversed after a refund. */
  applied: Record<string, number>
  appliedRefunds: Record<string, number>
}

export interface ModelPayment {
  id: string
  invoice: number
  amount: number
  refunded: number
}

/** A sent record, with the payments that its balance really contained: books that name none contain payments too. */
interface SentRecord {
  record: BooksRecord
  truth: Record<string, number>
}

/** Two invoices of a company: the books, the portal's payments, and the records the books have sent. */
export interface Books {
  ledger: LedgerInvoice[]
  payments: ModelPayment[]
  /** The records that the portal considers the newest; null: deleted. */
  newest: (BooksRecord | null)[]
  /** The records that the books sent last. */
  sent: (SentRecord | null)[]
  /** An older file that may still arrive. */
  older: (BooksRecord | null)[]
}

export type BooksKind = 'named' | 'unnamed' | 'never'
type Event = [name: string, happens: (books: Books) => void]

export const net = ({ amount, refunded }: ModelPayment) => amount - refunded
export const total = (cents: Readonly<Record<string, number>>) =>
  Object.values(cents).reduce((sum, one) => sum + one, 0)

export function balanceOf({ amount, bank, applied, appliedRefunds }: LedgerInvoice): number {
  return amount - bank - total(applied) + total(appliedRefunds)
}

export function firstBooks(kind: BooksKind): Books {
  const ledger = [100, 40].map((amount) => ({ amount, bank: 0, applied: {}, appliedRefunds: {} }))
  const nothing = () => [null, null]
  const books = { ledger, payments: [], newest: nothing(), sent: nothing(), older: nothing() }
  for (const nth of [0, 1]) sendRecord(books, nth, kind)
  return books
}

/** The books send the current invoice. Payments that a person named stay valid while amount and balance are unchanged. */
export function sendRecord(books: Books, nth: number, kind: BooksKind): void {
  const { amount, ...invoice } = books.ledger[nth]!
  const truth = Object.fromEntries(
    Object.entries(invoice.applied).map(([id, cents]) => [
      id,
      cents - (invoice.appliedRefunds[id] ?? 0),
    ]),
  )
  const money = { amountCents: amount, balanceCents: balanceOf(books.ledger[nth]!) }
  const record = kind === 'named' ? { ...money, portalPayments: truth } : money
  const before = books.newest[nth]
  books.older[nth] = books.sent[nth]?.record ?? null
  books.sent[nth] = { record, truth }
  const isSame =
    before?.amountCents === money.amountCents && before.balanceCents === money.balanceCents
  if (kind === 'named' || !isSame) books.newest[nth] = record
}

/** Yields everything that can happen to an invoice in the ledger. */
export function* ledgerEvents(books: Books, nth: number, kind: BooksKind): Generator<Event> {
  const invoice = books.ledger[nth]!
  const name = `invoice ${nth + 1}`
  const balance = balanceOf(invoice)
  const change = (happens: (invoice: LedgerInvoice) => void) => (after: Books) =>
    happens(after.ledger[nth]!)
  if (invoice.amount > 0) yield [`${name} is raised by 40`, change((one) => (one.amount += 40))]
  if (invoice.amount > 20) yield [`${name} is lowered by 20`, change((one) => (one.amount -= 20))]
  if (invoice.amount > 0 && balance > 0)
    yield [`the bank pays ${name}`, change((one) => (one.bank += balance))]
  if (invoice.bank > 0)
    yield [`the bank payment of ${name} is returned`, change((one) => (one.bank = 0))]
  if (balance < 0)
    yield [`the credit of ${name} is paid out`, change((one) => (one.bank += balance))]
  if (kind !== 'never')
    for (const payment of books.payments) yield* applications(books, nth, payment)
}

/** A clerk applies a payment, in parts, to either invoice, un-applies it, moves it, and books its refund. */
function* applications(
  { ledger }: Books,
  nth: number,
  { id, amount, refunded }: ModelPayment,
): Generator<Event> {
  const [here, there] = [ledger[nth]!.applied[id] ?? 0, ledger[1 - nth]!.applied[id] ?? 0]
  const takenBack = ledger[nth]!.appliedRefunds[id] ?? 0
  const set = (cents: number) => (after: Books) => void (after.ledger[nth]!.applied[id] = cents)
  const unapply = (after: Books) => void delete after.ledger[nth]!.applied[id]
  const name = `${id} to invoice ${nth + 1}`
  if (!here && !there && ledger[nth]!.amount > 0) {
    yield [`a clerk applies ${name}`, set(amount)]
    if (amount > 20) yield [`a clerk applies half of ${name}`, set(amount / 2)]
  }
  if (here && here < amount && !there) yield [`a clerk applies the rest of ${name}`, set(amount)]
  if (here && !takenBack) {
    yield [`a clerk un-applies ${name}`, unapply]
    if (ledger[1 - nth]!.amount > 0)
      yield [
        `a clerk moves ${id} to invoice ${2 - nth}`,
        (after) => {
          unapply(after)
          after.ledger[1 - nth]!.applied[id] = there + here
        },
      ]
  }
  if (here && refunded > takenBack) {
    const back = Math.min(refunded, here)
    yield [
      `a clerk books the refund of ${name}`,
      (after) => void (after.ledger[nth]!.appliedRefunds[id] = back),
    ]
  }
}

/** Yields what people do in the provider's dashboard. */
export function* refunds({ payments }: Books): Generator<Event> {
  for (const [nth, payment] of payments.entries()) {
    const refund = (cents: number) => (after: Books) => void (after.payments[nth]!.refunded = cents)
    if (net(payment) > 0) yield [`all of ${payment.id} is refunded`, refund(payment.amount)]
    if (payment.amount > 20 && !payment.refunded)
      yield [`20 of ${payment.id} is refunded`, refund(20)]
  }
}

/** The second invoice is deleted, in the books and in the portal: it contains nothing from then on. */
export function deleteInvoice(books: Books): void {
  books.ledger[1] = { amount: 0, bank: 0, applied: {}, appliedRefunds: {} }
  for (const records of [books.newest, books.sent, books.older]) records[1] = null
}

/** The books apply what they have not, and book every refund. Returns whether they contain exactly what was paid. */
export function applyEverything({ ledger, payments }: Books): boolean {
  return payments.every((payment) => {
    const { id, amount, refunded } = payment
    const holders = ledger.filter(({ applied }) => id in applied)
    const [holder = ledger[payment.invoice]!] = holders
    if (holders.length > 1) return false
    holder.applied[id] = amount
    if (refunded) holder.appliedRefunds[id] = refunded
    return true
  })
}
