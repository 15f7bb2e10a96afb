create table equipment_request (
  account_id text not null references company,
  equipment_request_id text not null check (length(equipment_request_id) between 1 and 64),
  order_date date not null,
  ordered_by text not null default '',
  ordered_by_email text,
  external_order_status text not null check (external_order_status in (
    'Order Submitted', 'Pending Customer Approval', 'Revision Requested', 'Closed', 'Cancelled', 'Expired')),
  -- The status last sent by the books. The customer's decision stands until the books change their status (decision
  -- 0016).
  books_status text not null,
  customer_notes text not null default '',
  -- The status that was last mailed; null before the first mail.
  told_status text,
  -- Digest of the imported record: importing it again does not undo what the customer did since.
  record_digest bytea,
  primary key (account_id, equipment_request_id)
);
comment on table equipment_request is 'Orders of equipment that a company approves or cancels.';
select protect_company_table('equipment_request', 'select, update');
create index equipment_request_newest on equipment_request (account_id, order_date desc, equipment_request_id);
create index equipment_request_untold on equipment_request (account_id)
  where told_status is distinct from external_order_status;
-- Newest first within one status.
create index equipment_request_by_status
  on equipment_request (account_id, external_order_status, order_date desc, equipment_request_id);

-- Searched like the history (decision 0010): for the same reason through a view with its owner's rights.
create index equipment_request_by_text on equipment_request using gin (
  account_id, (equipment_request_id || ' ' || ordered_by || ' ' || customer_notes) gin_trgm_ops);
create view company_equipment_request as
  select equipment_request_id, order_date, ordered_by, external_order_status, customer_notes,
         equipment_request_id || ' ' || ordered_by || ' ' || customer_notes as search_text
    from equipment_request
   where account_id = current_setting('portal.account', true);
grant select on company_equipment_request to portal_app, portal_system;

create table equipment_line (
  account_id text not null,
  equipment_request_id text not null,
  line_no int not null,
  id text not null,
  equipment_name text not null,
  installation_fee_cents bigint not null default 0,
  equipment_type text not null default '',
  data_center text not null default '',
  notes text not null default '',
  primary key (account_id, equipment_request_id, line_no),
  foreign key (account_id, equipment_request_id) references equipment_request on delete cascade
);
comment on table equipment_line is 'The lines of equipment requests.';
select protect_company_table('equipment_line', 'select');

create table equipment_decision (
  account_id text not null,
  id bigint generated always as identity,
  equipment_request_id text not null,
  decision text not null check (decision in ('approved', 'cancelled')),
  decided_at timestamptz not null default now(),
  actor_id uuid not null,
  actor_account_id text not null,
  actor_name text not null,
  ip_address text not null,
  -- The sum of the installation fees at that time.
  total_cents bigint not null,
  -- Version of the accepted statements; a cancellation accepts none.
  terms text,
  primary key (account_id, id),
  foreign key (account_id, equipment_request_id) references equipment_request,
  constraint approvals_accept_terms check ((decision = 'approved') = (terms is not null))
);
comment on table equipment_decision is
  'Which person approved or cancelled, when, and at which price. Never edited: a request that the books set to pending again gets another decision.';
select protect_company_table('equipment_decision', 'select, insert');
create index equipment_decision_of_request on equipment_decision (account_id, equipment_request_id, id desc);
