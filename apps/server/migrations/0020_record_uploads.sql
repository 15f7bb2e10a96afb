-- Records sent by the provider's systems: the web takes the bytes, a worker imports them (decision 0014).
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
  problem text
);
create index record_upload_open on record_upload (created_at) where state in ('receiving', 'waiting');

create table record_chunk (
  upload_id uuid not null references record_upload on delete cascade,
  nth int not null,
  content bytea not null,
  primary key (upload_id, nth)
);
-- Often compressed already, and soon gone.
alter table record_chunk alter column content set storage external;
grant select, update, delete on record_upload, record_chunk to portal_system;

-- The web role reaches an upload only with the key that began it.
create function key_of(digest bytea, wanted text) returns uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select k.id from api_key k
   where k.key_hash = digest and wanted = any (k.scopes) and k.revoked_at is null
     and (k.expires_at is null or k.expires_at > now())
$$;

-- Nothing when the key has as many under way as it may.
create function begin_upload(digest bytea, dry_run boolean, skip_rejects boolean, at_most int) returns uuid
language sql security definer set search_path = public, pg_temp as $$
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
         finished_at = case when not is_whole then now() end
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
