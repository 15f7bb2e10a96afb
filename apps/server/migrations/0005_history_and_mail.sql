create table history_entry (
  account_id text not null references company,
  id bigint generated always as identity,
  created_at timestamptz not null default now(),
  actor_id uuid,
  actor_account_id text,
  actor_name text not null,
  ip_address text not null,
  category text not null,
  entry_type text not null,
  description text not null,
  primary key (account_id, id)
);
select protect_company_table('history_entry', 'select, insert');
revoke update, delete on history_entry from portal_system;
create index history_newest on history_entry (account_id, created_at desc, id desc);
create trigger history_is_append_only before update or delete or truncate on history_entry
  for each statement execute function refuse_change();

-- Mails to be sent: written with the change they tell about, sent by the worker afterwards.
create table mail (
  account_id text not null references company,
  id uuid not null default gen_random_uuid(),
  -- What the mail is about; the same thing is told to the same address once.
  about text not null,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  tries int not null default 0,
  sent_at timestamptz,
  last_error text,
  primary key (account_id, id),
  unique (account_id, about, recipient)
);
select protect_company_table('mail', 'select, insert');
create index mail_waiting on mail (next_try_at) where sent_at is null;
