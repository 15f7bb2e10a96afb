-- The operator creates the roles (docs/operations.md):
--   portal_owner   owns the schema; only migrations connect as it
--   portal_app     the web server; sees one company at a time
--   portal_system  worker and command line; sees every company
-- Neither portal_app nor portal_system owns anything, is superuser or bypasses row level security.
grant usage on schema public to portal_app, portal_system;
-- A role may call only the functions granted to it.
alter default privileges revoke execute on functions from public;

-- Searches look for any part of a text, within one company (decision 0010).
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The clock for everything that depends on the day; tests replace it.
create function portal_now() returns timestamptz language sql stable as 'select now()';
grant execute on function portal_now to portal_app, portal_system;

-- Puts a table with account_id under forced row level security. The web role sees the company named by the
-- transaction's setting, and nothing if it is unset.
create function protect_company_table(company_table regclass, app_rights text) returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', company_table);
  execute format('alter table %s force row level security', company_table);
  execute format(
    'create policy own_company on %s to portal_app
       using (account_id = current_setting(''portal.account'', true))
       with check (account_id = current_setting(''portal.account'', true))', company_table);
  execute format(
    'create policy every_company on %s to portal_system, portal_owner using (true) with check (true)',
    company_table);
  if app_rights <> '' then execute format('grant %s on %s to portal_app', app_rights, company_table); end if;
  execute format('grant select, insert, update, delete on %s to portal_system', company_table);
end $$;

-- Makes a table append-only, even for its owner.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create table portal_instance (
  one boolean primary key default true check (one),
  -- Stored in the metadata of every payment at the card provider. A restored database keeps it; an empty one gets a
  -- new one.
  id uuid not null default gen_random_uuid(),
  -- Null until the first server has queried the provider.
  provider_account text,
  provider_livemode boolean,
  constraint account_with_mode check ((provider_account is null) = (provider_livemode is null))
);
comment on table portal_instance is
  'Which portal this database is, and which account of the card provider its payments are on (decision 0027).';
insert into portal_instance default values;
grant select on portal_instance to portal_app;
grant select, update (id) on portal_instance to portal_system;

create table company (
  account_id text primary key check (account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'),
  name text not null check (length(name) between 1 and 300),
  created_at timestamptz not null default now()
);
comment on table company is 'The customers; every company table starts its keys with the account id.';
select protect_company_table('company', 'select');
-- A super admin's list of companies; '*' is never an account id. It opens only this table.
create policy company_list on company for select to portal_app
  using (current_setting('portal.account', true) = '*');

create table company_revision (
  account_id text primary key references company on delete cascade,
  revision bigint not null default 1
);
comment on table company_revision is
  'Counts every change of what invoices and their list show, in the same transaction as the change (decisions 0002, 0048).';
select protect_company_table('company_revision', 'select, update');

create function start_company_revision() returns trigger language plpgsql as $$
begin
  insert into company_revision (account_id) select account_id from added;
  return null;
end $$;
create trigger company_revision_starts after insert on company
  referencing new table as added for each statement execute function start_company_revision();

create function bump_company_revision() returns trigger language plpgsql as $$
begin
  update company_revision r set revision = r.revision + 1
   where r.account_id in (select distinct c.account_id from changed c);
  return null;
end $$;

-- Increments the revision of every company whose rows in the watched table a statement changes.
create function watch_company_revision(watched regclass) returns void language plpgsql as $$
begin
  execute format('create trigger revision_on_insert after insert on %s referencing new table as changed
                  for each statement execute function bump_company_revision()', watched);
  execute format('create trigger revision_on_update after update on %s referencing new table as changed
                  for each statement execute function bump_company_revision()', watched);
  execute format('create trigger revision_on_delete after delete on %s referencing old table as changed
                  for each statement execute function bump_company_revision()', watched);
end $$;

create table shared_revision (
  one boolean primary key default true check (one),
  revision bigint not null default 1
);
comment on table shared_revision is
  'The same for data that the invoices of all companies show. A session uses the sum of both, which only increases.';
insert into shared_revision default values;
grant select, update on shared_revision to portal_system;

create table invoice_category (
  -- The books number categories below a million; a category that they only name gets one of the portal's numbers.
  invoice_category_id int generated by default as identity (start with 1000000) primary key,
  name text not null unique check (length(name) between 1 and 200)
);
comment on table invoice_category is 'The categories of invoices; a person may see some of them.';
grant select on invoice_category to portal_app;
grant select, insert, update, delete on invoice_category to portal_system;
