create table outbox_event (
  -- '-' means no company (a visitor's purchase); it is never an account id. No foreign key to the company: an event
  -- outlives its company.
  account_id text not null check (account_id = '-' or account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'),
  id uuid not null default gen_random_uuid(),
  -- Order of writing. Commits happen in another order, so no reader uses it.
  written bigint generated always as identity,
  -- Order of reading: assigned by one worker at a time, to committed events.
  position bigint,
  -- The position of the company's previous event; null for its first one. Receivers use it to detect missing events.
  previous_position bigint,
  type text not null,
  -- The version of `data`. An older version, for receivers that still read it, is a separate row.
  version int not null default 1,
  data jsonb not null,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  -- Skipped by a person because the receiver will never accept it.
  skipped_at timestamptz,
  primary key (account_id, id)
);
comment on table outbox_event is
  'Events for the provider''s own systems: written in the transaction of their change, delivered and offered afterwards (decision 0013).';
select protect_company_table('outbox_event', 'insert');
create policy of_no_company on outbox_event for insert to portal_app with check (account_id = '-');
create unique index outbox_event_by_position on outbox_event (position) where position is not null;
create index outbox_event_without_position on outbox_event (written) where position is null;
create index outbox_event_undelivered on outbox_event (account_id, position)
  where delivered_at is null and position is not null;

create table outbox_end (
  one boolean primary key default true check (one),
  position bigint not null default 0,
  -- The position of the last event that is no longer kept.
  swept bigint not null default 0
);
comment on table outbox_end is 'The last assigned position; it only increases, even when old events are deleted.';
insert into outbox_end default values;
grant select, update on outbox_end to portal_system;

create table outbox_company (
  account_id text primary key check (account_id = '-' or account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'),
  position bigint not null
);
comment on table outbox_company is 'The position of the last event of each company, even if that event is no longer kept.';
select protect_company_table('outbox_company', '');

create table outbox_receiver (
  one boolean primary key default true check (one),
  -- When an event was last sent, and when one was last accepted.
  tried_at timestamptz not null default '-infinity',
  taken_at timestamptz not null default '-infinity',
  -- Since when the receiver has not responded; null while it responds. Meanwhile one event at a time is sent as a
  -- probe.
  away_since timestamptz,
  problem text
);
comment on table outbox_receiver is 'Whether the receiver of events is available (decision 0045).';
insert into outbox_receiver default values;
grant select, update on outbox_receiver to portal_system;

create table outbox_stream (
  account_id text primary key check (account_id = '-' or account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'),
  next_try_at timestamptz not null default now(),
  tries int not null default 0,
  tried_at timestamptz,
  last_error text,
  -- Its event was rejected while the receiver accepted no other, so the event may not be the reason.
  is_doubtful boolean not null default false,
  -- One worker delivers a company's events until then; afterwards another may.
  lease_until timestamptz not null default now()
);
comment on table outbox_stream is 'The companies with events that wait for delivery, in order.';
select protect_company_table('outbox_stream', '');
create index outbox_stream_due on outbox_stream (next_try_at);

create table api_key (
  id uuid primary key default gen_random_uuid(),
  -- Shown to people to distinguish keys.
  prefix text not null unique,
  key_hash bytea not null unique,
  name text not null check (length(name) between 1 and 100),
  scopes text[] not null check (scopes <@ array['records:write', 'events:read'] and cardinality(scopes) > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_from text,
  -- When an upload of the key was last imported: keys take turns.
  turn_at timestamptz,
  revoked_at timestamptz
);
comment on table api_key is 'Keys of the provider''s systems. Only a digest is kept.';
grant select, insert, update on api_key to portal_system;

-- The web role cannot read keys: it passes the digest of a key and gets the key's scopes.
create function use_api_key(digest bytea, address text) returns table (id uuid, scopes text[])
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Once a minute is enough to show which keys are in use.
  update api_key k set last_used_at = now(), last_used_from = address
   where k.key_hash = digest and k.revoked_at is null
     and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute' or k.last_used_from <> address);
  return query select k.id, k.scopes from api_key k
    where k.key_hash = digest and k.revoked_at is null and (k.expires_at is null or k.expires_at > now());
end $$;

-- Events of every company: for a key with that scope, not for the web role in general.
create function events_after(digest bytea, after bigint, at_most int) returns setof outbox_event
language sql stable security definer set search_path = public, pg_temp as $$
  select e.* from outbox_event e
   where e.position > after
     and exists (select from api_key k
                  where k.key_hash = digest and 'events:read' = any (k.scopes) and k.revoked_at is null
                    and (k.expires_at is null or k.expires_at > now()))
   order by e.position limit at_most
$$;

-- Returns the position up to which events are no longer kept, and the last assigned one.
create function events_kept() returns table (swept bigint, last bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select swept, position from outbox_end
$$;
grant execute on function use_api_key, events_after, events_kept to portal_app;

create table record_upload (
  id uuid primary key default gen_random_uuid(),
  api_key_id uuid not null references api_key,
  dry_run boolean not null,
  skip_rejects boolean not null,
  state text not null default 'receiving' check (state in ('receiving', 'waiting', 'done', 'failed')),
  created_at timestamptz not null default now(),
  bytes bigint not null default 0,
  tries int not null default 0,
  next_try_at timestamptz not null default now(),
  finished_at timestamptz,
  report json,
  problem text,
  -- When a person noted that it failed or rejected records.
  seen_at timestamptz
);
comment on table record_upload is
  'Records sent by the provider''s systems: the web server stores the bytes, a worker imports them (decision 0014).';
create index record_upload_open on record_upload (created_at) where state in ('receiving', 'waiting');
create index record_upload_rejected on record_upload (finished_at)
  where seen_at is null and not dry_run and (state = 'failed' or state = 'done' and (report ->> 'rejected')::int > 0);

create table record_chunk (
  upload_id uuid not null references record_upload on delete cascade,
  nth int not null,
  content bytea not null,
  primary key (upload_id, nth)
);
comment on table record_chunk is 'The bytes of an upload, until it is imported.';
-- Often compressed already, and short-lived.
alter table record_chunk alter column content set storage external;
grant select, update, delete on record_upload, record_chunk to portal_system;

-- The web role accesses an upload only with the key that started it.
create function key_of(digest bytea, wanted text) returns uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select k.id from api_key k
   where k.key_hash = digest and wanted = any (k.scopes) and k.revoked_at is null
     and (k.expires_at is null or k.expires_at > now())
$$;

-- Returns nothing if the key has reached its limit of open uploads. Requests with one key take turns, so that each
-- counts the uploads of those before it.
create function begin_upload(digest bytea, dry_run boolean, skip_rejects boolean, at_most int) returns uuid
language sql security definer set search_path = public, pg_temp as $$
  select from api_key where id = key_of(digest, 'records:write') for no key update;
  insert into record_upload (api_key_id, dry_run, skip_rejects)
  select k, dry_run, skip_rejects from key_of(digest, 'records:write') k
   where k is not null
     and (select count(*) from record_upload u where u.api_key_id = k and u.state in ('receiving', 'waiting')) < at_most
  returning id
$$;

create function add_to_upload(digest bytea, upload uuid, nth int, content bytea) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with mine as (
    update record_upload u set bytes = bytes + octet_length(content)
     where u.id = upload and u.state = 'receiving' and u.api_key_id = key_of(digest, 'records:write')
 returning u.id),
  kept as (insert into record_chunk (upload_id, nth, content) select id, nth, content from mine)
  select exists (select from mine)
$$;

create function end_upload(digest bytea, upload uuid, is_whole boolean) returns void
language sql security definer set search_path = public, pg_temp as $$
  update record_upload u
     set state = case when is_whole then 'waiting' else 'failed' end,
         problem = case when not is_whole then 'It broke off before its end.' end,
         finished_at = case when not is_whole then clock_timestamp() end
   where u.id = upload and u.state = 'receiving' and u.api_key_id = key_of(digest, 'records:write');
  delete from record_chunk c where c.upload_id = upload and not is_whole
$$;

create function find_upload(digest bytea, upload uuid)
returns table (id uuid, state text, created_at timestamptz, bytes bigint, finished_at timestamptz, report json, problem text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.state, u.created_at, u.bytes, u.finished_at, u.report, u.problem
    from record_upload u where u.id = upload and u.api_key_id = key_of(digest, 'records:write')
$$;
grant execute on function begin_upload, add_to_upload, end_upload, find_upload to portal_app;
