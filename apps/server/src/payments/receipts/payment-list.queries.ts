import sql, { empty, type Sql } from 'sql-template-tag'
import { fromCents } from '@portal/domain/kernel/money'
import type { PaymentEntry, PaymentFilter } from '@portal/domain/payments/payment-list.schema'
import type { Tx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'

// Matches the definition of the index `payment_attempt_newest`.
const at = sql`coalesce(p.settled_at, p.created_at)`

const status = sql`(case
  when p.state = 'open' then 'confirming'
  when p.state = 'requires_action' then 'waiting'
  when p.state = 'failed' then 'failed'
  when dispute.is_open then 'disputed'
  when dispute.lost_cents > 0 then 'chargedBack'
  when refund.cents >= p.amount_cents then 'refunded'
  when refund.is_pending then 'refundPending'
  when refund.cents > 0 then 'partlyRefunded'
  when p.posted_at is null then 'posting'
  else 'paid' end)`

/**
 * Selects payments of a company, without those of invoices that the user may not see. A payment without an invoice here
 * has no category.
 */
const payments = (scope: Scope, filter: PaymentFilter): Sql => sql`
      from payment_attempt p
      left join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
      left join card c on c.account_id = p.account_id and c.id = p.card_id
      left join lateral (
           select coalesce(sum(r.amount_cents) filter (where r.state = 'succeeded'), 0) as cents,
                  coalesce(bool_or(r.state = 'pending'), false) as is_pending
             from payment_refund r where r.account_id = p.account_id and r.payment_id = p.id) refund on true
      left join lateral (
           select coalesce(sum(d.amount_cents) filter (where d.state = 'lost'), 0) as lost_cents,
                  coalesce(bool_or(d.state = 'open'), false) as is_open
             from payment_dispute d where d.account_id = p.account_id and d.payment_id = p.id) dispute on true
     where p.account_id = ${scope.accountId}
       ${scope.categoryIds ? sql`and i.invoice_category_id = any (${scope.categoryIds})` : empty}
       ${filter.invoiceNumber ? sql`and p.invoice_number = ${filter.invoiceNumber}` : empty}
       ${filter.status ? sql`and ${status} = ${filter.status}` : empty}
       ${filter.from ? sql`and ${at} >= ${filter.from}::timestamp at time zone 'UTC'` : empty}
       ${filter.to ? sql`and ${at} < (${filter.to}::date + 1)::timestamp at time zone 'UTC'` : empty}`

const appliedElsewhere = "Your provider's books apply it to another account."

type Row = Omit<PaymentEntry, 'date' | 'amount' | 'refunded'> & {
  at: Date
  below: Below
  amountCents: number
  refundedCents: number
}

/** The payment below which a list continues, with its position when it was read. */
export interface Below {
  id: string
  /** With microseconds, which a `Date` cannot store. */
  at: string
}

/** Returns a page of the matching payments, newest first. */
export function listPayments(
  tx: Tx,
  scope: Scope,
  filter: PaymentFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<PaymentEntry[]> {
  return select(tx, payments(scope, filter), sql`limit ${perPage} offset ${(page - 1) * perPage}`)
}

/** Returns the payments below a given one. Unlike with page numbers, no payment is read twice if a new one is added meanwhile. */
export function listPaymentsBelow(
  tx: Tx,
  scope: Scope,
  filter: PaymentFilter,
  { below, most }: { below: Below | undefined; most: number },
): Promise<(PaymentEntry & { below: Below })[]> {
  const rest = below ? sql`and (${at}, p.id) < (${below.at}::timestamptz, ${below.id})` : empty
  return select(tx, sql`${payments(scope, filter)} ${rest}`, sql`limit ${most}`)
}

async function select(tx: Tx, from: Sql, limit: Sql): Promise<(PaymentEntry & { below: Below })[]> {
  const rows = await tx.query<Row>(sql`
    select p.id, ${at} as at, p.invoice_number as "invoiceNumber", p.amount_cents as "amountCents",
           (refund.cents + dispute.lost_cents)::bigint as "refundedCents", p.currency as "currencyIsoCode",
           case when c.id is not null then json_build_object('brand', c.brand, 'last4Digits', c.last4) end as card,
           p.actor_name as "paidBy", ${status} as status,
           case when p.state = 'failed' then coalesce(p.failure_message, '')
                when exists (select from payment_elsewhere e
                              where e.account_id = p.account_id and e.payment_id = p.id)
                then ${appliedElsewhere} else '' end as message,
           p.state = 'succeeded' and c.id is not null and i.id is not null as "hasReceipt",
           json_build_object('id', p.id, 'at', ${at}) as below
      ${from}
     order by ${at} desc, p.id desc ${limit}`)
  return rows.map(({ at: instant, amountCents, refundedCents, ...row }) => ({
    ...row,
    date: instant.toISOString(),
    amount: fromCents(amountCents, row.currencyIsoCode),
    refunded: fromCents(refundedCents, row.currencyIsoCode),
  }))
}

export async function countPayments(tx: Tx, scope: Scope, filter: PaymentFilter): Promise<number> {
  const row = await tx.one<{ total: number }>(
    sql`select count(*) as total ${payments(scope, filter)}`,
  )
  return row?.total ?? 0
}
