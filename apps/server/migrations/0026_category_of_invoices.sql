-- The category of invoices is checked as their company is (0024, decision 0006): once per statement that writes them.
alter table invoice drop constraint invoice_invoice_category_id_fkey;

create function check_category_of_invoices() returns trigger language plpgsql as $$
begin
  if exists (select from (select distinct invoice_category_id from written) i
              where not exists (select from invoice_category c
                                 where c.invoice_category_id = i.invoice_category_id)) then
    raise foreign_key_violation using message = 'an invoice of no category';
  end if;
  return null;
end $$;
create trigger invoices_have_a_category after insert on invoice referencing new table as written
  for each statement execute function check_category_of_invoices();

create function check_new_category() returns trigger language plpgsql as $$
begin
  if not exists (select from invoice_category c where c.invoice_category_id = new.invoice_category_id) then
    raise foreign_key_violation using message = 'an invoice of no category';
  end if;
  return null;
end $$;
create trigger invoices_change_to_a_category after update of invoice_category_id on invoice
  for each row when (old.invoice_category_id <> new.invoice_category_id) execute function check_new_category();

create function renumber_category_of_invoices() returns trigger language plpgsql as $$
begin
  update invoice set invoice_category_id = new.invoice_category_id
   where invoice_category_id = old.invoice_category_id;
  return null;
end $$;
create trigger invoices_follow_their_category after update of invoice_category_id on invoice_category
  for each row when (old.invoice_category_id <> new.invoice_category_id)
  execute function renumber_category_of_invoices();

create function keep_category_of_invoices() returns trigger language plpgsql as $$
begin
  if exists (select from invoice i where i.invoice_category_id in (select g.invoice_category_id from gone g)) then
    raise foreign_key_violation using message = 'the category has invoices';
  end if;
  return null;
end $$;
create trigger categories_keep_their_invoices after delete on invoice_category referencing old table as gone
  for each statement execute function keep_category_of_invoices();
