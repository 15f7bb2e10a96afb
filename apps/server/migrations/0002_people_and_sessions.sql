create table portal_user (
  account_id text not null references company,
  id uuid not null default gen_random_uuid(),
  email text not null check (length(email) <= 254),
  first_name text not null default '',
  last_name text not null default '',
  role text not null default 'User' check (role in ('SuperAdmin', 'User')),
  permissions text[] not null default '{}' check (
    permissions <@ array['AccessInvoices', 'AccessLicenses', 'AccessErfs', 'ManageUsers', 'PayInvoices']),
  created_at timestamptz not null default now(),
  last_sign_in_at timestamptz,
  -- When an administrator last changed this person's access in the portal; an older import leaves it alone.
  access_changed_at timestamptz,
  deactivated_at timestamptz,
  primary key (account_id, id),
  constraint paying_needs_invoices check (
    not 'PayInvoices' = any (permissions) or 'AccessInvoices' = any (permissions))
);
comment on table portal_user is 'The people of a company. They are deactivated, never erased.';
select protect_company_table('portal_user', 'select, insert, update');
create index portal_user_by_email on portal_user (lower(email));
create index portal_user_by_name on portal_user (account_id, lower(last_name), lower(first_name));

-- At least one person must reach every company. The lock makes two who demote each other take turns.
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

create table user_category (
  account_id text not null,
  user_id uuid not null,
  invoice_category_id int not null references invoice_category on update cascade,
  primary key (account_id, user_id, invoice_category_id),
  foreign key (account_id, user_id) references portal_user on delete cascade
);
comment on table user_category is 'The categories of invoices a person may see.';
select protect_company_table('user_category', 'select, insert, delete');

create table invite (
  account_id text not null references company,
  id uuid not null default gen_random_uuid(),
  email text not null check (length(email) <= 254),
  invite_code text not null unique,
  permissions text[] not null default '{}',
  invoice_category_ids int[] not null default '{}',
  -- The last sender: a member, or a super admin of another company. The invitation grants only what that
  -- person still holds when it is accepted.
  invited_by uuid,
  invited_by_account text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_user_id uuid,
  revoked_at timestamptz,
  primary key (account_id, id)
);
comment on table invite is 'Invitations into a company, known by the code in their mail.';
select protect_company_table('invite', 'select, insert, update');
-- An open invitation is renewed, never doubled.
create unique index one_open_invite on invite (account_id, lower(email))
  where accepted_at is null and revoked_at is null;
create index invite_newest on invite (account_id, sent_at desc);

-- An invitee knows a code, not a company.
create function company_of_invite(code text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select i.account_id from invite i where i.invite_code = code
$$;

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
comment on table access_request is 'A member asks the managers for one permission.';
select protect_company_table('access_request', 'select, insert, update');
create unique index one_open_access_request on access_request (account_id, user_id, permission)
  where decided_at is null;

-- The person who signs in is known before any company is, so the web role cannot reach the next two tables. It
-- calls the functions below, the only ones with the definer's rights (a test lists them).
create table sign_in_directory (
  email_key text primary key,
  account_id text not null,
  user_id uuid not null,
  issuer text,
  subject text,
  unique (issuer, subject),
  foreign key (account_id, user_id) references portal_user on delete cascade
);
comment on table sign_in_directory is
  'One active person per address and per (issuer, subject), over all companies.';
grant select, insert, update, delete on sign_in_directory to portal_system;

create table session (
  -- SHA-256 of the cookie's random id: a copy of this table opens no session.
  id_hash bytea primary key,
  account_id text,
  user_id uuid,
  -- The address an identity without a user (an invitee) proved to own.
  guest_email text,
  issuer text not null,
  subject text not null,
  id_token text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  idle_limit interval not null,
  expires_at timestamptz not null,
  foreign key (account_id, user_id) references portal_user on delete cascade,
  check ((user_id is null) = (guest_email is not null))
);
comment on table session is 'The sessions of people and of invitees (decision 0003).';
create index session_by_user on session (account_id, user_id);
create index session_by_expiry on session (expires_at);
grant select, delete on session to portal_system;

create table sign_in_attempt (
  id_hash bytea primary key,
  state text not null,
  nonce text not null,
  verifier text not null,
  return_path text not null,
  expires_at timestamptz not null
);
comment on table sign_in_attempt is
  'What a sign-in under way must come back with; bound to a cookie of its own, used once.';
grant select, insert, delete on sign_in_attempt to portal_app, portal_system;

-- The directory follows the users: new people enter it, deactivated ones leave it and lose their sessions.
create function follow_user() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.deactivated_at is null then
      insert into sign_in_directory (email_key, account_id, user_id)
      values (lower(new.email), new.account_id, new.id);
    end if;
  elsif new.deactivated_at is not null and old.deactivated_at is null then
    delete from sign_in_directory d where d.account_id = old.account_id and d.user_id = old.id;
    delete from session s where s.account_id = old.account_id and s.user_id = old.id;
  elsif new.deactivated_at is null and old.deactivated_at is not null then
    insert into sign_in_directory (email_key, account_id, user_id)
    values (lower(new.email), new.account_id, new.id);
  elsif lower(new.email) <> lower(old.email) then
    update sign_in_directory d set email_key = lower(new.email)
     where d.account_id = new.account_id and d.user_id = new.id;
  end if;
  return null;
end $$;
create trigger directory_follows_user after insert or update on portal_user
  for each row execute function follow_user();

-- Starts a session for the user behind an identity, and returns whether there is one. Matches by (issuer,
-- subject); the first time by an address the provider has verified. An identity without a user may get
-- a guest session (an invitee on the way to /confirm).
create function start_session(
  token_hash bytea, token_issuer text, token_subject text, verified_email text, raw_id_token text,
  allow_guest boolean, idle interval, absolute interval, super_idle interval, super_absolute interval
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who portal_user;
begin
  select u.* into who from sign_in_directory d join portal_user u on u.account_id = d.account_id and u.id = d.user_id
   where d.issuer = token_issuer and d.subject = token_subject;
  if not found and verified_email is not null then
    update sign_in_directory d set issuer = token_issuer, subject = token_subject
     where d.email_key = lower(verified_email) and d.subject is null;
    select u.* into who from sign_in_directory d join portal_user u on u.account_id = d.account_id and u.id = d.user_id
     where d.issuer = token_issuer and d.subject = token_subject;
  end if;
  if who.id is null and (not allow_guest or verified_email is null) then return 'unknown'; end if;
  insert into session (id_hash, account_id, user_id, guest_email, issuer, subject, id_token, idle_limit, expires_at)
  values (token_hash, who.account_id, who.id, case when who.id is null then verified_email end,
          token_issuer, token_subject, raw_id_token,
          case when who.role = 'SuperAdmin' then super_idle else idle end,
          now() + case when who.role = 'SuperAdmin' then super_absolute else absolute end);
  update portal_user u set last_sign_in_at = now() where u.account_id = who.account_id and u.id = who.id;
  return case when who.id is null then 'guest' else 'user' end;
end $$;

-- Returns everything a request needs to know about its sender, in one call: the user, the own company, and the
-- company the call is about (the wanted one for a super admin; nothing when the sender may not name it).
create function session_actor(token_hash bytea, wanted text)
returns table (
  user_id uuid, email text, first_name text, last_name text, role text, permissions text[],
  own_account_id text, own_company_name text, category_ids int[],
  account_id text, company_name text, revision bigint
)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  seen_at timestamptz;
begin
  select s.user_id, coalesce(u.email, s.guest_email), u.first_name, u.last_name, u.role, u.permissions,
         own.account_id, own.name,
         array(select c.invoice_category_id from user_category c
                where c.account_id = s.account_id and c.user_id = s.user_id order by 1),
         target.account_id, target.name, r.revision, s.last_seen_at
    into user_id, email, first_name, last_name, role, permissions, own_account_id, own_company_name,
         category_ids, account_id, company_name, revision, seen_at
    from session s
    left join portal_user u on u.account_id = s.account_id and u.id = s.user_id
    left join company own on own.account_id = s.account_id
    left join company target on target.account_id = coalesce(wanted, s.account_id)
                            and (u.role = 'SuperAdmin' or target.account_id = s.account_id)
    left join company_revision r on r.account_id = target.account_id
   where s.id_hash = token_hash and u.deactivated_at is null
     and s.expires_at > now() and s.last_seen_at > now() - s.idle_limit;
  if not found then return; end if;
  -- Once a minute is enough for an idle limit, and spares a write on every request.
  if seen_at < now() - interval '1 minute' then
    update session s set last_seen_at = now() where s.id_hash = token_hash;
  end if;
  return next;
end $$;

create function end_session(token_hash bytea) returns text
language sql security definer set search_path = public, pg_temp as $$
  delete from session s where s.id_hash = token_hash returning s.id_token
$$;

-- Ends a session whose identity continues in another company; returns that identity.
create function leave_session(token_hash bytea)
returns table (issuer text, subject text, id_token text)
language sql security definer set search_path = public, pg_temp as $$
  delete from session s where s.id_hash = token_hash returning s.issuer, s.subject, s.id_token
$$;
grant execute on function start_session, session_actor, end_session, leave_session, company_of_invite to portal_app;

-- Unlogged: losing it after a crash costs nothing.
create unlogged table rate_window (
  key text not null,
  minute timestamptz not null,
  hits int not null,
  primary key (key, minute)
);
comment on table rate_window is 'Hits per key and minute, shared by all replicas.';
grant select, insert, update, delete on rate_window to portal_app, portal_system;
