-- What changed an invoice, and on which business day (decision 0106).
create table invoice_movement (
  account_id text not null references company,
  id bigint generated always as identity,
  -- The number instead of the id: a line outlives a deleted invoice, and continues if the invoice is sent again.
  invoice_number text not null,
  -- The category that the invoice has now: who may not see an invoice does not see its past. No foreign key: a category
  -- without invoices can be deleted.
  invoice_category_id int not null,
  day date not null,
  kind text not null,
  cents bigint not null,
  currency text not null,
  -- Of `settled`: the id of the payment or the number of the credit. Of a card line: the id of the payment.
  reference_id text,
  method text,
  paid_on date,
  reference text,
  -- Only names of payments changed. The invoice shows such a line, a statement does not; those of one booking add up to 0.
  is_renaming boolean not null default false,
  entry_id bigint,
  -- As known when the line was written.
  invoice_type text not null,
  is_late_fee boolean not null,
  is_credit boolean not null,
  invoice_date date not null,
  due_date date,
  noted_at timestamptz not null default portal_now(),
  primary key (account_id, id),
  unique (account_id, entry_id),
  foreign key (account_id, entry_id) references ledger_entry,
  constraint movement_kind check (kind in ('invoiced', 'corrected', 'withdrawn', 'before', 'settled', 'booked', 'matched',
                                           'paid', 'refunded', 'chargedBack', 'returned', 'changed', 'moved')),
  constraint only_changes_have_no_amount check ((cents = 0) = (kind in ('changed', 'moved'))),
  constraint only_names_are_renamed check (not is_renaming or kind in ('settled', 'booked')),
  constraint settled_has_a_method check ((kind = 'settled') = (method is not null)),
  constraint settled_has_a_name check (kind <> 'settled' or reference_id is not null),
  constraint card_lines_have_an_entry check ((kind in ('paid', 'refunded', 'chargedBack', 'returned')) = (entry_id is not null))
);
comment on table invoice_movement is
  'Each change of what an invoice leaves to pay, on its business day. Lines are never changed or deleted, and a closed day gets none.';
create index invoice_movement_by_day on invoice_movement (account_id, day);
-- With all columns that balances sum, so that they read no rows.
create index invoice_movement_of_invoice on invoice_movement (account_id, invoice_number, currency, id)
  include (day, invoice_category_id, cents);
alter table invoice_movement set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
                                  autovacuum_analyze_scale_factor = 0.02);
select protect_company_table('invoice_movement', 'select, insert');
revoke update, delete on invoice_movement from portal_system;
grant update (account_id, invoice_category_id) on invoice_movement to portal_system;
-- A payment may be the first that books an invoice after its category changed.
grant update (invoice_category_id) on invoice_movement to portal_app;
create trigger revision_on_insert after insert on invoice_movement referencing new table as changed
  for each statement execute function bump_company_revision();

alter table ledger_entry alter column created_at set default portal_now();

alter table portal_instance
  add column books_day_hour int not null default 0 check (books_day_hour between 0 and 12),
  add column closed_through date not null default '-infinity';
grant update (closed_through) on portal_instance to portal_system;
alter table company add column known_since date;
comment on column company.known_since is
  'The business day of the first record of an invoice. The company''s past is open until that day closes.';

create function first_open_day(company_id text) returns date language sql stable parallel safe as $$
  select case when c.known_since is null or p.closed_through < c.known_since then '-infinity' else p.closed_through + 1 end
    from portal_instance p, company c where c.account_id = company_id
$$;
comment on function first_open_day is 'The first day of a company that may still get lines.';

-- The twin of `standing` in the domain package; a test compares both.
create function standing_cents(company_id text, invoice bigint) returns bigint language sql stable as $$
  select case when i.names_payments then i.books_balance_cents - paid.missing
              when i.books_balance_cents > 0 and paid.net <> 0 then 0
              else i.books_balance_cents end
    from invoice i,
         lateral (select coalesce(sum(p.net), 0)::bigint as net,
                         coalesce(sum(greatest(0, p.net
                           - coalesce((select sum(n.amount_cents) from invoice_portal_payment n
                                        where n.account_id = i.account_id and n.payment_id = p.id), 0)
                           - coalesce((select sum(e.amount_cents) from payment_elsewhere e
                                        where e.account_id = i.account_id and e.payment_id = p.id
                                          and e.released_at is not null), 0))), 0)::bigint as missing
                    from (select id, payment_net_cents(account_id, id) as net from payment_attempt
                           where account_id = i.account_id and invoice_id = i.id and state = 'succeeded'
                             and currency = i.currency) p) paid
   where i.account_id = company_id and i.id = invoice
$$;
comment on function standing_cents is 'What an invoice leaves to pay by books and payments together (decision 0106).';
grant execute on function first_open_day, standing_cents to portal_app, portal_system;

create function refuse_closed_day() returns trigger language plpgsql as $$
declare
  closed text;
begin
  select string_agg(distinct w.invoice_number, ', ') into closed
    from (select account_id, first_open_day(account_id) as day
            from (select distinct account_id from written) each) open
    join written w using (account_id) where w.day < open.day;
  if closed is not null then raise exception 'a closed day gets lines of %', left(closed, 200); end if;
  return null;
end $$;
create trigger closed_days_stay after insert on invoice_movement referencing new table as written
  for each statement execute function refuse_closed_day();

create function refuse_movement_change() returns trigger language plpgsql as $$
begin
  if is_merge(to_jsonb(old), to_jsonb(new))
     or to_jsonb(old) - 'invoice_category_id' = to_jsonb(new) - 'invoice_category_id' then return new; end if;
  raise exception 'invoice_movement is append-only';
end $$;
create trigger lines_stay before update on invoice_movement for each row execute function refuse_movement_change();
create trigger lines_are_append_only before delete or truncate on invoice_movement
  for each statement execute function refuse_change();

create function close_days() returns date language sql as $$
  update portal_instance set closed_through = greatest(closed_through, business_today() - 4)
   where not exists (select from charging_stop where kind in ('all', 'automatic'))
  returning closed_through
$$;
comment on function close_days is
  'Closes each day three whole days after its end. The caller holds the turn of imports. A stop of charging delays it: payments may be missing.';
grant execute on function close_days to portal_system;
