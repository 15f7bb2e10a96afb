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
  -- As in the books; a charge made in the portal is never written here.
  charged_in_books boolean not null default false,
  has_pdf boolean not null default true,
  has_xls boolean not null default true,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_cents bigint not null,
  books_balance_cents bigint not null,
  -- True if the newest record, or a person in its place, names the portal payments that the balance contains.
  names_payments boolean not null default false,
  named_by_person boolean not null default false,
  -- When the provider decided, in its books, to request refunded money again.
  collect_at timestamptz,
  -- When a person decided the same in the portal; the newer one counts.
  person_collects_at timestamptz,
  -- Digest of the imported record, so that importing it again changes nothing.
  record_digest bytea,
  primary key (account_id, id),
  unique (account_id, invoice_number),
  constraint person_names_payments check (names_payments or not named_by_person)
);
comment on table invoice is 'The invoices as last sent by the books. Written by imports, and by a person who explains a balance or requests money again.';
select protect_company_table('invoice', 'select');
-- PostgreSQL locks rows only for a role that may update a column; the web role never writes this one.
grant update (record_digest) on invoice to portal_app;
-- An import assigns the id of an invoice to its lines before it writes the invoice (decision 0019).
grant usage on sequence invoice_id_seq to portal_system;
-- Newest first, the order of the list and its pages. The category allows counts from the index alone: the rows are
-- spread over the whole table, and a page of 25 must not read thousands of them.
create index invoice_newest on invoice (account_id, invoice_date desc, id desc) include (invoice_category_id);
-- With all columns that the aging sums, so that it reads no rows.
create index invoice_open on invoice (account_id, due_date)
  include (id, subsidiary, currency, books_balance_cents, charged_in_books, invoice_category_id)
  where books_balance_cents <> 0;
-- For doctor and metrics: only invoices of books that name no payments can be on hold.
create index invoice_open_unnamed on invoice (account_id, id) where books_balance_cents > 0 and not names_payments;
-- For imports: finds a number that belongs to another company.
create index invoice_by_number on invoice (invoice_number);
select watch_company_revision('invoice');

create table invoice_portal_payment (
  account_id text not null,
  invoice_id bigint not null,
  -- No foreign key to the payment: the books may name one that the database has lost, or another invoice's.
  payment_id uuid not null,
  amount_cents bigint not null check (amount_cents >= 0),
  primary key (account_id, invoice_id, payment_id),
  foreign key (account_id, invoice_id) references invoice on delete cascade
);
comment on table invoice_portal_payment is
  'How much of each portal payment the balance of an invoice contains, net of refunds, by its newest record (decision 0025).';
select protect_company_table('invoice_portal_payment', 'select');
create index invoice_portal_payment_by_payment on invoice_portal_payment (account_id, payment_id);
select watch_company_revision('invoice_portal_payment');

create table invoice_extract (
  account_id text not null references company,
  invoice_number text not null,
  as_of timestamptz not null,
  primary key (account_id, invoice_number)
);
comment on table invoice_extract is
  'When the books wrote the newest record of an invoice. It outlives the invoice, so that an old file cannot restore a deleted one.';
select protect_company_table('invoice_extract', '');
-- Deletions name only the invoice.
create index invoice_extract_by_number on invoice_extract (invoice_number);

create table invoice_line (
  account_id text not null,
  invoice_id bigint not null,
  line_no int not null,
  product_name text not null default '',
  description text not null default '',
  more_info text not null default '',
  -- Null if the books give none, as for an adjustment. A unit price may be a fraction of a cent.
  quantity numeric(18, 4),
  sales_price numeric(18, 4),
  total_cents bigint not null,
  city text not null default '',
  state text not null default '',
  -- What the line is about; null if the books do not say. No foreign keys: the books may name what the portal does not
  -- know. Read them only together with the company.
  product_id text,
  license_id text,
  user_name text,
  network_id text,
  service_period_start date,
  service_period_end date,
  charge_type text,
  license_order_id text,
  equipment_request_id text,
  equipment_line_id text,
  po_number text,
  -- Starts with the invoice: its numbers increase, so an import appends to the index instead of searching it.
  primary key (invoice_id, line_no, account_id)
);
comment on table invoice_line is
  'The lines of invoices. Triggers replace the foreign key to their invoice (decision 0006).';
select protect_company_table('invoice_line', 'select');
-- COPY of the lines of new invoices does not fire it: their invoice increments the revision at the end of the import.
select watch_company_revision('invoice_line');
-- Where a license was billed.
create index invoice_line_of_license on invoice_line (account_id, license_id, invoice_id) where license_id is not null;

-- Checked once per statement: per row it would take longer than the rest of an import. Only imports, one at a time,
-- write lines and delete invoices, so there is no race.
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

-- Otherwise lines would keep the old key.
create function refuse_other_key_of_invoice() returns trigger language plpgsql as $$
begin
  raise foreign_key_violation using message = 'an invoice stays with its company and keeps its id';
end $$;
create trigger invoices_keep_their_key before update of account_id, id on invoice
  for each row when ((old.account_id, old.id) is distinct from (new.account_id, new.id))
  execute function refuse_other_key_of_invoice();

-- PostgreSQL allows no COPY into a table under row level security, and COPY halves the time of half a million lines.
-- Statements on invoice_line are still subject to its policies; the web role has no rights on this table. Add, change
-- and drop columns of invoice_line here.
create table arriving_invoice_line (like invoice_line including defaults) partition by list (account_id);
comment on table arriving_invoice_line is
  'Has no rows: COPY into it writes to invoice_line, its only partition (decision 0019).';
alter table arriving_invoice_line attach partition invoice_line default;
grant insert on arriving_invoice_line to portal_system;

create table invoice_notice (
  account_id text not null references company,
  id bigint generated always as identity,
  noted_at timestamptz not null default portal_now(),
  -- Numbers, not ids: an invoice that is deleted and sent again is not new a second time. Once told, only the invoices
  -- that a reader could get a mail about.
  invoice_numbers text[] not null,
  -- The newest of their dates; the notice is kept until none of them could be new again.
  last_date date not null,
  told_at timestamptz,
  primary key (account_id, id)
);
comment on table invoice_notice is
  'The new invoices of an import in one company, noted in its transaction. The worker mails them to their readers afterwards (decision 0071).';
select protect_company_table('invoice_notice', '');
create index invoice_notice_untold on invoice_notice (account_id, id) where told_at is null;

create table invoice_view (
  account_id text not null references company,
  -- Of a user of the company, or of a super admin who acts for it.
  person_id uuid not null,
  -- Chosen by the page, so that a repeated request saves one view.
  id uuid not null,
  place int not null,
  name text not null check (length(name) between 1 and 60),
  -- The name without its case.
  name_key text not null,
  -- The parameters of the list's address. Read by the schema of a view, so that an outdated value is left out.
  search jsonb not null,
  is_default boolean not null,
  primary key (account_id, person_id, id),
  unique (account_id, person_id, name_key),
  unique (account_id, person_id, place)
);
comment on table invoice_view is 'Views of the invoice list that a person saved (decision 0061). Each change writes all views of the person.';
select protect_company_table('invoice_view', 'select, insert, delete');
create unique index one_default_view on invoice_view (account_id, person_id) where is_default;

create table invoice_question (
  account_id text not null references company,
  id uuid not null default gen_random_uuid(),
  -- Not the id of the invoice: a question outlives an invoice that is deleted and sent again.
  invoice_number text not null,
  -- The place of the line, from 1, and what it said (`AskedLine` of the domain package). An import may change both.
  position int not null check (position > 0),
  line jsonb not null,
  message text not null check (length(message) between 1 and 2000),
  -- What the portal knew about the authorization of the line.
  evidence text,
  asked_at timestamptz not null default portal_now(),
  -- Of a user of the company, or of a super admin who acts for it.
  actor_id uuid not null,
  actor_account_id text not null,
  actor_name text not null,
  -- The key of the request, so that a repeated request asks once.
  request_key text not null,
  withdrawn_at timestamptz,
  answer text check (answer <> ''),
  answered_by text,
  answered_at timestamptz,
  -- The newest date of its answers; older records change nothing. Null if none had a date.
  answer_date timestamptz,
  answer_digest bytea,
  -- When the answer arrived.
  answer_noted_at timestamptz,
  -- The answer that the history and the mails contain.
  told_digest bytea,
  -- The last mail to the provider.
  provider_told text check (provider_told in ('asked', 'withdrawn')),
  primary key (account_id, id),
  unique (account_id, actor_id, request_key),
  constraint answers_are_whole
    check (num_nonnulls(answer, answered_at, answer_digest, answer_noted_at) = case when answer is null then 0 else 4 end)
);
comment on table invoice_question is
  'What users ask the provider about lines of invoices, and the answers, which arrive as records (decision 0073).';
select protect_company_table('invoice_question', 'select, insert, update (withdrawn_at)');
create index invoice_question_of_invoice on invoice_question (account_id, invoice_number, asked_at);
create index invoice_question_in_day on invoice_question (account_id, asked_at);
-- For imports: finds a question of another company.
create index invoice_question_by_id on invoice_question (id);
create index invoice_question_open on invoice_question (asked_at) where answer is null and withdrawn_at is null;
create index invoice_question_untold on invoice_question (account_id, id) where told_digest is distinct from answer_digest;
create index invoice_question_unmailed on invoice_question (account_id, id)
  where provider_told is null or (provider_told = 'asked' and withdrawn_at is not null);

create table bank_account (
  -- The selling company as in invoices; '' for invoices without one.
  subsidiary text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The name used by deletions and by people.
  key text not null unique
    generated always as (case subsidiary when '' then currency else subsidiary || ' ' || currency end) stored,
  beneficiary text not null check (beneficiary <> ''),
  beneficiary_address text not null default '',
  bank_name text not null check (bank_name <> ''),
  bank_address text not null default '',
  iban text not null default '',
  account_number text not null default '',
  bic text not null default '',
  routing_number text not null default '',
  sort_code text not null default '',
  note text not null default '',
  primary key (subsidiary, currency),
  constraint account_is_named check (iban <> '' or account_number <> '')
);
comment on table bank_account is
  'The accounts to which customers transfer money. Data of the provider that every customer may see, so it belongs to no company (decision 0044).';
grant select on bank_account to portal_app;
grant select, insert, update, delete on bank_account to portal_system;

create table bank_account_change (
  id uuid primary key default gen_random_uuid(),
  account_key text not null,
  changed_at timestamptz not null default clock_timestamp(),
  -- The sender of the records, or the role that wrote without an import.
  changed_by text not null,
  -- The last four characters of the account before and after; null if there is none.
  was text,
  is_now text,
  -- The columns that an update changed.
  changed text[] not null,
  told_at timestamptz,
  -- When a super admin confirmed it.
  seen_at timestamptz
);
comment on table bank_account_change is
  'Every change of bank details, by any statement, because a wrong account redirects money. No role can write or delete rows.';
grant select, update (told_at) on bank_account_change to portal_system;
create index bank_account_change_untold on bank_account_change (changed_at) where told_at is null;
create index bank_account_change_unseen on bank_account_change (changed_at) where seen_at is null;

create function note_bank_account_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
begin
  insert into bank_account_change (account_key, changed_by, was, is_now, changed)
  select coalesce(after, before) ->> 'key',
         coalesce(nullif(current_setting('portal.sender', true), ''), session_user::text),
         right(coalesce(nullif(before ->> 'iban', ''), before ->> 'account_number'), 4),
         right(coalesce(nullif(after ->> 'iban', ''), after ->> 'account_number'), 4),
         array(select one.key from jsonb_each_text(after) one
                where before is not null and before ->> one.key is distinct from one.value order by 1);
  return null;
end $$;
create trigger bank_account_changes_are_noted after insert or delete on bank_account
  for each row execute function note_bank_account_change();
create trigger bank_account_updates_are_noted after update on bank_account
  for each row when (old.* is distinct from new.*) execute function note_bank_account_change();

-- Increments only if a row changed: an import without bank accounts must not invalidate the responses of every company.
create function bump_shared_revision() returns trigger language plpgsql as $$
begin
  update shared_revision set revision = revision + 1 where exists (select from changed);
  return null;
end $$;
create trigger revision_on_insert after insert on bank_account referencing new table as changed
  for each statement execute function bump_shared_revision();
create trigger revision_on_update after update on bank_account referencing new table as changed
  for each statement execute function bump_shared_revision();
create trigger revision_on_delete after delete on bank_account referencing old table as changed
  for each statement execute function bump_shared_revision();
