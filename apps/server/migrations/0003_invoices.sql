create table invoice (
  account_id text not null references company,
  id bigint generated always as identity,
  invoice_number text not null check (length(invoice_number) between 1 and 64),
  name text not null default '',
  customer_number text not null default '',
  invoice_type text not null default '',
  invoice_category_id int not null references invoice_category on update cascade,
  source text not null default '',
  subsidiary text not null default '',
  invoice_date date not null,
  due_date date,
  service_month text not null default '',
  service_period text not null default '',
  is_late_fee boolean not null default false,
  -- As the books say; a charge made in the portal is never written here.
  charged_in_books boolean not null default false,
  has_pdf boolean not null default true,
  has_xls boolean not null default true,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_cents bigint not null,
  books_balance_cents bigint not null,
  -- The newest record names the portal payments that its balance contains, or a person did in its place.
  names_payments boolean not null default false,
  named_by_person boolean not null default false,
  -- When the provider company decided to ask again for money that went back before.
  collect_at timestamptz,
  -- When a person decided the same in the portal; the newer of the two counts.
  person_collects_at timestamptz,
  -- Digest of the imported record, so that a second import of it changes nothing.
  record_digest bytea,
  primary key (account_id, id),
  unique (account_id, invoice_number),
  constraint person_names_payments check (names_payments or not named_by_person)
);
comment on table invoice is 'The invoices as the books sent them last. Only imports write them, and a person who explains a balance or collects.';
select protect_company_table('invoice', 'select');
-- PostgreSQL locks rows only for a role that may update a column; the web role never writes this one.
grant update (record_digest) on invoice to portal_app;
-- An import gives lines the id of their invoice before it writes the invoice (decision 0019).
grant usage on sequence invoice_id_seq to portal_system;
-- Newest first, the order of the list and of its pages. The category lets a count read the index alone: the rows
-- lie spread over the whole table, and a page of 25 must not wait for thousands of them.
create index invoice_newest on invoice (account_id, invoice_date desc, id desc) include (invoice_category_id);
create index invoice_open on invoice (account_id, due_date) where books_balance_cents <> 0;
-- Doctor and metrics look for invoices on hold, which only books that name no payments leave.
create index invoice_open_unnamed on invoice (account_id, id) where books_balance_cents > 0 and not names_payments;
-- Tells an import that a number already belongs to another company.
create index invoice_by_number on invoice (invoice_number);
select watch_company_revision('invoice');

create table invoice_portal_payment (
  account_id text not null,
  invoice_id bigint not null,
  -- No reference to the payment: the books may name one that the portal has forgotten, or another invoice's.
  payment_id uuid not null,
  amount_cents bigint not null check (amount_cents >= 0),
  primary key (account_id, invoice_id, payment_id),
  foreign key (account_id, invoice_id) references invoice on delete cascade
);
comment on table invoice_portal_payment is
  'What the balance of an invoice contains of each portal payment, net of refunds, as its newest record says (decision 0025).';
select protect_company_table('invoice_portal_payment', 'select');
create index invoice_portal_payment_by_payment on invoice_portal_payment (account_id, payment_id);

create table invoice_extract (
  account_id text not null references company,
  invoice_number text not null,
  as_of timestamptz not null,
  primary key (account_id, invoice_number)
);
comment on table invoice_extract is
  'When the books wrote the newest record of an invoice. It outlives the invoice, so that an old file cannot bring a deleted one back.';
select protect_company_table('invoice_extract', '');
-- A deletion names the invoice only.
create index invoice_extract_by_number on invoice_extract (invoice_number);

create table invoice_line (
  account_id text not null,
  invoice_id bigint not null,
  line_no int not null,
  product_name text not null default '',
  description text not null default '',
  more_info text not null default '',
  -- Null where the books name none, as for an adjustment. A unit price may be a fraction of a cent.
  quantity numeric(18, 4),
  sales_price numeric(18, 4),
  total_cents bigint not null,
  city text not null default '',
  state text not null default '',
  -- The invoice first: its numbers rise, so an import appends to the index instead of searching it.
  primary key (invoice_id, line_no, account_id)
);
comment on table invoice_line is
  'The lines of invoices. Triggers stand in for the foreign key to their invoice (decision 0006).';
select protect_company_table('invoice_line', 'select');

-- Checks once per statement: a check per row takes longer than all the rest of an import. Only imports, one at
-- a time, write lines and delete invoices, so no line can slip in between.
create function check_invoice_of_lines() returns trigger language plpgsql as $$
begin
  if exists (select from (select distinct account_id, invoice_id from written) l
              where not exists (select from invoice i
                                 where i.account_id = l.account_id and i.id = l.invoice_id)) then
    raise foreign_key_violation using message = 'a line of no invoice of its company';
  end if;
  return null;
end $$;
create trigger lines_have_an_invoice after insert on invoice_line referencing new table as written
  for each statement execute function check_invoice_of_lines();
create trigger lines_keep_their_invoice after update on invoice_line referencing new table as written
  for each statement execute function check_invoice_of_lines();

create function delete_lines_of_invoices() returns trigger language plpgsql as $$
begin
  delete from invoice_line l using gone g where l.account_id = g.account_id and l.invoice_id = g.id;
  return null;
end $$;
create trigger lines_go_with_their_invoice after delete on invoice referencing old table as gone
  for each statement execute function delete_lines_of_invoices();

-- Lines would stay behind when the key they refer to changes.
create function refuse_other_key_of_invoice() returns trigger language plpgsql as $$
begin
  raise foreign_key_violation using message = 'an invoice stays with its company and keeps its id';
end $$;
create trigger invoices_keep_their_key before update of account_id, id on invoice
  for each row when ((old.account_id, old.id) is distinct from (new.account_id, new.id))
  execute function refuse_other_key_of_invoice();

-- PostgreSQL takes no COPY into a table under row level security, and COPY halves the time of half a million
-- lines. Statements that name invoice_line meet its policies as before; the web role has no right on this table.
-- Add, change and drop columns of invoice_line here.
create table arriving_invoice_line (like invoice_line including defaults) partition by list (account_id);
comment on table arriving_invoice_line is
  'Holds no row: what COPY writes here goes to invoice_line, its only partition (decision 0019).';
alter table arriving_invoice_line attach partition invoice_line default;
grant insert on arriving_invoice_line to portal_system;
