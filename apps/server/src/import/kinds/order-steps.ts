import sql, { type Sql } from 'sql-template-tag'

// What records say about the progress of an order and its lines (decision 0066). The rule is `stepsAfter` in the
// domain; a random test compares both.

/** Returns an item as the customer sent it, without the status that the books added. */
export const withoutStep = (item: Sql): Sql =>
  sql`${item} - '{status,statusReason,statusDate}'::text[]`

export const stepTable = sql`
  create temp table import_order_step (
    record bigint, account_id text, order_id bigint, line_id bigint, step text, at timestamptz, reason text,
    is_dated boolean) on commit drop`

const named = sql`
  import_license s left join license_order o on o.account_id = s.account_id and o.portal_id = s.order_id`

/** Joins the order `o` of a record `s`, even before the record's id is stored with the order. */
export const orderOfRecord = sql`
  license_order o on o.account_id = s.account_id and (o.portal_id = s.order_id or o.external_id = s.external_id)`

/** True if the order `o` has another id now, because of a newer record. */
const isRenamed = sql`
  coalesce(s.as_of > (select x.as_of from license_order_extract x
                       where x.account_id = o.account_id and x.external_id = o.external_id), s.as_of is not null)`

/** An order that was created in the portal must be named by the portal's id. */
export const portalOrderChecks: Sql[] = [
  sql`
    insert into import_reject (record, field, reason)
    select s.record, 'orderId',
           coalesce((select 'belongs to another company: ' || other.account_id from license_order other
                      where other.portal_id = s.order_id limit 1), 'names no order of the portal: ' || s.order_id)
      from ${named}
     where s.order_id is not null and o.id is null`,
  sql`
    insert into import_reject (record, field, reason)
    select s.record, 'orderId', case when o.status = 'Draft' then 'names a draft, which nobody has submitted'
                                     else 'names an order with the id ' || o.external_id end
      from ${named}
     where o.status = 'Draft'
        or o.external_id <> s.external_id and s.external_id <> all (o.former_ids) and not ${isRenamed}`,
  sql`
    insert into import_reject (record, field, reason)
    select s.record, 'id', 'is that of another order: ' || other.portal_id
      from import_license s join license_order other
        on other.account_id = s.account_id and other.external_id = s.external_id and other.portal_id <> s.order_id`,
  sql`
    insert into import_reject (record, field, reason)
    select record, 'orderId', 'is sent with more than one id'
      from (select record, min(external_id) over same <> max(external_id) over same as differs
              from import_license where order_id is not null
            window same as (partition by account_id, order_id)) s
     where differs`,
  sql`
    insert into import_reject (record, field, reason)
    select s.record, 'lineItems', format('has %s items, the order in the portal %s: send all or none', sent, own)
      from (select s.record,
                   (select count(*) from import_license_line l where l.record = s.record) as sent,
                   (select count(*) from license_order_line l
                     where l.account_id = o.account_id and l.order_id = o.id) as own
              from import_license s
              join ${orderOfRecord}
              join license_order_consent c on c.account_id = o.account_id and c.order_id = o.id
             where exists (select from import_license_line l
                            where l.record = s.record and coalesce(l.item ->> 'status', '') <> '')) s
     where sent <> own`,
]

/** Stores the id by which the books name the order from here on. */
export const bindPortalOrders = sql`
  update license_order o set external_id = s.external_id, former_ids = array_remove(o.former_ids || o.external_id, null)
    from import_license s
   where s.order_id is not null and s.verdict is null
     and o.account_id = s.account_id and o.portal_id = s.order_id and o.external_id is distinct from s.external_id`

/** Updates licenses that name an order by one of its former ids. */
export const renameOrders = sql`
  update provided_license p set license_order_id = o.external_id
    from import_license s join license_order o on o.account_id = s.account_id and o.external_id = s.external_id
   where s.order_id is not null and s.verdict is null and o.former_ids <> '{}'
     and p.account_id = o.account_id and p.license_order_id = any (o.former_ids)`

/** Records that name an order by a former id change nothing. */
export const passOverFormerIds = sql`
  update import_license s set verdict = 'stale'
    from license_order o
   where s.verdict is null and o.account_id = s.account_id and o.former_ids <> '{}' and s.external_id = any (o.former_ids)`

const sent = sql`
  import_license s
    join license_order o on o.account_id = s.account_id and o.external_id = s.external_id
         and o.status = 'Submitted' and s.status <> 'Draft' and s.verdict in ('inserted', 'updated', 'unchanged')`

const isSame = sql`k.account_id = m.account_id and k.order_id = m.order_id and k.line_id = m.line_id`
const differs = sql`(k.step <> m.step and order_step_rank(k.step) >= order_step_rank(m.step))`
/**
 * Marks orders whose step changed, so that users are notified. A portal order in which nothing else changed counts as updated.
 */
const noted = (moved: Sql): Sql => sql`
  with moved as (${moved} returning k.account_id, k.order_id),
  told as (
    update license_order o set is_untold = true from moved
     where o.account_id = moved.account_id and o.id = moved.order_id
 returning o.account_id, o.external_id)
  update import_license s set verdict = 'updated' from told
   where s.account_id = told.account_id and s.external_id = told.external_id and s.verdict = 'unchanged'`

export const mergeSteps: Sql[] = [
  sql`
    delete from license_order_step k
     using import_license s join license_order o on o.account_id = s.account_id and o.external_id = s.external_id
     where s.verdict = 'updated' and k.account_id = o.account_id and k.order_id = o.id and k.line_id <> 0
       and not exists (select from license_order_line l
                        where l.account_id = k.account_id and l.order_id = k.order_id and l.line_id = k.line_id)`,
  sql`
    insert into import_order_step
    select s.record, o.account_id, o.id, 0, s.status,
           coalesce(s.step_at, case s.verdict when 'inserted' then o.submitted_at end), s.step_reason, s.as_of is not null
      from ${sent}
     union all
    select s.record, o.account_id, o.id, own.line_id, l.item ->> 'status',
           (nullif(l.item ->> 'statusDate', '') || case when length(l.item ->> 'statusDate') = 10 then 'T00:00Z' else '' end)::timestamptz,
           coalesce(l.item ->> 'statusReason', ''), s.as_of is not null
      from ${sent}
      join import_license_line l on l.record = s.record and coalesce(l.item ->> 'status', '') <> ''
      join license_order_line own on own.account_id = o.account_id and own.order_id = o.id and own.line_no = l.line_no`,
  sql`
    delete from import_order_step m
     where not is_dated and exists (select from license_order_step k where ${isSame} and ${differs})`,
  noted(sql`
    delete from license_order_step k using import_order_step m where ${isSame} and ${differs}`),
  noted(sql`
    update license_order_step k set at = coalesce(m.at, k.at), reason = m.reason, noted_at = portal_now()
      from import_order_step m
     where ${isSame} and k.step = m.step and (k.at, k.reason) is distinct from (coalesce(m.at, k.at), m.reason)`),
  noted(sql`
    insert into license_order_step as k (account_id, order_id, line_id, step, at, reason)
    select m.account_id, m.order_id, m.line_id, m.step, coalesce(m.at, portal_now()), m.reason
      from import_order_step m
     where m.step <> 'Submitted'
       and not exists (select from license_order_step k where ${isSame} and k.step = m.step)`),
  // For an order that arrives with an old status, no user is notified.
  sql`
    update license_order o
       set step = last.step, is_untold = o.is_untold and not stale.is_old,
           told_step = case when stale.is_old then last.step else o.told_step end
      from import_order_step m
      join import_license s on s.record = m.record
      left join lateral (
           select k.step, k.at from license_order_step k
            where k.account_id = m.account_id and k.order_id = m.order_id and k.line_id = 0
            order by order_step_rank(k.step) desc limit 1) last on true,
   lateral (select s.verdict = 'inserted' and coalesce(last.at, s.created_at) < portal_now() - interval '3 days') stale (is_old)
     where o.account_id = m.account_id and o.id = m.order_id
       and (o.step is distinct from last.step or stale.is_old)`,
]
