-- Bank transfers that customers announced, one row for each invoice (decision 0107).
create table transfer_notice (
  account_id text not null references company,
  id uuid not null default gen_random_uuid(),
  -- The rows of one transfer share it.
  transfer_id uuid not null,
  -- The number instead of the id: the notice also counts for an invoice that is withdrawn and sent again.
  invoice_number text not null,
  currency text not null,
  -- 0 if deducted credits cover the invoice.
  amount_cents bigint not null check (amount_cents >= 0),
  paid_on date not null,
  reference text not null,
  actor_id uuid not null,
  actor_name text not null,
  announced_at timestamptz not null default portal_now(),
  -- The last line of the invoice at that time: the transfer is among later lines.
  after_movement bigint not null,
  state text not null default 'announced' check (state in ('announced', 'matched', 'withdrawn', 'expired')),
  ended_at timestamptz,
  primary key (account_id, id),
  constraint announced_until_it_ends check ((state = 'announced') = (ended_at is null))
);
comment on table transfer_notice is
  'Transfers that users announced: AutoPay and payments of several invoices leave these invoices out while they are announced.';
create unique index one_announced_transfer on transfer_notice (account_id, invoice_number) where state = 'announced';
create index transfer_notice_of_transfer on transfer_notice (account_id, transfer_id);
-- For the plan of the day on which a notice expired.
create index transfer_notice_expired on transfer_notice (account_id, ended_at) where state = 'expired';
select protect_company_table('transfer_notice', 'select, insert');
grant update (state, ended_at) on transfer_notice to portal_app;
