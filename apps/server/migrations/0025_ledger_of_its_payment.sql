-- A ledger entry must be of a payment, and of the invoice that this payment is of (decision 0020): one look per entry
-- in the statement's own check, which says more than the two references it replaces.
alter table ledger_entry drop constraint ledger_entry_account_id_invoice_id_fkey,
                         drop constraint ledger_entry_account_id_payment_id_fkey;

create or replace function check_ledger_balance() returns trigger language plpgsql as $$
declare
  odd uuid;
begin
  -- Nothing is ever changed, so what a statement writes must add up by itself.
  select w.transaction_id into odd
    from written w group by w.account_id, w.transaction_id, w.currency having sum(w.amount_cents) <> 0 limit 1;
  if found then
    raise exception 'ledger transaction % does not add up to zero', odd;
  end if;
  -- Looked up for each: the planner would rather read all payments.
  select w.payment_id into odd
    from (select distinct account_id, payment_id, invoice_id from written) w
   where w.invoice_id is distinct from (select p.invoice_id from payment_attempt p
                                         where p.account_id = w.account_id and p.id = w.payment_id)
   limit 1;
  if found then
    raise foreign_key_violation using message = format('the ledger entry of %s is not of a payment of its invoice', odd);
  end if;
  return null;
end $$;

-- What the ledger relies on: a payment stays, and stays of its invoice, which cannot go while a payment refers to it.
create function refuse_payment_change() returns trigger language plpgsql as $$
begin
  raise foreign_key_violation using message = 'a payment stays, with its invoice';
end $$;
create trigger payments_stay before delete or truncate on payment_attempt
  for each statement execute function refuse_payment_change();
create trigger payments_keep_their_invoice before update of account_id, id, invoice_id on payment_attempt
  for each row when (old.account_id <> new.account_id or old.id <> new.id or old.invoice_id <> new.invoice_id)
  execute function refuse_payment_change();

-- Entries of the history can be neither removed nor renumbered, and their seals are written from them.
alter table history_seal drop constraint history_seal_account_id_entry_id_fkey;
