import sql, { type Sql } from 'sql-template-tag'
import type { Kind } from './kind.ts'

/**
 * Adds one entry per company whose records changed: `12 invoices added, 3 updated; 1 user added`.
 */
export function writeHistory(kinds: Kind[]): Sql {
  const told = kinds.filter(({ noun }) => noun)
  return sql`
    insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description)
    select account_id, 'Import', 'system', 'Import', 'Import',
           string_agg(part, '; ' order by position)
      from (select account_id, position,
                   string_agg(records || case when nth = 1 then ' ' || noun else '' end || ' ' || verb,
                              ', ' order by nth) as part
              from (select c.account_id, k.position, v.verb, c.records,
                           case c.records when 1 then k.one else k.many end as noun,
                           row_number() over (partition by c.account_id, c.kind order by v.position) as nth
                      from import_count c
                      join unnest(${told.map(({ record }) => record)}::text[],
                                  ${told.map(({ noun }) => noun?.[0])}::text[],
                                  ${told.map(({ noun }) => noun?.[1])}::text[])
                           with ordinality k (kind, one, many, position) on k.kind = c.kind
                      join (values ('inserted', 'added', 1), ('updated', 'updated', 2),
                                   ('deleted', 'removed', 3)) v (verdict, verb, position)
                        on v.verdict = c.verdict
                     where c.account_id is not null) changes
             group by account_id, position) parts
     group by account_id`
}

/** Adds an entry for each super admin that this import added or removed, with its sender. */
export const roleHistory = sql`
  insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description)
  select c.account_id, c.changed_by, 'system', 'User', 'Role Changed',
         'Changed the role of ' || c.email || ' by a record: '
           || case when c.is_granted then 'User → Super' else 'Super → User' end
    from super_admin_change c
    join import_user s on s.account_id = c.account_id and s.user_id = c.user_id
   where s.verdict in ('inserted', 'updated') and c.changed_at >= now()
     and c.changed_by = current_setting('portal.sender')
   order by c.changed_at`
