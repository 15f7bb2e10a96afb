-- Events for the provider's own systems: written with the change they tell about, delivered and offered afterwards
-- (decision 0013). '-' stands for no company (a visitor's purchase); no account id can be that. No reference to the
-- company: what has happened stays told when a company is removed.
create table outbox_event (
  account_id text not null check (account_id = '-' or account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'),
  id uuid not null default gen_random_uuid(),
  -- Order of writing. Commits come in another order, so nobody reads by it.
  written bigint generated always as identity,
  -- Order of reading: given by one worker at a time, to events that are committed.
  position bigint,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  primary key (account_id, id)
);
select protect_company_table('outbox_event', 'insert');
create policy of_no_company on outbox_event for insert to portal_app with check (account_id = '-');
create unique index outbox_event_by_position on outbox_event (position) where position is not null;
create index outbox_event_without_position on outbox_event (written) where position is null;
create index outbox_event_undelivered on outbox_event (account_id, position)
  where delivered_at is null and position is not null;

-- The last position given; it only rises, also when old events are swept away.
create table outbox_end (
  one boolean primary key default true check (one),
  position bigint not null default 0,
  -- The last one that is no longer kept.
  swept bigint not null default 0
);
insert into outbox_end default values;
grant select, update on outbox_end to portal_system;

-- A company with events that wait for delivery, in order: the next one is tried when its time has come.
create table outbox_stream (
  account_id text primary key check (account_id = '-' or account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'),
  next_try_at timestamptz not null default now(),
  tries int not null default 0,
  tried_at timestamptz,
  last_error text,
  -- The receiver could not be reached at all, which says nothing about the event.
  is_away boolean not null default false
);
select protect_company_table('outbox_stream', '');
create index outbox_stream_due on outbox_stream (next_try_at);
