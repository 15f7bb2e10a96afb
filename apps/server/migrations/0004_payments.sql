create table provider_customer (
  account_id text primary key references company,
  customer_id text not null unique,
  -- The newest intent that a look reconciled, by the provider's clock. Updated only at the end of a look.
  looked_until timestamptz
);
comment on table provider_customer is 'A company as the card provider knows it.';
select protect_company_table('provider_customer', 'select, insert, update, delete');

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
  -- Why AutoPay does not try the card again until it is changed.
  stopped_code text,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (account_id, id),
  constraint removed_card_is_not_default check (removed_at is null or not is_default)
);
comment on table card is 'Saved cards. A removed card keeps its row, as payments refer to it.';
select protect_company_table('card', 'select, insert, update');
create unique index one_default_card on card (account_id) where is_default;
-- The same card added twice is stored once.
create unique index one_card_per_fingerprint on card (account_id, fingerprint) where removed_at is null;
create index card_by_provider on card (provider_card_id) where removed_at is null;

-- The provider's events name a card, not a company.
create function company_of_card(provider_card text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select c.account_id from card c where c.provider_card_id = provider_card and c.removed_at is null limit 1
$$;
grant execute on function company_of_card to portal_app, portal_system;

create table payment_batch (
  account_id text not null references company,
  id uuid not null default gen_random_uuid(),
  request_key text not null,
  card_id uuid not null,
  -- A run of AutoPay is a batch without a person; its day makes it unique.
  autopay_day date,
  actor_id uuid,
  actor_account_id text not null,
  actor_name text not null,
  ip_address text not null,
  -- Pays invoices that a user selected; otherwise all that could be paid.
  is_selection boolean not null default false,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Why nothing more of it is tried, worded for the customer.
  stopped text,
  -- The process that works on the batch holds it until then; afterwards another process may take it.
  lease_until timestamptz not null default now(),
  -- How often the batch was taken. An earlier holder has lost it and opens nothing more in it.
  hold int not null default 0,
  primary key (account_id, id),
  unique (account_id, actor_id, request_key),
  foreign key (account_id, card_id) references card
);
comment on table payment_batch is 'Several invoices paid together: all, selected ones (decision 0060), or a day of AutoPay (decision 0029).';
select protect_company_table('payment_batch', 'select, insert, update');
-- A second "pay all" joins the running one, and any other is refused; AutoPay may run at the same time.
create unique index one_running_batch on payment_batch (account_id, (autopay_day is null)) where finished_at is null;
create unique index one_run_per_day on payment_batch (account_id, autopay_day) where autopay_day is not null;

create table payment_attempt (
  account_id text not null references company,
  id uuid not null default gen_random_uuid(),
  -- Null in a payment that was adopted from the provider while the invoice, card or batch did not exist here.
  invoice_id bigint,
  card_id uuid,
  batch_id uuid,
  -- The number is in the intent's metadata, so it identifies the invoice in every database.
  invoice_number text not null,
  on_session boolean not null default false,
  -- The card's bank has requested its holder's confirmation.
  was_asked boolean not null default false,
  request_key text,
  -- Id in the log of the request or timed work that opened it.
  request_id text,
  -- Fixed when opened, like the intent's.
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  -- requires_action: the card's bank requires its holder's confirmation, and no money moves without it.
  state text not null default 'open' check (state in ('open', 'requires_action', 'succeeded', 'failed')),
  -- Found at the provider while the row was missing here, or failed.
  is_adopted boolean not null default false,
  actor_id uuid,
  actor_account_id text,
  actor_name text not null,
  ip_address text not null,
  intent_id text,
  -- For an open attempt: why its intent is being canceled.
  failure_code text,
  failure_message text,
  -- Set when the provider's objects contradict each other (docs/operations.md).
  needs_person text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- From then on the balance that customers see is reduced by the payment (PORTAL_POSTING).
  posted_at timestamptz,
  -- The process that opened the attempt works on it until then; afterwards the reconciler does.
  lease_until timestamptz not null default now() + interval '1 minute',
  primary key (account_id, id),
  -- For the ledger, whose entries refer to the invoice and the payment.
  unique (account_id, id, invoice_id),
  foreign key (account_id, invoice_id) references invoice,
  foreign key (account_id, card_id) references card,
  foreign key (account_id, batch_id) references payment_batch,
  constraint settled_when_final check ((state in ('succeeded', 'failed')) = (settled_at is not null)),
  constraint only_success_is_posted check (posted_at is null or state = 'succeeded'),
  constraint only_adopted_lack_what_they_are_of check (is_adopted or (invoice_id is not null and card_id is not null))
);
comment on table payment_attempt is
  'One charge of one invoice, recorded before any call to the provider (decision 0029).';
select protect_company_table('payment_attempt', 'select, insert, update');
-- Decides every race: the portal opens one payment of an invoice at a time.
create unique index one_open_payment_per_invoice on payment_attempt (account_id, invoice_id)
  where state in ('open', 'requires_action') and not is_adopted;
create unique index one_attempt_per_request on payment_attempt (account_id, actor_id, request_key)
  where request_key is not null;
create unique index one_attempt_per_intent on payment_attempt (account_id, intent_id) where intent_id is not null;
create index payment_attempt_open on payment_attempt (lease_until) where state in ('open', 'requires_action');
create index payment_attempt_unposted on payment_attempt (settled_at)
  where state = 'succeeded' and posted_at is null;
-- For the list of payments, newest first.
create index payment_attempt_newest on payment_attempt (account_id, coalesce(settled_at, created_at) desc, id desc);
create index payment_attempt_by_invoice on payment_attempt (account_id, invoice_id);
-- For imports: finds payments that arrived before their invoice.
create index payment_attempt_without_invoice on payment_attempt (account_id, invoice_number) where invoice_id is null;
create index payment_attempt_of_batch on payment_attempt (account_id, batch_id, invoice_id) where batch_id is not null;
-- For doctor and metrics, which count the last day's payments. A BRIN index suffices: payments end in about the order
-- in which they are stored.
create index payment_attempt_settled on payment_attempt
  using brin (settled_at) with (pages_per_range = 32, autosummarize = on);
create index payment_attempt_for_person on payment_attempt (created_at) where needs_person is not null;
-- Lists show the state of a payment. Changes of the intent's id, a lease or a reason do not show there; bumping for
-- them would make all payments of a company wait for each other.
create function bump_for_payments() returns trigger language plpgsql as $$
begin
  update company_revision r set revision = r.revision + 1
   where r.account_id in (
           select c.account_id from changed c join former f using (account_id, id)
            where (c.state, c.settled_at, c.posted_at, c.invoice_id)
                  is distinct from (f.state, f.settled_at, f.posted_at, f.invoice_id));
  return null;
end $$;
create trigger revision_on_insert after insert on payment_attempt referencing new table as changed
  for each statement execute function bump_company_revision();
create trigger revision_on_update after update on payment_attempt referencing old table as former new table as changed
  for each statement execute function bump_for_payments();

-- A payment is evidence of what was requested from the provider. Foreign keys alone protect neither unreferenced rows
-- nor other columns.
create function refuse_payment_change() returns trigger language plpgsql as $$
begin
  raise foreign_key_violation using message =
    format('a %s stays what it is: payments, their invoices, cards and batches belong together', tg_table_name);
end $$;
create trigger payments_stay before delete or truncate on payment_attempt
  for each statement execute function refuse_payment_change();
create trigger payments_keep_what_they_are_of
  before update of account_id, id, invoice_id, invoice_number, card_id, batch_id on payment_attempt
  for each row when ((old.account_id, old.id, old.invoice_number, old.card_id, old.batch_id)
         is distinct from (new.account_id, new.id, new.invoice_number, new.card_id, new.batch_id)
         -- An adopted payment gets its invoice when that arrives.
         or (old.invoice_id is not null and old.invoice_id is distinct from new.invoice_id))
  execute function refuse_payment_change();

create table unknown_intent (
  account_id text not null references company,
  intent_id text not null,
  attempt_id uuid not null,
  invoice_number text not null,
  amount_cents bigint not null,
  status text not null,
  found_at timestamptz not null default now(),
  -- When an operator started charging after it.
  acknowledged_at timestamptz,
  -- When the company got the mail about the payment. Only for payments that succeeded.
  told_at timestamptz,
  primary key (account_id, intent_id)
);
comment on table unknown_intent is
  'Intents of this instance without a row: commits were lost, or a second copy of the database is running.';
select protect_company_table('unknown_intent', 'select, insert');
create index unknown_intent_new on unknown_intent (found_at) where acknowledged_at is null;

create table payment_batch_item (
  account_id text not null,
  batch_id uuid not null,
  position int not null,
  invoice_id bigint not null,
  -- Updated only if the item is refused; once a payment is open, the payment has the state.
  state text not null default 'queued' check (state in ('queued', 'failed')),
  message text not null default '',
  -- The amount shown to the customer; no more than that is charged.
  amount_cents bigint not null check (amount_cents > 0),
  primary key (account_id, batch_id, position),
  foreign key (account_id, batch_id) references payment_batch,
  foreign key (account_id, invoice_id) references invoice
);
comment on table payment_batch_item is 'The invoices of a batch, in the order they are paid.';
select protect_company_table('payment_batch_item', 'select, insert, update');
-- For imports that delete an invoice.
create index payment_batch_item_by_invoice on payment_batch_item (account_id, invoice_id);

create table ledger_entry (
  account_id text not null,
  id bigint generated always as identity,
  transaction_id uuid not null,
  ledger_account text not null check (ledger_account in ('receivable', 'card_clearing')),
  -- Null as in its payment.
  invoice_id bigint,
  payment_id uuid not null,
  amount_cents bigint not null check (amount_cents <> 0),
  currency text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  -- One key for both: the entry's invoice is the invoice of its payment (decision 0020).
  foreign key (account_id, payment_id, invoice_id) references payment_attempt (account_id, id, invoice_id),
  -- The key above does not apply where the invoice is null.
  foreign key (account_id, payment_id) references payment_attempt
);
comment on table ledger_entry is
  'Double entry, append-only: the company owes less by the amount that the card provider owes us.';
select protect_company_table('ledger_entry', 'select, insert');
revoke update, delete on ledger_entry from portal_system;
create index ledger_entry_by_payment on ledger_entry (account_id, payment_id);
-- It only grows.
create trigger revision_on_insert after insert on ledger_entry referencing new table as changed
  for each statement execute function bump_company_revision();
create trigger ledger_is_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_change();

-- Entries never change, so the entries of one statement must add up to zero.
create function check_ledger_balance() returns trigger language plpgsql as $$
declare
  odd uuid;
begin
  select w.transaction_id into odd
    from written w group by w.account_id, w.transaction_id, w.currency having sum(w.amount_cents) <> 0 limit 1;
  if found then
    raise exception 'ledger transaction % does not add up to zero', odd;
  end if;
  return null;
end $$;
create trigger ledger_adds_up_to_zero after insert on ledger_entry
  referencing new table as written for each statement execute function check_ledger_balance();

-- Returns what remains of a payment after refunds and lost disputes, by the ledger.
create function payment_net_cents(company text, payment uuid) returns bigint
language sql stable as $$
  select coalesce(-sum(l.amount_cents), 0)::bigint from ledger_entry l
   where l.account_id = company and l.payment_id = payment and l.ledger_account = 'receivable'
$$;
grant execute on function payment_net_cents to portal_app, portal_system;

-- Returns what may still be charged for an invoice: its captured payments, minus the parts that other invoices
-- contain, never exceed the higher of its amount and its balance plus the parts that the balance contains. Same rule
-- as chargeableCents() in the domain.
create function chargeable_cents(company text, invoice bigint) returns bigint
language sql stable as $$
  select greatest(i.amount_cents, i.books_balance_cents + coalesce(
           (select sum(n.amount_cents) from invoice_portal_payment n
             where n.account_id = i.account_id and n.invoice_id = i.id), 0))
       - coalesce(
           (select sum(payment_net_cents(p.account_id, p.id) - coalesce(
                    (select sum(n.amount_cents) from invoice_portal_payment n
                      where n.account_id = p.account_id and n.payment_id = p.id and n.invoice_id <> p.invoice_id), 0))
              from payment_attempt p
             where p.account_id = i.account_id and p.invoice_id = i.id and p.state = 'succeeded'), 0)
    from invoice i where i.account_id = company and i.id = invoice
$$;
grant execute on function chargeable_cents to portal_app, portal_system;

-- The last protection against double charges. An adopted payment has already been charged, so it is never refused.
create function check_opened_payments() returns trigger language plpgsql as $$
declare
  refused bigint;
begin
  select w.invoice_id into refused from written w
   where not w.is_adopted and w.state not in ('succeeded', 'failed')
     and (select sum(p.amount_cents) from payment_attempt p
           where p.account_id = w.account_id and p.invoice_id = w.invoice_id and p.state not in ('succeeded', 'failed'))
       > chargeable_cents(w.account_id, w.invoice_id) limit 1;
  if found then
    raise check_violation using constraint = 'charged_at_most_what_is_owed',
      message = format('invoice %s would be charged more than its books explain', refused);
  end if;
  return null;
end $$;
create trigger payments_charge_what_is_owed after insert on payment_attempt
  referencing new table as written for each statement execute function check_opened_payments();

-- The states of the provider's objects, fetched again each time. Their effect on the money is booked in the ledger.
create table payment_refund (
  account_id text not null,
  id text not null,
  payment_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('pending', 'succeeded', 'failed')),
  -- When the money was refunded, by the provider's clock.
  went_back_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payment_attempt
);
comment on table payment_refund is 'Refunds in their present state at the provider; the payment itself is never edited.';
select protect_company_table('payment_refund', 'select, insert, update');
create index payment_refund_by_payment on payment_refund (account_id, payment_id);
create index payment_refund_newest on payment_refund (created_at);
select watch_company_revision('payment_refund');

create table payment_dispute (
  account_id text not null,
  id text not null,
  payment_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('open', 'won', 'lost')),
  -- When the dispute was lost, by the provider's clock.
  went_back_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, payment_id) references payment_attempt,
  constraint lost_went_back check ((state = 'lost') = (went_back_at is not null))
);
comment on table payment_dispute is 'Disputes in their present state at the provider; the payment itself is never edited.';
select protect_company_table('payment_dispute', 'select, insert, update');
create index payment_dispute_by_payment on payment_dispute (account_id, payment_id);
create index payment_dispute_newest on payment_dispute (created_at);
create index payment_dispute_lost on payment_dispute (went_back_at) where went_back_at is not null;
create index payment_dispute_open on payment_dispute (created_at) where state = 'open';
select watch_company_revision('payment_dispute');

create view invoice_money_back with (security_invoker = true) as
  select p.account_id, p.invoice_id, r.payment_id, 'refunded' as kind, r.went_back_at as at, r.amount_cents
    from payment_refund r join payment_attempt p on p.account_id = r.account_id and p.id = r.payment_id
   where r.state = 'succeeded'
   union all
  select p.account_id, p.invoice_id, d.payment_id, 'chargedBack', d.went_back_at, d.amount_cents
    from payment_dispute d join payment_attempt p on p.account_id = d.account_id and p.id = d.payment_id
   where d.state = 'lost';
comment on view invoice_money_back is 'Money of an invoice that was returned to the customer: refunds and lost disputes that count now.';
grant select on invoice_money_back to portal_app, portal_system;

create view invoice_money_move with (security_invoker = true) as
  select account_id, invoice_id,
         case when kind = 'refunded' and payment_net_cents(account_id, payment_id) > 0 then 'partlyRefunded' else kind end as kind,
         at
    from invoice_money_back
   union all
  select p.account_id, p.invoice_id, 'refundPending', r.went_back_at
    from payment_refund r join payment_attempt p on p.account_id = r.account_id and p.id = r.payment_id
   where r.state = 'pending'
   union all
  select p.account_id, p.invoice_id, 'disputed', d.created_at
    from payment_dispute d join payment_attempt p on p.account_id = d.account_id and p.id = d.payment_id
   where d.state = 'open';
comment on view invoice_money_move is 'The same, plus money that may still be returned: pending refunds and open disputes.';
grant select on invoice_money_move to portal_app, portal_system;

create table provider_event (
  id text primary key,
  type text not null,
  object_id text not null,
  received_at timestamptz not null default now(),
  -- Null while the event is kept: it arrived early, or names something unknown.
  outcome text,
  -- The ids it names, as needed to process it again.
  event jsonb,
  tries int not null default 0,
  next_try_at timestamptz,
  problem text,
  constraint kept_event_is_tried_again
    check (outcome is not null or (event is not null and next_try_at is not null and problem is not null))
);
comment on table provider_event is
  'Events of the card provider: stored with their effect, so that duplicates have none, or kept until they can be processed.';
grant select, insert, update on provider_event to portal_app, portal_system;
grant delete on provider_event to portal_system;
create index provider_event_kept on provider_event (next_try_at) where outcome is null;

-- How far the provider's list of events was read. Events from before this database existed do not matter.
create table provider_event_list (
  one boolean primary key default true check (one),
  -- Creation time of the newest event read, by the provider's clock.
  position timestamptz not null default now(),
  read_at timestamptz not null default now(),
  hour_read_at timestamptz not null default now(),
  -- Between these times the provider deleted events that were never read; null if none are missing.
  missing_since timestamptz,
  missing_before timestamptz,
  check ((missing_since is null) = (missing_before is null))
);
comment on table provider_event_list is 'How far the list of the card provider''s events was read; one row.';
insert into provider_event_list default values;
grant select, update on provider_event_list to portal_system;

create table external_recipient (
  account_id text not null references company,
  email text not null check (length(email) <= 254),
  created_at timestamptz not null default now(),
  primary key (account_id, email)
);
comment on table external_recipient is 'Addresses without a user that get a company''s payment mails.';
select protect_company_table('external_recipient', 'select, insert, delete');

create table charging_stop (
  -- all: nothing is charged. automatic: AutoPay and payments of several invoices are paused, one invoice can be paid.
  -- new_instance: nothing is charged until it is known whether this database continues another one.
  kind text primary key check (kind in ('all', 'automatic', 'new_instance')),
  reason text not null,
  stopped_at timestamptz not null default now()
);
comment on table charging_stop is
  'What stops charging, for every server and worker at once; no row means that charging is on (decision 0015).';
-- The web server pauses when it finds lost commits. It ends no stop, except by `start_charging` for a super admin.
grant select, insert on charging_stop to portal_app;
grant select, insert, update, delete on charging_stop to portal_system;

-- Returns the provider's account that this database belongs to; the first call sets it. In live mode charging then
-- waits until the account was searched for payments of another database.
create function remember_provider_account(account text, is_live boolean) returns portal_instance
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  remembered portal_instance;
begin
  update portal_instance set provider_account = account, provider_livemode = is_live where provider_account is null;
  if found and is_live then
    insert into charging_stop (kind, reason)
    values ('new_instance', 'The database is new. The card provider is being asked for payments of an earlier one.');
  end if;
  select * into remembered from portal_instance;
  return remembered;
end $$;
grant execute on function remember_provider_account to portal_app, portal_system;
