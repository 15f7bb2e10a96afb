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
comment on table autopay_enrolment is
  'Every consent: to which terms, by which person, from where. An open one means enrolled.';
select protect_company_table('autopay_enrolment', 'select, insert');
grant update (ended_at, ended_by_name, ended_ip_address) on autopay_enrolment to portal_app;
create unique index one_open_enrolment on autopay_enrolment (account_id) where ended_at is null;

create table autopay_rules (
  account_id text primary key references company,
  cap_per_charge_cents bigint check (cap_per_charge_cents > 0),
  cap_per_month_cents bigint check (cap_per_month_cents > 0),
  paused_until date
);
comment on table autopay_rules is 'The customer''s limits; no row means no limits.';
select protect_company_table('autopay_rules', 'select, insert, update');

create table autopay_day (
  account_id text not null references company,
  day date not null,
  fixed_at timestamptz not null default portal_now(),
  started_at timestamptz,
  primary key (account_id, day)
);
comment on table autopay_day is
  'One run per company and day, fixed at 09:00 UTC: no other invoice and no higher amount is charged on that day (decision 0011).';
select protect_company_table('autopay_day', 'select, insert, update, delete');
create index autopay_day_waiting on autopay_day (day) where started_at is null;

create table autopay_item (
  account_id text not null,
  day date not null,
  invoice_id bigint not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- How many payments of the invoice had succeeded: an amount owed after another payment is a new demand.
  demand int not null check (demand >= 0),
  -- Why the run left the invoice out.
  left_out text,
  primary key (account_id, day, invoice_id),
  foreign key (account_id, day) references autopay_day,
  foreign key (account_id, invoice_id) references invoice on delete cascade
);
comment on table autopay_item is 'The charges of a day of AutoPay, as shown to the customer.';
select protect_company_table('autopay_item', 'select, insert, update, delete');
-- For doctor: items left out in the last days.
create index autopay_item_left_out on autopay_item (day) where left_out is not null;
-- For imports that delete an invoice.
create index autopay_item_by_invoice on autopay_item (account_id, invoice_id);
