-- Mails about invoices, and invoices for mailboxes outside (decision 0108).
alter table external_recipient
  -- The categories whose invoices the mailbox gets, and who granted them last.
  add column invoice_category_ids int[] not null default '{}',
  add column granted_at timestamptz,
  add column granted_by uuid;
grant update (invoice_category_ids, granted_at, granted_by) on external_recipient to portal_app;

-- When the mailbox itself confirmed by its link. `confirmed_at` is also set for addresses that a record names.
alter table mail_address add column confirmed_by_link_at timestamptz;
grant update (confirmed_by_link_at) on mail_address to portal_app;
update mail_address set confirmed_by_link_at = confirmed_at where confirmed_at > requested_at;

alter table company
  -- The newest line of the books whose mails are written.
  add column told_movement bigint not null default 0,
  -- The last business day whose mails about due dates are written.
  add column due_told_on date not null default '-infinity';
-- The past is not told.
update company c set told_movement = m.id
  from (select account_id, max(id) as id from invoice_movement group by account_id) m
 where m.account_id = c.account_id;

create table invoice_told (
  account_id text not null references company,
  -- The number instead of the id: an invoice that is deleted and sent again is not told a second time.
  invoice_number text not null,
  -- The due date and the step.
  what text not null,
  told_on date not null,
  primary key (account_id, invoice_number)
);
comment on table invoice_told is 'What mails about the due date of an invoice told last, so that no mail repeats it (decision 0108).';
select protect_company_table('invoice_told', '');
