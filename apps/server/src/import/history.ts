import sql, { type Sql } from 'sql-template-tag'
import { permissionLabels } from '@portal/domain/kernel/permissions'
import type { Kind } from './kind.ts'
import { heldCategories } from './kinds/user-merge.ts'

/** Adds one entry per company whose records changed: `12 invoices added, 3 updated; 1 user added`. */
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

/** Adds an entry, with the sender, for each super admin that this import added or removed. */
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

const listed = (permissions: Sql) => sql`
  (select coalesce(string_agg(l.label, ', ' order by l.nth), 'none')
     from unnest(${Object.keys(permissionLabels)}::text[], ${Object.values(permissionLabels)}::text[])
          with ordinality l (key, label, nth)
    where l.key = any (${permissions}))`

const named = (categories: Sql) => sql`
  (select coalesce(string_agg(c.name, ', ' order by c.name), 'none')
     from invoice_category c where c.invoice_category_id = any (${categories}))`

/** Adds an entry for each change of a user's access, and for each user who was removed or returned, as the portal does. */
export const accessHistory = sql`
  insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description)
  select u.account_id, current_setting('portal.sender'), 'system', 'User', said.type, said.words
    from (select account_id, user_id, returns, permissions_before, categories_before, false as is_gone
            from import_user where verdict = 'updated'
           union all
          select u.account_id, u.id, false, u.permissions, null, true
            from import_delete d join portal_user u on u.account_id = d.owner
           where d.kind = 'user' and d.verdict = 'deleted' and u.books_deleted_at = now()) s
    join portal_user u on u.account_id = s.account_id and u.id = s.user_id
   cross join lateral (select coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name) who
   cross join lateral (values
     ('User Removed', case when s.is_gone then 'Removed ' || name || ' (' || u.email || ') by a record' end),
     ('User Returned', case when s.returns then name || ' (' || u.email || ') is back by a record' end),
     ('Permissions Changed',
      case when not (s.permissions_before <@ u.permissions and s.permissions_before @> u.permissions)
           then 'Changed the permissions of ' || name || ' by a record: '
                || ${listed(sql`s.permissions_before`)} || ' → ' || ${listed(sql`u.permissions`)} end),
     ('Categories Changed',
      case when s.categories_before <> ${heldCategories}
           then 'Changed the invoice categories of ' || name || ' by a record: '
                || ${named(sql`s.categories_before`)} || ' → ' || ${named(heldCategories)} end)) said (type, words)
   where said.words is not null
   order by u.account_id, name, said.type desc`
