-- The payments and the items of a batch are written by the hundred, all of them of one batch and one card, which a
-- foreign key looks up and locks for every row. Both are checked once per statement instead (decision 0020). A card and
-- a batch can be neither removed nor renamed, so that what was right when it was written stays right.
alter table payment_attempt drop constraint payment_attempt_account_id_card_id_fkey,
                            drop constraint payment_attempt_account_id_batch_id_fkey;
alter table payment_batch_item drop constraint payment_batch_item_account_id_batch_id_fkey;

create function check_batch_of_written() returns trigger language plpgsql as $$
begin
  if exists (select from (select distinct account_id, batch_id from written where batch_id is not null) w
              where not exists (select from payment_batch b where b.account_id = w.account_id and b.id = w.batch_id)) then
    raise foreign_key_violation using message = format('a %s of no batch of its company', tg_table_name);
  end if;
  return null;
end $$;
create trigger payments_have_their_batch after insert on payment_attempt
  referencing new table as written for each statement execute function check_batch_of_written();
create trigger items_have_their_batch after insert on payment_batch_item
  referencing new table as written for each statement execute function check_batch_of_written();

create function check_card_of_written() returns trigger language plpgsql as $$
begin
  if exists (select from (select distinct account_id, card_id from written) w
              where not exists (select from card c where c.account_id = w.account_id and c.id = w.card_id)) then
    raise foreign_key_violation using message = format('a %s of no card of its company', tg_table_name);
  end if;
  return null;
end $$;
create trigger payments_have_their_card after insert on payment_attempt
  referencing new table as written for each statement execute function check_card_of_written();

create or replace function refuse_payment_change() returns trigger language plpgsql as $$
begin
  raise foreign_key_violation using message =
    format('a %s stays what it is: payments, their invoices, cards and batches belong together', tg_table_name);
end $$;
drop trigger payments_keep_their_invoice on payment_attempt;
create trigger payments_keep_what_they_are_of before update of account_id, id, invoice_id, card_id, batch_id on payment_attempt
  for each row when ((old.account_id, old.id, old.invoice_id, old.card_id, old.batch_id)
         is distinct from (new.account_id, new.id, new.invoice_id, new.card_id, new.batch_id))
  execute function refuse_payment_change();
create trigger items_keep_their_batch before update of account_id, batch_id on payment_batch_item
  for each row when ((old.account_id, old.batch_id) is distinct from (new.account_id, new.batch_id))
  execute function refuse_payment_change();
create trigger cards_stay before delete or truncate on card
  for each statement execute function refuse_payment_change();
create trigger cards_keep_their_id before update of account_id, id on card
  for each row when ((old.account_id, old.id) is distinct from (new.account_id, new.id))
  execute function refuse_payment_change();
create trigger batches_stay before delete or truncate on payment_batch
  for each statement execute function refuse_payment_change();
create trigger batches_keep_their_id before update of account_id, id on payment_batch
  for each row when ((old.account_id, old.id) is distinct from (new.account_id, new.id))
  execute function refuse_payment_change();
