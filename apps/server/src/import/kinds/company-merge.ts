import sql, { raw, type Sql } from 'sql-template-tag'
import { endEnrollments } from '../../payments/autopay/stop-autopay.ts'

/** Whether the record `s` names a former company that is not merged into its own one yet. */
export const notMergedYet = sql`(
  s.former_account_id is not null
  and not exists (select from former_company f
                   where f.former_account_id = s.former_account_id and f.account_id = s.account_id))`

/** Rejects records for a reason that a statement returns as `reason`, and as `other` the number of another record. */
const reject = (field: string, reasons: Sql): Sql => sql`
  insert into import_reject (record, field, reason, other)
  select record, ${field}, reason, other from (${reasons}) r`

const ofFormer = (reasons: Sql) => reject('formerAccountId', reasons)

export const mergeChecks: Sql[] = [
  reject(
    'accountId',
    sql`
      select s.record, 'is merged into ' || f.account_id || ' since ' || (f.merged_at at time zone 'UTC')::date as reason,
             null::bigint as other
        from import_company s join former_company f on f.former_account_id = s.account_id`,
  ),
  ofFormer(sql`
    select s.record, coalesce('is already merged into ' || f.account_id, 'names no known company: ' || s.former_account_id) as reason,
           null::bigint as other
      from import_company s left join former_company f on f.former_account_id = s.former_account_id
     where ${notMergedYet} and not exists (select from company c where c.account_id = s.former_account_id)`),
  ofFormer(sql`
    select s.record, 'is also sent as a company:' as reason, min(o.record) as other
      from import_company s join import_company o on o.account_id = s.former_account_id
     group by s.record`),
  ofFormer(sql`
    select s.record, 'is also merged into ' || min(o.account_id) || ':' as reason, min(o.record) as other
      from import_company s join import_company o on o.former_account_id = s.former_account_id and o.account_id <> s.account_id
     group by s.record`),
  // Locks the invoices first, as payments do: no payment of these invoices can start from here on.
  sql`
    select from invoice i join import_company s on s.former_account_id = i.account_id
     order by i.account_id, i.id for update of i`,
  ofFormer(sql`
    select s.record, 'has card payments in progress: send this record again when they have ended' as reason, null::bigint as other
      from import_company s
     where exists (select from payment_attempt p
                    where p.account_id = s.former_account_id and p.state in ('open', 'requires_action'))
        or exists (select from payment_batch b where b.account_id = s.former_account_id and b.finished_at is null)`),
]

/** Rows that both companies may have under the same key within a company: the row of the new company stays. */
const keptOfNew: Record<string, string[]> = {
  autopay_rules: [],
  billed_category: ['invoice_category_id'],
  company_network: ['network_id'],
  external_recipient: ['email'],
  home_visit: ['person_id'],
  invoice_extract: ['invoice_number'],
  invoice_told: ['invoice_number'],
  invoice_view: ['person_id'],
  license_alias: ['alias'],
  license_extract: ['license_id'],
  license_order_extract: ['external_id'],
  mail: ['about', 'recipient'],
  mail_address: ['email'],
  request_key: ['actor_id', 'key'],
  transfer_notice: ['invoice_number'],
  unsent_order: ['person_id'],
}

/** Tables whose rows stay as they were sealed or sent, and tables whose rows are deleted. */
const notMoved = [
  'arriving_invoice_line',
  'autopay_day',
  'company',
  'company_revision',
  'history_entry',
  'history_head',
  'history_seal',
  'invoice_archive',
  'invoice_archive_part',
  'outbox_company',
  'outbox_event',
  'outbox_stream',
  'provider_customer',
  'session',
]

/**
 * One statement moves all tables, because the foreign keys are checked at its end. The columns with the company of a
 * person are updated too.
 */
const moveRows = raw(`do $$ begin
  if not exists (select from import_company where merges) then return; end if;
  execute (
    select 'with ' || string_agg(format(
             '%I as (update %I t set %s from import_company s where s.merges and t.account_id = s.former_account_id)',
             'of_' || one.name, one.name, one.changes), ', ') || ' select'
      from (select c.relname as name,
                   string_agg(format('%1$I = case t.%1$I when s.former_account_id then s.account_id else t.%1$I end',
                                     a.attname), ', ') as changes
              from pg_class c join pg_attribute a on a.attrelid = c.oid
             where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
               and a.attname in ('account_id', 'actor_account_id', 'invited_by_account')
               and c.relname <> all ('{${notMoved.join(',')}}')
             group by c.relname) one);
end $$`)

const moving = sql`import_company s where s.merges and t.account_id = s.former_account_id`

const remove = (table: string, where = '') =>
  sql`delete from ${raw(table)} t using ${moving} ${raw(where)}`

const sameAsNew = (table: string, key: string[]) =>
  `exists (select from ${table} o where ${['o.account_id = s.account_id', ...key.map((one) => `o.${one} = t.${one}`)].join(' and ')})`

const unstarted = (table: string) => sql`
  delete from ${raw(table)} t using autopay_day d, import_company s
   where s.merges and d.account_id in (s.account_id, s.former_account_id) and d.started_at is null
     and t.account_id = d.account_id and t.day = d.day`

/** Moves everything of the former companies. One import may contain several merges. */
export const mergeCompanies: Sql[] = [
  // The lock makes other transactions that write for the former company commit before the move, or fail after it.
  sql`
    select from company t join import_company s on s.former_account_id = t.account_id
     where s.merges order by t.account_id for update of t`,
  sql`
    insert into former_company (account_id, former_account_id, name)
    select s.account_id, c.account_id, c.name
      from import_company s join company c on c.account_id = s.former_account_id
     where s.merges`,
  remove('session'),
  remove('invoice_archive'),
  unstarted('autopay_item'),
  unstarted('autopay_day'),
  // What a person turned off in one of the two companies stays off, and unsubscribe links from both companies work.
  sql`
    update mail_address n
       set kinds_off = array(select distinct unnest(n.kinds_off || t.kinds_off) order by 1),
           merged_keys = n.merged_keys || t.key || t.merged_keys,
           former_links_until = greatest(n.former_links_until, t.former_links_until)
      from mail_address t, import_company s
     where s.merges and t.account_id = s.former_account_id and n.account_id = s.account_id and n.email = t.email`,
  sql`
    update invite t set revoked_at = now()
      from ${moving}
       and t.accepted_at is null and t.revoked_at is null
       and exists (select from invite o
                    where o.account_id = s.account_id and address_key(o.email) = address_key(t.email)
                      and o.accepted_at is null and o.revoked_at is null)`,
  // Each company's consent to AutoPay was for its own invoices.
  endEnrollments(
    { actorName: 'Import', ipAddress: 'system' },
    sql`select s.former_account_id from import_company s where s.merges`,
  ),
  // At the provider, a card belongs to the customer of its company.
  sql`
    update card t set is_default = false, removed_at = now() from ${moving} and t.removed_at is null`,
  // A company has one run of AutoPay a day.
  sql`
    update payment_batch t set autopay_day = null
      from ${moving} and exists (select from payment_batch o where o.account_id = s.account_id and o.autopay_day = t.autopay_day)`,
  ...Object.entries(keptOfNew).map(([table, key]) => remove(table, `and ${sameAsNew(table, key)}`)),
  sql`
    insert into autopay_day (account_id, day, fixed_at, started_at)
    select s.account_id, t.day, t.fixed_at, t.started_at from autopay_day t, ${moving}
        on conflict do nothing`,
  // Lines for which one of the two companies got no mail yet get one, also if the other company got mails about later lines.
  sql`
    update company n
       set told_movement = (
             select coalesce(min(m.id) - 1, greatest(n.told_movement, t.told_movement))
               from invoice_movement m
              where m.account_id = n.account_id and m.id > n.told_movement
                 or m.account_id = t.account_id and m.id > t.told_movement)
      from company t join import_company s on s.former_account_id = t.account_id
     where s.merges and n.account_id = s.account_id`,
  moveRows,
  // If one of the two companies was switched to records or to orders, the new company is too. Its past is open as long as
  // the past of the company that was known first
  sql`
    update company n
       set licenses_by = coalesce(n.licenses_by, t.licenses_by), known_since = least(n.known_since, t.known_since)
      from company t join import_company s on s.former_account_id = t.account_id
     where s.merges and n.account_id = s.account_id`,
  sql`
    select settle_license_ids(array_agg(account_id)) from import_company where merges having count(*) > 0`,
  // Both invoices belong to one company now, so what one of them leaves to pay depends on the other.
  sql`
    with gone as (
      delete from payment_elsewhere t using import_company s
       where s.merges and t.account_id = s.account_id and t.to_account_id = s.account_id
   returning t.account_id, t.payment_id)
    insert into import_renamed_payment (account_id, payment_id) select account_id, payment_id from gone`,
  // The sealed entries stay as they are. The new company gets copies that name the former company.
  sql`
    insert into history_entry (account_id, created_at, actor_id, actor_account_id, actor_name, ip_address, category, entry_type,
                               description, payment_id)
    select s.account_id, t.created_at, t.actor_id,
           case t.actor_account_id when s.former_account_id then s.account_id else t.actor_account_id end,
           t.actor_name, t.ip_address, t.category, t.entry_type, t.description || ' (in ' || s.former_account_id || ')', t.payment_id
      from history_entry t, ${moving}
     order by t.account_id, t.id`,
  sql`
    insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description)
    select both_of.account_id, current_setting('portal.sender'), 'system', 'Account', 'Company Merged',
           f.name || ' (' || f.former_account_id || ') is merged into ' || c.name || ' (' || c.account_id || ')'
      from import_company s
      join former_company f on f.former_account_id = s.former_account_id
      join company c on c.account_id = s.account_id
      cross join lateral (values (s.account_id), (s.former_account_id)) both_of (account_id)
     where s.merges`,
  remove('autopay_day'),
  remove('provider_customer'),
  // This deletion fails if any row still refers to the former company.
  remove('company'),
]
