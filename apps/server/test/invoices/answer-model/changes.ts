import { randomUUID } from 'node:crypto'
import sql, { raw, type Sql } from 'sql-template-tag'
import { importRecords } from '../../../src/import/import-records.ts'
import { recordSource } from '../../../src/import/sources.ts'
import { openDatabase, type Database } from '../../../src/platform/database/database.ts'
import type { PortalClock } from '../../portal/portal-clock.ts'
import type { TestPortal } from '../../portal/portal.ts'

/** The data that changes apply to: invoices of a company, and one of another company with the same number as the first. */
export interface World {
  portal: TestPortal
  clock: PortalClock
  /** The connection for imports. */
  system: Database
  now: Date
  companies: readonly [string, string]
  /** Two of the first company's invoices are paid in part, the third is added and deleted. The other company also has the first number. */
  numbers: readonly [string, string, string]
  emails: readonly string[]
}

/** Three numbers that decide the details of a change. */
export type Dice = readonly [number, number, number]

const dayMs = 86_400_000
export const startOfTime = new Date('2026-12-01T10:00:00.500Z')

const of = <T>(values: readonly T[], die: number): T => values[die % values.length]!

/** Makes a change; returns whether a row changed. A change that a constraint rejects has no effect. */
export async function makeChange(world: World, name: string, dice: Dice): Promise<boolean> {
  const change = changes[name]!(world, dice)
  if (change instanceof Promise) return change
  try {
    return ((await world.portal.system.query(change)).rowCount ?? 0) > 0
  } catch (error) {
    if (!(error as { code?: string }).code?.startsWith('23')) throw error
    return false
  }
}

const companyOf = ({ companies }: World, die: number) =>
  (of([0, 0, 0, 1], die) && companies[1]) || companies[0]
const invoiceOf = (world: World, [a]: Dice) =>
  sql`(select id from invoice where account_id = ${companyOf(world, a)}
        order by invoice_number offset ${a % 3} limit 1)`
const paymentOf = (world: World, [a]: Dice) =>
  sql`(select id from payment_attempt where account_id = ${companyOf(world, a)}
        order by created_at desc, id offset ${a % 2} limit 1)`

/** A statement, or a function that returns whether anything changed. */
type Change = (world: World, dice: Dice) => Sql | Promise<boolean>

const columns = [
  `name = 'Desk ' || $`,
  `due_date = date '2026-11-20' + $`,
  `books_balance_cents = 4000 * $`,
  `books_balance_cents = 10000 - 4000 * $`,
  `amount_cents = 10000 + $`,
  `charged_in_books = $ % 2 = 1`,
  `names_payments = $ % 2 = 1`,
  `currency = (array['USD', 'EUR', 'JPY', 'KWD'])[$ + 1]`,
  `subsidiary = (array['MTS-US', 'MTS-EU', ''])[$ % 3 + 1]`,
  `invoice_category_id = (select min(invoice_category_id) + $ % 2 from invoice_category)`,
  `collect_at = timestamptz '2026-11-29Z' + $ * interval '1 day'`,
  `person_collects_at = timestamptz '2026-11-29Z' + $ * interval '1 day'`,
  `has_pdf = $ % 2 = 1`,
]

/** Every change that affects what an invoice shows, by the role that can make it. */
export const changes: Record<string, Change> = {
  'a column of an invoice': (world, dice) => {
    const set = of(columns, dice[1]).replaceAll('$', String(dice[2] % 4))
    return sql`update invoice set ${raw(set)}
      where account_id = ${companyOf(world, dice[0])} and id = ${invoiceOf(world, dice)}`
  },
  'an invoice goes': (world) => sql`delete from invoice where invoice_number = ${world.numbers[2]}`,
  'an invoice comes': (world, [a, b]) => sql`
      insert into invoice (account_id, invoice_number, invoice_category_id, invoice_date, currency, amount_cents,
                           books_balance_cents)
      select ${world.companies[0]}, ${world.numbers[2]}, min(invoice_category_id) + ${b % 2}, '2026-11-01', 'USD', 10000,
             ${1000 * a} from invoice_category on conflict do nothing`,
  'a record of the books': async (world, [a, b, c]) => {
    const { rows } = await world.portal.system.query<{ id: string }>(
      sql`select id from payment_attempt where account_id = ${world.companies[0]} and state = 'succeeded'`,
    )
    const record = {
      record: 'invoice',
      invoiceNumber: world.numbers[1],
      accountId: world.companies[0],
      date: '2026-11-01',
      dueDate: '2026-12-01',
      amount: '100.00',
      balanceDue: of(['100.00', '60.00', '0.00', '-5.00'], a),
      currencyIsoCode: 'USD',
      invoiceType: 'License',
      invoiceCategory: 'Licenses',
      lineItems: [{ productName: 'TT Pro', quantity: 1 + (b % 3), total: '100.00' }],
      ...(c % 2 && { portalPayments: rows.map(({ id }) => ({ id, amount: 10 * (c % 5) })) }),
    }
    await importRecords(world.system, [recordSource('books', [record])], {})
    return true
  },
  'a line comes': (
    world,
    dice,
  ) => sql`insert into invoice_line (account_id, invoice_id, line_no, total_cents)
      values (${companyOf(world, dice[0])}, ${invoiceOf(world, dice)}, ${100 + dice[1]}, ${dice[2]})`,
  'a line changes': (world, dice) => sql`update invoice_line set description = ${`new ${dice[1]}`}
      where invoice_id = ${invoiceOf(world, dice)}`,
  'a line goes': (world, dice) =>
    sql`delete from invoice_line where invoice_id = ${invoiceOf(world, dice)}`,
  'a payment opens': (world, dice) => sql`
      insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, amount_cents, currency, actor_name,
                                   ip_address, lease_until)
      select i.account_id, i.id, i.invoice_number, c.id, 1 + ${dice[1]}, 'USD', 'Ana', '::1', 'infinity'
        from invoice i join card c on c.account_id = i.account_id where i.id = ${invoiceOf(world, dice)} limit 1`,
  'a payment is found': (world, dice) => sql`
      insert into payment_attempt (account_id, invoice_number, amount_cents, currency, actor_name, ip_address, state,
                                   settled_at, is_adopted)
      select i.account_id, i.invoice_number, 5000, 'USD', 'Ana', '::1', 'succeeded', portal_now(), true
        from invoice i where i.id = ${invoiceOf(world, dice)}`,
  'a payment changes': (world, dice) => {
    const set = of(
      [
        sql`state = 'requires_action'`,
        sql`state = 'succeeded', settled_at = portal_now()`,
        sql`state = 'succeeded', settled_at = portal_now()`,
        sql`state = 'failed', settled_at = portal_now()`,
        sql`posted_at = portal_now()`,
        sql`settled_at = settled_at - ${1 + (dice[2] % 12)} * interval '1 day'`,
        sql`invoice_id = (select i.id from invoice i where i.account_id = payment_attempt.account_id
                             and i.invoice_number = payment_attempt.invoice_number)`,
        sql`lease_until = portal_now()`,
      ],
      dice[1],
    )
    return sql`update payment_attempt set ${set} where id = ${paymentOf(world, dice)}`
  },
  'money is booked': (world, dice) => sql`
      insert into ledger_entry (account_id, transaction_id, ledger_account, invoice_id, payment_id, amount_cents, currency)
      select a.account_id, ${randomUUID()}, side.name, a.invoice_id, a.id, side.sign * ${of([-5000, -5000, 5000, 100], dice[1])}::bigint, 'USD'
        from payment_attempt a, (values ('receivable', 1), ('card_clearing', -1)) side (name, sign)
       where a.id = ${paymentOf(world, dice)}`,
  'the books name a payment': (world, dice) => sql`
      insert into invoice_portal_payment (account_id, invoice_id, payment_id, amount_cents)
      select account_id, ${invoiceOf(world, dice)}, id, ${1000 * (dice[1] % 6)} from payment_attempt
       where account_id = ${companyOf(world, dice[0])} order by created_at desc limit 1`,
  'a named amount changes': (
    world,
    dice,
  ) => sql`update invoice_portal_payment set amount_cents = ${1000 * (dice[1] % 6)}
      where account_id = ${companyOf(world, dice[0])}`,
  'names go': (world, dice) =>
    sql`delete from invoice_portal_payment where account_id = ${companyOf(world, dice[0])}`,
  'a refund comes': (world, dice) => sql`
      insert into payment_refund (account_id, id, payment_id, amount_cents, state, went_back_at)
      select account_id, ${randomUUID()}, id, ${1 + dice[1]}, ${of(['pending', 'succeeded'], dice[2])}, portal_now()
        from payment_attempt where id = ${paymentOf(world, dice)}`,
  'a refund changes': (
    world,
    dice,
  ) => sql`update payment_refund set state = ${of(['pending', 'succeeded', 'failed'], dice[1])}
      where account_id = ${companyOf(world, dice[0])}`,
  'refunds go': (world, dice) =>
    sql`delete from payment_refund where account_id = ${companyOf(world, dice[0])}`,
  'a dispute comes': (world, dice) => sql`
      insert into payment_dispute (account_id, id, payment_id, amount_cents, state)
      select account_id, ${randomUUID()}, id, ${1 + dice[1]}, 'open'
        from payment_attempt where id = ${paymentOf(world, dice)}`,
  'a dispute changes': (world, dice) => {
    const state = of(['open', 'won', 'lost'], dice[1])
    return sql`update payment_dispute
      set state = ${state}, went_back_at = case when ${state} = 'lost' then portal_now() end
      where account_id = ${companyOf(world, dice[0])}`
  },
  'disputes go': (world, dice) =>
    sql`delete from payment_dispute where account_id = ${companyOf(world, dice[0])}`,
  'a bank account comes': (_, dice) => sql`
      insert into bank_account (subsidiary, currency, beneficiary, bank_name, account_number)
      values (${of(['MTS-US', 'MTS-EU', ''], dice[1])}, ${of(['USD', 'EUR'], dice[2])}, 'Provider', 'Bank', '1234')`,
  'bank accounts change': (_, dice) =>
    sql`update bank_account set account_number = ${String(dice[1])}`,
  'bank accounts go': () => sql`delete from bank_account`,
  'AutoPay is turned on': (world, dice) => sql`
      insert into autopay_enrolment (account_id, actor_id, actor_account_id, actor_name, ip_address, terms_version, terms)
      values (${companyOf(world, dice[0])}, ${randomUUID()}, 'x', 'Ana', '::1', '1', 'x')`,
  'AutoPay is turned off': (world, dice) => sql`update autopay_enrolment set ended_at = portal_now()
      where account_id = ${companyOf(world, dice[0])} and ended_at is null`,
  'a category gets another name': (_, dice) =>
    sql`update invoice_category set name = ${`Category ${dice[1]}`} where name not in ('Licenses', 'Hidden')`,
  'a category is given': (world, dice) => sql`
      insert into user_category (account_id, user_id, invoice_category_id)
      select u.account_id, u.id, c.invoice_category_id from portal_user u, invoice_category c
       where u.email = ${of(world.emails, dice[0])} and c.name = ${of(['Licenses', 'Hidden'], dice[1])}`,
  'a category is taken': (world, dice) => sql`
      delete from user_category h using portal_user u, invoice_category c
       where h.user_id = u.id and u.email = ${of(world.emails, dice[0])}
         and c.invoice_category_id = h.invoice_category_id and c.name = ${of(['Licenses', 'Hidden'], dice[1])}`,
  'a right is given or taken': (world, dice) => {
    const permissions = dice[1] % 4 === 0 ? [] : ['AccessInvoices']
    return sql`update portal_user set permissions = ${permissions} where email = ${of(world.emails, dice[0])}`
  },
  'charging stops or starts': (_, dice) =>
    dice[0] % 2
      ? sql`insert into charging_stop (kind, reason) values ('all', 'a test') on conflict do nothing`
      : sql`delete from charging_stop where kind = 'all'`,
  'time passes': async (world, dice) => {
    world.now = new Date(world.now.getTime() + of([1, 999, dayMs, 3 * dayMs, 10 * dayMs], dice[0]))
    await world.clock.set(world.now.toISOString())
    return true
  },
}

export async function openSystem(portal: TestPortal): Promise<Database> {
  return openDatabase({ connectionString: portal.database.systemUrl, name: 'books', size: 1 })
}
