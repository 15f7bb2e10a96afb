import sql, { raw, type Sql } from 'sql-template-tag'
import type { StatementRange } from '@portal/domain/invoices/statement-range'
import { agingBuckets } from '@portal/domain/payments/aging'
import { readSnapshot, type Database } from '../platform/database/database.ts'
import type { Scope } from '../platform/database/scope.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { seesOnlySome, visibleCategories } from '../session/visible-categories.ts'
import { ageOf, agingSums, today } from './aging-rule.queries.ts'
import type { StatementMovement, StatementReading } from './documents/statement-document.ts'
import { announcedNotices } from './transfer-notices.queries.ts'
import { dueCentsOf, joinBalances, readBalances, type InvoiceBalance } from './owed.queries.ts'

type Range = Extract<StatementRange, { from: string }>
type Days = Pick<StatementReading, 'today' | 'timeZone' | 'asOf' | 'openFrom'>
type Row<T> = T & Record<string, unknown>

/** More lines fill hundreds of pages, and their document takes longer than a call may take. */
export const mostLines = 20_000

/** Reads a statement at one moment: sums over the lines of the company's invoices (decision 0106). */
export function readStatement(db: Database, scope: Scope, range: Range): Promise<StatementReading> {
  return readSnapshot(db, scope.accountId, async (tx) => {
    const days = (await tx.one<Row<Days>>(daysOf(scope, range)))!
    const movements = await tx.query<Row<StatementMovement>>(movementsOf(scope, range))
    refuseLong(movements, 'movements', 'Choose a shorter period.')
    const isNow = days.asOf === days.today
    const balances = isNow ? await readBalances(tx, scope.accountId) : undefined
    const { accounts, open } = (await tx.one<Row<Balances>>(
      balancesOf(scope, range, days.asOf, balances),
    ))!
    refuseLong(open, 'open invoices and credits', 'Download the list of invoices instead.')
    const isOfVisible = await seesOnlySome(tx, scope)
    const notices = isNow ? await announcedNotices(tx, scope.accountId) : new Map<string, never>()
    const noted = open.map((one) => ({ ...one, notice: notices.get(one.invoiceNumber) }))
    return { ...days, accounts, movements, open: noted, isOfVisible }
  })
}

function refuseLong(lines: readonly unknown[], what: string, instead: string): void {
  if (lines.length > mostLines)
    throw new Refusal(
      400,
      `A statement lists at most ${mostLines.toLocaleString('en-US')} ${what}. ${instead}`,
    )
}

const daysOf = ({ accountId }: Scope, { from, to }: Range) => sql`
  select today, p.business_time_zone as "timeZone", least(${to}::date, today) as "asOf",
         case when open.day <= ${to} then greatest(open.day, ${from}) end as "openFrom"
    from ${today}, portal_instance p, first_open_day(${accountId}) as open (day)`

/** The lines that the reader may see. */
const linesOf = (scope: Scope): Sql => sql`
  invoice_movement i where i.account_id = ${scope.accountId} and i.cents <> 0 ${visibleCategories(scope)}`

const movementsOf = (scope: Scope, { from, to }: Range) => sql`
  select m.day, m.invoice_number as "invoiceNumber", m.kind, m.method, m.is_credit as "isCredit", m.currency, m.cents,
         m.reference_id as "referenceId", m.reference, m.paid_on as "paidOn",
         v.id is not null as "isKept",
         case when p.state = 'succeeded' and c.id is not null and v.id is not null then p.id end as "paymentId",
         case when c.id is not null then json_build_object('brand', c.brand, 'last4Digits', c.last4) end as card
    from (select * from ${linesOf(scope)} and i.day between ${from} and ${to} and not i.is_renaming
            order by i.day, i.id limit ${mostLines + 1}) m
    left join payment_attempt p on p.account_id = m.account_id and p.id = case when m.entry_id is not null then m.reference_id::uuid end
    left join invoice v on v.account_id = m.account_id and v.invoice_number = m.invoice_number
    left join card c on c.account_id = p.account_id and c.id = p.card_id
   order by m.day, m.id`

type Balances = Pick<StatementReading, 'accounts' | 'open'>

/**
 * The balances before and at the end of the range by currency, and what was open at the end with the facts known then. With
 * the balances of today's invoices also what is due, and how much of the open amounts is not because it is being paid or
 * reconciled.
 */
const balancesOf = (
  scope: Scope,
  { from, to }: Range,
  asOf: string,
  balances: readonly InvoiceBalance[] | undefined,
) => sql`
  with account as materialized (
    select currency, sum(opening)::bigint as opening, sum(closing)::bigint as closing,
           array_agg(invoice_number) filter (where closing <> 0) as numbers,
           array_agg(closing) filter (where closing <> 0) as cents
      from (select currency, invoice_number, sum(cents) filter (where day < ${from}) as opening, sum(cents) as closing
              -- In the order of the index, which holds all these columns.
              from ${linesOf(scope)} and i.day <= ${to} group by invoice_number, currency) each
     group by currency),
  open as materialized (
    select l.invoice_date as date, o.invoice_number as "invoiceNumber", v.id is not null as "isKept", l.invoice_type as "invoiceType",
           l.is_late_fee as "isLateFee", l.due_date as "dueDate", a.currency, o.cents
      from account a
      cross join lateral unnest(a.numbers, a.cents) as o (invoice_number, cents)
      cross join lateral (
           select * from invoice_movement i
            where i.account_id = ${scope.accountId} and i.invoice_number = o.invoice_number and i.day <= ${to}
            order by i.id desc limit 1) l
      left join invoice v on v.account_id = l.account_id and v.invoice_number = l.invoice_number),
  due as materialized (
    select i.currency, i.invoice_number as "invoiceNumber", ${dueCentsOf(scope.accountId)} as cents
      from invoice i ${joinBalances(balances ?? [])}
     where ${balances !== undefined} and i.account_id = ${scope.accountId} and i.books_balance_cents <> 0 ${visibleCategories(scope)})
  select (select coalesce(json_agg(o order by o.date desc, o."invoiceNumber", o.currency), '[]') from open o) as open,
         (select coalesce(json_agg(json_build_object(
                   'currency', a.currency, 'opening', coalesce(a.opening, 0), 'closing', a.closing,
                   'aging', json_build_object(${agingFields}), 'dueCents', now.due, 'pendingCents', coalesce(now.pending, 0),
                   'notAppliedCents', coalesce(now.due - a.closing - now.pending, 0)) order by a.currency <> 'USD', a.currency), '[]')
            from account a
            cross join lateral (
                 select ${agingSums}
                   from (select o.cents, ${ageOf('o.cents', 'o."dueDate"', 'day.as_of')} as age
                           from open o, (select ${asOf}::date as as_of) day where o.currency = a.currency) aged) aging
            left join lateral (
                 select coalesce(sum(d.cents), 0)::bigint as due,
                        coalesce(sum(least(0, coalesce(d.cents, 0) - coalesce(o.cents, 0))), 0)::bigint as pending
                   from (select * from open where currency = a.currency) o
                   full join (select * from due where currency = a.currency) d using ("invoiceNumber")) now on ${balances !== undefined}) as accounts`

const agingFields = raw(agingBuckets.map(({ key }) => `'${key}', aging."${key}"`).join(', '))
