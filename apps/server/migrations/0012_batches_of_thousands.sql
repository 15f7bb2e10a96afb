-- The next invoices of a batch are found without passing those that are done, and an attempt by its place in it.
create index payment_batch_queued on payment_batch_item (account_id, batch_id, position) where state = 'queued';
create index payment_attempt_of_batch on payment_attempt (account_id, batch_id, invoice_id) where batch_id is not null;
