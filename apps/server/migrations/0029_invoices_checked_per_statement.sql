-- Two more references of what is written by the hundred are checked once per statement (decision 0020): the invoice of
-- payments and of a batch's items, and the company of history entries, which are never changed.
alter table payment_attempt drop constraint payment_attempt_account_id_invoice_id_fkey;
alter table payment_batch_item drop constraint payment_batch_item_account_id_invoice_id_fkey;
alter table history_entry drop constraint history_entry_account_id_fkey;

create function check_invoice_of_written() returns trigger language plpgsql as $$
begin
  -- Looked up for each and, as a foreign key would, held until the commit, so that no import removes it meanwhile.
  perform from written w
     left join lateral (select true as is_there from invoice i
                         where i.account_id = w.account_id and i.id = w.invoice_id for key share) i on true
    where i.is_there is null;
  if found then
    raise foreign_key_violation using message = format('a %s of no invoice of its company', tg_table_name);
  end if;
  return null;
end $$;
create trigger payments_have_their_invoice after insert on payment_attempt
  referencing new table as written for each statement execute function check_invoice_of_written();
create trigger items_have_their_invoice after insert on payment_batch_item
  referencing new table as written for each statement execute function check_invoice_of_written();
drop trigger items_keep_their_batch on payment_batch_item;
create trigger items_keep_what_they_are_of before update of account_id, batch_id, invoice_id on payment_batch_item
  for each row when ((old.account_id, old.batch_id, old.invoice_id)
         is distinct from (new.account_id, new.batch_id, new.invoice_id))
  execute function refuse_payment_change();

create function keep_invoices_of_payments() returns trigger language plpgsql as $$
begin
  if exists (select from gone g
              where exists (select from payment_attempt p where p.account_id = g.account_id and p.invoice_id = g.id)
                 or exists (select from payment_batch_item t where t.account_id = g.account_id and t.invoice_id = g.id)) then
    raise foreign_key_violation using message = 'the invoice has payments';
  end if;
  return null;
end $$;
create trigger invoices_with_payments_stay after delete on invoice referencing old table as gone
  for each statement execute function keep_invoices_of_payments();
create trigger invoices_are_not_truncated before truncate on invoice
  for each statement execute function refuse_payment_change();
create trigger invoices_keep_their_id before update of id on invoice
  for each row when (old.id <> new.id) execute function refuse_payment_change();

-- The two of invoices (0024) serve both.
alter function check_company_of_invoices() rename to check_company_of_written;
create or replace function check_company_of_written() returns trigger language plpgsql as $$
begin
  if exists (select from (select distinct account_id from written) w
              where not exists (select from company c where c.account_id = w.account_id)) then
    raise foreign_key_violation using message = format('%s of no company', coalesce(tg_argv[0], 'an invoice'));
  end if;
  return null;
end $$;
create trigger history_has_a_company after insert on history_entry referencing new table as written
  for each statement execute function check_company_of_written('a history entry');

alter function keep_company_of_invoices() rename to keep_company_of_written;
create or replace function keep_company_of_written() returns trigger language plpgsql as $$
begin
  if exists (select from invoice i where i.account_id in (select g.account_id from gone g)) then
    raise foreign_key_violation using message = 'the company has invoices';
  end if;
  if exists (select from history_entry e where e.account_id in (select g.account_id from gone g)) then
    raise foreign_key_violation using message = 'the company has a history';
  end if;
  return null;
end $$;

-- What nobody in particular has done, payments of AutoPay above all, is not sought by its actor.
drop index history_by_actor;
create index history_by_actor on history_entry (account_id, actor_id, created_at desc, id desc) where actor_id is not null;
