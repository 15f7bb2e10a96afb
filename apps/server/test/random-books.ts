import fc from 'fast-check'
import sql from 'sql-template-tag'
import { addDays, type Day } from '@portal/domain/kernel/day'
import { writeLostDispute, writePayment, writeRefund } from './books.ts'
import type { TestPortal } from './portal.ts'

// Random books of a company and its card payments, with the true use of each cent.

/** Days before today; negative is in the future. */
const daysAgo = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 110 }) },
  { weight: 1, arbitrary: fc.integer({ min: -40, max: -1 }) },
)
const moneyBack = fc.record({
  cents: fc.integer({ min: 1, max: 9000 }),
  /** Negative: the payment was found after its money had been refunded. */
  after: fc.integer({ min: -3, max: 20 }),
  isDispute: fc.boolean(),
})
const payment = fc.record({
  cents: fc.integer({ min: 1, max: 9000 }),
  after: fc.integer({ min: -3, max: 40 }),
  isPosted: fc.boolean(),
  /** How the books record it. */
  books: fc.constantFrom('contain', 'contain', 'without refunds', 'nothing', 'other invoice'),
  back: fc.array(moneyBack, { maxLength: 2 }),
})
export const someInvoice = fc.record({
  daysAgo,
  dueAfter: fc.option(fc.integer({ min: 0, max: 45 }), { freq: 5 }),
  cents: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 30_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -9000, max: 0 }) },
  ),
  /**
   * Paid, credited or, if negative, added outside the portal, as a share of what the card payments
   * leave.
   */
  outside: fc.constantFrom(0, 0, 0.5, 1, -0.2),
  currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR'),
  subsidiary: fc.constantFrom('MTS-US', 'MTS-DATA'),
  isHidden: fc.integer({ min: 0, max: 7 }).map((one) => one === 0),
  namesPayments: fc.integer({ min: 0, max: 4 }).map((one) => one > 0),
  isChargedInBooks: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  isBeingPaid: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  payments: fc.array(payment, { maxLength: 2 }),
})
export type SomeInvoice = typeof someInvoice extends fc.Arbitrary<infer T> ? T : never

export interface PaidTruth {
  day: Day
  cents: number
  back: { day: Day; cents: number; isDispute: boolean }[]
}

export interface InvoiceTruth {
  number: string
  currency: string
  isHidden: boolean
  date: Day
  amountCents: number
  /** Reduced by the books for other reasons, within what is left. */
  outsideCents: number
  /** Refunded, without a change in the books. */
  notDueAgainCents: number
  /**
   * Books that name no payments and show a balance after a payment: the parts cannot be told apart.
   */
  isUnexplained: boolean
  payments: PaidTruth[]
}

/**
 * Writes the books and payments of a company; the first user holds the category `Licenses`, but not
 * `Hidden`.
 */
export async function writeBooks(
  portal: TestPortal,
  accountId: string,
  today: Day,
  some: readonly SomeInvoice[],
): Promise<InvoiceTruth[]> {
  const truths: InvoiceTruth[] = []
  for (const [index, one] of some.entries())
    truths.push(...(await writeInvoice(portal, accountId, `${accountId}-${index}`, today, one)))
  return truths
}

async function writeInvoice(
  portal: TestPortal,
  accountId: string,
  number: string,
  today: Day,
  one: SomeInvoice,
): Promise<InvoiceTruth[]> {
  const date = addDays(today, -one.daysAgo)
  const amountCents = one.cents
  const isPayable = one.currency === 'USD' && amountCents > 0
  const paid = isPayable ? planned(one, amountCents, date, today) : []
  const captured = paid.reduce((sum, { cents }) => sum + cents, 0)
  const outsideCents = Math.round((amountCents - captured) * one.outside)
  const contained = paid.map(({ books, cents, netCents }) =>
    books === 'contain' ? netCents : books === 'without refunds' ? cents : 0,
  )
  const own = one.namesPayments ? sum(contained) : captured
  const moved = one.namesPayments ? paid.filter(({ books }) => books === 'other invoice') : []
  const balance = amountCents - outsideCents - own
  const { given, system } = portal
  await given.invoice(accountId, number, {
    date,
    due: one.dueAfter === null ? null : addDays(date, one.dueAfter),
    amount: amountCents,
    balance,
    currency: one.currency,
    subsidiary: one.subsidiary,
    category: one.isHidden ? 'Hidden' : 'Licenses',
    namesPayments: one.namesPayments,
    charged: one.isChargedInBooks,
  })
  const plain = { ...noMoney, currency: one.currency, isHidden: one.isHidden, date }
  const others: InvoiceTruth[] = []
  for (const [nth, each] of paid.entries()) {
    const id = await writePayment(system, number, each.cents, each.isPosted, noon(each.day))
    for (const { cents, at, isDispute } of each.back)
      await (isDispute ? writeLostDispute : writeRefund)(system, id, cents, at)
    if (one.namesPayments && each.books !== 'nothing' && each.books !== 'other invoice')
      await name(portal, accountId, number, id, contained[nth] ?? 0)
    if (!moved.includes(each)) continue
    const other = await moveTo(portal, accountId, number, id, each.netCents, one)
    others.push({
      ...plain,
      number: other,
      amountCents: each.netCents,
      outsideCents: each.netCents,
    })
  }
  if (one.isBeingPaid && isPayable && balance > 0) await openPayment(portal, number)
  const net = sum(paid.map(({ netCents }) => netCents))
  const truth = {
    ...plain,
    number,
    amountCents,
    outsideCents: outsideCents - sum(moved.map(({ netCents }) => netCents)),
    notDueAgainCents: one.namesPayments
      ? sum(contained.map((cents, nth) => Math.max(0, cents - (paid[nth]?.netCents ?? 0))))
      : balance <= 0
        ? captured - net
        : 0,
    isUnexplained: !one.namesPayments && balance > 0 && captured > 0,
    payments: paid,
  }
  return [truth, ...others]
}

const noMoney = { notDueAgainCents: 0, isUnexplained: false, payments: [] }
const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0)
const noon = (day: Day) => new Date(`${day}T12:00:00Z`)

function planned({ payments }: SomeInvoice, amountCents: number, date: Day, today: Day) {
  let left = amountCents
  return payments.flatMap((one) => {
    const cents = Math.min(one.cents, left)
    const day = addDays(date, one.after)
    // The clock of payments must not be ahead, and noon of today may be.
    if (cents <= 0 || day >= today) return []
    left -= cents
    let rest = cents
    const back = one.back.flatMap((each) => {
      const part = Math.min(each.cents, rest)
      const backDay = addDays(day, each.after)
      if (part <= 0 || backDay >= today) return []
      rest -= part
      const known = backDay < day ? day : backDay
      return [{ cents: part, day: known, at: noon(backDay), isDispute: each.isDispute }]
    })
    return [{ cents, day, back, netCents: rest, isPosted: one.isPosted, books: one.books }]
  })
}

const name = (portal: TestPortal, accountId: string, number: string, id: string, cents: number) =>
  portal.system.query(sql`
    insert into invoice_portal_payment (account_id, invoice_id, payment_id, amount_cents)
    select ${accountId}, i.id, ${id}, ${cents} from invoice i where i.invoice_number = ${number}`)

/**
 * Adds another invoice of the same day, to which the books apply the payment; returns its number.
 */
async function moveTo(
  portal: TestPortal,
  accountId: string,
  number: string,
  id: string,
  cents: number,
  one: SomeInvoice,
): Promise<string> {
  const other = `${number}-moved-${id.slice(0, 8)}`
  await portal.system.query(sql`
    insert into invoice (account_id, invoice_number, invoice_category_id, subsidiary, invoice_date, due_date, currency,
                         amount_cents, books_balance_cents, names_payments)
    select account_id, ${other}, invoice_category_id, ${one.subsidiary}, invoice_date, due_date, currency, ${cents}, 0, true
      from invoice where invoice_number = ${number}`)
  await name(portal, accountId, other, id, cents)
  return other
}

async function openPayment(portal: TestPortal, number: string): Promise<void> {
  await portal.system
    .query(
      sql`
    insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, amount_cents, currency, actor_name,
                                 ip_address, lease_until)
    select i.account_id, i.id, i.invoice_number, c.id, 1, 'USD', 'Ana', '::1', 'infinity'
      from invoice i join card c on c.account_id = i.account_id where i.invoice_number = ${number} limit 1`,
    )
    // The database refuses where nothing more may be charged.
    .catch(() => {})
}
