-- The one rule for equal mailboxes: only A-Z and a-z are equal. lower() of the database's own locale would also map
-- the Kelvin sign (U+212A) to k, and sign in a stranger as ana.kim.
create function address_key(email text) returns text
language sql immutable strict parallel safe as $$ select lower(email collate "C") $$;
grant execute on function address_key to portal_app, portal_system;

create table portal_user (
  account_id text not null references company,
  id uuid not null default gen_random_uuid(),
  -- ASCII only: letters of other scripts can look the same.
  email text not null check (length(email) <= 254 and email ~ '^[\x21-\x7e]+$'),
  first_name text not null default '',
  last_name text not null default '',
  role text not null default 'User' check (role in ('SuperAdmin', 'User')),
  permissions text[] not null default '{}' check (
    permissions <@ array['AccessInvoices', 'AccessLicenses', 'AccessErfs', 'ManageUsers', 'PayInvoices']),
  created_at timestamptz not null default now(),
  last_sign_in_at timestamptz,
  -- When an administrator last changed this person's access in the portal; older imports do not change it.
  access_changed_at timestamptz,
  deactivated_at timestamptz,
  primary key (account_id, id),
  constraint paying_needs_invoices check (
    not 'PayInvoices' = any (permissions) or 'AccessInvoices' = any (permissions))
);
comment on table portal_user is 'The people of a company. They are deactivated, never erased.';
select protect_company_table('portal_user', 'select, insert, update');
create index portal_user_by_email on portal_user (address_key(email));
create index portal_user_by_name on portal_user (account_id, lower(last_name), lower(first_name));

-- One super admin must remain to reach every company. The lock serializes two who demote each other.
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

create table super_admin_change (
  id uuid primary key default gen_random_uuid(),
  account_id text not null,
  user_id uuid not null,
  email text not null,
  changed_at timestamptz not null default clock_timestamp(),
  -- The person, the sender of the records, or the role that wrote without either.
  changed_by text not null,
  -- False if the person lost the role or was deactivated.
  is_granted boolean not null,
  told_at timestamptz,
  foreign key (account_id, user_id) references portal_user
);
comment on table super_admin_change is
  'Every change of who is a super admin, by any statement, however short. No role can write or delete rows.';
grant select, update (told_at) on super_admin_change to portal_system;
create index super_admin_change_untold on super_admin_change (changed_at) where told_at is null;
create index super_admin_change_lost on super_admin_change (changed_at) where not is_granted;

create function note_super_admin_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into super_admin_change (account_id, user_id, email, changed_by, is_granted)
  values (new.account_id, new.id, new.email,
          coalesce(nullif(current_setting('portal.sender', true), ''), session_user::text),
          new.role = 'SuperAdmin' and new.deactivated_at is null);
  return null;
end $$;
create trigger new_super_admins_are_noted after insert on portal_user for each row
  when (new.role = 'SuperAdmin' and new.deactivated_at is null)
  execute function note_super_admin_change();
create trigger super_admin_changes_are_noted after update on portal_user for each row
  when ((old.role = 'SuperAdmin' and old.deactivated_at is null)
        <> (new.role = 'SuperAdmin' and new.deactivated_at is null))
  execute function note_super_admin_change();

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
  email text not null check (length(email) <= 254 and email ~ '^[\x21-\x7e]+$'),
  invite_code text not null unique,
  permissions text[] not null default '{}',
  invoice_category_ids int[] not null default '{}',
  -- The last sender: a member, or a super admin of another company. When accepted, the invitation grants only what
  -- that person holds at that time.
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
-- An open invitation is renewed, never duplicated.
create unique index one_open_invite on invite (account_id, address_key(email))
  where accepted_at is null and revoked_at is null;
create index invite_newest on invite (account_id, sent_at desc);

-- An invitee knows only a code, no company.
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

create table home_visit (
  account_id text not null references company,
  -- Also a super admin of another company.
  person_id uuid not null,
  -- The newest look of this visit, and the newest invoice at that time: ids increase.
  seen_at timestamptz not null default portal_now(),
  newest_invoice_id bigint not null,
  -- The last look of the visit before.
  last_seen_at timestamptz,
  last_invoice_id bigint,
  primary key (account_id, person_id)
);
comment on table home_visit is 'When a person last saw the home page of a company, to show what happened since then.';
select protect_company_table('home_visit', 'select, insert, update');

-- At sign-in no company is known yet, so the web role cannot access the next two tables. It calls the functions
-- below, the only ones with the definer's rights (a test lists them).
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
  -- SHA-256 of the cookie's random id: a copy of this table cannot be used to sign in.
  id_hash bytea primary key,
  -- For pages that list sessions; it cannot be used to sign in.
  id uuid not null default gen_random_uuid() unique,
  account_id text,
  user_id uuid,
  -- The verified address of an identity without a user (an invitee).
  guest_email text,
  issuer text not null,
  subject text not null,
  id_token text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- The last address, and the browser that signed in.
  ip_address text not null,
  user_agent text not null check (length(user_agent) <= 500),
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
  'The values that a started sign-in must return with; bound to a separate cookie, used once.';
grant select, insert, delete on sign_in_attempt to portal_app, portal_system;

-- Keeps the directory in line with the users: new users are added, deactivated ones are removed and lose their
-- sessions.
create function follow_user() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.deactivated_at is null then
      insert into sign_in_directory (email_key, account_id, user_id)
      values (address_key(new.email), new.account_id, new.id);
    end if;
  elsif new.deactivated_at is not null and old.deactivated_at is null then
    delete from sign_in_directory d where d.account_id = old.account_id and d.user_id = old.id;
    delete from session s where s.account_id = old.account_id and s.user_id = old.id;
  elsif new.deactivated_at is null and old.deactivated_at is not null then
    insert into sign_in_directory (email_key, account_id, user_id)
    values (address_key(new.email), new.account_id, new.id);
  elsif address_key(new.email) <> address_key(old.email) then
    update sign_in_directory d set email_key = address_key(new.email)
     where d.account_id = new.account_id and d.user_id = new.id;
  end if;
  return null;
end $$;
create trigger directory_follows_user after insert or update on portal_user
  for each row execute function follow_user();

-- Starts a session for the user of an identity, and returns whether there is one. Matches by (issuer, subject); the
-- first time by an address that the provider has verified. An identity without a user may get a guest session (an
-- invitee on the way to /confirm).
create function start_session(
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
    update sign_in_directory d set issuer = token_issuer, subject = token_subject
     where d.email_key = address_key(verified_email) and d.subject is null;
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

-- Returns everything a request needs to know about its sender, in one call: the user, the own company, and the
-- company of the call (the wanted one for a super admin; nothing if the sender may not name it).
create function session_actor(token_hash bytea, wanted text, address text) returns json
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- JSON: one value costs the server less to read than a column each.
  actor json;
  seen_at timestamptz;
begin
  select json_build_object(
           'userId', s.user_id, 'email', coalesce(u.email, s.guest_email),
           'firstName', u.first_name, 'lastName', u.last_name, 'role', u.role, 'permissions', u.permissions,
           'ownAccountId', own.account_id, 'ownCompanyName', own.name,
           'categoryIds', array(select c.invoice_category_id from user_category c
                                 where c.account_id = s.account_id and c.user_id = s.user_id order by 1),
           'accountId', target.account_id, 'companyName', target.name, 'revision', r.revision + shared.revision,
           'isAutoPayOn', exists (select from autopay_enrolment e
                                   where e.account_id = target.account_id and e.ended_at is null),
           'now', portal_now()),
         s.last_seen_at
    into actor, seen_at
    from session s
    cross join shared_revision shared
    left join portal_user u on u.account_id = s.account_id and u.id = s.user_id
    left join company own on own.account_id = s.account_id
    left join company target on target.account_id = coalesce(wanted, s.account_id)
                            and (u.role = 'SuperAdmin' or target.account_id = s.account_id)
    left join company_revision r on r.account_id = target.account_id
   where s.id_hash = token_hash and u.deactivated_at is null
     and s.expires_at > now() and s.last_seen_at > now() - s.idle_limit;
  if not found then return null; end if;
  -- Once a minute is enough for an idle limit, and avoids a write on every request.
  if seen_at < now() - interval '1 minute' then
    update session s set last_seen_at = now(), ip_address = address where s.id_hash = token_hash;
  end if;
  return actor;
end $$;

create function end_session(token_hash bytea) returns text
language sql security definer set search_path = public, pg_temp as $$
  delete from session s where s.id_hash = token_hash returning s.id_token
$$;

-- Ends a session whose identity continues in another company; returns that identity.
create function leave_session(token_hash bytea)
returns table (issuer text, subject text, id_token text, user_agent text)
language sql security definer set search_path = public, pg_temp as $$
  delete from session s where s.id_hash = token_hash returning s.issuer, s.subject, s.id_token, s.user_agent
$$;

-- Returns the sessions of a member of the transaction's company. `own` is the requesting session.
create function list_sessions(member uuid, own bytea)
returns table (id uuid, created_at timestamptz, last_seen_at timestamptz, ip_address text, user_agent text, is_own boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.created_at, s.last_seen_at, s.ip_address, s.user_agent, s.id_hash is not distinct from own
    from session s
   where s.account_id = current_setting('portal.account', true) and s.user_id = member
     and s.expires_at > now() and s.last_seen_at > now() - s.idle_limit
   order by s.id_hash is not distinct from own desc, s.last_seen_at desc, s.id
$$;

-- Ends one session of a member, or all, but never the requesting one. Returns how many.
create function end_sessions(member uuid, wanted uuid, own bytea) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with ended as (
    delete from session s
     where s.account_id = current_setting('portal.account', true) and s.user_id = member
       and (wanted is null or s.id = wanted) and s.id_hash is distinct from own
 returning s.id)
  select count(*) from ended
$$;
grant execute on function start_session, session_actor, end_session, leave_session, list_sessions, end_sessions,
  company_of_invite to portal_app;

-- Unlogged: losing it in a crash does no harm.
create unlogged table rate_window (
  key text not null,
  minute timestamptz not null,
  hits int not null,
  primary key (key, minute)
);
comment on table rate_window is 'Hits per key and minute, shared by all replicas.';
grant select, insert, update, delete on rate_window to portal_app, portal_system;
