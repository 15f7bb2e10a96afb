-- Who sent an invitation last: a member, or a super admin of another company. No more may be granted at the
-- end than that person still holds.
alter table invite add column invited_by_account text not null default '';
alter table invite add column sent_at timestamptz not null default now();
update invite set invited_by_account = account_id, sent_at = created_at;
alter table invite alter column invited_by_account drop default;
-- An open invitation is renewed, never doubled.
create unique index one_open_invite on invite (account_id, lower(email))
  where accepted_at is null and revoked_at is null;
create index invite_newest on invite (account_id, sent_at desc);

-- A member asks the managers for one permission.
create table access_request (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  permission text not null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid,
  granted boolean,
  primary key (account_id, id),
  foreign key (account_id, user_id) references portal_user
);
select protect_company_table('access_request', 'select, insert, update');
create unique index one_open_access_request on access_request (account_id, user_id, permission)
  where decided_at is null;

create index portal_user_by_name on portal_user (account_id, lower(last_name), lower(first_name));

-- Somebody must be able to reach every company. The lock makes two who demote each other take turns.
create function keep_a_super_admin() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('super admins'));
  if not exists (select from portal_user u where u.role = 'SuperAdmin' and u.deactivated_at is null) then
    raise check_violation using message = 'the portal keeps at least one super admin', constraint = 'one_super_admin';
  end if;
  return null;
end $$;
create trigger a_super_admin_stays after update on portal_user for each row
  when (old.role = 'SuperAdmin' and old.deactivated_at is null
        and (new.role <> 'SuperAdmin' or new.deactivated_at is not null))
  execute function keep_a_super_admin();

-- An invitee knows a code, not a company.
create function company_of_invite(code text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select i.account_id from invite i where i.invite_code = code
$$;

-- Ends a session whose identity goes on in another company; answers that identity.
create function leave_session(token_hash bytea)
returns table (issuer text, subject text, id_token text)
language sql security definer set search_path = public, pg_temp as $$
  delete from session s where s.id_hash = token_hash returning s.issuer, s.subject, s.id_token
$$;
grant execute on function company_of_invite, leave_session to portal_app;
