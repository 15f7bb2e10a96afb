-- The status as the books sent it last. What the customer has decided since stands until the books' own changes.
alter table equipment_request add column books_status text;
update equipment_request set books_status = external_order_status;
alter table equipment_request alter column books_status set not null;

-- Who approved or cancelled, when, and at which price. Never edited: a request that the books put up for approval
-- again is decided anew.
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
  -- The sum of the installation fees at that moment.
  total_cents bigint not null,
  -- Version of the statements that were accepted; a cancellation accepts none.
  terms text,
  primary key (account_id, id),
  foreign key (account_id, equipment_request_id) references equipment_request,
  constraint approvals_accept_terms check ((decision = 'approved') = (terms is not null))
);
select protect_company_table('equipment_decision', 'select, insert');
create index equipment_decision_of_request on equipment_decision (account_id, equipment_request_id, id desc);

-- Newest first within one status.
create index equipment_request_by_status
  on equipment_request (account_id, external_order_status, order_date desc, equipment_request_id);

-- Searched like the history (decision 0010), and for the same reason through a view with its owner's rights.
create index equipment_request_by_text on equipment_request using gin (
  account_id, (equipment_request_id || ' ' || ordered_by || ' ' || customer_notes) gin_trgm_ops);
create view company_equipment_request as
  select equipment_request_id, order_date, ordered_by, external_order_status, customer_notes,
         equipment_request_id || ' ' || ordered_by || ' ' || customer_notes as search_text
    from equipment_request
   where account_id = current_setting('portal.account', true);
grant select on company_equipment_request to portal_app, portal_system;
