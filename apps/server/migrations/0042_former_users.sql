alter table history_entry
  -- Random, sealed with the entry: without it no guess of the text can be compared with the seal. Null for entries of
  -- before this column.
  add column seal_key uuid,
  -- Of an erasure: the entries whose text it changed, each with the hash that follows its seal (decision 0101).
  add column rewritten text;
alter table history_entry alter column seal_key set default gen_random_uuid();

-- As before for an entry without the two new columns (v2); with one of them, both are sealed too (v3).
create or replace function history_hash(previous bytea, place bigint, entry history_entry) returns bytea
language sql stable as $$
  select sha256(previous || convert_to(
    case when num_nonnulls(entry.seal_key, entry.rewritten) = 0 then 'v2' else 'v3' end ||
    octet_length(entry.account_id) || ':' || entry.account_id ||
    octet_length(place::text) || ':' || place ||
    octet_length(entry.id::text) || ':' || entry.id ||
    '27:' || to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') ||
    coalesce('36:' || entry.actor_id, '-') ||
    coalesce(octet_length(entry.actor_account_id) || ':' || entry.actor_account_id, '-') ||
    octet_length(entry.actor_name) || ':' || entry.actor_name ||
    octet_length(entry.ip_address) || ':' || entry.ip_address ||
    octet_length(entry.category) || ':' || entry.category ||
    octet_length(entry.entry_type) || ':' || entry.entry_type ||
    octet_length(entry.description) || ':' || entry.description ||
    coalesce('36:' || entry.payment_id, '-') ||
    case when num_nonnulls(entry.seal_key, entry.rewritten) = 0 then ''
         else coalesce('36:' || entry.seal_key, '-') ||
              coalesce(octet_length(entry.rewritten) || ':' || entry.rewritten, '-') end, 'UTF8'))
$$;

-- Append-only, but for the command that erases a person. Only the owner has the right to update.
create function refuse_history_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('portal.erases', true) = 'on' then return null; end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create or replace trigger history_is_append_only before update or delete or truncate on history_entry
  for each statement execute function refuse_history_change();
create trigger servers_erase_nobody before insert on history_entry
  for each row when (new.rewritten is not null and current_user in ('portal_app', 'portal_system'))
  execute function refuse_change();

-- As before; the history of a merged company may record an erasure, which changed its entries.
create or replace function check_company_of_entries() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from company c where c.account_id in (select a.account_id from added a) order by c.account_id for key share;
  if exists (select from added a
              where not exists (select from company c where c.account_id = a.account_id)
                and not (a.rewritten is not null
                         and exists (select from former_company f where f.former_account_id = a.account_id))) then
    raise foreign_key_violation using constraint = 'history_entry_account_id_fkey', message = 'an entry of no company';
  end if;
  return null;
end $$;

create or replace view company_history as
  select id, created_at, actor_id, actor_account_id, actor_name, ip_address, category, entry_type, description, payment_id,
         description || ' ' || actor_name || ' ' || ip_address || ' ' || category || ' ' || entry_type as search_text,
         seal_key, rewritten
    from history_entry
   where account_id = current_setting('portal.account', true);

alter table portal_user
  -- While the user is deactivated: the accounts that resets took. A record that brings the user back does not bring them
  -- back; an invitation does.
  add column former_accounts jsonb not null default '[]';

create or replace function follow_user() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.deactivated_at is null then
      insert into sign_in_directory (email_key, account_id, user_id)
      values (address_key(new.email), new.account_id, new.id);
    end if;
  elsif new.deactivated_at is not null and old.deactivated_at is null then
    with gone as (
      delete from sign_in_directory d where d.account_id = old.account_id and d.user_id = old.id
   returning d.former_accounts)
    update portal_user u set former_accounts = gone.former_accounts from gone
     where u.account_id = old.account_id and u.id = old.id and u.former_accounts <> gone.former_accounts;
    delete from session s where s.account_id = old.account_id and s.user_id = old.id;
  elsif new.deactivated_at is null and old.deactivated_at is not null then
    insert into sign_in_directory (email_key, account_id, user_id, former_accounts)
    values (address_key(new.email), new.account_id, new.id, new.former_accounts);
  elsif address_key(new.email) <> address_key(old.email) then
    update sign_in_directory d set email_key = address_key(new.email)
     where d.account_id = new.account_id and d.user_id = new.id;
  end if;
  return null;
end $$;
