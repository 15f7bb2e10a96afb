create table former_company (
  account_id text not null references company,
  former_account_id text not null unique,
  name text not null,
  merged_at timestamptz not null default now(),
  primary key (account_id, former_account_id)
);
comment on table former_company is 'The companies that were merged into another one, and their former names (decision 0098).';
select protect_company_table('former_company', 'select');
create policy company_list on former_company for select to portal_app
  using (current_setting('portal.account', true) = '*');

-- The company that has now what an account id names.
create function current_account(named text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select f.account_id from former_company f where f.former_account_id = named), named)
$$;
grant execute on function current_account to portal_app, portal_system;

-- The sealed entries of a merged company stay, and it is no company any more: these triggers replace the foreign keys.
alter table history_entry drop constraint history_entry_account_id_fkey;
alter table history_head drop constraint history_head_account_id_fkey;
alter table history_seal drop constraint history_seal_account_id_fkey;

create function check_company_of_entries() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from company c where c.account_id in (select a.account_id from added a) order by c.account_id for key share;
  if exists (select from added a where not exists (select from company c where c.account_id = a.account_id)) then
    raise foreign_key_violation using constraint = 'history_entry_account_id_fkey', message = 'an entry of no company';
  end if;
  return null;
end $$;
create trigger entries_have_a_company after insert on history_entry referencing new table as added
  for each statement execute function check_company_of_entries();

create function refuse_company_with_entries() returns trigger language plpgsql as $$
begin
  if exists (select from history_entry h where h.account_id = old.account_id)
     and not exists (select from former_company f where f.former_account_id = old.account_id) then
    raise foreign_key_violation using constraint = 'history_entry_account_id_fkey', message = 'a company with entries stays';
  end if;
  return old;
end $$;
create trigger companies_with_entries_stay before delete on company
  for each row execute function refuse_company_with_entries();

-- Whether a row only moves to the company that its own one became (decision 0098).
create function is_merge(former jsonb, row_now jsonb) returns boolean
language sql stable as $$
  select former - '{account_id,actor_account_id}'::text[] = row_now - '{account_id,actor_account_id}'::text[]
     and former ->> 'account_id' <> row_now ->> 'account_id'
     and row_now ->> 'account_id' = current_account(former ->> 'account_id')
$$;
grant execute on function is_merge to portal_app, portal_system;

create or replace function refuse_other_key_of_invoice() returns trigger language plpgsql as $$
begin
  if is_merge(to_jsonb(old), to_jsonb(new)) then return new; end if;
  raise foreign_key_violation using message = 'an invoice stays with its company and keeps its id';
end $$;

create or replace function refuse_payment_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_merge(to_jsonb(old), to_jsonb(new)) then return new; end if;
  raise foreign_key_violation using message =
    format('a %s stays what it is: payments, their invoices, cards and batches belong together', tg_table_name);
end $$;

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if is_merge(to_jsonb(old), to_jsonb(new)) then return new; end if;
  raise exception 'ledger_entry is append-only';
end $$;
create trigger entries_move_only_in_a_merge before update on ledger_entry
  for each row execute function refuse_ledger_change();
create or replace trigger ledger_is_append_only before delete or truncate on ledger_entry
  for each statement execute function refuse_change();
grant update (account_id) on ledger_entry to portal_system;
grant update (account_id) on super_admin_change to portal_system;
