-- The clock of everything that depends on the day; a test may set its own.
create function portal_now() returns timestamptz language sql stable as 'select now()';
grant execute on function portal_now to portal_app, portal_system;

-- Every consent there ever was: to which words, by whom, from where. An open one means enrolled.
create table autopay_enrolment (
  account_id text not null references company,
  id uuid not null default gen_random_uuid(),
  enrolled_at timestamptz not null default portal_now(),
  actor_id uuid not null,
  actor_account_id text not null,
  actor_name text not null,
  ip_address text not null,
  terms_version text not null,
  terms text not null,
  ended_at timestamptz,
  ended_by_name text,
  ended_ip_address text,
  primary key (account_id, id)
);
select protect_company_table('autopay_enrolment', 'select, insert');
grant update (ended_at, ended_by_name, ended_ip_address) on autopay_enrolment to portal_app;
create unique index one_open_enrolment on autopay_enrolment (account_id) where ended_at is null;

-- What the customer allows at most; no row means no bounds.
create table autopay_rules (
  account_id text primary key references company,
  cap_per_charge_cents bigint check (cap_per_charge_cents > 0),
  cap_per_month_cents bigint check (cap_per_month_cents > 0),
  paused_until date
);
select protect_company_table('autopay_rules', 'select, insert, update');

-- One run per company and day, fixed beforehand: nothing else and no more is charged on that day.
create table autopay_day (
  account_id text not null references company,
  day date not null,
  fixed_at timestamptz not null default portal_now(),
  started_at timestamptz,
  primary key (account_id, day)
);
select protect_company_table('autopay_day', 'select, insert, update, delete');
create index autopay_day_waiting on autopay_day (day) where started_at is null;

-- `left_out` is why the run left the invoice out after all.
create table autopay_item (
  account_id text not null,
  day date not null,
  invoice_id bigint not null,
  amount_cents bigint not null check (amount_cents > 0),
  left_out text,
  primary key (account_id, day, invoice_id),
  foreign key (account_id, day) references autopay_day,
  foreign key (account_id, invoice_id) references invoice on delete cascade
);
select protect_company_table('autopay_item', 'select, insert, update, delete');

-- A run is a batch without a person. Its day makes it the only one.
alter table payment_batch alter column actor_id drop not null, add column autopay_day date;
create unique index one_run_per_day on payment_batch (account_id, autopay_day) where autopay_day is not null;
drop index one_running_batch;
create unique index one_running_batch on payment_batch (account_id, (autopay_day is null)) where finished_at is null;

-- Why AutoPay does not try the card again, until it is changed.
alter table card add column stopped_code text;

-- Money that went back, or that the bank holds; the payment itself is never edited.
create table payment_refund (
  account_id text not null,
  id text not null,
  payment_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payment_attempt
);
select protect_company_table('payment_refund', 'select, insert');
create index payment_refund_by_payment on payment_refund (account_id, payment_id);

create table payment_dispute (
  account_id text not null,
  id text not null,
  payment_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('open', 'won', 'lost')),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payment_attempt
);
select protect_company_table('payment_dispute', 'select, insert, update');
create index payment_dispute_by_payment on payment_dispute (account_id, payment_id);
