-- How often the batch has been taken. Whoever took it earlier has lost it and opens nothing more in it.
alter table payment_batch add column hold int not null default 0;

-- One look per statement instead of one per row: what a statement has written must add up by itself.
drop trigger ledger_adds_up_to_zero on ledger_entry;
create or replace function check_ledger_balance() returns trigger language plpgsql as $$
declare
  odd uuid;
begin
  -- Looked up for each: the planner would rather read the whole ledger.
  select touched.transaction_id into odd
    from (select distinct w.account_id, w.transaction_id from written w) touched,
         lateral (select from ledger_entry l
                   where l.account_id = touched.account_id and l.transaction_id = touched.transaction_id
                   group by l.currency having sum(l.amount_cents) <> 0 limit 1) unbalanced
   limit 1;
  if found then
    raise exception 'ledger transaction % does not add up to zero', odd;
  end if;
  return null;
end $$;
create trigger ledger_adds_up_to_zero after insert on ledger_entry
  referencing new table as written for each statement execute function check_ledger_balance();

-- The entries of one transaction are sealed together, by the first of them to come: the end of the chain is moved
-- once, and not once per entry.
create or replace function seal_new_entry() returns trigger
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
  -- What others have committed is sealed, and what they have not cannot be seen: all of these are ours.
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
