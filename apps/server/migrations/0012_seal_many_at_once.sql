-- The same hash, put together without a list.
create or replace function history_hash(previous bytea, place bigint, entry history_entry) returns bytea
language sql stable as $$
  select sha256(previous || convert_to(
    octet_length(entry.account_id) || ':' || entry.account_id ||
    octet_length(place::text) || ':' || place ||
    octet_length(entry.id::text) || ':' || entry.id ||
    '27:' || to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') ||
    octet_length(coalesce(entry.actor_id::text, '')) || ':' || coalesce(entry.actor_id::text, '') ||
    octet_length(coalesce(entry.actor_account_id, '')) || ':' || coalesce(entry.actor_account_id, '') ||
    octet_length(entry.actor_name) || ':' || entry.actor_name ||
    octet_length(entry.ip_address) || ':' || entry.ip_address ||
    octet_length(entry.category) || ':' || entry.category ||
    octet_length(entry.entry_type) || ':' || entry.entry_type ||
    octet_length(entry.description) || ':' || entry.description, 'UTF8'))
$$;

-- One statement holds the end of the chain, moves it, and seals.
create or replace function seal_history_entry(entry history_entry) returns void
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

-- An import writes one entry for each of thousands of companies: their seals are made together, at once and not
-- at the commit, for the import is about to end.
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
  -- In one order, so that two who write for many companies do not wait for each other.
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
drop trigger history_is_sealed on history_entry;
create constraint trigger history_is_sealed after insert on history_entry
  deferrable initially deferred for each row when (new.category <> 'Import') execute function seal_new_entry();
create trigger imports_are_sealed after insert on history_entry
  referencing new table as added for each statement execute function seal_imported_entries();
