import sql, { raw, type Sql } from 'sql-template-tag'
import type { MovementSum } from '@portal/domain/invoices/movements'
import type { StatementRange } from '@portal/domain/invoices/statement-range'
import type { Cents } from '@portal/domain/kernel/money'
import { agingBuckets } from '@portal/domain/payments/aging'
import { readSnapshot, type Database } from '../platform/database/database.ts'
import type { Scope } from '../platform/database/scope.ts'
import { seesOnlySome, visibleCategories } from '../session/visible-categories.ts'
import { ageOf, agingSums, today } from './aging-rule.queries.ts'
import type {
  OpenInvoice,
  StatementAccount,
  StatementMovement,
  StatementReading,
} from './documents/statement-document.ts'
import { dueCentsOf, joinBalances, readBalances, type InvoiceBalance } from './owed.queries.ts'

type Range = Extract<StatementRange, { from: string }>
type Days = Pick<StatementReading, 'today' | 'timeZone' | 'asOf' | 'openFrom'>
type Row<T> = T & Record<string, unknown>

/** Reads a statement at one moment: sums over the lines of the company's invoices (decision 0106). */
export function readStatement(db: Database, scope: Scope, range: Range): Promise<StatementReading> {
  return readSnapshot(db, scope.accountId, async (tx) => {
    const days = (await tx.one<Row<Days>>(daysOf(scope, range)))!
    const sums = await tx.query<Row<Sum>>(sumsOf(scope, range))
    const { open, ages } = (await tx.one<Row<Open>>(openOf(scope, range, days.asOf)))!
    const due =
      days.asOf === days.today
        ? await tx.query<Row<Due>>(dueOf(scope, range, await readBalances(tx, scope.accountId)))
        : undefined
    const movements = await tx.query<Row<StatementMovement>>(movementsOf(scope, range))
    const isOfVisible = await seesOnlySome(tx, scope)
    return { ...days, accounts: accountsOf(sums, ages, due), movements, open, isOfVisible }
  })
}

const daysOf = ({ accountId }: Scope, { from, to }: Range) => sql`
  select today, p.business_time_zone as "timeZone", least(${to}::date, today) as "asOf",
         case when open.day <= ${to} then greatest(open.day, ${from}) end as "openFrom"
    from ${today}, portal_instance p, first_open_day(${accountId}) as open (day)`

/** The lines up to the end of the range that the reader may see. */
const linesOf = (scope: Scope, { to }: Range): Sql => sql`
  invoice_movement i where i.account_id = ${scope.accountId} and i.day <= ${to} and i.cents <> 0 ${visibleCategories(scope)}`

type Sum = MovementSum & { currency: string; opening: Cents; closing: Cents }

const sumsOf = (scope: Scope, range: Range) => sql`
  select currency, kind, method, is_credit as "isCredit",
         (count(*) filter (where day >= ${range.from} and not is_renaming))::int as count,
         coalesce(sum(cents) filter (where day >= ${range.from} and not is_renaming), 0)::bigint as cents,
         coalesce(sum(cents) filter (where day < ${range.from}), 0)::bigint as opening, sum(cents)::bigint as closing
    from ${linesOf(scope, range)}
   group by currency, kind, method, is_credit`

const movementsOf = (scope: Scope, range: Range) => sql`
  select m.day, m.invoice_number as "invoiceNumber", m.kind, m.method, m.is_credit as "isCredit", m.currency, m.cents,
         m.reference_id as "referenceId", m.reference, m.paid_on as "paidOn",
         v.id is not null as "isKept",
         case when p.state = 'succeeded' and c.id is not null and v.id is not null then p.id end as "paymentId",
         case when c.id is not null then json_build_object('brand', c.brand, 'last4Digits', c.last4) end as card
    from (select * from ${linesOf(scope, range)} and i.day >= ${range.from} and not i.is_renaming) m
    left join payment_attempt p on p.account_id = m.account_id and m.entry_id is not null and p.id::text = m.reference_id
    left join invoice v on v.account_id = m.account_id and v.invoice_number = m.invoice_number
    left join card c on c.account_id = p.account_id and c.id = p.card_id
   order by m.day, m.id`

/** What was open at the end of the range, with the facts known then. */
const openAt = (scope: Scope, range: Range): Sql => sql`
  select l.invoice_date as date, l.invoice_number as "invoiceNumber", v.id is not null as "isKept", l.invoice_type as "invoiceType",
         l.is_late_fee as "isLateFee", l.due_date as "dueDate", l.currency, o.cents
    from (select currency, invoice_number, sum(cents)::bigint as cents
            from ${linesOf(scope, range)} group by currency, invoice_number having sum(cents) <> 0) o
    join lateral (
         select * from invoice_movement i
          where i.account_id = ${scope.accountId} and i.invoice_number = o.invoice_number and i.day <= ${range.to}
          order by i.id desc limit 1) l on true
    left join invoice v on v.account_id = l.account_id and v.invoice_number = l.invoice_number`

type Ages = { currency: string; aging: StatementAccount['aging'] }
interface Open {
  open: OpenInvoice[]
  ages: Ages[]
}

const openOf = (scope: Scope, range: Range, asOf: string) => sql`
  with open as materialized (${openAt(scope, range)})
  select (select coalesce(json_agg(o order by o.date desc, o."invoiceNumber", o.currency), '[]') from open o) as open,
         (select coalesce(json_agg(json_build_object('currency', currency, 'aging', json_build_object(${agingFields}))), '[]')
            from (select currency, ${agingSums}
                    from (select currency, cents, ${ageOf('cents', '"dueDate"', 'as_of')} as age
                            from open, (select ${asOf}::date as as_of) day) aged
                   group by currency) aging) as ages`

const agingFields = raw(agingBuckets.map(({ key }) => `'${key}', aging."${key}"`).join(', '))

type Due = { currency: string; due: Cents; pending: Cents }

/** What is due today, and how much of the open amounts is not because it is being paid or reconciled. */
const dueOf = (scope: Scope, range: Range, balances: readonly InvoiceBalance[]) => sql`
  select currency, sum(due)::bigint as due, sum(least(0, due - open))::bigint as pending
    from (select i.currency, ${dueCentsOf(scope.accountId)} as due, coalesce(o.cents, 0) as open
            from invoice i ${joinBalances(balances)}
            left join (select currency, invoice_number, sum(cents) as cents
                         from ${linesOf(scope, range)} group by currency, invoice_number) o using (currency, invoice_number)
           where i.account_id = ${scope.accountId} ${visibleCategories(scope)}) each
   group by currency`

const noAges = Object.fromEntries(
  agingBuckets.map(({ key }) => [key, 0]),
) as StatementAccount['aging']

function accountsOf(
  sums: readonly Sum[],
  ages: readonly Ages[],
  due: readonly Due[] | undefined,
): StatementAccount[] {
  const currencies = [...new Set(sums.map(({ currency }) => currency))]
  const first = (currency: string) => (currency === 'USD' ? '' : currency)
  return currencies
    .sort((one, other) => first(one).localeCompare(first(other)))
    .map((currency) => {
      const own = sums.filter((one) => one.currency === currency)
      const closing = own.reduce((sum, one) => sum + one.closing, 0)
      const now = due?.find((one) => one.currency === currency) ?? { due: 0, pending: 0 }
      return {
        currency,
        opening: own.reduce((sum, one) => sum + one.opening, 0),
        movements: own.filter(({ count }) => count > 0),
        closing,
        aging: ages.find((one) => one.currency === currency)?.aging ?? noAges,
        dueCents: due ? now.due : null,
        pendingCents: due ? now.pending : 0,
        notAppliedCents: due ? now.due - closing - now.pending : 0,
      }
    })
}
