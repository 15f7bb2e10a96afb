-- An import writes tens of thousands of invoices at once, and looking up the company of each took a quarter of that
-- statement. Like the lines (decision 0006) they are checked once per statement; only imports write invoices. A company
-- keeps its number, as its revision refers to it.
alter table invoice drop constraint invoice_account_id_fkey;

create function check_company_of_invoices() returns trigger language plpgsql as $$
begin
  if exists (select from (select distinct account_id from written) i
              where not exists (select from company c where c.account_id = i.account_id)) then
    raise foreign_key_violation using message = 'an invoice of no company';
  end if;
  return null;
end $$;
create trigger invoices_have_a_company after insert on invoice referencing new table as written
  for each statement execute function check_company_of_invoices();

create function refuse_other_company() returns trigger language plpgsql as $$
begin
  raise foreign_key_violation using message = 'an invoice stays with its company';
end $$;
create trigger invoices_keep_their_company before update of account_id on invoice
  for each row when (old.account_id <> new.account_id) execute function refuse_other_company();

create function keep_company_of_invoices() returns trigger language plpgsql as $$
begin
  if exists (select from invoice i where i.account_id in (select g.account_id from gone g)) then
    raise foreign_key_violation using message = 'the company has invoices';
  end if;
  return null;
end $$;
create trigger companies_keep_their_invoices after delete on company referencing old table as gone
  for each statement execute function keep_company_of_invoices();

-- The entry that is sealed names the company already.
alter table history_seal drop constraint history_seal_account_id_fkey;
