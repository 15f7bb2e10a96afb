import sql, { type Sql } from 'sql-template-tag'
import type { News } from '@portal/domain/home/home.schema'
import { fromCents } from '@portal/domain/kernel/money'
import { cardName } from '@portal/domain/payments/card-name'
import { mayUse, type Access } from '@portal/domain/kernel/permissions'
import type { Tx } from '../platform/database/database.ts'
import type { Scope } from '../platform/database/scope.ts'
import type { LastVisit } from './visit.queries.ts'
import { visibleCategories } from '../session/visible-categories.ts'

/** The most entries that the overview shows. */
const most = 12

interface Row {
  kind: News['kind']
  at: Date
  count: number
  names: string[]
  cents: number | null
  currency: string | null
  by: string
  detail: string
  brand: string | null
  last4Digits: string | null
}

/** Each source returns rows with the same columns, newest first, and requires a permission. */
const sources: { access: Access; rows: (scope: Scope, since: Sql) => Sql }[] = [
  { access: 'AccessInvoices', rows: answers },
  { access: 'PayInvoices', rows: payments },
  { access: 'PayInvoices', rows: moneyBack },
  { access: 'PayInvoices', rows: autoPay },
  { access: 'AccessLicenses', rows: orders },
  { access: 'AccessLicenses', rows: orderSteps },
  { access: 'AccessErfs', rows: requests },
  { access: 'ManageUsers', rows: joined },
  { access: 'signedIn', rows: decided },
]

/**
 * Returns what happened since the last visit and the user may see, newest first; new invoices are one entry. On the first
 * visit, returns what happened in the last 7 days without invoices, because the time of their arrival is not known.
 */
export async function findNews(
  tx: Tx,
  scope: Scope,
  last: LastVisit | undefined,
): Promise<{ news: News[]; hasMoreNews: boolean }> {
  // No transaction takes longer than 10 seconds. What was committed after the last view counts as new.
  const since = last
    ? sql`(${last.at}::timestamptz - interval '10 seconds')`
    : sql`(portal_now() - interval '7 days')`
  const news =
    last && mayUse(scope.actor, 'AccessInvoices')
      ? await newInvoices(tx, scope, last.invoiceId)
      : []
  const rows: Row[] = []
  for (const { access, rows: source } of sources)
    if (mayUse(scope.actor, access))
      rows.push(...(await tx.query<Row & Record<string, unknown>>(source(scope, since))))
  rows.sort((one, other) => other.at.getTime() - one.at.getTime())
  return {
    news: [...news, ...rows.slice(0, most).map(newsOf)],
    hasMoreNews: rows.length > most,
  }
}

function newsOf({ at, cents, currency, brand, last4Digits, detail, ...row }: Row): News {
  const card = brand !== null && last4Digits !== null ? cardName({ brand, last4Digits }) : ''
  return {
    ...row,
    at: at.toISOString(),
    sums:
      cents === null || currency === null
        ? []
        : [{ currencyIsoCode: currency, amount: fromCents(cents, currency) }],
    detail: detail || card,
  }
}

async function newInvoices(tx: Tx, scope: Scope, after: number): Promise<News[]> {
  const rows = await tx.query<{ currency: string; cents: number; count: number; names: string[] }>(
    sql`
    select i.currency, sum(i.amount_cents)::bigint as cents, count(*)::int as count,
           (array_agg(i.invoice_number order by i.id desc))[1:3] as names
      from invoice i
     where i.account_id = ${scope.accountId} and i.id > ${after} ${visibleCategories(scope)}
     group by i.currency order by i.currency <> 'USD', sum(i.amount_cents) desc`,
  )
  if (rows.length === 0) return []
  return [
    {
      kind: 'invoices',
      at: null,
      count: rows.reduce((sum, { count }) => sum + count, 0),
      names: rows.flatMap(({ names }) => names).slice(0, 3),
      sums: rows.map(({ currency, cents }) => ({
        currencyIsoCode: currency,
        amount: fromCents(cents, currency),
      })),
      by: '',
      detail: '',
    },
  ]
}

/** Payments of one batch with the same outcome are one entry. */
function payments(scope: Scope, since: Sql): Sql {
  return sql`
    select case p.state when 'succeeded' then 'paid' else 'notPaid' end as kind,
           max(coalesce(p.settled_at, p.created_at)) as at, count(*)::int as count,
           (array_agg(p.invoice_number order by p.settled_at desc))[1:3] as names,
           sum(p.amount_cents)::bigint as cents, p.currency, min(p.actor_name) as by,
           case when p.state = 'failed' and count(*) = 1 then coalesce(min(p.failure_message), '') else '' end as detail,
           case when p.state = 'succeeded' then min(c.brand) end as brand,
           case when p.state = 'succeeded' then min(c.last4) end as "last4Digits"
      from payment_attempt p
      left join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
      left join card c on c.account_id = p.account_id and c.id = p.card_id
     where p.account_id = ${scope.accountId} and p.state in ('succeeded', 'failed')
       and coalesce(p.settled_at, p.created_at) > ${since}
           ${visibleCategories(scope)}
     group by coalesce(p.batch_id, p.id), p.state, p.currency
     order by 2 desc limit ${most + 1}`
}

function moneyBack(scope: Scope, since: Sql): Sql {
  const moves = sql`
    select account_id, payment_id, amount_cents, went_back_at as at, 'refunded' as kind
      from payment_refund where state = 'succeeded' and went_back_at > ${since}
     union all
    select account_id, payment_id, amount_cents, went_back_at, 'chargedBack'
      from payment_dispute where state = 'lost' and went_back_at > ${since}
     union all
    select account_id, payment_id, amount_cents, created_at, 'disputed'
      from payment_dispute where state = 'open' and created_at > ${since}`
  return sql`
    select m.kind, m.at, 1 as count, array[p.invoice_number] as names, m.amount_cents as cents, p.currency,
           '' as by, '' as detail, null as brand, null as "last4Digits"
      from (${moves}) m
      join payment_attempt p on p.account_id = m.account_id and p.id = m.payment_id
      left join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
     where m.account_id = ${scope.accountId} ${visibleCategories(scope)}
     order by m.at desc limit ${most + 1}`
}

/** Returns the provider's answers to this user. */
function answers(scope: Scope, since: Sql): Sql {
  return sql`
    select 'answered' as kind, q.answer_noted_at as at, 1 as count, array[q.invoice_number] as names, ${withoutMoney},
           coalesce(q.answered_by, '') as by, 'Line ' || q.position || coalesce(': ' || nullif(q.line ->> 'productName', ''), '') as detail,
           null as brand, null as "last4Digits"
      from invoice_question q
      join invoice i on i.account_id = q.account_id and i.invoice_number = q.invoice_number
     where q.account_id = ${scope.accountId} and q.actor_id = ${scope.actor.userId} and q.answer_noted_at > ${since}
           ${visibleCategories(scope)}
     order by q.answer_noted_at desc limit ${most + 1}`
}

const withoutMoney = sql`null::bigint as cents, null as currency`
const withoutCard = sql`'' as detail, null as brand, null as "last4Digits"`

function autoPay({ accountId }: Scope, since: Sql): Sql {
  return sql`
    select kind, at, 1 as count, '{}'::text[] as names, ${withoutMoney}, by, ${withoutCard}
      from (select 'autoPayOn' as kind, enrolled_at as at, actor_name as by
              from autopay_enrolment where account_id = ${accountId} and enrolled_at > ${since}
             union all
            select 'autoPayOff', ended_at, coalesce(ended_by_name, '')
              from autopay_enrolment where account_id = ${accountId} and ended_at > ${since}) changes
     order by at desc limit ${most + 1}`
}

/** Returns orders of other users: the user's own orders are not news. */
function orders({ accountId, actor }: Scope, since: Sql): Sql {
  return sql`
    select 'orderSubmitted' as kind, submitted_at as at, 1 as count, array[id::text] as names, ${withoutMoney},
           requestor_name as by, ${withoutCard}
      from license_order
     where account_id = ${accountId} and status = 'Submitted' and submitted_at > ${since}
       and requestor_id is distinct from ${actor.userId}
     order by submitted_at desc limit ${most + 1}`
}

/** Returns the progress of orders; old steps of a first import are not news. */
function orderSteps({ accountId }: Scope, since: Sql): Sql {
  return sql`
    select 'orderMoved' as kind, k.noted_at as at, 1 as count, array[o.id::text] as names, ${withoutMoney}, '' as by,
           o.step as detail, null as brand, null as "last4Digits"
      from license_order_step k
      join license_order o on o.account_id = k.account_id and o.id = k.order_id and k.line_id = 0 and k.step = o.step
     where k.account_id = ${accountId} and k.noted_at > ${since} and k.at > k.noted_at - interval '3 days'
     order by k.noted_at desc limit ${most + 1}`
}

function requests({ accountId, actor }: Scope, since: Sql): Sql {
  return sql`
    select case decision when 'approved' then 'requestApproved' else 'requestCancelled' end as kind,
           decided_at as at, 1 as count, array[equipment_request_id] as names, ${withoutMoney}, actor_name as by,
           ${withoutCard}
      from equipment_decision
     where account_id = ${accountId} and decided_at > ${since} and actor_id <> ${actor.userId}
     order by decided_at desc limit ${most + 1}`
}

function joined({ accountId }: Scope, since: Sql): Sql {
  return sql`
    select 'userJoined' as kind, v.accepted_at as at, 1 as count,
           array[coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)] as names, ${withoutMoney},
           coalesce(trim(s.first_name || ' ' || s.last_name), '') as by, ${withoutCard}
      from invite v
      join portal_user u on u.account_id = v.account_id and u.id = v.accepted_user_id
      left join portal_user s on s.account_id = v.account_id and s.id = v.invited_by
     where v.account_id = ${accountId} and v.accepted_at > ${since}
     order by v.accepted_at desc limit ${most + 1}`
}

function decided({ accountId, actor }: Scope, since: Sql): Sql {
  return sql`
    select case when r.granted then 'accessGranted' else 'accessDeclined' end as kind, r.decided_at as at, 1 as count,
           array[r.permission] as names, ${withoutMoney},
           coalesce(trim(u.first_name || ' ' || u.last_name), '') as by, ${withoutCard}
      from access_request r
      left join portal_user u on u.account_id = r.account_id and u.id = r.decided_by
     where r.account_id = ${accountId} and r.user_id = ${actor.userId} and r.decided_at > ${since}
     order by r.decided_at desc limit ${most + 1}`
}
