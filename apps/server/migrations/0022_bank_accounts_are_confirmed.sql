-- No import may change an account between here and the trigger below.
lock table bank_account in share row exclusive mode;

-- The fields that customers see.
create function bank_details(b bank_account) returns jsonb
language sql immutable as $$
  select jsonb_build_object(
    'beneficiary', b.beneficiary, 'beneficiaryAddress', b.beneficiary_address, 'bankName', b.bank_name,
    'bankAddress', b.bank_address, 'iban', b.iban, 'accountNumber', b.account_number, 'bic', b.bic,
    'routingNumber', b.routing_number, 'sortCode', b.sort_code, 'note', b.note)
$$;
grant execute on function bank_details to portal_app, portal_system;

create table bank_account_state (
  account_key text primary key,
  -- What a super admin confirmed last.
  confirmed jsonb,
  -- What was stored when none ever had been: it needs no confirmation.
  first jsonb,
  changed_at timestamptz not null default clock_timestamp()
);
comment on table bank_account_state is
  'Which details of a bank account are valid. It stays when the account is deleted, so that the next one needs a confirmation (decision 0090).';
grant select on bank_account_state to portal_app, portal_system;

-- The former details of an earlier change are not known.
insert into bank_account_state (account_key, confirmed)
select key, bank_details(b) from bank_account b;
-- Of deleted ones a change may be listed.
insert into bank_account_state (account_key)
select distinct account_key from bank_account_change on conflict (account_key) do nothing;

create or replace function note_bank_account_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  changed_key text := coalesce(after, before) ->> 'key';
begin
  insert into bank_account_state (account_key, first)
  values (changed_key, case when tg_op <> 'DELETE' and not exists (select from bank_account_change where changed_at < now())
                            then bank_details(new) end)
      on conflict (account_key) do update set changed_at = excluded.changed_at;
  -- The list has the newest change of an account: a confirmation is for what is stored.
  update bank_account_change set seen_at = now() where account_key = changed_key and seen_at is null;
  insert into bank_account_change (account_key, changed_by, was, is_now, changed)
  select changed_key,
         coalesce(nullif(current_setting('portal.sender', true), ''), session_user::text),
         right(coalesce(nullif(before ->> 'iban', ''), before ->> 'account_number'), 4),
         right(coalesce(nullif(after ->> 'iban', ''), after ->> 'account_number'), 4),
         array(select one.key from jsonb_each_text(after) one
                where before is not null and before ->> one.key is distinct from one.value order by 1);
  return null;
end $$;

-- Confirms what is stored now, and returns it with what was valid before. The caller compares both with what the person saw,
-- in the same transaction.
create function confirm_bank_details(token_hash bytea, change uuid)
returns table (key text, stored jsonb, confirmed jsonb, first jsonb)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  state bank_account_state;
  found_key text;
begin
  if not is_session_of_super_admin(token_hash) then return; end if;
  select c.account_key into found_key from bank_account_change c where c.id = change;
  -- Waits for an import that changes the account.
  select s.* into state from bank_account_state s where s.account_key = found_key for update;
  update bank_account_change c set seen_at = now() where c.id = change and c.seen_at is null;
  if not found then return; end if;
  return query
    select found_key, (select bank_details(b) from bank_account b where b.key = found_key), state.confirmed, state.first;
  update bank_account_state s
     set confirmed = (select bank_details(b) from bank_account b where b.key = found_key), first = null
   where s.account_key = found_key;
  update shared_revision set revision = revision + 1;
end $$;
grant execute on function confirm_bank_details to portal_app;

-- Of servers of 0.1.0, which do not show the details.
create or replace function confirm_bank_account_change(token_hash bytea, change uuid) returns text
language sql security definer set search_path = public, pg_temp as $$
  select key from confirm_bank_details(token_hash, change)
$$;
