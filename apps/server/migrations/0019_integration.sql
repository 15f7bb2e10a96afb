-- Who delivers a company's events at the moment; somebody else may when it is over.
alter table outbox_stream add column lease_until timestamptz not null default now();
-- Passed over by a person because the receiver will never take it.
alter table outbox_event add column skipped_at timestamptz;

-- Keys of the provider's systems. Only a digest is kept; the prefix is for people to tell keys apart.
create table api_key (
  id uuid primary key default gen_random_uuid(),
  prefix text not null unique,
  key_hash bytea not null unique,
  name text not null check (length(name) between 1 and 100),
  scopes text[] not null check (scopes <@ array['records:write', 'events:read'] and cardinality(scopes) > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_from text,
  revoked_at timestamptz
);
grant select, insert, update on api_key to portal_system;

-- The web role sees no key: whoever has one shows its digest and learns what it may do.
create function use_api_key(digest bytea, address text) returns table (id uuid, scopes text[])
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Once a minute is enough to tell which keys are alive.
  update api_key k set last_used_at = now(), last_used_from = address
   where k.key_hash = digest and k.revoked_at is null
     and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute' or k.last_used_from <> address);
  return query select k.id, k.scopes from api_key k
    where k.key_hash = digest and k.revoked_at is null and (k.expires_at is null or k.expires_at > now());
end $$;
revoke execute on function use_api_key from public;
grant execute on function use_api_key to portal_app;

-- Events of every company: for a key that may read them, and not for the web role as such.
create function events_after(digest bytea, after bigint, at_most int) returns setof outbox_event
language sql stable security definer set search_path = public, pg_temp as $$
  select e.* from outbox_event e
   where e.position > after
     and exists (select from api_key k
                  where k.key_hash = digest and 'events:read' = any (k.scopes) and k.revoked_at is null
                    and (k.expires_at is null or k.expires_at > now()))
   order by e.position limit at_most
$$;
-- Up to where events are no longer kept.
create function events_swept() returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select swept from outbox_end
$$;
revoke execute on function events_after, events_swept from public;
grant execute on function events_after, events_swept to portal_app;
