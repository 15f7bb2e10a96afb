create table provider_customer (
  account_id text primary key references company,
  customer_id text not null unique
);
select protect_company_table('provider_customer', 'select, insert');

create table card (
  account_id text not null references company,
  id uuid not null default gen_random_uuid(),
  provider_card_id text not null,
  fingerprint text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month int not null check (exp_month between 1 and 12),
  exp_year int not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (account_id, id),
  constraint removed_card_is_not_default check (removed_at is null or not is_default)
);
select protect_company_table('card', 'select, insert, update');
create unique index one_default_card on card (account_id) where is_default;
-- The same card added twice is one card.
create unique index one_card_per_fingerprint on card (account_id, fingerprint) where removed_at is null;

create table payment_batch (
  account_id text not null references company,
  id uuid not null default gen_random_uuid(),
  request_key text not null,
  card_id uuid not null,
  actor_id uuid not null,
  actor_account_id text not null,
  actor_name text not null,
  ip_address text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Whoever works on the batch holds it until then; afterwards another process may go on.
  lease_until timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, actor_id, request_key),
  foreign key (account_id, card_id) references card
);
select protect_company_table('payment_batch', 'select, insert, update');
-- A second "pay all" joins the one that runs.
create unique index one_running_batch on payment_batch (account_id) where finished_at is null;

create table payment_attempt (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  invoice_id bigint not null,
  card_id uuid not null,
  batch_id uuid,
  request_key text,
  -- Frozen when opened: a retry with the same key must ask for the same amount.
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  books_balance_cents bigint not null,
  state text not null default 'submitted'
    check (state in ('submitted', 'unknown', 'requires_action', 'succeeded', 'failed')),
  actor_id uuid,
  actor_account_id text,
  actor_name text not null,
  ip_address text not null,
  provider_id text,
  failure_code text,
  failure_message text,
  -- Set when no machine may decide any more (docs/operations.md).
  needs_person text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  posted_at timestamptz,
  -- Taken off the balance by the portal itself, and not yet seen in the books.
  posted_ahead boolean not null default false,
  lease_until timestamptz not null default now() + interval '1 minute',
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoice,
  foreign key (account_id, card_id) references card,
  foreign key (account_id, batch_id) references payment_batch,
  constraint settled_when_final check ((state in ('succeeded', 'failed')) = (settled_at is not null)),
  constraint only_success_is_posted check (posted_at is null or state = 'succeeded')
);
select protect_company_table('payment_attempt', 'select, insert, update');
-- The arbiter of every race: one payment per invoice that is open, or succeeded and not yet in the books.
create unique index one_payment_per_invoice on payment_attempt (account_id, invoice_id)
  where state in ('submitted', 'unknown', 'requires_action') or (state = 'succeeded' and posted_at is null);
create unique index one_attempt_per_request on payment_attempt (account_id, actor_id, request_key)
  where request_key is not null;
create index payment_attempt_open on payment_attempt (lease_until)
  where state in ('submitted', 'unknown', 'requires_action');
create index payment_attempt_unposted on payment_attempt (settled_at)
  where state = 'succeeded' and posted_at is null;
create index payment_attempt_by_invoice on payment_attempt (account_id, invoice_id);
create index payment_attempt_by_provider on payment_attempt (account_id, provider_id) where provider_id is not null;
select watch_company_revision('payment_attempt');

create table payment_batch_item (
  account_id text not null,
  batch_id uuid not null,
  position int not null,
  invoice_id bigint not null,
  state text not null default 'queued' check (state in ('queued', 'paid', 'pending', 'failed')),
  message text not null default '',
  amount_cents bigint not null default 0,
  primary key (account_id, batch_id, position),
  foreign key (account_id, batch_id) references payment_batch on delete cascade,
  foreign key (account_id, invoice_id) references invoice
);
select protect_company_table('payment_batch_item', 'select, insert, update');

-- Double entry, append only: what a company owes goes down by what the card provider owes us.
create table ledger_entry (
  account_id text not null,
  id bigint generated always as identity,
  transaction_id uuid not null,
  ledger_account text not null check (ledger_account in ('receivable', 'card_clearing')),
  invoice_id bigint not null,
  payment_id uuid not null,
  amount_cents bigint not null check (amount_cents <> 0),
  currency text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoice,
  foreign key (account_id, payment_id) references payment_attempt
);
select protect_company_table('ledger_entry', 'select, insert');
revoke update, delete on ledger_entry from portal_system;
create index ledger_entry_by_transaction on ledger_entry (account_id, transaction_id);
create index ledger_entry_by_payment on ledger_entry (account_id, payment_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger ledger_is_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_change();

create function check_ledger_balance() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_entry l
              where l.account_id = new.account_id and l.transaction_id = new.transaction_id
              group by l.currency having sum(l.amount_cents) <> 0) then
    raise exception 'ledger transaction % does not add up to zero', new.transaction_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_adds_up_to_zero after insert on ledger_entry
  deferrable initially deferred for each row execute function check_ledger_balance();

-- Events of the card provider: stored with their effect, so that a second delivery has none.
create table provider_event (
  id text primary key,
  type text not null,
  object_id text not null,
  received_at timestamptz not null default now(),
  outcome text not null
);
grant select, insert on provider_event to portal_app, portal_system;
grant delete on provider_event to portal_system;

create table external_recipient (
  account_id text not null references company,
  email text not null check (length(email) <= 254),
  created_at timestamptz not null default now(),
  primary key (account_id, email)
);
select protect_company_table('external_recipient', 'select, insert, delete');
