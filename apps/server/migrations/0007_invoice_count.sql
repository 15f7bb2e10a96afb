-- Counting a company's invoices by what a person may see is done from the index alone: its rows lie spread over
-- the whole table, one page each, and a page of 25 must not wait for thousands of them.
drop index invoice_newest;
create index invoice_newest on invoice (account_id, invoice_date desc, id desc) include (invoice_category_id);
