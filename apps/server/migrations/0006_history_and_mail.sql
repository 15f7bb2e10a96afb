create table history_entry (
  account_id text not null references company,
  id bigint generated always as identity,
  created_at timestamptz not null default now(),
  actor_id uuid,
  actor_account_id text check (actor_account_id <> ''),
  actor_name text not null,
  ip_address text not null,
  category text not null,
  entry_type text not null,
  description text not null,
  -- The payment of an entry, for its receipt.
  payment_id uuid,
  primary key (account_id, id)
);
comment on table history_entry is 'What people and the portal did in a company, append-only.';
select protect_company_table('history_entry', 'select, insert');
revoke update, delete on history_entry from portal_system;
create trigger history_is_append_only before update or delete or truncate on history_entry
  for each statement execute function refuse_change();
-- Newest first, with any single filter.
create index history_newest on history_entry (account_id, created_at desc, id desc);
create index history_by_category on history_entry (account_id, category, created_at desc, id desc);
create index history_by_type on history_entry (account_id, entry_type, created_at desc, id desc);
-- Entries without an actor, mostly payments of AutoPay, are never searched by actor.
create index history_by_actor on history_entry (account_id, actor_id, created_at desc, id desc) where actor_id is not null;
-- Super admins who acted for the company: few among very many.
create index history_by_super_admin on history_entry (account_id, actor_id, created_at desc, id desc)
  where actor_account_id <> account_id;
create index history_of_payments on history_entry (account_id, created_at desc, id desc)
  where category in ('Payment', 'Card');

-- Finds any part of a displayed line (decision 0010). Row level security keeps search operators from using the index,
-- so the view filters by company itself and runs with its owner's rights.
create index history_by_text on history_entry using gin (
  account_id, (description || ' ' || actor_name || ' ' || ip_address || ' ' || category || ' ' || entry_type) gin_trgm_ops);
create view company_history as
  select id, created_at, actor_id, actor_account_id, actor_name, ip_address, category, entry_type, description, payment_id,
         description || ' ' || actor_name || ' ' || ip_address || ' ' || category || ' ' || entry_type as search_text
    from history_entry
   where account_id = current_setting('portal.account', true);
grant select on company_history to portal_app, portal_system;

create table history_seal (
  account_id text not null references company,
  position bigint not null,
  entry_id bigint not null,
  hash bytea not null,
  primary key (account_id, position),
  unique (account_id, entry_id),
  foreign key (account_id, entry_id) references history_entry
);
comment on table history_seal is
  'The chain of a company''s entries: each hash covers the seal before it and its own entry, so that an edited, removed, moved or cut off entry is detected (decision 0009).';
select protect_company_table('history_seal', 'select');
revoke insert, update, delete on history_seal from portal_system;
create trigger seals_are_append_only before update or delete or truncate on history_seal
  for each statement execute function refuse_change();

create table history_head (
  account_id text primary key references company,
  position bigint not null default 0,
  hash bytea not null default decode(repeat('00', 32), 'hex')
);
comment on table history_head is 'The end of the chain. Its position is the company''s number of entries.';
select protect_company_table('history_head', 'select');
revoke insert, update, delete on history_head from portal_system;

-- All columns of an entry. Every part is preceded by its length in bytes, so that no two entries have the same text;
-- '-' stands for null. A new column needs a new version here and in the two verifiers, `verify-history.ts` and
-- `tools/verify-history.mjs`, which also know the earlier versions (decision 0009).
create function history_hash(previous bytea, place bigint, entry history_entry) returns bytea
language sql stable as $$
  select sha256(previous || convert_to(
    'v2' ||
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
    coalesce('36:' || entry.payment_id, '-'), 'UTF8'))
$$;

-- One statement locks the end of the chain, moves it, and seals.
create function seal_history_entry(entry history_entry) returns void
language sql security definer set search_path = public, pg_temp as $$
  with head as (
    insert into history_head as h (account_id, position, hash)
    values (entry.account_id, 1, history_hash(decode(repeat('00', 32), 'hex'), 1, entry))
        on conflict (account_id) do update
       set position = h.position + 1, hash = history_hash(h.hash, h.position + 1, entry)
 returning h.position, h.hash)
  insert into history_seal (account_id, position, entry_id, hash)
  select entry.account_id, head.position, entry.id, head.hash from head
$$;

-- Seals at commit: the end of the chain is locked only briefly, and after every other lock of the change. The first
-- entry of a transaction seals all of them, so that the end of the chain moves once.
create function seal_new_entry() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head history_head;
  start bigint;
  entry history_entry;
  entries bigint[] := '{}';
  hashes bytea[] := '{}';
begin
  if exists (select from history_seal s where s.account_id = new.account_id and s.entry_id = new.id) then
    return null;
  end if;
  insert into history_head (account_id) values (new.account_id) on conflict do nothing;
  select h.* into head from history_head h where h.account_id = new.account_id for update;
  start := head.position;
  -- Committed entries of others are sealed, and uncommitted ones are invisible: all of these are ours.
  for entry in
    select e.* from history_entry e
     where e.account_id = new.account_id and e.id >= new.id and e.category <> 'Import'
       and not exists (select from history_seal s where s.account_id = e.account_id and s.entry_id = e.id)
     order by e.id
  loop
    head.position := head.position + 1;
    head.hash := history_hash(head.hash, head.position, entry);
    entries := entries || entry.id;
    hashes := hashes || head.hash;
  end loop;
  insert into history_seal (account_id, position, entry_id, hash)
  select new.account_id, start + s.nth, s.entry_id, s.hash
    from unnest(entries, hashes) with ordinality as s (entry_id, hash, nth);
  update history_head h set position = head.position, hash = head.hash where h.account_id = new.account_id;
  return null;
end $$;
create constraint trigger history_is_sealed after insert on history_entry
  deferrable initially deferred for each row when (new.category <> 'Import') execute function seal_new_entry();

-- An import writes one entry for each of thousands of companies: their seals are written together, immediately
-- instead of at commit, because the import is about to end.
create function seal_imported_entries() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry history_entry;
begin
  if exists (select from added a where a.category = 'Import' group by a.account_id having count(*) > 1) then
    for entry in select * from added a where a.category = 'Import' order by a.account_id, a.id loop
      perform seal_history_entry(entry);
    end loop;
    return null;
  end if;
  insert into history_head (account_id)
  select a.account_id from added a where a.category = 'Import' order by a.account_id
      on conflict do nothing;
  -- In a fixed order, so that two imports that write for many companies cannot deadlock.
  perform from history_head h join added a on a.account_id = h.account_id
    where a.category = 'Import' order by h.account_id for update of h;
  update history_head h
     set position = h.position + 1,
         hash = (select history_hash(h.hash, h.position + 1, e) from history_entry e
                  where e.account_id = a.account_id and e.id = a.id)
    from added a where a.category = 'Import' and a.account_id = h.account_id;
  insert into history_seal (account_id, position, entry_id, hash)
  select h.account_id, h.position, a.id, h.hash
    from added a join history_head h on h.account_id = a.account_id where a.category = 'Import';
  return null;
end $$;
create trigger imports_are_sealed after insert on history_entry
  referencing new table as added for each statement execute function seal_imported_entries();

create table mail (
  -- A receipt may go to a visitor of no company: '-' stands for that, as in the events.
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  -- The mail's subject matter; an address gets one mail about each.
  about text not null,
  -- Which of the mails that a recipient can turn off, or that are always sent (packages/domain/src/notifications).
  kind text not null,
  recipient text not null,
  -- Sent although the recipient turned off the kind; the mail then offers no way to turn it off.
  is_required boolean not null default false,
  subject text not null,
  -- What it says. The worker adds the layout, with links of this recipient only.
  content jsonb not null,
  created_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  tries int not null default 0,
  sent_at timestamptz,
  last_error text,
  -- When a person stopped it after the last try.
  given_up_at timestamptz,
  primary key (account_id, id),
  unique (account_id, about, recipient),
  constraint mail_of_company_or_visitor check (account_id = '-' or account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$')
);
comment on table mail is 'Mails to be sent: written in the transaction of their change, sent by the worker afterwards.';
select protect_company_table('mail', 'select, insert');
create index mail_waiting on mail (next_try_at) where sent_at is null;
create index mail_refused on mail (created_at) where sent_at is null and tries >= 20 and given_up_at is null;

create table mail_address (
  account_id text not null references company,
  -- As of address_key().
  email text not null check (email = address_key(email) and length(email) <= 254),
  -- In the links that turn mails off without a sign-in: 122 random bits.
  key uuid not null default gen_random_uuid(),
  kinds_off text[] not null default '{}',
  -- Whether the mail about new invoices has their PDFs attached.
  attaches_invoices boolean not null default false,
  -- Since when the mail server refuses the mailbox for good; a mail that it accepts ends that.
  refused_at timestamptz,
  primary key (account_id, email)
);
comment on table mail_address is 'What a company''s recipients of mails chose, and whether their mailboxes exist.';
select protect_company_table('mail_address', 'select, insert, update (kinds_off, attaches_invoices)');
