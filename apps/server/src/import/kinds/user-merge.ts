import sql from 'sql-template-tag'

const wantedCategories = sql`
  array(select distinct c.invoice_category_id
          from import_user_category w join invoice_category c on c.name = w.name
         where w.record = s.record
         order by 1)`

/** The categories of the user `u`. */
export const heldCategories = sql`
  array(select h.invoice_category_id from user_category h
         where h.account_id = u.account_id and h.user_id = u.id
         order by 1)`

/**
 * Writes users. A user deactivated in the portal stays deactivated; a user whom the books deleted becomes active again.
 * Role, permissions and categories that an administrator changed in the portal after the record's time (unknown counts as
 * before) also stay.
 */
export const mergeUsers = [
  // Creates categories that exist only as a name in users.
  sql`
    insert into invoice_category (name)
    select distinct w.name from import_user_category w join import_user s on s.record = w.record
        on conflict (name) do nothing`,
  sql`
    update import_user s
       set user_id = (select u.id from portal_user u
                       where u.account_id = s.account_id and address_key(u.email) = address_key(s.email)
                       order by u.deactivated_at is not null, u.created_at desc, u.id
                       limit 1)
     where s.verdict is null`,
  // The sign-in provider changed the address, and the books still send the former one.
  sql`
    update import_user s
       set user_id = (select u.id from portal_user u
                       where u.account_id = s.account_id and address_key(s.email) = any (u.former_keys)
                       order by u.deactivated_at is not null, u.created_at desc, u.id
                       limit 1),
           is_former = true
     where s.verdict is null and s.user_id is null`,
  // If a person has several addresses, the current one is used, else the last one.
  sql`
    update import_user s set verdict = 'unchanged'
      from import_user o
     where s.verdict is null and s.is_former and o.account_id = s.account_id and o.user_id = s.user_id
       and (o.is_former is null or o.record > s.record)`,
  sql`
    update import_user s set verdict = 'inserted', keeps_access = false
     where s.verdict is null and s.user_id is null`,
  sql`
    update import_user s
       set keeps_access = u.access_changed_at is not null
                      and (s.as_of is null or s.as_of < u.access_changed_at),
           returns = returns_by_record(u, s.as_of)
                     and not exists (select from sign_in_directory d where d.email_key = address_key(u.email)),
           permissions_before = u.permissions,
           categories_before = ${heldCategories}
      from portal_user u
     where s.verdict is null and u.account_id = s.account_id and u.id = s.user_id`,
  sql`
    update import_user s
       set verdict = case
             when s.returns then 'updated'
             when u.deactivated_at is not null then 'unchanged'
             when (u.first_name, u.last_name) <> (s.first_name, s.last_name) then 'updated'
             when s.keeps_access then 'unchanged'
             when u.role <> s.role then 'updated'
             when not (u.permissions <@ s.permissions and u.permissions @> s.permissions) then 'updated'
             when s.categories_before <> ${wantedCategories} then 'updated'
             else 'unchanged' end
      from portal_user u
     where s.verdict is null and u.account_id = s.account_id and u.id = s.user_id`,
  sql`
    update import_user s set user_id = gen_random_uuid() where s.verdict = 'inserted'`,
  sql`
    insert into portal_user (account_id, id, email, first_name, last_name, role, permissions)
    select account_id, user_id, email, first_name, last_name, role, permissions
      from import_user
     where verdict = 'inserted'`,
  sql`
    update portal_user u
       set first_name = s.first_name, last_name = s.last_name,
           deactivated_at = case when not s.returns then u.deactivated_at end,
           role = case when s.keeps_access then u.role else s.role end,
           permissions = case when s.keeps_access then u.permissions else s.permissions end
      from import_user s
     where s.verdict = 'updated' and u.account_id = s.account_id and u.id = s.user_id`,
  sql`
    delete from user_category h
     using import_user s
     where s.verdict = 'updated' and not s.keeps_access
       and h.account_id = s.account_id and h.user_id = s.user_id
       and h.invoice_category_id <> all (${wantedCategories})`,
  sql`
    insert into user_category (account_id, user_id, invoice_category_id)
    select s.account_id, s.user_id, unnest(${wantedCategories})
      from import_user s
     where s.verdict in ('inserted', 'updated') and not s.keeps_access
        on conflict do nothing`,
]
