alter table sign_in_directory
  -- The accounts that resets took from the person: none becomes theirs again.
  add column former_accounts jsonb not null default '[]',
  -- An account of another issuer may replace this one.
  add column is_replaceable boolean not null default false;

create function is_former_account(d sign_in_directory, token_issuer text, token_subject text) returns boolean
language sql immutable as $$
  select d.former_accounts @> jsonb_build_array(jsonb_build_array(token_issuer, token_subject))
$$;

-- What the rule of a sign-in needs (decision 0093). Locks the two people until the end of the transaction.
create function sign_in_facts(token_issuer text, token_subject text, verified_email text) returns json
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- The users, as a deactivation does first: the other order could deadlock with it.
  perform from sign_in_directory d join portal_user u on u.account_id = d.account_id and u.id = d.user_id
   where (d.issuer = token_issuer and d.subject = token_subject) or d.email_key = address_key(verified_email)
   order by d.email_key for no key update of u;
  return json_build_object(
    'isVerified', verified_email is not null,
    'own', (
      select json_build_object('accountId', d.account_id, 'userId', d.user_id, 'email', u.email,
                               'name', trim(u.first_name || ' ' || u.last_name),
                               'isAddressSame', d.email_key = address_key(verified_email))
        from sign_in_directory d join portal_user u on u.account_id = d.account_id and u.id = d.user_id
       where d.issuer = token_issuer and d.subject = token_subject),
    'holder', (
      select json_build_object(
               'userId', d.user_id, 'hasAccount', d.subject is not null, 'isReplaceable', d.is_replaceable,
               'isSameIssuer', d.issuer is not distinct from token_issuer,
               'isFormer', is_former_account(d, token_issuer, token_subject))
        from sign_in_directory d where d.email_key = address_key(verified_email)));
end $$;

-- As before, and never against the rule: servers of 0.1.0 do not know it.
create or replace function start_session(
  token_hash bytea, token_issuer text, token_subject text, verified_email text, raw_id_token text,
  allow_guest boolean, idle interval, absolute interval, super_idle interval, super_absolute interval,
  address text, agent text
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who portal_user;
begin
  select u.* into who from sign_in_directory d join portal_user u on u.account_id = d.account_id and u.id = d.user_id
   where d.issuer = token_issuer and d.subject = token_subject;
  if not found and verified_email is not null then
    update sign_in_directory d set issuer = token_issuer, subject = token_subject, is_replaceable = false
     where d.email_key = address_key(verified_email)
       and case when d.subject is null
                then not is_former_account(d, token_issuer, token_subject)
                else d.is_replaceable and d.issuer <> token_issuer end;
    select u.* into who from sign_in_directory d join portal_user u on u.account_id = d.account_id and u.id = d.user_id
     where d.issuer = token_issuer and d.subject = token_subject;
  end if;
  if who.id is null and (not allow_guest or verified_email is null) then return 'unknown'; end if;
  insert into session (id_hash, account_id, user_id, guest_email, issuer, subject, id_token, ip_address, user_agent,
                       idle_limit, expires_at)
  values (token_hash, who.account_id, who.id, case when who.id is null then verified_email end,
          token_issuer, token_subject, raw_id_token, address, left(agent, 500),
          case when who.role = 'SuperAdmin' then super_idle else idle end,
          now() + case when who.role = 'SuperAdmin' then super_absolute else absolute end);
  update portal_user u set last_sign_in_at = now() where u.account_id = who.account_id and u.id = who.id;
  return case when who.id is null then 'guest' else 'user' end;
end $$;

-- Takes the account from a person, who has none until the next sign-in. For a person without an account, the former ones
-- are accepted again.
create function reset_sign_in(company text, member uuid) returns boolean
language plpgsql set search_path = public, pg_temp as $$
begin
  update sign_in_directory d
     set former_accounts = case when d.subject is not null
                                then d.former_accounts || jsonb_build_array(jsonb_build_array(d.issuer, d.subject))
                                else '[]' end,
         issuer = null, subject = null, is_replaceable = false
   where d.account_id = company and d.user_id = member;
  if not found then return false; end if;
  delete from session s where s.account_id = company and s.user_id = member;
  return true;
end $$;

create function reset_sign_in_as(token_hash bytea, company text, member uuid) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  select is_session_of_super_admin(token_hash) and reset_sign_in(company, member)
$$;
grant execute on function reset_sign_in to portal_system;
grant execute on function sign_in_facts, reset_sign_in_as to portal_app;
