-- Which payment an entry tells about, for its receipt. No part of the chain: it only points.
alter table history_entry add column payment_id uuid;
create index history_of_payments on history_entry (account_id, created_at desc, id desc)
  where category in ('Payment', 'Card');

-- What is left of a payment after refunds and lost disputes, as the ledger has it.
create function payment_net_cents(company text, payment uuid) returns bigint
language sql stable as $$
  select coalesce(-sum(l.amount_cents), 0)::bigint from ledger_entry l
   where l.account_id = company and l.payment_id = payment and l.ledger_account = 'receivable'
$$;
grant execute on function payment_net_cents to portal_app, portal_system;

-- The provider names a card, not a company.
create function company_of_card(provider_card text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select c.account_id from card c where c.provider_card_id = provider_card and c.removed_at is null limit 1
$$;
grant execute on function company_of_card to portal_app, portal_system;
create index card_by_provider on card (provider_card_id) where removed_at is null;
