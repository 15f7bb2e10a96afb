-- The schema that the migrations create. Written by `npm run schema`; a test compares it.
-- Each relation is followed by its constraints, indexes, triggers, policies and grants; functions are at the end.
-- The owner of everything is portal_owner. The migrations in apps/server/migrations explain the reasons.

grant usage on schema public to portal_system;
grant usage on schema public to portal_app;
create extension pg_trgm;
create extension btree_gin;
-- A role may call only the functions granted to it.

-- A member asks the managers for one permission.
create table access_request (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  permission text not null,
  created_at timestamp with time zone not null default now(),
  decided_at timestamp with time zone,
  decided_by uuid,
  granted boolean,
  constraint access_request_pkey PRIMARY KEY (account_id, id),
  constraint access_request_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES portal_user(account_id, id)
);
CREATE UNIQUE INDEX one_open_access_request ON access_request USING btree (account_id, user_id, permission) WHERE decided_at IS NULL;
alter table access_request enable row level security, force row level security;
create policy every_company on access_request to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on access_request to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update on access_request to portal_app;
grant select, insert, update, delete on access_request to portal_system;

-- The accreditations that visitors can buy.
create table accreditation_product (
  product_id text not null,
  product_name text not null,
  price_cents bigint not null,
  currency text not null default 'USD'::text,
  constraint accreditation_product_pkey PRIMARY KEY (product_id),
  constraint accreditation_product_price_cents_check CHECK (price_cents > 0),
  constraint accreditation_product_product_id_check CHECK (length(product_id) >= 1 AND length(product_id) <= 64)
);
grant select on accreditation_product to portal_app;
grant select, insert, update, delete on accreditation_product to portal_system;

-- The purchases of visitors.
create table accreditation_purchase (
  id uuid not null,
  product_id text not null,
  product_name text not null,
  price_cents bigint not null,
  currency text not null,
  buyer jsonb not null,
  ip_address text not null,
  state text not null default 'opened'::text,
  checkout_id text,
  customer_id text,
  buyer_email text,
  payment_id text,
  paid_cents bigint,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  settled_at timestamp with time zone,
  look_at timestamp with time zone not null default now() + '00:05:00'::interval,
  looked_at timestamp with time zone,
  constraint accreditation_purchase_pkey PRIMARY KEY (id),
  constraint accreditation_purchase_checkout_id_key UNIQUE (checkout_id),
  constraint accreditation_purchase_price_cents_check CHECK (price_cents > 0),
  constraint accreditation_purchase_state_check CHECK (state = ANY (ARRAY['opened'::text, 'open'::text, 'paid'::text, 'expired'::text, 'review'::text]))
);
CREATE INDEX accreditation_purchase_in_review ON accreditation_purchase USING btree (settled_at) WHERE state = 'review'::text;
CREATE INDEX accreditation_purchase_to_look_at ON accreditation_purchase USING btree (look_at) WHERE state = 'open'::text;
CREATE INDEX accreditation_purchase_unpaid ON accreditation_purchase USING btree (created_at) WHERE state = ANY (ARRAY['opened'::text, 'expired'::text]);
grant select, update, delete on accreditation_purchase to portal_system;

-- Keys of the provider's systems. Only a digest is kept.
create table api_key (
  id uuid not null default gen_random_uuid(),
  prefix text not null,
  key_hash bytea not null,
  name text not null,
  scopes text[] not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_from text,
  turn_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_key_hash_key UNIQUE (key_hash),
  constraint api_key_prefix_key UNIQUE (prefix),
  constraint api_key_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  constraint api_key_scopes_check CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['records:write'::text, 'records:people'::text, 'records:super-admins'::text, 'records:companies'::text, 'records:invoices'::text, 'records:licenses'::text, 'records:equipment'::text, 'records:catalog'::text, 'records:bank'::text, 'events:read'::text])
);
grant select, insert, update on api_key to portal_system;

create table applied_migration (
  name text not null,
  digest text not null,
  applied_at timestamp with time zone not null default now(),
  constraint applied_migration_pkey PRIMARY KEY (name)
);
grant select on applied_migration to portal_app;
grant select on applied_migration to portal_system;

-- Has no rows: COPY into it writes to invoice_line, its only partition. Only release 0.1.0 uses it.
create table arriving_invoice_line (
  account_id text not null,
  invoice_id bigint not null,
  line_no integer not null,
  product_name text not null default ''::text,
  description text not null default ''::text,
  more_info text not null default ''::text,
  quantity numeric,
  sales_price numeric,
  total_cents bigint not null,
  city text not null default ''::text,
  state text not null default ''::text,
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
  po_number text
) partition by LIST (account_id);
alter table arriving_invoice_line attach partition invoice_line default;
grant insert on arriving_invoice_line to portal_system;

-- The resolutions on the page "Needs attention", with their authors, for a second person. The company's history has the same.
create table attention_resolution (
  account_id text not null,
  list text not null,
  item_id text not null,
  action text not null,
  actor_name text not null,
  resolved_at timestamp with time zone not null default clock_timestamp(),
  constraint attention_resolution_pkey PRIMARY KEY (account_id, list, item_id, resolved_at),
  constraint attention_resolution_account_id_check CHECK (account_id = '-'::text OR account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'::text)
);
alter table attention_resolution enable row level security, force row level security;
create policy every_company on attention_resolution to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on attention_resolution to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert on attention_resolution to portal_app;
grant select, insert, update, delete on attention_resolution to portal_system;

-- One run per company and day, fixed at 09:00 UTC: no other invoice and no higher amount is charged on that day (decision 0011).
create table autopay_day (
  account_id text not null,
  day date not null,
  fixed_at timestamp with time zone not null default portal_now(),
  started_at timestamp with time zone,
  reasons jsonb not null default '{}'::jsonb,
  constraint autopay_day_pkey PRIMARY KEY (account_id, day),
  constraint autopay_day_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id)
);
CREATE INDEX autopay_day_waiting ON autopay_day USING btree (day) WHERE started_at IS NULL;
alter table autopay_day enable row level security, force row level security;
create policy every_company on autopay_day to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on autopay_day to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update, delete on autopay_day to portal_app;
grant select, insert, update, delete on autopay_day to portal_system;

-- Every consent: to which terms, by which person, from where. An open one means enrolled.
create table autopay_enrolment (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  enrolled_at timestamp with time zone not null default portal_now(),
  actor_id uuid not null,
  actor_account_id text not null,
  actor_name text not null,
  ip_address text not null,
  terms_version text not null,
  terms text not null,
  ended_at timestamp with time zone,
  ended_by_name text,
  ended_ip_address text,
  shown jsonb,
  constraint autopay_enrolment_pkey PRIMARY KEY (account_id, id),
  constraint autopay_enrolment_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id)
);
CREATE UNIQUE INDEX one_open_enrolment ON autopay_enrolment USING btree (account_id) WHERE ended_at IS NULL;
alter table autopay_enrolment enable row level security, force row level security;
create policy every_company on autopay_enrolment to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on autopay_enrolment to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update (ended_at, ended_by_name, ended_ip_address) on autopay_enrolment to portal_app;
grant select, insert, update, delete on autopay_enrolment to portal_system;

-- The charges of a day of AutoPay, as shown to the customer.
create table autopay_item (
  account_id text not null,
  day date not null,
  invoice_id bigint not null,
  amount_cents bigint not null,
  demand integer not null,
  left_out text,
  constraint autopay_item_pkey PRIMARY KEY (account_id, day, invoice_id),
  constraint autopay_item_account_id_day_fkey FOREIGN KEY (account_id, day) REFERENCES autopay_day(account_id, day),
  constraint autopay_item_account_id_invoice_id_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoice(account_id, id) ON DELETE CASCADE,
  constraint autopay_item_amount_cents_check CHECK (amount_cents > 0),
  constraint autopay_item_demand_check CHECK (demand >= 0)
);
CREATE INDEX autopay_item_by_invoice ON autopay_item USING btree (account_id, invoice_id);
CREATE INDEX autopay_item_left_out ON autopay_item USING btree (day) WHERE left_out IS NOT NULL;
alter table autopay_item enable row level security, force row level security;
create policy every_company on autopay_item to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on autopay_item to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update, delete on autopay_item to portal_app;
grant select, insert, update, delete on autopay_item to portal_system;

-- The customer's limits; no row means no limits.
create table autopay_rules (
  account_id text not null,
  cap_per_charge_cents bigint,
  cap_per_month_cents bigint,
  paused_until date,
  constraint autopay_rules_pkey PRIMARY KEY (account_id),
  constraint autopay_rules_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id),
  constraint autopay_rules_cap_per_charge_cents_check CHECK (cap_per_charge_cents > 0),
  constraint autopay_rules_cap_per_month_cents_check CHECK (cap_per_month_cents > 0)
);
alter table autopay_rules enable row level security, force row level security;
create policy every_company on autopay_rules to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on autopay_rules to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update on autopay_rules to portal_app;
grant select, insert, update, delete on autopay_rules to portal_system;

-- The accounts to which customers transfer money. Data of the provider that every customer may see, so it belongs to no company (decision 0044).
create table bank_account (
  subsidiary text not null,
  currency text not null,
  key text not null generated always as 
CASE subsidiary
    WHEN ''::text THEN currency
    ELSE (subsidiary || ' '::text) || currency
END stored,
  beneficiary text not null,
  beneficiary_address text not null default ''::text,
  bank_name text not null,
  bank_address text not null default ''::text,
  iban text not null default ''::text,
  account_number text not null default ''::text,
  bic text not null default ''::text,
  routing_number text not null default ''::text,
  sort_code text not null default ''::text,
  note text not null default ''::text,
  constraint bank_account_pkey PRIMARY KEY (subsidiary, currency),
  constraint bank_account_key_key UNIQUE (key),
  constraint account_is_named CHECK (iban <> ''::text OR account_number <> ''::text),
  constraint bank_account_bank_name_check CHECK (bank_name <> ''::text),
  constraint bank_account_beneficiary_check CHECK (beneficiary <> ''::text),
  constraint bank_account_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text)
);
CREATE TRIGGER bank_account_changes_are_noted AFTER INSERT OR DELETE ON bank_account FOR EACH ROW EXECUTE FUNCTION note_bank_account_change();
CREATE TRIGGER bank_account_updates_are_noted AFTER UPDATE ON bank_account FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION note_bank_account_change();
CREATE TRIGGER revision_on_delete AFTER DELETE ON bank_account REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_shared_revision();
CREATE TRIGGER revision_on_insert AFTER INSERT ON bank_account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_shared_revision();
CREATE TRIGGER revision_on_update AFTER UPDATE ON bank_account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_shared_revision();
grant select on bank_account to portal_app;
grant select, insert, update, delete on bank_account to portal_system;

-- Every change of bank details, by any statement, because a wrong account redirects money. No role can write or delete rows.
create table bank_account_change (
  id uuid not null default gen_random_uuid(),
  account_key text not null,
  changed_at timestamp with time zone not null default clock_timestamp(),
  changed_by text not null,
  was text,
  is_now text,
  changed text[] not null,
  told_at timestamp with time zone,
  seen_at timestamp with time zone,
  constraint bank_account_change_pkey PRIMARY KEY (id)
);
CREATE INDEX bank_account_change_unseen ON bank_account_change USING btree (changed_at) WHERE seen_at IS NULL;
CREATE INDEX bank_account_change_untold ON bank_account_change USING btree (changed_at) WHERE told_at IS NULL;
grant select, update (told_at) on bank_account_change to portal_system;

-- Which details of a bank account are valid. It stays when the account is deleted, so that the next one needs a confirmation (decision 0090).
create table bank_account_state (
  account_key text not null,
  confirmed jsonb,
  first jsonb,
  changed_at timestamp with time zone not null default clock_timestamp(),
  constraint bank_account_state_pkey PRIMARY KEY (account_key)
);
grant select on bank_account_state to portal_app;
grant select on bank_account_state to portal_system;

-- The categories in which companies have had invoices, with the time of the first one.
create table billed_category (
  account_id text not null,
  invoice_category_id integer not null,
  billed_at timestamp with time zone not null default now(),
  constraint billed_category_pkey PRIMARY KEY (account_id, invoice_category_id),
  constraint billed_category_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id),
  constraint billed_category_invoice_category_id_fkey FOREIGN KEY (invoice_category_id) REFERENCES invoice_category(invoice_category_id) ON UPDATE CASCADE ON DELETE CASCADE
);
alter table billed_category enable row level security, force row level security;
create policy every_company on billed_category to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on billed_category to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select on billed_category to portal_app;
grant select, insert, update, delete on billed_category to portal_system;

-- Saved cards. A removed card keeps its row, as payments refer to it.
create table card (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  provider_card_id text not null,
  fingerprint text not null,
  brand text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  is_default boolean not null default false,
  stopped_code text,
  created_at timestamp with time zone not null default now(),
  removed_at timestamp with time zone,
  constraint card_pkey PRIMARY KEY (account_id, id),
  constraint card_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id),
  constraint card_exp_month_check CHECK (exp_month >= 1 AND exp_month <= 12),
  constraint card_last4_check CHECK (last4 ~ '^[0-9]{4}$'::text),
  constraint removed_card_is_not_default CHECK (removed_at IS NULL OR NOT is_default)
);
CREATE INDEX card_by_provider ON card USING btree (provider_card_id) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX one_card_per_fingerprint ON card USING btree (account_id, fingerprint) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX one_default_card ON card USING btree (account_id) WHERE is_default;
alter table card enable row level security, force row level security;
create policy every_company on card to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on card to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update on card to portal_app;
grant select, insert, update, delete on card to portal_system;

-- What stops charging, for every server and worker at once; no row means that charging is on (decision 0015).
create table charging_stop (
  kind text not null,
  reason text not null,
  stopped_at timestamp with time zone not null default now(),
  constraint charging_stop_pkey PRIMARY KEY (kind),
  constraint charging_stop_kind_check CHECK (kind = ANY (ARRAY['all'::text, 'automatic'::text, 'new_instance'::text]))
);
grant select, insert on charging_stop to portal_app;
grant select, insert, update, delete on charging_stop to portal_system;

-- The customers; every company table starts its keys with the account id.
create table company (
  account_id text not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  licenses_by text,
  known_since date,
  told_movement bigint not null default 0,
  due_told_on date not null default '-infinity'::date,
  constraint company_pkey PRIMARY KEY (account_id),
  constraint company_account_id_check CHECK (account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'::text),
  constraint company_name_check CHECK (length(name) >= 1 AND length(name) <= 300),
  constraint licenses_by_known CHECK (licenses_by = ANY (ARRAY['orders'::text, 'records'::text]))
);
CREATE TRIGGER companies_with_entries_stay BEFORE DELETE ON company FOR EACH ROW EXECUTE FUNCTION refuse_company_with_entries();
CREATE TRIGGER company_revision_starts AFTER INSERT ON company REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION start_company_revision();
alter table company enable row level security, force row level security;
create policy company_list on company for select to portal_app
  using (current_setting('portal.account'::text, true) = '*'::text);
create policy every_company on company to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on company to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select on company to portal_app;
grant select, insert, update, delete on company to portal_system;

-- Networks offered to one company.
create table company_network (
  account_id text not null,
  network_id text not null,
  short_name text not null,
  constraint company_network_pkey PRIMARY KEY (account_id, network_id),
  constraint company_network_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id),
  constraint company_network_network_id_check CHECK (length(network_id) >= 1 AND length(network_id) <= 64)
);
alter table company_network enable row level security, force row level security;
create policy every_company on company_network to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on company_network to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select on company_network to portal_app;
grant select, insert, update, delete on company_network to portal_system;

-- Counts every change of what invoices and their list show, in the same transaction as the change (decisions 0002, 0048).
create table company_revision (
  account_id text not null,
  revision bigint not null default 1,
  constraint company_revision_pkey PRIMARY KEY (account_id),
  constraint company_revision_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id) ON DELETE CASCADE
);
alter table company_revision enable row level security, force row level security;
create policy every_company on company_revision to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on company_revision to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, update on company_revision to portal_app;
grant select, insert, update, delete on company_revision to portal_system;

-- When the books wrote a dated deletion of what the portal did not know: an older record that arrives later changes nothing.
create table deletion_ahead (
  kind text not null,
  key text not null,
  as_of timestamp with time zone not null,
  constraint deletion_ahead_pkey PRIMARY KEY (kind, key)
);
grant select, insert, update, delete on deletion_ahead to portal_system;

-- Which person approved or cancelled, when, and at which price. Never edited: a request that the books set to pending again gets another decision.
create table equipment_decision (
  account_id text not null,
  id bigint not null generated always as identity,
  equipment_request_id text not null,
  decision text not null,
  decided_at timestamp with time zone not null default now(),
  actor_id uuid not null,
  actor_account_id text not null,
  actor_name text not null,
  ip_address text not null,
  total_cents bigint not null,
  terms text,
  shown_cents bigint,
  constraint equipment_decision_pkey PRIMARY KEY (account_id, id),
  constraint equipment_decision_account_id_equipment_request_id_fkey FOREIGN KEY (account_id, equipment_request_id) REFERENCES equipment_request(account_id, equipment_request_id),
  constraint approvals_accept_terms CHECK ((decision = 'approved'::text) = (terms IS NOT NULL)),
  constraint equipment_decision_decision_check CHECK (decision = ANY (ARRAY['approved'::text, 'cancelled'::text]))
);
CREATE INDEX equipment_decision_of_request ON equipment_decision USING btree (account_id, equipment_request_id, id DESC);
alter table equipment_decision enable row level security, force row level security;
create policy every_company on equipment_decision to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on equipment_decision to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert on equipment_decision to portal_app;
grant select, insert, update, delete on equipment_decision to portal_system;

-- The lines of equipment requests.
create table equipment_line (
  account_id text not null,
  equipment_request_id text not null,
  line_no integer not null,
  id text not null,
  equipment_name text not null,
  installation_fee_cents bigint not null default 0,
  equipment_type text not null default ''::text,
  data_center text not null default ''::text,
  notes text not null default ''::text,
  constraint equipment_line_pkey PRIMARY KEY (account_id, equipment_request_id, line_no),
  constraint equipment_line_account_id_equipment_request_id_fkey FOREIGN KEY (account_id, equipment_request_id) REFERENCES equipment_request(account_id, equipment_request_id) ON DELETE CASCADE
);
alter table equipment_line enable row level security, force row level security;
create policy every_company on equipment_line to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on equipment_line to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select on equipment_line to portal_app;
grant select, insert, update, delete on equipment_line to portal_system;

-- Orders of equipment that a company approves or cancels.
create table equipment_request (
  account_id text not null,
  equipment_request_id text not null,
  order_date date not null,
  ordered_by text not null default ''::text,
  ordered_by_email text,
  external_order_status text not null,
  books_status text not null,
  customer_notes text not null default ''::text,
  told_status text,
  record_digest bytea,
  constraint equipment_request_pkey PRIMARY KEY (account_id, equipment_request_id),
  constraint equipment_request_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id),
  constraint equipment_request_equipment_request_id_check CHECK (length(equipment_request_id) >= 1 AND length(equipment_request_id) <= 64),
  constraint equipment_request_external_order_status_check CHECK (external_order_status = ANY (ARRAY['Order Submitted'::text, 'Pending Customer Approval'::text, 'Revision Requested'::text, 'Closed'::text, 'Cancelled'::text, 'Expired'::text]))
);
CREATE INDEX equipment_request_by_status ON equipment_request USING btree (account_id, external_order_status, order_date DESC, equipment_request_id);
CREATE INDEX equipment_request_by_text ON equipment_request USING gin (account_id, ((((equipment_request_id || ' '::text) || ordered_by) || ' '::text) || customer_notes) gin_trgm_ops);
CREATE INDEX equipment_request_newest ON equipment_request USING btree (account_id, order_date DESC, equipment_request_id);
CREATE INDEX equipment_request_untold ON equipment_request USING btree (account_id) WHERE told_status IS DISTINCT FROM external_order_status;
alter table equipment_request enable row level security, force row level security;
create policy every_company on equipment_request to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on equipment_request to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, update on equipment_request to portal_app;
grant select, insert, update, delete on equipment_request to portal_system;

-- Addresses without a user that get a company's payment mails.
create table external_recipient (
  account_id text not null,
  email text not null,
  created_at timestamp with time zone not null default now(),
  invoice_category_ids integer[] not null default '{}'::integer[],
  granted_at timestamp with time zone,
  granted_by uuid,
  constraint external_recipient_pkey PRIMARY KEY (account_id, email),
  constraint external_recipient_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id),
  constraint external_recipient_email_check CHECK (length(email) <= 254)
);
alter table external_recipient enable row level security, force row level security;
create policy every_company on external_recipient to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on external_recipient to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, delete, update (invoice_category_ids, granted_at, granted_by) on external_recipient to portal_app;
grant select, insert, update, delete on external_recipient to portal_system;

-- The companies that were merged into another one, and their former names (decision 0098).
create table former_company (
  account_id text not null,
  former_account_id text not null,
  name text not null,
  merged_at timestamp with time zone not null default now(),
  constraint former_company_pkey PRIMARY KEY (account_id, former_account_id),
  constraint former_company_former_account_id_key UNIQUE (former_account_id),
  constraint former_company_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id)
);
alter table former_company enable row level security, force row level security;
create policy company_list on former_company for select to portal_app
  using (current_setting('portal.account'::text, true) = '*'::text);
create policy every_company on former_company to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on former_company to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select on former_company to portal_app;
grant select, insert, update, delete on former_company to portal_system;

-- The states of a license before its last change takes effect: each from a day on, until the next such day (decision 0040).
create table former_license (
  account_id text not null,
  license_id text not null,
  starts_on date not null,
  network_name text not null,
  user_name text not null,
  ip_address text not null,
  constraint former_license_pkey PRIMARY KEY (account_id, license_id, starts_on),
  constraint former_license_account_id_license_id_fkey FOREIGN KEY (account_id, license_id) REFERENCES license(account_id, license_id) ON DELETE CASCADE
);
alter table former_license enable row level security, force row level security;
create policy every_company on former_license to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on former_license to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update, delete on former_license to portal_app;
grant select, insert, update, delete on former_license to portal_system;

-- What people and the portal did in a company, append-only.
create table history_entry (
  account_id text not null,
  id bigint not null generated always as identity,
  created_at timestamp with time zone not null default now(),
  actor_id uuid,
  actor_account_id text,
  actor_name text not null,
  ip_address text not null,
  category text not null,
  entry_type text not null,
  description text not null,
  payment_id uuid,
  seal_key uuid default gen_random_uuid(),
  rewritten text,
  constraint history_entry_pkey PRIMARY KEY (account_id, id),
  constraint history_entry_actor_account_id_check CHECK (actor_account_id <> ''::text)
);
alter table history_entry set (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);
CREATE INDEX history_by_actor ON history_entry USING btree (account_id, actor_id, created_at DESC, id DESC) WHERE actor_id IS NOT NULL;
CREATE INDEX history_by_category ON history_entry USING btree (account_id, category, created_at DESC, id DESC);
CREATE INDEX history_by_super_admin ON history_entry USING btree (account_id, actor_id, created_at DESC, id DESC) WHERE actor_account_id <> account_id;
CREATE INDEX history_by_text ON history_entry USING gin (account_id, ((((((((description || ' '::text) || actor_name) || ' '::text) || ip_address) || ' '::text) || category) || ' '::text) || entry_type) gin_trgm_ops);
CREATE INDEX history_by_type ON history_entry USING btree (account_id, entry_type, created_at DESC, id DESC);
CREATE INDEX history_newest ON history_entry USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX history_of_payments ON history_entry USING btree (account_id, created_at DESC, id DESC) WHERE category = ANY (ARRAY['Payment'::text, 'Card'::text]);
CREATE TRIGGER entries_have_a_company AFTER INSERT ON history_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_company_of_entries();
CREATE TRIGGER history_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON history_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
CREATE CONSTRAINT TRIGGER history_is_sealed AFTER INSERT ON history_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.category <> 'Import'::text) EXECUTE FUNCTION seal_new_entry();
CREATE TRIGGER imports_are_sealed AFTER INSERT ON history_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION seal_imported_entries();
CREATE TRIGGER servers_erase_nobody BEFORE INSERT ON history_entry FOR EACH ROW WHEN (new.rewritten IS NOT NULL AND (CURRENT_USER = ANY (ARRAY['portal_app'::name, 'portal_system'::name]))) EXECUTE FUNCTION refuse_change();
alter table history_entry enable row level security, force row level security;
create policy every_company on history_entry to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on history_entry to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert on history_entry to portal_app;
grant select, insert on history_entry to portal_system;

-- The end of the chain. Its position is the company's number of entries.
create table history_head (
  account_id text not null,
  position bigint not null default 0,
  hash bytea not null default decode(repeat('00'::text, 32), 'hex'::text),
  constraint history_head_pkey PRIMARY KEY (account_id)
);
alter table history_head enable row level security, force row level security;
create policy every_company on history_head to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on history_head to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select on history_head to portal_app;
grant select on history_head to portal_system;

-- The chain of a company's entries: each hash covers the seal before it and its own entry, so that an edited, removed, moved or cut off entry is detected (decision 0009).
create table history_seal (
  account_id text not null,
  position bigint not null,
  entry_id bigint not null,
  hash bytea not null,
  constraint history_seal_pkey PRIMARY KEY (account_id, "position"),
  constraint history_seal_account_id_entry_id_key UNIQUE (account_id, entry_id),
  constraint history_seal_account_id_entry_id_fkey FOREIGN KEY (account_id, entry_id) REFERENCES history_entry(account_id, id)
);
alter table history_seal set (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);
CREATE TRIGGER seals_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON history_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
alter table history_seal enable row level security, force row level security;
create policy every_company on history_seal to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on history_seal to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select on history_seal to portal_app;
grant select on history_seal to portal_system;

-- When a person last saw the home page of a company, to show what happened since then.
create table home_visit (
  account_id text not null,
  person_id uuid not null,
  seen_at timestamp with time zone not null default portal_now(),
  newest_invoice_id bigint not null,
  last_seen_at timestamp with time zone,
  last_invoice_id bigint,
  constraint home_visit_pkey PRIMARY KEY (account_id, person_id),
  constraint home_visit_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id)
);
alter table home_visit enable row level security, force row level security;
create policy every_company on home_visit to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on home_visit to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update on home_visit to portal_app;
grant select, insert, update, delete on home_visit to portal_system;

-- Invitations into a company, known by the code in their mail.
create table invite (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  email text not null,
  invite_code text not null,
  permissions text[] not null default '{}'::text[],
  invoice_category_ids integer[] not null default '{}'::integer[],
  invited_by uuid,
  invited_by_account text not null,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  accepted_user_id uuid,
  revoked_at timestamp with time zone,
  constraint invite_pkey PRIMARY KEY (account_id, id),
  constraint invite_invite_code_key UNIQUE (invite_code),
  constraint invite_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id),
  constraint invite_email_check CHECK (length(email) <= 254 AND email ~ '^[\x21-\x7e]+$'::text)
);
CREATE INDEX invite_newest ON invite USING btree (account_id, sent_at DESC);
CREATE UNIQUE INDEX one_open_invite ON invite USING btree (account_id, address_key(email)) WHERE accepted_at IS NULL AND revoked_at IS NULL;
alter table invite enable row level security, force row level security;
create policy every_company on invite to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on invite to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update on invite to portal_app;
grant select, insert, update, delete on invite to portal_system;

-- The invoices as last sent by the books. Written by imports, and by a person who explains a balance or requests money again.
create table invoice (
  account_id text not null,
  id bigint not null generated always as identity,
  invoice_number text not null,
  name text not null default ''::text,
  customer_number text not null default ''::text,
  invoice_type text not null default ''::text,
  invoice_category_id integer not null,
  source text not null default ''::text,
  subsidiary text not null default ''::text,
  invoice_date date not null,
  due_date date,
  service_month text not null default ''::text,
  service_period text not null default ''::text,
  is_late_fee boolean not null default false,
  charged_in_books boolean not null default false,
  has_pdf boolean not null default true,
  has_xls boolean not null default true,
  currency text not null,
  amount_cents bigint not null,
  books_balance_cents bigint not null,
  names_payments boolean not null default false,
  named_by_person boolean not null default false,
  collect_at timestamp with time zone,
  person_collects_at timestamp with time zone,
  record_digest bytea,
  constraint invoice_pkey PRIMARY KEY (account_id, id),
  constraint invoice_account_id_invoice_number_key UNIQUE (account_id, invoice_number),
  constraint invoice_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id),
  constraint invoice_invoice_category_id_fkey FOREIGN KEY (invoice_category_id) REFERENCES invoice_category(invoice_category_id) ON UPDATE CASCADE,
  constraint invoice_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint invoice_invoice_number_check CHECK (length(invoice_number) >= 1 AND length(invoice_number) <= 64),
  constraint person_names_payments CHECK (names_payments OR NOT named_by_person)
);
alter table invoice set (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);
CREATE INDEX invoice_by_compared_number ON invoice USING btree (spelling_key(invoice_number), invoice_number);
CREATE INDEX invoice_by_number ON invoice USING btree (invoice_number);
CREATE INDEX invoice_newest ON invoice USING btree (account_id, invoice_date DESC, id DESC) INCLUDE (invoice_category_id);
CREATE INDEX invoice_open ON invoice USING btree (account_id, due_date) INCLUDE (id, subsidiary, currency, books_balance_cents, charged_in_books, invoice_category_id) WHERE books_balance_cents <> 0;
CREATE INDEX invoice_open_unnamed ON invoice USING btree (account_id, id) WHERE books_balance_cents > 0 AND NOT names_payments;
CREATE INDEX invoice_withdrawn ON invoice USING btree (account_id) WHERE amount_cents <= 0 AND NOT names_payments;
CREATE TRIGGER invoices_keep_their_key BEFORE UPDATE OF account_id, id ON invoice FOR EACH ROW WHEN (old.account_id IS DISTINCT FROM new.account_id OR old.id IS DISTINCT FROM new.id) EXECUTE FUNCTION refuse_other_key_of_invoice();
CREATE TRIGGER lines_go_with_their_invoice AFTER DELETE ON invoice REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_lines_of_invoices();
CREATE TRIGGER revision_on_delete AFTER DELETE ON invoice REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
CREATE TRIGGER revision_on_insert AFTER INSERT ON invoice REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
CREATE TRIGGER revision_on_update AFTER UPDATE ON invoice REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
alter table invoice enable row level security, force row level security;
create policy every_company on invoice to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on invoice to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, update (names_payments, named_by_person, person_collects_at, record_digest) on invoice to portal_app;
grant select, insert, update, delete on invoice to portal_system;
grant usage on sequence invoice_id_seq to portal_system;

-- ZIPs of the files of many invoices, at most one for each user of a company. Kept for a day.
create table invoice_archive (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  actor_account_id text not null,
  user_id uuid not null,
  invoice_ids bigint[] not null,
  requested_at timestamp with time zone not null default now(),
  leased_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  ready_at timestamp with time zone,
  constraint invoice_archive_pkey PRIMARY KEY (account_id, id),
  constraint invoice_archive_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id)
);
CREATE UNIQUE INDEX one_archive_of_a_user ON invoice_archive USING btree (account_id, user_id);
alter table invoice_archive enable row level security, force row level security;
create policy every_company on invoice_archive to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on invoice_archive to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, delete on invoice_archive to portal_app;
grant select, insert, update, delete on invoice_archive to portal_system;

-- The files of one invoice in an archive.
create unlogged table invoice_archive_part (
  account_id text not null,
  archive_id uuid not null,
  invoice_id bigint not null,
  summary bytea,
  details bytea,
  constraint invoice_archive_part_pkey PRIMARY KEY (account_id, archive_id, invoice_id),
  constraint invoice_archive_part_account_id_archive_id_fkey FOREIGN KEY (account_id, archive_id) REFERENCES invoice_archive(account_id, id) ON DELETE CASCADE
);
alter table invoice_archive_part enable row level security, force row level security;
create policy every_company on invoice_archive_part to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on invoice_archive_part to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select on invoice_archive_part to portal_app;
grant select, insert, update, delete on invoice_archive_part to portal_system;

-- The categories of invoices; a person may see some of them.
create table invoice_category (
  invoice_category_id integer not null generated by default as identity (start with 1000000),
  name text not null,
  former_name text,
  constraint invoice_category_pkey PRIMARY KEY (invoice_category_id),
  constraint invoice_category_name_key UNIQUE (name),
  constraint invoice_category_name_check CHECK (length(name) >= 1 AND length(name) <= 200)
);
grant select on invoice_category to portal_app;
grant select, insert, update, delete on invoice_category to portal_system;

-- When the books wrote the newest record of an invoice. It outlives the invoice, so that an old file cannot restore a deleted one.
create table invoice_extract (
  account_id text not null,
  invoice_number text not null,
  as_of timestamp with time zone not null,
  constraint invoice_extract_pkey PRIMARY KEY (account_id, invoice_number),
  constraint invoice_extract_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id)
);
CREATE INDEX invoice_extract_by_number ON invoice_extract USING btree (invoice_number);
alter table invoice_extract enable row level security, force row level security;
create policy every_company on invoice_extract to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on invoice_extract to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update, delete on invoice_extract to portal_system;

-- The lines of invoices. Triggers replace the foreign key to their invoice (decision 0006).
create table invoice_line (
  account_id text not null,
  invoice_id bigint not null,
  line_no integer not null,
  product_name text not null default ''::text,
  description text not null default ''::text,
  more_info text not null default ''::text,
  quantity numeric,
  sales_price numeric,
  total_cents bigint not null,
  city text not null default ''::text,
  state text not null default ''::text,
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
  constraint invoice_line_pkey PRIMARY KEY (invoice_id, line_no, account_id)
);
alter table invoice_line set (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);
CREATE INDEX invoice_line_of_license ON invoice_line USING btree (account_id, license_id, invoice_id) WHERE license_id IS NOT NULL;
CREATE TRIGGER lines_have_an_invoice AFTER INSERT ON invoice_line REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_invoice_of_lines();
CREATE TRIGGER lines_keep_their_invoice AFTER UPDATE ON invoice_line REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_invoice_of_lines();
CREATE TRIGGER revision_on_delete AFTER DELETE ON invoice_line REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
CREATE TRIGGER revision_on_insert AFTER INSERT ON invoice_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
CREATE TRIGGER revision_on_update AFTER UPDATE ON invoice_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
alter table invoice_line enable row level security, force row level security;
create policy every_company on invoice_line to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on invoice_line to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select on invoice_line to portal_app;
grant select, insert, update, delete on invoice_line to portal_system;

-- Each change of what an invoice leaves to pay, on its business day. Lines are never changed or deleted, and a closed day gets none.
create table invoice_movement (
  account_id text not null,
  id bigint not null generated always as identity,
  invoice_number text not null,
  invoice_category_id integer not null,
  day date not null,
  kind text not null,
  cents bigint not null,
  currency text not null,
  reference_id text,
  method text,
  paid_on date,
  reference text,
  is_renaming boolean not null default false,
  entry_id bigint,
  invoice_type text not null,
  is_late_fee boolean not null,
  is_credit boolean not null,
  invoice_date date not null,
  due_date date,
  noted_at timestamp with time zone not null default portal_now(),
  constraint invoice_movement_pkey PRIMARY KEY (account_id, id),
  constraint invoice_movement_account_id_entry_id_key UNIQUE (account_id, entry_id),
  constraint invoice_movement_account_id_entry_id_fkey FOREIGN KEY (account_id, entry_id) REFERENCES ledger_entry(account_id, id),
  constraint invoice_movement_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id),
  constraint card_lines_have_an_entry CHECK ((kind = ANY (ARRAY['paid'::text, 'refunded'::text, 'chargedBack'::text, 'returned'::text])) = (entry_id IS NOT NULL)),
  constraint movement_kind CHECK (kind = ANY (ARRAY['invoiced'::text, 'corrected'::text, 'withdrawn'::text, 'before'::text, 'settled'::text, 'booked'::text, 'matched'::text, 'paid'::text, 'refunded'::text, 'chargedBack'::text, 'returned'::text, 'changed'::text, 'moved'::text])),
  constraint only_changes_have_no_amount CHECK ((cents = 0) = (kind = ANY (ARRAY['changed'::text, 'moved'::text]))),
  constraint only_names_are_renamed CHECK (NOT is_renaming OR (kind = ANY (ARRAY['settled'::text, 'booked'::text]))),
  constraint settled_has_a_method CHECK ((kind = 'settled'::text) = (method IS NOT NULL)),
  constraint settled_has_a_name CHECK (kind <> 'settled'::text OR reference_id IS NOT NULL)
);
alter table invoice_movement set (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);
CREATE INDEX invoice_movement_by_day ON invoice_movement USING btree (account_id, day);
CREATE INDEX invoice_movement_of_invoice ON invoice_movement USING btree (account_id, invoice_number, currency, id) INCLUDE (day, invoice_category_id, cents);
CREATE TRIGGER closed_days_stay AFTER INSERT ON invoice_movement REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_day();
CREATE TRIGGER lines_are_append_only BEFORE DELETE OR TRUNCATE ON invoice_movement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER lines_stay BEFORE UPDATE ON invoice_movement FOR EACH ROW EXECUTE FUNCTION refuse_movement_change();
CREATE TRIGGER revision_on_insert AFTER INSERT ON invoice_movement REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
alter table invoice_movement enable row level security, force row level security;
create policy every_company on invoice_movement to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on invoice_movement to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update (invoice_category_id) on invoice_movement to portal_app;
grant select, insert, update (account_id, invoice_category_id) on invoice_movement to portal_system;

-- The new invoices of an import in one company, noted in its transaction. The worker mails them to their readers afterwards (decision 0071).
create table invoice_notice (
  account_id text not null,
  id bigint not null generated always as identity,
  noted_at timestamp with time zone not null default portal_now(),
  invoice_numbers text[] not null,
  last_date date not null,
  told_at timestamp with time zone,
  constraint invoice_notice_pkey PRIMARY KEY (account_id, id),
  constraint invoice_notice_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id)
);
CREATE INDEX invoice_notice_untold ON invoice_notice USING btree (account_id, id) WHERE told_at IS NULL;
alter table invoice_notice enable row level security, force row level security;
create policy every_company on invoice_notice to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on invoice_notice to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update, delete on invoice_notice to portal_system;

-- How much of each portal payment the balance of an invoice contains, net of refunds, by its newest record (decision 0025).
create table invoice_portal_payment (
  account_id text not null,
  invoice_id bigint not null,
  payment_id uuid not null,
  amount_cents bigint not null,
  constraint invoice_portal_payment_pkey PRIMARY KEY (account_id, invoice_id, payment_id),
  constraint invoice_portal_payment_account_id_invoice_id_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoice(account_id, id) ON DELETE CASCADE,
  constraint invoice_portal_payment_amount_cents_check CHECK (amount_cents >= 0)
);
CREATE INDEX invoice_portal_payment_by_payment ON invoice_portal_payment USING btree (account_id, payment_id);
CREATE TRIGGER revision_on_delete AFTER DELETE ON invoice_portal_payment REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
CREATE TRIGGER revision_on_insert AFTER INSERT ON invoice_portal_payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
CREATE TRIGGER revision_on_update AFTER UPDATE ON invoice_portal_payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
alter table invoice_portal_payment enable row level security, force row level security;
create policy every_company on invoice_portal_payment to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on invoice_portal_payment to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, delete on invoice_portal_payment to portal_app;
grant select, insert, update, delete on invoice_portal_payment to portal_system;

-- What users ask the provider about lines of invoices, and the answers, which arrive as records (decision 0073).
create table invoice_question (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  invoice_number text not null,
  position integer not null,
  line jsonb not null,
  message text not null,
  evidence text,
  asked_at timestamp with time zone not null default portal_now(),
  actor_id uuid not null,
  actor_account_id text not null,
  actor_name text not null,
  request_key text not null,
  withdrawn_at timestamp with time zone,
  answer text,
  answered_by text,
  answered_at timestamp with time zone,
  answer_date timestamp with time zone,
  answer_digest bytea,
  answer_noted_at timestamp with time zone,
  told_digest bytea,
  provider_told text,
  constraint invoice_question_pkey PRIMARY KEY (account_id, id),
  constraint invoice_question_account_id_actor_id_request_key_key UNIQUE (account_id, actor_id, request_key),
  constraint invoice_question_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id),
  constraint answers_are_whole CHECK (num_nonnulls(answer, answered_at, answer_digest, answer_noted_at) =
CASE
    WHEN answer IS NULL THEN 0
    ELSE 4
END),
  constraint invoice_question_answer_check CHECK (answer <> ''::text),
  constraint invoice_question_message_check CHECK (length(message) >= 1 AND length(message) <= 2000),
  constraint invoice_question_position_check CHECK ("position" > 0),
  constraint invoice_question_provider_told_check CHECK (provider_told = ANY (ARRAY['asked'::text, 'withdrawn'::text]))
);
CREATE INDEX invoice_question_by_id ON invoice_question USING btree (id);
CREATE INDEX invoice_question_in_day ON invoice_question USING btree (account_id, asked_at);
CREATE INDEX invoice_question_of_invoice ON invoice_question USING btree (account_id, invoice_number, asked_at);
CREATE INDEX invoice_question_open ON invoice_question USING btree (asked_at) WHERE answer IS NULL AND withdrawn_at IS NULL;
CREATE INDEX invoice_question_unmailed ON invoice_question USING btree (account_id, id) WHERE provider_told IS NULL OR provider_told = 'asked'::text AND withdrawn_at IS NOT NULL;
CREATE INDEX invoice_question_untold ON invoice_question USING btree (account_id, id) WHERE told_digest IS DISTINCT FROM answer_digest;
alter table invoice_question enable row level security, force row level security;
create policy every_company on invoice_question to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on invoice_question to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update (withdrawn_at) on invoice_question to portal_app;
grant select, insert, update, delete on invoice_question to portal_system;

-- What mails about the due date of an invoice told last, so that no mail repeats it (decision 0108).
create table invoice_told (
  account_id text not null,
  invoice_number text not null,
  what text not null,
  told_on date not null,
  constraint invoice_told_pkey PRIMARY KEY (account_id, invoice_number),
  constraint invoice_told_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id)
);
alter table invoice_told enable row level security, force row level security;
create policy every_company on invoice_told to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on invoice_told to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update, delete on invoice_told to portal_system;

-- Views of the invoice list that a person saved (decision 0061). Each change writes all views of the person.
create table invoice_view (
  account_id text not null,
  person_id uuid not null,
  id uuid not null,
  place integer not null,
  name text not null,
  name_key text not null,
  search jsonb not null,
  is_default boolean not null,
  constraint invoice_view_pkey PRIMARY KEY (account_id, person_id, id),
  constraint invoice_view_account_id_person_id_name_key_key UNIQUE (account_id, person_id, name_key),
  constraint invoice_view_account_id_person_id_place_key UNIQUE (account_id, person_id, place),
  constraint invoice_view_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id),
  constraint invoice_view_name_check CHECK (length(name) >= 1 AND length(name) <= 60)
);
CREATE UNIQUE INDEX one_default_view ON invoice_view USING btree (account_id, person_id) WHERE is_default;
alter table invoice_view enable row level security, force row level security;
create policy every_company on invoice_view to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on invoice_view to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, delete on invoice_view to portal_app;
grant select, insert, update, delete on invoice_view to portal_system;

-- Double entry, append-only: the company owes less by the amount that the card provider owes us.
create table ledger_entry (
  account_id text not null,
  id bigint not null generated always as identity,
  transaction_id uuid not null,
  ledger_account text not null,
  invoice_id bigint,
  payment_id uuid not null,
  amount_cents bigint not null,
  currency text not null,
  created_at timestamp with time zone not null default portal_now(),
  constraint ledger_entry_pkey PRIMARY KEY (account_id, id),
  constraint ledger_entry_account_id_payment_id_fkey FOREIGN KEY (account_id, payment_id) REFERENCES payment_attempt(account_id, id),
  constraint ledger_entry_account_id_payment_id_invoice_id_fkey FOREIGN KEY (account_id, payment_id, invoice_id) REFERENCES payment_attempt(account_id, id, invoice_id),
  constraint ledger_entry_amount_cents_check CHECK (amount_cents <> 0),
  constraint ledger_entry_ledger_account_check CHECK (ledger_account = ANY (ARRAY['receivable'::text, 'card_clearing'::text]))
);
alter table ledger_entry set (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);
CREATE INDEX ledger_entry_by_payment ON ledger_entry USING btree (account_id, payment_id);
CREATE TRIGGER entries_move_only_in_a_merge BEFORE UPDATE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER ledger_adds_up_to_zero AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_ledger_balance();
CREATE TRIGGER ledger_is_append_only BEFORE DELETE OR TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER revision_on_insert AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
alter table ledger_entry enable row level security, force row level security;
create policy every_company on ledger_entry to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on ledger_entry to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert on ledger_entry to portal_app;
grant select, insert, update (account_id) on ledger_entry to portal_system;

-- The licenses that a company holds by its submitted orders, one row each: derived, never written by hand (decision 0040).
create table license (
  account_id text not null,
  license_id text not null,
  product_sku text not null,
  covered_company text not null,
  starts_on date not null,
  ends_on date,
  network_name text not null,
  user_name text not null,
  ip_address text not null,
  changed_on date not null,
  order_id bigint not null,
  constraint license_pkey PRIMARY KEY (account_id, license_id),
  constraint license_account_id_order_id_fkey FOREIGN KEY (account_id, order_id) REFERENCES license_order(account_id, id) ON DELETE CASCADE
);
CREATE INDEX license_of_order ON license USING btree (account_id, order_id);
alter table license enable row level security, force row level security;
create policy every_company on license to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on license to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update, delete on license to portal_app;
grant select, insert, update, delete on license to portal_system;

-- Other ids of a license: that of the ordered item, and those that the books gave it before (decision 0103).
create table license_alias (
  account_id text not null,
  alias text not null,
  is_id text not null,
  license_id text not null,
  said_by text not null,
  said_at timestamp with time zone not null,
  said_name text,
  constraint license_alias_pkey PRIMARY KEY (account_id, alias),
  constraint license_alias_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id),
  constraint license_alias_alias_check CHECK (length(alias) >= 1 AND length(alias) <= 64),
  constraint license_alias_said_by_check CHECK (said_by = ANY (ARRAY['record'::text, 'person'::text])),
  constraint of_another_id CHECK (alias <> is_id AND alias <> license_id)
);
CREATE INDEX license_alias_by_id ON license_alias USING btree (alias);
CREATE INDEX license_alias_of_license ON license_alias USING btree (account_id, license_id);
alter table license_alias enable row level security, force row level security;
create policy every_company on license_alias to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on license_alias to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update, delete on license_alias to portal_app;
grant select, insert, update, delete on license_alias to portal_system;

-- When the books wrote the newest record of a license. It outlives the license, as invoice_extract does.
create table license_extract (
  account_id text not null,
  license_id text not null,
  as_of timestamp with time zone not null,
  first_since date,
  constraint license_extract_pkey PRIMARY KEY (account_id, license_id),
  constraint license_extract_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id)
);
CREATE INDEX license_extract_by_id ON license_extract USING btree (license_id);
alter table license_extract enable row level security, force row level security;
create policy every_company on license_extract to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on license_extract to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update, delete on license_extract to portal_system;

-- Orders of licenses: drafts, and submitted ones of the portal and of the books.
create table license_order (
  account_id text not null,
  id bigint not null generated by default as identity,
  portal_id text not null generated always as 'P-'::text || id::text stored,
  external_id text,
  status text not null,
  step text,
  is_untold boolean not null default false,
  told_step text,
  standing text not null generated always as COALESCE(step, status) stored,
  requestor_id uuid,
  requestor_name text not null default ''::text,
  crm_id text not null default ''::text,
  notes text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  submitted_at timestamp with time zone,
  version integer not null default 1,
  created_key text,
  changed_key text,
  changed_by uuid,
  changed_at timestamp with time zone,
  changed_by_name text,
  record_digest bytea,
  former_ids text[] not null default '{}'::text[],
  constraint license_order_pkey PRIMARY KEY (account_id, id),
  constraint license_order_account_id_external_id_key UNIQUE (account_id, external_id),
  constraint license_order_account_id_portal_id_key UNIQUE (account_id, portal_id),
  constraint license_order_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id),
  constraint license_order_status_check CHECK (status = ANY (ARRAY['Draft'::text, 'Submitted'::text])),
  constraint license_order_step_check CHECK (step = ANY (ARRAY['Accepted'::text, 'Scheduled'::text, 'Provisioned'::text, 'Rejected'::text]))
);
CREATE UNIQUE INDEX license_order_by_key ON license_order USING btree (account_id, requestor_id, created_key) WHERE created_key IS NOT NULL;
CREATE INDEX license_order_by_standing ON license_order USING btree (account_id, standing, created_at DESC, id DESC);
CREATE INDEX license_order_by_text ON license_order USING gin (account_id, ((((((requestor_name || ' '::text) || portal_id) || ' '::text) || COALESCE(external_id, ''::text)) || ' '::text) || notes) gin_trgm_ops);
CREATE INDEX license_order_newest ON license_order USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX license_order_submitted ON license_order USING btree (account_id, submitted_at, id) WHERE status = 'Submitted'::text;
CREATE INDEX license_order_untold ON license_order USING btree (account_id, id) WHERE is_untold;
alter table license_order enable row level security, force row level security;
create policy every_company on license_order to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on license_order to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update, delete on license_order to portal_app;
grant select, insert, update, delete on license_order to portal_system;

-- Which person accepted which terms when the order was submitted, and its effect on the monthly cost at that time.
create table license_order_consent (
  account_id text not null,
  order_id bigint not null,
  accepted_at timestamp with time zone not null default portal_now(),
  actor_id uuid not null,
  actor_account_id text not null,
  actor_name text not null,
  ip_address text not null,
  terms_version text not null,
  terms text not null,
  monthly_effect jsonb not null,
  shown jsonb,
  constraint license_order_consent_pkey PRIMARY KEY (account_id, order_id),
  constraint license_order_consent_account_id_order_id_fkey FOREIGN KEY (account_id, order_id) REFERENCES license_order(account_id, id) ON DELETE CASCADE
);
alter table license_order_consent enable row level security, force row level security;
create policy every_company on license_order_consent to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on license_order_consent to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert on license_order_consent to portal_app;
grant select, insert, update, delete on license_order_consent to portal_system;

-- When the books wrote the newest record of a license order. It outlives the order, as invoice_extract does.
create table license_order_extract (
  account_id text not null,
  external_id text not null,
  as_of timestamp with time zone not null,
  constraint license_order_extract_pkey PRIMARY KEY (account_id, external_id),
  constraint license_order_extract_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id)
);
CREATE INDEX license_order_extract_by_id ON license_order_extract USING btree (external_id);
alter table license_order_extract enable row level security, force row level security;
create policy every_company on license_order_extract to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on license_order_extract to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update, delete on license_order_extract to portal_system;

-- The lines of orders: added, changed and cancelled licenses.
create table license_order_line (
  account_id text not null,
  order_id bigint not null,
  line_no integer not null,
  line_id bigint not null generated by default as identity,
  portal_id text not null generated always as 'P-'::text || line_id::text stored,
  item jsonb not null,
  license_id text,
  meant text,
  has_run boolean not null default false,
  withdrawn_at timestamp with time zone,
  withdrawn_by text,
  constraint license_order_line_pkey PRIMARY KEY (account_id, order_id, line_no),
  constraint license_order_line_account_id_order_id_fkey FOREIGN KEY (account_id, order_id) REFERENCES license_order(account_id, id) ON DELETE CASCADE,
  constraint meant_known CHECK (meant = ANY (ARRAY['one'::text, 'none'::text, 'several'::text]))
);
CREATE UNIQUE INDEX license_order_line_by_portal_id ON license_order_line USING btree (portal_id);
CREATE INDEX license_order_line_of_license ON license_order_line USING btree (account_id, license_id) WHERE license_id IS NOT NULL;
CREATE INDEX license_order_line_of_several ON license_order_line USING btree (account_id, order_id) WHERE meant = 'several'::text;
CREATE INDEX license_order_line_run ON license_order_line USING btree (account_id) WHERE has_run;
CREATE INDEX license_order_line_unmatched ON license_order_line USING btree (account_id, order_id) WHERE license_id IS NULL AND meant IS NULL AND ((item ->> 'customerOrderRequestTypeId'::text) = ANY (ARRAY['2'::text, '3'::text]));
alter table license_order_line enable row level security, force row level security;
create policy every_company on license_order_line to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on license_order_line to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update, delete on license_order_line to portal_app;
grant select, insert, update, delete on license_order_line to portal_system;
grant usage on sequence license_order_line_line_id_seq to portal_system;

-- What the provider did with a submitted order and its lines, one row per step. A line without rows follows its order (decision 0066).
create table license_order_step (
  account_id text not null,
  order_id bigint not null,
  line_id bigint not null,
  step text not null,
  at timestamp with time zone not null,
  noted_at timestamp with time zone not null default portal_now(),
  reason text not null default ''::text,
  constraint license_order_step_pkey PRIMARY KEY (account_id, order_id, line_id, step),
  constraint license_order_step_account_id_order_id_fkey FOREIGN KEY (account_id, order_id) REFERENCES license_order(account_id, id) ON DELETE CASCADE,
  constraint license_order_step_step_check CHECK (step = ANY (ARRAY['Accepted'::text, 'Scheduled'::text, 'Provisioned'::text, 'Rejected'::text]))
);
CREATE INDEX license_order_step_newest ON license_order_step USING btree (account_id, noted_at DESC);
alter table license_order_step enable row level security, force row level security;
create policy every_company on license_order_step to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on license_order_step to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select on license_order_step to portal_app;
grant select, insert, update, delete on license_order_step to portal_system;

-- Mails to be sent: written in the transaction of their change, sent by the worker afterwards.
create table mail (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  about text not null,
  kind text not null,
  recipient text not null,
  is_required boolean not null default false,
  subject text not null,
  content jsonb not null,
  created_at timestamp with time zone not null default now(),
  next_try_at timestamp with time zone not null default now(),
  tries integer not null default 0,
  sent_at timestamp with time zone,
  last_error text,
  given_up_at timestamp with time zone,
  constraint mail_pkey PRIMARY KEY (account_id, id),
  constraint mail_account_id_about_recipient_key UNIQUE (account_id, about, recipient),
  constraint mail_of_company_or_visitor CHECK (account_id = '-'::text OR account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'::text)
);
alter table mail set (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);
CREATE INDEX mail_by_end ON mail USING btree (COALESCE(sent_at, given_up_at)) WHERE COALESCE(sent_at, given_up_at) IS NOT NULL;
CREATE INDEX mail_refused ON mail USING btree (created_at) WHERE sent_at IS NULL AND tries >= 20 AND given_up_at IS NULL;
CREATE INDEX mail_waiting ON mail USING btree (next_try_at) WHERE sent_at IS NULL;
alter table mail enable row level security, force row level security;
create policy every_company on mail to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on mail to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update (next_try_at, tries, given_up_at) on mail to portal_app;
grant select, insert, update, delete on mail to portal_system;

-- What a company's recipients of mails chose, and whether their mailboxes exist.
create table mail_address (
  account_id text not null,
  email text not null,
  key uuid not null default gen_random_uuid(),
  kinds_off text[] not null default '{}'::text[],
  attaches_invoices boolean not null default false,
  refused_at timestamp with time zone,
  requested_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  declined_at timestamp with time zone,
  former_links_until timestamp with time zone not null default now() + '60 days'::interval,
  merged_keys uuid[] not null default '{}'::uuid[],
  confirmed_by_link_at timestamp with time zone,
  constraint mail_address_pkey PRIMARY KEY (account_id, email),
  constraint mail_address_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id),
  constraint mail_address_email_check CHECK (email = address_key(email) AND length(email) <= 254)
);
alter table mail_address enable row level security, force row level security;
create policy every_company on mail_address to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on mail_address to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update (kinds_off, attaches_invoices, requested_at, confirmed_at, declined_at, confirmed_by_link_at) on mail_address to portal_app;
grant select, insert, update, delete on mail_address to portal_system;

-- The position of the last event of each company, even if that event is no longer kept.
create table outbox_company (
  account_id text not null,
  position bigint not null,
  constraint outbox_company_pkey PRIMARY KEY (account_id),
  constraint outbox_company_account_id_check CHECK (account_id = '-'::text OR account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'::text)
);
alter table outbox_company enable row level security, force row level security;
create policy every_company on outbox_company to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on outbox_company to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update, delete on outbox_company to portal_system;

-- The last assigned position; it only increases, even when old events are deleted.
create table outbox_end (
  one boolean not null default true,
  position bigint not null default 0,
  swept bigint not null default 0,
  constraint outbox_end_pkey PRIMARY KEY (one),
  constraint outbox_end_one_check CHECK (one)
);
grant select, update on outbox_end to portal_system;

-- Events for the provider's own systems: written in the transaction of their change, delivered and offered afterwards (decision 0013).
create table outbox_event (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  written bigint not null generated always as identity,
  position bigint,
  previous_position bigint,
  type text not null,
  version integer not null default 1,
  data jsonb not null,
  created_at timestamp with time zone not null default now(),
  delivered_at timestamp with time zone,
  skipped_at timestamp with time zone,
  constraint outbox_event_pkey PRIMARY KEY (account_id, id),
  constraint outbox_event_account_id_check CHECK (account_id = '-'::text OR account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'::text)
);
alter table outbox_event set (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);
CREATE UNIQUE INDEX outbox_event_by_position ON outbox_event USING btree ("position") WHERE "position" IS NOT NULL;
CREATE INDEX outbox_event_by_time ON outbox_event USING btree (created_at) WHERE "position" IS NOT NULL;
CREATE INDEX outbox_event_undelivered ON outbox_event USING btree (account_id, "position") WHERE delivered_at IS NULL AND "position" IS NOT NULL;
CREATE INDEX outbox_event_without_position ON outbox_event USING btree (written) WHERE "position" IS NULL;
alter table outbox_event enable row level security, force row level security;
create policy every_company on outbox_event to portal_owner, portal_system
  using (true)
  with check (true);
create policy of_no_company on outbox_event for insert to portal_app
  with check (account_id = '-'::text);
create policy own_company on outbox_event to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant insert on outbox_event to portal_app;
grant select, insert, update, delete on outbox_event to portal_system;

-- Whether the receiver of events is available (decision 0045).
create table outbox_receiver (
  one boolean not null default true,
  tried_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  taken_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  away_since timestamp with time zone,
  problem text,
  constraint outbox_receiver_pkey PRIMARY KEY (one),
  constraint outbox_receiver_one_check CHECK (one)
);
grant select, update on outbox_receiver to portal_system;

-- The companies with events that wait for delivery, in order.
create table outbox_stream (
  account_id text not null,
  next_try_at timestamp with time zone not null default now(),
  tries integer not null default 0,
  tried_at timestamp with time zone,
  last_error text,
  is_doubtful boolean not null default false,
  lease_until timestamp with time zone not null default now(),
  constraint outbox_stream_pkey PRIMARY KEY (account_id),
  constraint outbox_stream_account_id_check CHECK (account_id = '-'::text OR account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'::text)
);
CREATE INDEX outbox_stream_due ON outbox_stream USING btree (next_try_at);
alter table outbox_stream enable row level security, force row level security;
create policy every_company on outbox_stream to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on outbox_stream to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update, delete on outbox_stream to portal_system;

-- One charge of one invoice, recorded before any call to the provider (decision 0029).
create table payment_attempt (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  invoice_id bigint,
  card_id uuid,
  batch_id uuid,
  invoice_number text not null,
  on_session boolean not null default false,
  was_asked boolean not null default false,
  request_key text,
  request_id text,
  amount_cents bigint not null,
  currency text not null,
  state text not null default 'open'::text,
  is_adopted boolean not null default false,
  actor_id uuid,
  actor_account_id text,
  actor_name text not null,
  ip_address text not null,
  intent_id text,
  failure_code text,
  failure_message text,
  needs_person text,
  created_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  posted_at timestamp with time zone,
  lease_until timestamp with time zone not null default now() + '00:01:00'::interval,
  constraint payment_attempt_pkey PRIMARY KEY (account_id, id),
  constraint payment_attempt_account_id_id_invoice_id_key UNIQUE (account_id, id, invoice_id),
  constraint payment_attempt_account_id_batch_id_fkey FOREIGN KEY (account_id, batch_id) REFERENCES payment_batch(account_id, id),
  constraint payment_attempt_account_id_card_id_fkey FOREIGN KEY (account_id, card_id) REFERENCES card(account_id, id),
  constraint payment_attempt_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id),
  constraint payment_attempt_account_id_invoice_id_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoice(account_id, id),
  constraint only_adopted_lack_what_they_are_of CHECK (is_adopted OR invoice_id IS NOT NULL AND card_id IS NOT NULL),
  constraint only_success_is_posted CHECK (posted_at IS NULL OR state = 'succeeded'::text),
  constraint payment_attempt_amount_cents_check CHECK (amount_cents > 0),
  constraint payment_attempt_state_check CHECK (state = ANY (ARRAY['open'::text, 'requires_action'::text, 'succeeded'::text, 'failed'::text])),
  constraint settled_when_final CHECK ((state = ANY (ARRAY['succeeded'::text, 'failed'::text])) = (settled_at IS NOT NULL))
);
alter table payment_attempt set (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);
CREATE UNIQUE INDEX one_attempt_per_intent ON payment_attempt USING btree (account_id, intent_id) WHERE intent_id IS NOT NULL;
CREATE UNIQUE INDEX one_attempt_per_request ON payment_attempt USING btree (account_id, actor_id, request_key) WHERE request_key IS NOT NULL;
CREATE UNIQUE INDEX one_open_payment_per_invoice ON payment_attempt USING btree (account_id, invoice_id) WHERE (state = ANY (ARRAY['open'::text, 'requires_action'::text])) AND NOT is_adopted;
CREATE INDEX payment_attempt_by_invoice ON payment_attempt USING btree (account_id, invoice_id);
CREATE INDEX payment_attempt_for_person ON payment_attempt USING btree (created_at) WHERE needs_person IS NOT NULL;
CREATE INDEX payment_attempt_newest ON payment_attempt USING btree (account_id, COALESCE(settled_at, created_at) DESC, id DESC);
CREATE INDEX payment_attempt_of_batch ON payment_attempt USING btree (account_id, batch_id, invoice_id) WHERE batch_id IS NOT NULL;
CREATE INDEX payment_attempt_open ON payment_attempt USING btree (lease_until) WHERE state = ANY (ARRAY['open'::text, 'requires_action'::text]);
CREATE INDEX payment_attempt_settled ON payment_attempt USING brin (settled_at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX payment_attempt_unposted ON payment_attempt USING btree (settled_at) WHERE state = 'succeeded'::text AND posted_at IS NULL;
CREATE INDEX payment_attempt_without_invoice ON payment_attempt USING btree (account_id, invoice_number) WHERE invoice_id IS NULL;
CREATE TRIGGER payments_charge_what_is_owed AFTER INSERT ON payment_attempt REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_opened_payments();
CREATE TRIGGER payments_keep_their_amount BEFORE UPDATE OF amount_cents, currency, state ON payment_attempt FOR EACH ROW WHEN (old.amount_cents IS DISTINCT FROM new.amount_cents OR old.currency IS DISTINCT FROM new.currency OR old.state = 'succeeded'::text AND new.state <> 'succeeded'::text) EXECUTE FUNCTION refuse_payment_change();
CREATE TRIGGER payments_keep_what_they_are_of BEFORE UPDATE OF account_id, id, invoice_id, invoice_number, card_id, batch_id ON payment_attempt FOR EACH ROW WHEN (old.account_id IS DISTINCT FROM new.account_id OR old.id IS DISTINCT FROM new.id OR old.invoice_number IS DISTINCT FROM new.invoice_number OR old.card_id IS DISTINCT FROM new.card_id OR old.batch_id IS DISTINCT FROM new.batch_id OR old.invoice_id IS NOT NULL AND old.invoice_id IS DISTINCT FROM new.invoice_id) EXECUTE FUNCTION refuse_payment_change();
CREATE TRIGGER payments_stay BEFORE DELETE OR TRUNCATE ON payment_attempt FOR EACH STATEMENT EXECUTE FUNCTION refuse_payment_change();
CREATE TRIGGER revision_on_insert AFTER INSERT ON payment_attempt REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
CREATE TRIGGER revision_on_update AFTER UPDATE ON payment_attempt REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_for_payments();
alter table payment_attempt enable row level security, force row level security;
create policy every_company on payment_attempt to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on payment_attempt to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update on payment_attempt to portal_app;
grant select, insert, update, delete on payment_attempt to portal_system;

-- Several invoices paid together: all, selected ones (decision 0060), or a day of AutoPay (decision 0029).
create table payment_batch (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  request_key text not null,
  card_id uuid not null,
  autopay_day date,
  actor_id uuid,
  actor_account_id text not null,
  actor_name text not null,
  ip_address text not null,
  is_selection boolean not null default false,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  stopped text,
  lease_until timestamp with time zone not null default now(),
  hold integer not null default 0,
  shown jsonb,
  constraint payment_batch_pkey PRIMARY KEY (account_id, id),
  constraint payment_batch_account_id_actor_id_request_key_key UNIQUE (account_id, actor_id, request_key),
  constraint payment_batch_account_id_card_id_fkey FOREIGN KEY (account_id, card_id) REFERENCES card(account_id, id),
  constraint payment_batch_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id)
);
CREATE UNIQUE INDEX one_run_per_day ON payment_batch USING btree (account_id, autopay_day) WHERE autopay_day IS NOT NULL;
CREATE UNIQUE INDEX one_running_batch ON payment_batch USING btree (account_id, (autopay_day IS NULL)) WHERE finished_at IS NULL;
alter table payment_batch enable row level security, force row level security;
create policy every_company on payment_batch to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on payment_batch to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update on payment_batch to portal_app;
grant select, insert, update, delete on payment_batch to portal_system;

-- The invoices of a batch, in the order they are paid.
create table payment_batch_item (
  account_id text not null,
  batch_id uuid not null,
  position integer not null,
  invoice_id bigint not null,
  state text not null default 'queued'::text,
  message text not null default ''::text,
  amount_cents bigint not null,
  constraint payment_batch_item_pkey PRIMARY KEY (account_id, batch_id, "position"),
  constraint payment_batch_item_account_id_batch_id_fkey FOREIGN KEY (account_id, batch_id) REFERENCES payment_batch(account_id, id),
  constraint payment_batch_item_account_id_invoice_id_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoice(account_id, id),
  constraint payment_batch_item_amount_cents_check CHECK (amount_cents > 0),
  constraint payment_batch_item_state_check CHECK (state = ANY (ARRAY['queued'::text, 'failed'::text]))
);
CREATE INDEX payment_batch_item_by_invoice ON payment_batch_item USING btree (account_id, invoice_id);
alter table payment_batch_item enable row level security, force row level security;
create policy every_company on payment_batch_item to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on payment_batch_item to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update on payment_batch_item to portal_app;
grant select, insert, update, delete on payment_batch_item to portal_system;

-- Disputes in their present state at the provider; the payment itself is never edited.
create table payment_dispute (
  account_id text not null,
  id text not null,
  payment_id uuid not null,
  amount_cents bigint not null,
  state text not null,
  went_back_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint payment_dispute_pkey PRIMARY KEY (account_id, id),
  constraint payment_dispute_account_id_payment_id_fkey FOREIGN KEY (account_id, payment_id) REFERENCES payment_attempt(account_id, id),
  constraint lost_went_back CHECK ((state = 'lost'::text) = (went_back_at IS NOT NULL)),
  constraint payment_dispute_amount_cents_check CHECK (amount_cents > 0),
  constraint payment_dispute_state_check CHECK (state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))
);
CREATE INDEX payment_dispute_by_payment ON payment_dispute USING btree (account_id, payment_id);
CREATE INDEX payment_dispute_lost ON payment_dispute USING btree (went_back_at) WHERE went_back_at IS NOT NULL;
CREATE INDEX payment_dispute_newest ON payment_dispute USING btree (created_at);
CREATE INDEX payment_dispute_open ON payment_dispute USING btree (created_at) WHERE state = 'open'::text;
CREATE TRIGGER revision_on_delete AFTER DELETE ON payment_dispute REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
CREATE TRIGGER revision_on_insert AFTER INSERT ON payment_dispute REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
CREATE TRIGGER revision_on_update AFTER UPDATE ON payment_dispute REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
alter table payment_dispute enable row level security, force row level security;
create policy every_company on payment_dispute to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on payment_dispute to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update on payment_dispute to portal_app;
grant select, insert, update, delete on payment_dispute to portal_system;

-- Payments that the newest records name in invoices of another company. From `released_at` on that amount is owed again for the invoice that was paid.
create table payment_elsewhere (
  account_id text not null,
  payment_id uuid not null,
  to_account_id text not null,
  to_invoice_id bigint not null,
  amount_cents bigint not null,
  noted_at timestamp with time zone not null default now(),
  released_at timestamp with time zone,
  constraint payment_elsewhere_pkey PRIMARY KEY (account_id, payment_id, to_invoice_id),
  constraint payment_elsewhere_account_id_payment_id_fkey FOREIGN KEY (account_id, payment_id) REFERENCES payment_attempt(account_id, id),
  constraint payment_elsewhere_to_account_id_to_invoice_id_fkey FOREIGN KEY (to_account_id, to_invoice_id) REFERENCES invoice(account_id, id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint payment_elsewhere_amount_cents_check CHECK (amount_cents > 0)
);
CREATE INDEX payment_elsewhere_by_invoice ON payment_elsewhere USING btree (to_account_id, to_invoice_id);
CREATE INDEX payment_elsewhere_open ON payment_elsewhere USING btree (noted_at) WHERE released_at IS NULL;
CREATE TRIGGER revision_on_delete AFTER DELETE ON payment_elsewhere REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
CREATE TRIGGER revision_on_insert AFTER INSERT ON payment_elsewhere REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
CREATE TRIGGER revision_on_update AFTER UPDATE ON payment_elsewhere REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
alter table payment_elsewhere enable row level security, force row level security;
create policy every_company on payment_elsewhere to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on payment_elsewhere to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select (account_id, payment_id, to_invoice_id, amount_cents, released_at), update (released_at) on payment_elsewhere to portal_app;
grant select, insert, update, delete on payment_elsewhere to portal_system;

-- Refunds in their present state at the provider; the payment itself is never edited.
create table payment_refund (
  account_id text not null,
  id text not null,
  payment_id uuid not null,
  amount_cents bigint not null,
  state text not null,
  went_back_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint payment_refund_pkey PRIMARY KEY (account_id, id),
  constraint payment_refund_account_id_payment_id_fkey FOREIGN KEY (account_id, payment_id) REFERENCES payment_attempt(account_id, id),
  constraint payment_refund_amount_cents_check CHECK (amount_cents > 0),
  constraint payment_refund_state_check CHECK (state = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text]))
);
CREATE INDEX payment_refund_by_payment ON payment_refund USING btree (account_id, payment_id);
CREATE INDEX payment_refund_newest ON payment_refund USING btree (created_at);
CREATE TRIGGER revision_on_delete AFTER DELETE ON payment_refund REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
CREATE TRIGGER revision_on_insert AFTER INSERT ON payment_refund REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
CREATE TRIGGER revision_on_update AFTER UPDATE ON payment_refund REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_company_revision();
alter table payment_refund enable row level security, force row level security;
create policy every_company on payment_refund to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on payment_refund to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update on payment_refund to portal_app;
grant select, insert, update, delete on payment_refund to portal_system;

-- Which portal this database is, and which account of the card provider its payments are on (decision 0027).
create table portal_instance (
  one boolean not null default true,
  id uuid not null default gen_random_uuid(),
  provider_account text,
  provider_livemode boolean,
  business_time_zone text not null default 'UTC'::text,
  books_day_hour integer not null default 0,
  closed_through date not null default '-infinity'::date,
  constraint portal_instance_pkey PRIMARY KEY (one),
  constraint account_with_mode CHECK ((provider_account IS NULL) = (provider_livemode IS NULL)),
  constraint portal_instance_books_day_hour_check CHECK (books_day_hour >= 0 AND books_day_hour <= 12),
  constraint portal_instance_one_check CHECK (one)
);
grant select on portal_instance to portal_app;
grant select, update (id, closed_through) on portal_instance to portal_system;

-- The people of a company. They are deactivated, never erased.
create table portal_user (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  email text not null,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  role text not null default 'User'::text,
  permissions text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  last_sign_in_at timestamp with time zone,
  access_changed_at timestamp with time zone,
  deactivated_at timestamp with time zone,
  books_deleted_at timestamp with time zone,
  books_deleted_as_of timestamp with time zone,
  former_keys text[] not null default '{}'::text[],
  former_accounts jsonb not null default '[]'::jsonb,
  constraint portal_user_pkey PRIMARY KEY (account_id, id),
  constraint portal_user_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id),
  constraint paying_needs_invoices CHECK (NOT ('PayInvoices'::text = ANY (permissions)) OR ('AccessInvoices'::text = ANY (permissions))),
  constraint portal_user_email_check CHECK (length(email) <= 254 AND email ~ '^[\x21-\x7e]+$'::text),
  constraint portal_user_permissions_check CHECK (permissions <@ ARRAY['AccessInvoices'::text, 'AccessLicenses'::text, 'AccessErfs'::text, 'ManageUsers'::text, 'PayInvoices'::text]),
  constraint portal_user_role_check CHECK (role = ANY (ARRAY['SuperAdmin'::text, 'User'::text]))
);
CREATE INDEX portal_user_by_email ON portal_user USING btree (address_key(email));
CREATE INDEX portal_user_by_name ON portal_user USING btree (account_id, lower(last_name), lower(first_name));
CREATE TRIGGER a_super_admin_stays AFTER UPDATE ON portal_user FOR EACH ROW WHEN (old.role = 'SuperAdmin'::text AND old.deactivated_at IS NULL AND (new.role <> 'SuperAdmin'::text OR new.deactivated_at IS NOT NULL)) EXECUTE FUNCTION keep_a_super_admin();
CREATE TRIGGER directory_follows_user AFTER INSERT OR UPDATE ON portal_user FOR EACH ROW EXECUTE FUNCTION follow_user();
CREATE TRIGGER new_super_admins_are_noted AFTER INSERT ON portal_user FOR EACH ROW WHEN (new.role = 'SuperAdmin'::text AND new.deactivated_at IS NULL) EXECUTE FUNCTION note_super_admin_change();
CREATE TRIGGER super_admin_changes_are_noted AFTER UPDATE ON portal_user FOR EACH ROW WHEN ((old.role = 'SuperAdmin'::text AND old.deactivated_at IS NULL) <> (new.role = 'SuperAdmin'::text AND new.deactivated_at IS NULL)) EXECUTE FUNCTION note_super_admin_change();
alter table portal_user enable row level security, force row level security;
create policy every_company on portal_user to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on portal_user to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update on portal_user to portal_app;
grant select, insert, update, delete on portal_user to portal_system;

-- Which secrets the processes have that run, as they report every minute: a different one is named by doctor.
create table process_secrets (
  id uuid not null,
  name text not null,
  seen_at timestamp with time zone not null default now(),
  digests jsonb not null,
  constraint process_secrets_pkey PRIMARY KEY (id)
);
grant select, insert, update on process_secrets to portal_app;
grant select, insert, update, delete on process_secrets to portal_system;

-- The products that can be ordered.
create table product (
  product_id text not null,
  description text not null,
  item_group_name text not null,
  monthly_price_cents bigint,
  currency text not null default 'USD'::text,
  aliases text[] not null default '{}'::text[],
  replaced_by text,
  per_user boolean,
  prorates boolean,
  billing_months integer,
  constraint product_pkey PRIMARY KEY (product_id),
  constraint product_billing_months_check CHECK (billing_months = ANY (ARRAY[1, 3, 12])),
  constraint product_check CHECK (replaced_by <> product_id),
  constraint product_product_id_check CHECK (length(product_id) >= 1 AND length(product_id) <= 64)
);
grant select on product to portal_app;
grant select, insert, update, delete on product to portal_system;

-- The licenses that run at the provider, by its own records. Null: the books do not say. Beside it, license has what was ordered (decision 0065).
create table provided_license (
  account_id text not null,
  license_id text not null,
  product_id text not null,
  network_id text,
  user_name text,
  covered_company text,
  since date,
  first_since date,
  until date,
  monthly_price_cents bigint,
  priced_on date,
  next_price_cents bigint,
  next_price_from date,
  currency text not null,
  license_order_id text,
  ordered_as text,
  is_guess boolean not null default false,
  status text,
  record_digest bytea not null,
  constraint provided_license_pkey PRIMARY KEY (account_id, license_id),
  constraint provided_license_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id),
  constraint ends_after_its_start CHECK (until >= since),
  constraint next_price_with_its_day CHECK ((next_price_cents IS NULL) = (next_price_from IS NULL)),
  constraint provided_license_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint provided_license_license_id_check CHECK (length(license_id) >= 1 AND length(license_id) <= 64),
  constraint provided_license_monthly_price_cents_check CHECK (monthly_price_cents >= 0),
  constraint provided_license_next_price_cents_check CHECK (next_price_cents >= 0),
  constraint provided_license_status_check CHECK (status = ANY (ARRAY['Active'::text, 'Suspended'::text, 'Ended'::text]))
);
CREATE INDEX provided_license_by_id ON provided_license USING btree (license_id);
CREATE INDEX provided_license_by_product ON provided_license USING btree (account_id, product_id, license_id);
CREATE INDEX provided_license_of_no_order ON provided_license USING btree (account_id, product_id, plain_name(user_name)) WHERE license_order_id IS NULL;
CREATE INDEX provided_license_of_order ON provided_license USING btree (account_id, license_order_id);
CREATE UNIQUE INDEX provided_license_ordered_as ON provided_license USING btree (account_id, ordered_as) WHERE ordered_as IS NOT NULL;
alter table provided_license enable row level security, force row level security;
create policy every_company on provided_license to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on provided_license to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, update (ordered_as, is_guess) on provided_license to portal_app;
grant select, insert, update, delete on provided_license to portal_system;

-- A company as the card provider knows it.
create table provider_customer (
  account_id text not null,
  customer_id text not null,
  looked_until timestamp with time zone,
  constraint provider_customer_pkey PRIMARY KEY (account_id),
  constraint provider_customer_customer_id_key UNIQUE (customer_id),
  constraint provider_customer_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id)
);
alter table provider_customer enable row level security, force row level security;
create policy every_company on provider_customer to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on provider_customer to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update, delete on provider_customer to portal_app;
grant select, insert, update, delete on provider_customer to portal_system;

-- Events of the card provider: stored with their effect, so that duplicates have none, or kept until they can be processed.
create table provider_event (
  id text not null,
  type text not null,
  object_id text not null,
  received_at timestamp with time zone not null default now(),
  outcome text,
  event jsonb,
  tries integer not null default 0,
  next_try_at timestamp with time zone,
  problem text,
  constraint provider_event_pkey PRIMARY KEY (id),
  constraint kept_event_is_tried_again CHECK (outcome IS NOT NULL OR event IS NOT NULL AND next_try_at IS NOT NULL AND problem IS NOT NULL)
);
CREATE INDEX provider_event_by_time ON provider_event USING btree (received_at) WHERE outcome IS NOT NULL;
CREATE INDEX provider_event_kept ON provider_event USING btree (next_try_at) WHERE outcome IS NULL;
grant select, insert, update on provider_event to portal_app;
grant select, insert, update, delete on provider_event to portal_system;

-- How far the list of the card provider's events was read; one row.
create table provider_event_list (
  one boolean not null default true,
  position timestamp with time zone not null default now(),
  read_at timestamp with time zone not null default now(),
  hour_read_at timestamp with time zone not null default now(),
  missing_since timestamp with time zone,
  missing_before timestamp with time zone,
  constraint provider_event_list_pkey PRIMARY KEY (one),
  constraint provider_event_list_check CHECK ((missing_since IS NULL) = (missing_before IS NULL)),
  constraint provider_event_list_one_check CHECK (one)
);
grant select, update on provider_event_list to portal_system;

-- Hits per key and minute, shared by all replicas.
create unlogged table rate_window (
  key text not null,
  minute timestamp with time zone not null,
  hits integer not null,
  constraint rate_window_pkey PRIMARY KEY (key, minute)
);
CREATE INDEX rate_window_by_minute ON rate_window USING btree (minute);
grant select, insert, update, delete on rate_window to portal_app;
grant select, insert, update, delete on rate_window to portal_system;

-- The bytes of an upload, until it is imported.
create table record_chunk (
  upload_id uuid not null,
  nth integer not null,
  content bytea not null,
  constraint record_chunk_pkey PRIMARY KEY (upload_id, nth),
  constraint record_chunk_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES record_upload(id) ON DELETE CASCADE
);
alter table record_chunk alter column content set storage external;
grant select, update, delete on record_chunk to portal_system;

-- Records sent by the provider's systems: the web server stores the bytes, a worker imports them (decision 0014).
create table record_upload (
  id uuid not null default gen_random_uuid(),
  api_key_id uuid not null,
  dry_run boolean not null,
  skip_rejects boolean not null,
  state text not null default 'receiving'::text,
  created_at timestamp with time zone not null default now(),
  bytes bigint not null default 0,
  tries integer not null default 0,
  next_try_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  report json,
  problem text,
  seen_at timestamp with time zone,
  constraint record_upload_pkey PRIMARY KEY (id),
  constraint record_upload_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key(id),
  constraint record_upload_state_check CHECK (state = ANY (ARRAY['receiving'::text, 'waiting'::text, 'done'::text, 'failed'::text]))
);
CREATE INDEX record_upload_open ON record_upload USING btree (created_at) WHERE state = ANY (ARRAY['receiving'::text, 'waiting'::text]);
CREATE INDEX record_upload_rejected ON record_upload USING btree (finished_at) WHERE seen_at IS NULL AND NOT dry_run AND (state = 'failed'::text OR state = 'done'::text AND ((report ->> 'rejected'::text)::integer) > 0);
grant select, update, delete on record_upload to portal_system;

-- Idempotency keys that had an effect: with other content a key is refused. Written in the transaction of the effect.
create table request_key (
  account_id text not null,
  actor_id uuid not null,
  key text not null,
  digest bytea not null,
  at timestamp with time zone not null default now(),
  constraint request_key_pkey PRIMARY KEY (account_id, actor_id, key),
  constraint request_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id)
);
CREATE INDEX request_key_by_time ON request_key USING btree (at);
alter table request_key enable row level security, force row level security;
create policy every_company on request_key to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on request_key to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update on request_key to portal_app;
grant select, insert, update, delete on request_key to portal_system;

-- The sessions of people and of invitees (decision 0003).
create table session (
  id_hash bytea not null,
  id uuid not null default gen_random_uuid(),
  account_id text,
  user_id uuid,
  guest_email text,
  issuer text not null,
  subject text not null,
  id_token text not null,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  ip_address text not null,
  user_agent text not null,
  idle_limit interval not null,
  expires_at timestamp with time zone not null,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  constraint session_pkey PRIMARY KEY (id_hash),
  constraint session_id_key UNIQUE (id),
  constraint session_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES portal_user(account_id, id) ON DELETE CASCADE,
  constraint session_check CHECK ((user_id IS NULL) = (guest_email IS NOT NULL)),
  constraint session_user_agent_check CHECK (length(user_agent) <= 500)
);
CREATE INDEX session_by_expiry ON session USING btree (expires_at);
CREATE INDEX session_by_user ON session USING btree (account_id, user_id);
grant select, delete on session to portal_system;

-- Networks offered to every company.
create table shared_network (
  network_id text not null,
  short_name text not null,
  constraint shared_network_pkey PRIMARY KEY (network_id),
  constraint shared_network_network_id_check CHECK (length(network_id) >= 1 AND length(network_id) <= 64)
);
grant select on shared_network to portal_app;
grant select, insert, update, delete on shared_network to portal_system;

-- The same for data that the invoices of all companies show. A session uses the sum of both, which only increases.
create table shared_revision (
  one boolean not null default true,
  revision bigint not null default 1,
  constraint shared_revision_pkey PRIMARY KEY (one),
  constraint shared_revision_one_check CHECK (one)
);
grant select, update on shared_revision to portal_system;

-- The values that a started sign-in must return with; bound to a separate cookie, used once.
create table sign_in_attempt (
  id_hash bytea not null,
  state text not null,
  nonce text not null,
  verifier text not null,
  return_path text not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_attempt_pkey PRIMARY KEY (id_hash)
);
grant select, insert, delete on sign_in_attempt to portal_app;
grant select, insert, delete on sign_in_attempt to portal_system;

-- One active person per address and per (issuer, subject), over all companies.
create table sign_in_directory (
  email_key text not null,
  account_id text not null,
  user_id uuid not null,
  issuer text,
  subject text,
  former_accounts jsonb not null default '[]'::jsonb,
  is_replaceable boolean not null default false,
  conflict_email text,
  conflict_at timestamp with time zone,
  constraint sign_in_directory_pkey PRIMARY KEY (email_key),
  constraint sign_in_directory_issuer_subject_key UNIQUE (issuer, subject),
  constraint sign_in_directory_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES portal_user(account_id, id) ON DELETE CASCADE
);
CREATE INDEX sign_in_conflict ON sign_in_directory USING btree (conflict_at) WHERE conflict_email IS NOT NULL;
grant select, insert, update, delete on sign_in_directory to portal_system;

-- Every change of who is a super admin, by any statement, however short. No role can write or delete rows.
create table super_admin_change (
  id uuid not null default gen_random_uuid(),
  account_id text not null,
  user_id uuid not null,
  email text not null,
  changed_at timestamp with time zone not null default clock_timestamp(),
  changed_by text not null,
  is_granted boolean not null,
  told_at timestamp with time zone,
  constraint super_admin_change_pkey PRIMARY KEY (id),
  constraint super_admin_change_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES portal_user(account_id, id)
);
CREATE INDEX super_admin_change_lost ON super_admin_change USING btree (changed_at) WHERE NOT is_granted;
CREATE INDEX super_admin_change_untold ON super_admin_change USING btree (changed_at) WHERE told_at IS NULL;
grant select, update (account_id, told_at) on super_admin_change to portal_system;

-- Transfers that users announced: AutoPay and payments of several invoices leave these invoices out while they are announced.
create table transfer_notice (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  transfer_id uuid not null,
  invoice_number text not null,
  currency text not null,
  amount_cents bigint not null,
  paid_on date not null,
  reference text not null,
  actor_id uuid not null,
  actor_name text not null,
  announced_at timestamp with time zone not null default portal_now(),
  after_movement bigint not null,
  state text not null default 'announced'::text,
  ended_at timestamp with time zone,
  constraint transfer_notice_pkey PRIMARY KEY (account_id, id),
  constraint transfer_notice_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id),
  constraint announced_until_it_ends CHECK ((state = 'announced'::text) = (ended_at IS NULL)),
  constraint transfer_notice_amount_cents_check CHECK (amount_cents >= 0),
  constraint transfer_notice_state_check CHECK (state = ANY (ARRAY['announced'::text, 'matched'::text, 'withdrawn'::text, 'expired'::text]))
);
CREATE UNIQUE INDEX one_announced_transfer ON transfer_notice USING btree (account_id, invoice_number) WHERE state = 'announced'::text;
CREATE INDEX transfer_notice_expired ON transfer_notice USING btree (account_id, ended_at) WHERE state = 'expired'::text;
CREATE INDEX transfer_notice_of_transfer ON transfer_notice USING btree (account_id, transfer_id);
alter table transfer_notice enable row level security, force row level security;
create policy every_company on transfer_notice to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on transfer_notice to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update (state, ended_at) on transfer_notice to portal_app;
grant select, insert, update, delete on transfer_notice to portal_system;

-- Intents of this instance without a row: commits were lost, or a second copy of the database is running.
create table unknown_intent (
  account_id text not null,
  intent_id text not null,
  attempt_id uuid not null,
  invoice_number text not null,
  amount_cents bigint not null,
  status text not null,
  found_at timestamp with time zone not null default now(),
  acknowledged_at timestamp with time zone,
  told_at timestamp with time zone,
  constraint unknown_intent_pkey PRIMARY KEY (account_id, intent_id),
  constraint unknown_intent_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id)
);
CREATE INDEX unknown_intent_new ON unknown_intent USING btree (found_at) WHERE acknowledged_at IS NULL;
alter table unknown_intent enable row level security, force row level security;
create policy every_company on unknown_intent to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on unknown_intent to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update (acknowledged_at) on unknown_intent to portal_app;
grant select, insert, update, delete on unknown_intent to portal_system;

-- The order a person is building for a company, before it is saved. An empty row stays, so that revisions continue.
create table unsent_order (
  account_id text not null,
  person_id uuid not null,
  revision integer not null,
  content jsonb,
  became bigint,
  kept_at timestamp with time zone not null default portal_now(),
  saved_from integer,
  constraint unsent_order_pkey PRIMARY KEY (account_id, person_id),
  constraint unsent_order_account_id_fkey FOREIGN KEY (account_id) REFERENCES company(account_id)
);
alter table unsent_order enable row level security, force row level security;
create policy every_company on unsent_order to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on unsent_order to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, update on unsent_order to portal_app;
grant select, insert, update, delete on unsent_order to portal_system;

-- The categories of invoices a person may see.
create table user_category (
  account_id text not null,
  user_id uuid not null,
  invoice_category_id integer not null,
  constraint user_category_pkey PRIMARY KEY (account_id, user_id, invoice_category_id),
  constraint user_category_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES portal_user(account_id, id) ON DELETE CASCADE,
  constraint user_category_invoice_category_id_fkey FOREIGN KEY (invoice_category_id) REFERENCES invoice_category(invoice_category_id) ON UPDATE CASCADE
);
alter table user_category enable row level security, force row level security;
create policy every_company on user_category to portal_owner, portal_system
  using (true)
  with check (true);
create policy own_company on user_category to portal_app
  using (account_id = current_setting('portal.account'::text, true))
  with check (account_id = current_setting('portal.account'::text, true));
grant select, insert, delete on user_category to portal_app;
grant select, insert, update, delete on user_category to portal_system;

-- The workers that run, as they report every ten seconds; one that ended reports no more.
create table worker (
  id uuid not null,
  started_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  works jsonb not null,
  constraint worker_pkey PRIMARY KEY (id)
);
grant select on worker to portal_app;
grant select, insert, update, delete on worker to portal_system;

-- Whether the database can write is tried here: a row that fills a page, and is rolled back.
create table write_probe (
  filler text not null
);
alter table write_probe alter column filler set storage plain;
grant insert on write_probe to portal_app;

create view asked_line with (security_invoker=true) as
 SELECT x.account_id,
    x.order_id,
    x.line_no,
    x.line_id,
    x.portal_id,
    x.license_id,
    x.meant,
    x.item,
    x.has_run,
    o.submitted_at,
    x.item ->> 'customerOrderRequestTypeId'::text AS type,
    (x.item ->> 'customerOrderRequestTypeId'::text) = '1'::text OR x.license_id = x.portal_id AS adds,
    day_or(x.item ->> 'dateRequired'::text, (o.submitted_at AT TIME ZONE 'UTC'::text)::date) AS day,
    COALESCE(( SELECT
                CASE
                    WHEN (k.step = ANY (ARRAY['Provisioned'::text, 'Rejected'::text])) OR x.withdrawn_at IS NULL THEN k.step
                    ELSE 'Withdrawn'::text
                END AS "case"
           FROM license_order_step k
          WHERE k.account_id = x.account_id AND k.order_id = x.order_id AND k.line_id = x.line_id
          ORDER BY (order_step_rank(k.step)) DESC
         LIMIT 1),
        CASE
            WHEN x.withdrawn_at IS NOT NULL THEN 'Withdrawn'::text
            ELSE NULL::text
        END, o.step, 'Submitted'::text) AS step
   FROM license_order o
     JOIN license_order_line x ON x.account_id = o.account_id AND x.order_id = o.id
  WHERE o.status = 'Submitted'::text;
grant select on asked_line to portal_app;
grant select on asked_line to portal_system;

create view attention_item with (security_invoker=true) as
 SELECT 'onHold'::text AS list,
    i.account_id,
    i.invoice_number AS item_id,
    i.invoice_number AS subject,
    i.invoice_number,
    i.books_balance_cents AS amount_cents,
    i.currency,
    NULL::text AS detail,
    paid.payments,
    true AS can_act,
    paid.last_at + '10 days'::interval AS since
   FROM invoice i
     JOIN LATERAL ( SELECT max(p.settled_at) AS last_at,
            sum(payment_net_cents(p.account_id, p.id)) AS net_cents,
            jsonb_agg(jsonb_build_object('id', p.id, 'cents', p.amount_cents, 'paidAt', p.settled_at, 'netCents', payment_net_cents(p.account_id, p.id), 'elsewhereCents', ( SELECT COALESCE(sum(n.amount_cents), 0::numeric) AS "coalesce"
                   FROM invoice_portal_payment n
                  WHERE n.account_id = p.account_id AND n.payment_id = p.id AND n.invoice_id <> p.invoice_id)) ORDER BY p.settled_at, p.id) AS payments
           FROM payment_attempt p
          WHERE p.account_id = i.account_id AND p.invoice_id = i.id AND p.state = 'succeeded'::text) paid ON true
  WHERE i.books_balance_cents > 0 AND NOT i.names_payments AND paid.net_cents <> 0::numeric AND paid.last_at <= (portal_now() - '10 days'::interval)
UNION ALL
 SELECT 'attempts'::text AS list,
    p.account_id,
    p.id::text AS item_id,
    p.invoice_number AS subject,
    p.invoice_number,
    p.amount_cents,
    p.currency,
    p.needs_person AS detail,
    NULL::jsonb AS payments,
    true AS can_act,
    p.created_at AS since
   FROM payment_attempt p
  WHERE p.needs_person IS NOT NULL
UNION ALL
 SELECT 'attempts'::text AS list,
    p.account_id,
    p.id::text AS item_id,
    p.invoice_number AS subject,
    p.invoice_number,
    p.amount_cents,
    p.currency,
    NULL::text AS detail,
    NULL::jsonb AS payments,
    true AS can_act,
    p.created_at AS since
   FROM payment_attempt p
  WHERE p.needs_person IS NULL AND (p.state = ANY (ARRAY['open'::text, 'requires_action'::text])) AND p.created_at < (now() - '00:15:00'::interval)
UNION ALL
 SELECT 'purchases'::text AS list,
    '-'::text AS account_id,
    p.id::text AS item_id,
    COALESCE(p.buyer_email, p.id::text) AS subject,
    NULL::text AS invoice_number,
    p.paid_cents AS amount_cents,
    p.currency,
    'Another amount was paid than the price of '::text || p.product_name AS detail,
    NULL::jsonb AS payments,
    true AS can_act,
    p.settled_at AS since
   FROM accreditation_purchase p
  WHERE p.state = 'review'::text
UNION ALL
 SELECT 'unknown'::text AS list,
    u.account_id,
    u.intent_id AS item_id,
    u.invoice_number AS subject,
    u.invoice_number,
    u.amount_cents,
    'USD'::text AS currency,
    u.status AS detail,
    NULL::jsonb AS payments,
    true AS can_act,
    u.found_at AS since
   FROM unknown_intent u
  WHERE u.acknowledged_at IS NULL
UNION ALL
 SELECT 'events'::text AS list,
    '-'::text AS account_id,
    e.id AS item_id,
    (e.type || ' of '::text) || e.object_id AS subject,
    NULL::text AS invoice_number,
    NULL::bigint AS amount_cents,
    NULL::text AS currency,
    e.problem AS detail,
    NULL::jsonb AS payments,
    true AS can_act,
    e.received_at AS since
   FROM provider_event e
  WHERE e.outcome IS NULL AND e.received_at < (now() - '00:05:00'::interval)
UNION ALL
 SELECT 'mails'::text AS list,
    m.account_id,
    m.id::text AS item_id,
    m.recipient AS subject,
    NULL::text AS invoice_number,
    NULL::bigint AS amount_cents,
    NULL::text AS currency,
    (m.subject || ': '::text) || COALESCE(regexp_replace(m.last_error, '^\w*Error: '::text, ''::text), 'no answer'::text) AS detail,
    NULL::jsonb AS payments,
    true AS can_act,
    m.created_at AS since
   FROM mail m
  WHERE m.sent_at IS NULL AND m.tries >= 20 AND m.given_up_at IS NULL
UNION ALL
 SELECT 'imports'::text AS list,
    '-'::text AS account_id,
    u.id::text AS item_id,
    k.name AS subject,
    NULL::text AS invoice_number,
    NULL::bigint AS amount_cents,
    NULL::text AS currency,
    COALESCE(u.problem, (u.report ->> 'rejected'::text) ||
        CASE u.report ->> 'outcome'::text
            WHEN 'loaded'::text THEN ' records were rejected, the others were loaded'::text
            ELSE ' records were rejected, so nothing was changed'::text
        END) AS detail,
    NULL::jsonb AS payments,
    true AS can_act,
    u.finished_at AS since
   FROM record_upload u
     JOIN api_key k ON k.id = u.api_key_id
  WHERE u.seen_at IS NULL AND NOT u.dry_run AND (u.state = 'failed'::text OR u.state = 'done'::text AND ((u.report ->> 'rejected'::text)::integer) > 0)
UNION ALL
 SELECT 'bankAccounts'::text AS list,
    '-'::text AS account_id,
    b.id::text AS item_id,
    b.account_key AS subject,
    NULL::text AS invoice_number,
    NULL::bigint AS amount_cents,
    NULL::text AS currency,
    (
        CASE
            WHEN b.was IS NULL THEN 'New: account ending in '::text || b.is_now
            WHEN b.is_now IS NULL THEN 'Deleted: was the account ending in '::text || b.was
            WHEN b.was = b.is_now THEN (('Account ending in '::text || b.is_now) || ', changed: '::text) || replace(array_to_string(b.changed, ', '::text), '_'::text, ' '::text)
            ELSE (('Account ending in '::text || b.is_now) || ', was '::text) || b.was
        END || '; by '::text) || b.changed_by AS detail,
    NULL::jsonb AS payments,
    true AS can_act,
    b.changed_at AS since
   FROM bank_account_change b
  WHERE b.seen_at IS NULL
UNION ALL
 SELECT 'questions'::text AS list,
    q.account_id,
    q.id::text AS item_id,
    q.invoice_number AS subject,
    q.invoice_number,
    NULL::bigint AS amount_cents,
    NULL::text AS currency,
    (q.actor_name || ' asked about line '::text) || q."position" AS detail,
    NULL::jsonb AS payments,
    false AS can_act,
    q.asked_at AS since
   FROM invoice_question q
     JOIN invoice i ON i.account_id = q.account_id AND i.invoice_number = q.invoice_number
  WHERE q.answer IS NULL AND q.withdrawn_at IS NULL AND q.asked_at < (portal_now() - '3 days'::interval)
UNION ALL
 SELECT 'moneyBack'::text AS list,
    r.account_id,
    r.id AS item_id,
    p.invoice_number AS subject,
    i.invoice_number,
    r.amount_cents,
    p.currency,
    'refund '::text || r.state AS detail,
    NULL::jsonb AS payments,
    i.id IS NOT NULL AND r.state = 'succeeded'::text AND r.went_back_at >= GREATEST(i.collect_at, i.person_collects_at, '-infinity'::timestamp with time zone) AS can_act,
    r.created_at AS since
   FROM payment_refund r
     JOIN payment_attempt p ON p.account_id = r.account_id AND p.id = r.payment_id
     LEFT JOIN invoice i ON i.account_id = p.account_id AND i.id = p.invoice_id
  WHERE r.created_at > (now() - '7 days'::interval)
UNION ALL
 SELECT 'moneyBack'::text AS list,
    d.account_id,
    d.id AS item_id,
    p.invoice_number AS subject,
    i.invoice_number,
    d.amount_cents,
    p.currency,
    'dispute '::text || d.state AS detail,
    NULL::jsonb AS payments,
    i.id IS NOT NULL AND d.state = 'lost'::text AND d.went_back_at >= GREATEST(i.collect_at, i.person_collects_at, '-infinity'::timestamp with time zone) AS can_act,
    d.created_at AS since
   FROM payment_dispute d
     JOIN payment_attempt p ON p.account_id = d.account_id AND p.id = d.payment_id
     LEFT JOIN invoice i ON i.account_id = p.account_id AND i.id = p.invoice_id
  WHERE d.created_at > (now() - '7 days'::interval) OR d.state = 'open'::text OR d.went_back_at > (now() - '7 days'::interval)
UNION ALL
 SELECT 'signIns'::text AS list,
    u.account_id,
    u.id::text AS item_id,
    u.email AS subject,
    NULL::text AS invoice_number,
    NULL::bigint AS amount_cents,
    NULL::text AS currency,
    (('The sign-in provider sends '::text || d.conflict_email) || ', which is the address of a user of company '::text) || o.account_id AS detail,
    NULL::jsonb AS payments,
    false AS can_act,
    d.conflict_at AS since
   FROM sign_in_directory d
     JOIN portal_user u ON u.account_id = d.account_id AND u.id = d.user_id
     JOIN sign_in_directory o ON o.email_key = address_key(d.conflict_email) AND o.user_id <> d.user_id
  WHERE d.conflict_email IS NOT NULL
UNION ALL
 SELECT 'autoPayCards'::text AS list,
    e.account_id,
    e.account_id AS item_id,
    c.name AS subject,
    NULL::text AS invoice_number,
    NULL::bigint AS amount_cents,
    NULL::text AS currency,
    NULL::text AS detail,
    NULL::jsonb AS payments,
    false AS can_act,
    gone.at AS since
   FROM autopay_enrolment e
     JOIN company c ON c.account_id = e.account_id,
    LATERAL ( SELECT max(k.removed_at) AS at
           FROM card k
          WHERE k.account_id = e.account_id) gone
  WHERE e.ended_at IS NULL AND gone.at IS NOT NULL AND NOT (EXISTS ( SELECT
           FROM card k
          WHERE k.account_id = e.account_id AND k.is_default))
UNION ALL
 SELECT 'unreadCategories'::text AS list,
    n.account_id,
    n.invoice_category_id::text AS item_id,
    c.name AS subject,
    NULL::text AS invoice_number,
    NULL::bigint AS amount_cents,
    NULL::text AS currency,
    (( SELECT count(*) AS count
           FROM invoice i
          WHERE i.account_id = n.account_id AND i.invoice_category_id = n.invoice_category_id))::text AS detail,
    NULL::jsonb AS payments,
    true AS can_act,
    n.billed_at AS since
   FROM unread_category n
     JOIN invoice_category c ON c.invoice_category_id = n.invoice_category_id
  WHERE (EXISTS ( SELECT
           FROM invoice i
          WHERE i.account_id = n.account_id AND i.invoice_category_id = n.invoice_category_id)) AND NOT (EXISTS ( SELECT
           FROM attention_resolution r
          WHERE r.account_id = n.account_id AND r.list = 'unreadCategories'::text AND r.item_id = n.invoice_category_id::text))
UNION ALL
 SELECT 'appliedElsewhere'::text AS list,
    e.account_id,
    (e.payment_id || '.'::text) || e.to_invoice_id AS item_id,
    p.invoice_number AS subject,
    p.invoice_number,
    e.amount_cents,
    p.currency,
    ((((i.invoice_number || ' of '::text) || c.name) || ' ('::text) || c.account_id) || ')'::text AS detail,
    NULL::jsonb AS payments,
    true AS can_act,
    e.noted_at AS since
   FROM payment_elsewhere e
     JOIN payment_attempt p ON p.account_id = e.account_id AND p.id = e.payment_id
     JOIN invoice i ON i.account_id = e.to_account_id AND i.id = e.to_invoice_id
     JOIN company c ON c.account_id = e.to_account_id
  WHERE e.released_at IS NULL AND payment_net_cents(p.account_id, p.id) > 0
UNION ALL
 SELECT 'otherCurrency'::text AS list,
    i.account_id,
    i.invoice_number AS item_id,
    i.invoice_number AS subject,
    i.invoice_number,
    i.books_balance_cents AS amount_cents,
    i.currency,
    'A payment of it was in '::text || min(p.currency) AS detail,
    NULL::jsonb AS payments,
    false AS can_act,
    min(p.settled_at) AS since
   FROM invoice i
     JOIN payment_attempt p ON p.account_id = i.account_id AND p.invoice_id = i.id
  WHERE i.books_balance_cents > 0 AND p.state = 'succeeded'::text AND p.currency <> i.currency AND payment_net_cents(p.account_id, p.id) > 0
  GROUP BY i.account_id, i.id
UNION ALL
 SELECT 'superAdmins'::text AS list,
    u.account_id,
    u.id::text AS item_id,
    u.email AS subject,
    NULL::text AS invoice_number,
    NULL::bigint AS amount_cents,
    NULL::text AS currency,
    'The sign-in provider sends '::text || d.conflict_email AS detail,
    NULL::jsonb AS payments,
    false AS can_act,
    d.conflict_at AS since
   FROM sign_in_directory d
     JOIN portal_user u ON u.account_id = d.account_id AND u.id = d.user_id
  WHERE d.conflict_email IS NOT NULL AND u.role = 'SuperAdmin'::text AND split_part(address_key(d.conflict_email), '@'::text, 2) <> split_part(d.email_key, '@'::text, 2)
UNION ALL
 SELECT 'licenses'::text AS list,
    n.account_id,
    n.portal_id || COALESCE(' '::text || r.license_id, ''::text) AS item_id,
    license_words(COALESCE(p.description, n.item ->> 'productSku'::text), n.item ->> 'networkName'::text, n.item ->> 'userName'::text) AS subject,
    NULL::text AS invoice_number,
    NULL::bigint AS amount_cents,
    NULL::text AS currency,
    concat_ws(' '::text,
        CASE n.type
            WHEN '2'::text THEN 'Cancellation ordered'::text
            WHEN '3'::text THEN 'Change ordered'::text
            ELSE 'Ordered'::text
        END, 'by '::text || NULLIF(o.requestor_name, ''::text), 'on', to_char((n.submitted_at AT TIME ZONE 'UTC'::text), 'MM/DD/YYYY'::text), ('('::text || COALESCE(o.external_id, o.portal_id)) || ').'::text, n.gone_id ||
        CASE
            WHEN moved.yes THEN ' moved to another company.'::text
            ELSE ' has no record.'::text
        END, COALESCE(((r.license_id ||
        CASE
            WHEN r.is_exact THEN ' has all the same words'::text
            ELSE ' may be it: '::text || r.words
        END) || COALESCE(', since '::text || to_char(r.since::timestamp with time zone, 'MM/DD/YYYY'::text), ''::text)) || '.'::text, n.problem)) AS detail,
    NULL::jsonb AS payments,
    r.license_id IS NOT NULL AS can_act,
    n.submitted_at AS since
   FROM ( SELECT x.account_id,
            x.portal_id,
            x.order_id,
            x.type,
            x.item,
            x.submitted_at,
            x.order_id AS added_in,
            x.item AS added,
            ARRAY[x.portal_id, x.present_id] AS ids,
            NULL::text AS gone_id,
                CASE
                    WHEN x.step = 'Provisioned'::text AND x.is_compared THEN 'Provisioned, but no record may be it.'::text
                    ELSE NULL::text
                END AS problem
           FROM missing_license x
          WHERE x.needs_link
        UNION ALL
         SELECT x.account_id,
            x.portal_id,
            x.order_id,
            x.type,
            x.item,
            x.submitted_at,
            x.added_in,
            x.added,
            ARRAY[x.license_id, x.present_id] AS ids,
            x.present_id AS gone_id,
            NULL::text AS problem
           FROM gone_license x
          WHERE x.submitted_at > (portal_now() - '6 mons'::interval)
        UNION ALL
         SELECT x.account_id,
            x.portal_id,
            x.order_id,
            x.type,
            x.item,
            x.submitted_at,
            NULL::bigint AS added_in,
            NULL::jsonb AS added,
            NULL::text[] AS ids,
            NULL::text AS gone_id,
            'Several licenses have these names.'::text AS problem
           FROM asked_line x
          WHERE x.meant = 'several'::text AND (x.step <> ALL (ARRAY['Rejected'::text, 'Withdrawn'::text])) AND x.submitted_at > (portal_now() - '6 mons'::interval)) n
     JOIN license_order o ON o.account_id = n.account_id AND o.id = n.order_id
     CROSS JOIN LATERAL ( SELECT has_moved(n.account_id, n.ids) AS yes) moved
     LEFT JOIN LATERAL ( SELECT m.license_id,
            m.words,
            m.since,
            m.is_exact,
            m.names_order
           FROM possible_licenses(n.account_id, n.added_in, n.added) m(license_id, words, since, is_exact, names_order)
          WHERE NOT moved.yes
          ORDER BY m.is_exact DESC, m.names_order DESC, m.since, m.license_id
         LIMIT 3) r ON true
     LEFT JOIN product p ON p.product_id = (n.item ->> 'productSku'::text)
  WHERE n.gone_id IS NOT NULL OR r.license_id IS NOT NULL OR n.problem IS NOT NULL AND NOT moved.yes
UNION ALL
 SELECT 'licenseLinks'::text AS list,
    a.account_id,
    a.alias AS item_id,
    (a.alias || ' is '::text) || a.is_id AS subject,
    NULL::text AS invoice_number,
    NULL::bigint AS amount_cents,
    NULL::text AS currency,
    'Linked by '::text || a.said_name AS detail,
    NULL::jsonb AS payments,
    true AS can_act,
    a.said_at AS since
   FROM license_alias a
  WHERE a.said_by = 'person'::text AND a.said_name IS NOT NULL AND a.said_at > (portal_now() - '90 days'::interval)
UNION ALL
 SELECT 'autoPayReaders'::text AS list,
    e.account_id,
    i.invoice_category_id::text AS item_id,
    c.name AS subject,
    NULL::text AS invoice_number,
    NULL::bigint AS amount_cents,
    NULL::text AS currency,
    count(*)::text AS detail,
    NULL::jsonb AS payments,
    false AS can_act,
    e.enrolled_at AS since
   FROM autopay_enrolment e
     JOIN invoice i ON i.account_id = e.account_id AND i.books_balance_cents > 0
     JOIN invoice_category c ON c.invoice_category_id = i.invoice_category_id
  WHERE e.ended_at IS NULL AND NOT (EXISTS ( SELECT
           FROM portal_user u
          WHERE u.account_id = e.account_id AND u.deactivated_at IS NULL AND ('AccessInvoices'::text = ANY (u.permissions)) AND u.permissions && '{PayInvoices,ManageUsers}'::text[] AND (u.role = 'SuperAdmin'::text OR (EXISTS ( SELECT
                   FROM user_category s
                  WHERE s.account_id = u.account_id AND s.user_id = u.id AND s.invoice_category_id = i.invoice_category_id)))))
  GROUP BY e.account_id, i.invoice_category_id, c.name, e.enrolled_at;
grant select on attention_item to portal_system;

create view company_equipment_request as
 SELECT equipment_request_id,
    order_date,
    ordered_by,
    external_order_status,
    customer_notes,
    (((equipment_request_id || ' '::text) || ordered_by) || ' '::text) || customer_notes AS search_text
   FROM equipment_request
  WHERE account_id = current_setting('portal.account'::text, true);
grant select on company_equipment_request to portal_app;
grant select on company_equipment_request to portal_system;

create view company_history as
 SELECT id,
    created_at,
    actor_id,
    actor_account_id,
    actor_name,
    ip_address,
    category,
    entry_type,
    description,
    payment_id,
    (((((((description || ' '::text) || actor_name) || ' '::text) || ip_address) || ' '::text) || category) || ' '::text) || entry_type AS search_text,
    seal_key,
    rewritten
   FROM history_entry
  WHERE account_id = current_setting('portal.account'::text, true);
grant select on company_history to portal_app;
grant select on company_history to portal_system;

create view company_license with (security_invoker=true) as
 SELECT x.account_id,
    x.present AS license_id,
    COALESCE(x.item ->> 'productSku'::text, ''::text) AS product_sku,
    COALESCE(x.item ->> 'coveredCompany'::text, ''::text) AS covered_company,
    x.day AS starts_on,
    ( SELECT min(GREATEST(y.day, x.day)) AS min
           FROM asked_line y
          WHERE y.account_id = x.account_id AND (y.license_id = ANY (x.ids)) AND y.type = '2'::text AND (y.step <> ALL (ARRAY['Rejected'::text, 'Withdrawn'::text])) AND y.submitted_at >= x.submitted_at) AS ends_on,
    COALESCE(now.item ->> 'networkName'::text, x.item ->> 'networkName'::text, ''::text) AS network_name,
    TRIM(BOTH FROM COALESCE(now.item ->> 'userName'::text, x.item ->> 'userName'::text, ''::text)) AS user_name,
    COALESCE(NULLIF(now.item ->> 'ipAddress'::text, ''::text), x.item ->> 'ipAddress'::text, ''::text) AS ip_address,
    x.order_id,
    NULL::text AS ordered_as,
    NULL::bigint AS price_cents,
    NULL::text AS price_currency,
    NULL::bigint AS next_price_cents,
    NULL::date AS next_price_from,
    false AS is_provided,
    NULL::text AS status,
    x.day AS first_since,
    true AS runs,
    x.portal_id AS item_id
   FROM company c
     JOIN asked_line one ON one.account_id = c.account_id
     LEFT JOIN license_alias a ON a.account_id = one.account_id AND a.alias = one.portal_id
     CROSS JOIN LATERAL ( SELECT one.account_id,
            one.order_id,
            one.line_no,
            one.line_id,
            one.portal_id,
            one.license_id,
            one.meant,
            one.item,
            one.has_run,
            one.submitted_at,
            one.type,
            one.adds,
            one.day,
            one.step,
            COALESCE(a.license_id, one.portal_id) AS present,
            (ARRAY[one.portal_id, a.license_id] || (ARRAY( SELECT b.alias
                   FROM license_alias b
                  WHERE b.account_id = one.account_id AND b.license_id = one.portal_id))) || (ARRAY( SELECT b.alias
                   FROM license_alias b
                  WHERE b.account_id = one.account_id AND b.license_id = a.license_id)) AS ids) x
     LEFT JOIN LATERAL ( SELECT y.item
           FROM asked_line y
          WHERE y.account_id = x.account_id AND (y.license_id = ANY (x.ids)) AND y.type = '3'::text AND (y.step <> ALL (ARRAY['Rejected'::text, 'Withdrawn'::text])) AND y.submitted_at >= x.submitted_at AND GREATEST(y.day, x.day) <= (( SELECT business_today() AS business_today))
          ORDER BY y.submitted_at DESC, y.order_id DESC, y.line_no DESC
         LIMIT 1) now ON true
  WHERE c.licenses_by IS DISTINCT FROM 'records'::text AND x.adds AND (x.step <> ALL (ARRAY['Rejected'::text, 'Withdrawn'::text])) AND (cardinality(x.ids) = 2 OR NOT (EXISTS ( SELECT
           FROM asked_line z
          WHERE z.account_id = x.account_id AND (z.portal_id = ANY (x.ids)) AND z.adds AND (z.step <> ALL (ARRAY['Rejected'::text, 'Withdrawn'::text])) AND ((ROW(z.submitted_at, z.order_id, z.line_no) > ROW(x.submitted_at, x.order_id, x.line_no))))))
UNION ALL
 SELECT p.account_id,
    p.license_id,
    p.product_id AS product_sku,
    COALESCE(p.covered_company, ''::text) AS covered_company,
    p.since AS starts_on,
    p.until + 1 AS ends_on,
    COALESCE(own.short_name, shared.short_name, p.network_id, ''::text) AS network_name,
    COALESCE(p.user_name, ''::text) AS user_name,
    ''::text AS ip_address,
    COALESCE(( SELECT x.order_id
           FROM asked_line x
          WHERE x.account_id = p.account_id AND x.adds AND (x.portal_id = ANY ((ARRAY[p.license_id] || (ARRAY( SELECT a.alias
                   FROM license_alias a
                  WHERE a.account_id = p.account_id AND a.license_id = p.license_id)))))
          ORDER BY (x.step = ANY (ARRAY['Rejected'::text, 'Withdrawn'::text])), x.submitted_at DESC, x.order_id DESC, x.line_no DESC
         LIMIT 1), ( SELECT o.id
           FROM license_order o
          WHERE o.account_id = p.account_id AND o.external_id = p.license_order_id), ( SELECT o.id
           FROM license_order o
          WHERE o.account_id = p.account_id AND o.portal_id = p.license_order_id)) AS order_id,
    ( SELECT a.alias
           FROM license_alias a
          WHERE a.account_id = p.account_id AND a.license_id = p.license_id AND a.alias ~ '^P-'::text
          ORDER BY a.alias DESC
         LIMIT 1) AS ordered_as,
    p.monthly_price_cents AS price_cents,
    p.currency AS price_currency,
    p.next_price_cents,
    p.next_price_from,
    true AS is_provided,
    p.status,
    p.first_since,
    p.status IS DISTINCT FROM 'Ended'::text AND (p.until IS NULL OR p.until >= (( SELECT business_today() AS business_today))) AS runs,
    NULL::text AS item_id
   FROM provided_license p
     JOIN company c ON c.account_id = p.account_id AND c.licenses_by = 'records'::text
     LEFT JOIN company_network own ON own.account_id = p.account_id AND own.network_id = p.network_id
     LEFT JOIN shared_network shared ON shared.network_id = p.network_id;
grant select on company_license to portal_app;
grant select on company_license to portal_system;

create view company_license_order as
 SELECT id,
    external_id,
    standing,
    requestor_name,
    crm_id,
    notes,
    created_at,
    submitted_at,
    version,
    (((((requestor_name || ' '::text) || portal_id) || ' '::text) || COALESCE(external_id, ''::text)) || ' '::text) || notes AS search_text
   FROM license_order
  WHERE account_id = current_setting('portal.account'::text, true);
grant select on company_license_order to portal_app;
grant select on company_license_order to portal_system;

create view gone_license with (security_invoker=true) as
 SELECT o.account_id,
    o.id AS order_id,
    o.submitted_at,
    x.line_no,
    x.line_id,
    x.portal_id,
    x.license_id,
    x.type,
    x.adds,
    x.item,
    x.day,
    x.step,
    x.has_run,
    present.id AS present_id,
    added.order_id AS added_in,
    added.item AS added
   FROM company c
     JOIN license_order o ON o.account_id = c.account_id AND o.status = 'Submitted'::text
     CROSS JOIN LATERAL ( SELECT y.account_id,
            y.order_id,
            y.line_no,
            y.line_id,
            y.portal_id,
            y.license_id,
            y.meant,
            y.item,
            y.has_run,
            y.submitted_at,
            y.type,
            y.adds,
            y.day,
            y.step
           FROM asked_line y
          WHERE y.account_id = o.account_id AND y.order_id = o.id AND (y.type = ANY (ARRAY['2'::text, '3'::text])) AND y.license_id <> y.portal_id AND (y.step = ANY (ARRAY['Submitted'::text, 'Accepted'::text, 'Scheduled'::text]))
         OFFSET 0) x
     CROSS JOIN LATERAL ( SELECT COALESCE(( SELECT a.license_id
                   FROM license_alias a
                  WHERE a.account_id = x.account_id AND a.alias = x.license_id), x.license_id) AS id
         OFFSET 0) present
     LEFT JOIN LATERAL ( SELECT z.order_id,
            z.item,
            z.step,
            z.has_run
           FROM ( SELECT present.id
                UNION ALL
                 SELECT b.alias
                   FROM license_alias b
                  WHERE b.account_id = x.account_id AND b.license_id = present.id) one
             JOIN asked_line z ON z.account_id = x.account_id AND z.adds AND z.portal_id = one.id
          ORDER BY (z.step = ANY (ARRAY['Rejected'::text, 'Withdrawn'::text])), z.submitted_at DESC, z.order_id DESC, z.line_no DESC
         LIMIT 1) added ON true
  WHERE c.licenses_by = 'records'::text AND NOT (EXISTS ( SELECT
           FROM provided_license p
          WHERE p.account_id = x.account_id AND p.license_id = present.id
         OFFSET 0)) AND (added.order_id IS NULL OR added.step = 'Provisioned'::text OR (added.step = ANY (ARRAY['Submitted'::text, 'Accepted'::text, 'Scheduled'::text])) AND added.has_run);
grant select on gone_license to portal_app;
grant select on gone_license to portal_system;

create view held_license with (security_invoker=true) as
 SELECT account_id,
    license_id,
    product_sku,
    covered_company,
    starts_on,
    ends_on,
    network_name,
    user_name,
    ip_address,
    NULL::date AS next_from,
    NULL::text AS next_network_name,
    NULL::text AS next_user_name,
    NULL::text AS next_ip_address,
    order_id,
    ordered_as,
    price_cents,
    price_currency,
    next_price_cents,
    next_price_from,
    is_provided,
    status,
    first_since
   FROM company_license
  WHERE runs;
grant select on held_license to portal_app;
grant select on held_license to portal_system;

create view invoice_money_back with (security_invoker=true) as
 SELECT p.account_id,
    p.invoice_id,
    r.payment_id,
    'refunded'::text AS kind,
    r.went_back_at AS at,
    r.amount_cents
   FROM payment_refund r
     JOIN payment_attempt p ON p.account_id = r.account_id AND p.id = r.payment_id
  WHERE r.state = 'succeeded'::text
UNION ALL
 SELECT p.account_id,
    p.invoice_id,
    d.payment_id,
    'chargedBack'::text AS kind,
    d.went_back_at AS at,
    d.amount_cents
   FROM payment_dispute d
     JOIN payment_attempt p ON p.account_id = d.account_id AND p.id = d.payment_id
  WHERE d.state = 'lost'::text;
grant select on invoice_money_back to portal_app;
grant select on invoice_money_back to portal_system;

create view invoice_money_move with (security_invoker=true) as
 SELECT invoice_money_back.account_id,
    invoice_money_back.invoice_id,
        CASE
            WHEN invoice_money_back.kind = 'refunded'::text AND payment_net_cents(invoice_money_back.account_id, invoice_money_back.payment_id) > 0 THEN 'partlyRefunded'::text
            ELSE invoice_money_back.kind
        END AS kind,
    invoice_money_back.at
   FROM invoice_money_back
UNION ALL
 SELECT p.account_id,
    p.invoice_id,
    'refundPending'::text AS kind,
    r.went_back_at AS at
   FROM payment_refund r
     JOIN payment_attempt p ON p.account_id = r.account_id AND p.id = r.payment_id
  WHERE r.state = 'pending'::text
UNION ALL
 SELECT p.account_id,
    p.invoice_id,
    'disputed'::text AS kind,
    d.created_at AS at
   FROM payment_dispute d
     JOIN payment_attempt p ON p.account_id = d.account_id AND p.id = d.payment_id
  WHERE d.state = 'open'::text;
grant select on invoice_money_move to portal_app;
grant select on invoice_money_move to portal_system;

create view missing_license with (security_invoker=true) as
 SELECT account_id,
    order_id,
    submitted_at,
    line_no,
    line_id,
    portal_id,
    license_id,
    type,
    adds,
    item,
    day,
    step,
    has_run,
    present_id,
    is_cancelled,
    is_compared,
    submitted_at > (portal_now() - '6 mons'::interval) AND is_cancelled IS NOT TRUE AS needs_link
   FROM ( SELECT o.account_id,
            o.id AS order_id,
            o.submitted_at,
            x.line_no,
            x.line_id,
            x.portal_id,
            x.license_id,
            x.type,
            x.adds,
            x.item,
            x.day,
            x.step,
            x.has_run,
            present.id AS present_id,
            ( SELECT bool_or(y.step = 'Provisioned'::text) AS bool_or
                   FROM asked_line y
                  WHERE y.account_id = x.account_id AND y.type = '2'::text AND (y.step <> ALL (ARRAY['Rejected'::text, 'Withdrawn'::text])) AND (y.license_id = ANY (ARRAY[x.portal_id, present.id]))) AS is_cancelled,
            (EXISTS ( SELECT
                   FROM provided_license p
                  WHERE p.account_id = x.account_id AND p.license_order_id IS NOT NULL)) OR (EXISTS ( SELECT
                   FROM license_order_line n
                  WHERE n.account_id = x.account_id AND n.has_run)) AS is_compared
           FROM company c
             JOIN license_order o ON o.account_id = c.account_id AND o.status = 'Submitted'::text
             CROSS JOIN LATERAL ( SELECT y.account_id,
                    y.order_id,
                    y.line_no,
                    y.line_id,
                    y.portal_id,
                    y.license_id,
                    y.meant,
                    y.item,
                    y.has_run,
                    y.submitted_at,
                    y.type,
                    y.adds,
                    y.day,
                    y.step
                   FROM asked_line y
                  WHERE y.account_id = o.account_id AND y.order_id = o.id AND y.adds AND NOT y.has_run AND (y.step <> ALL (ARRAY['Rejected'::text, 'Withdrawn'::text]))
                 OFFSET 0) x
             CROSS JOIN LATERAL ( SELECT COALESCE(( SELECT a.license_id
                           FROM license_alias a
                          WHERE a.account_id = x.account_id AND a.alias = x.portal_id), x.portal_id) AS id
                 OFFSET 0) present
          WHERE c.licenses_by = 'records'::text AND NOT (EXISTS ( SELECT
                   FROM provided_license p
                  WHERE p.account_id = x.account_id AND p.license_id = present.id
                 OFFSET 0))) m;
grant select on missing_license to portal_app;
grant select on missing_license to portal_system;

create view unread_category with (security_invoker=true) as
 SELECT account_id,
    invoice_category_id,
    billed_at
   FROM billed_category b
  WHERE (EXISTS ( SELECT
           FROM portal_user u
          WHERE u.account_id = b.account_id AND u.deactivated_at IS NULL AND ('AccessInvoices'::text = ANY (u.permissions)))) AND NOT (EXISTS ( SELECT
           FROM user_category h
             JOIN portal_user u ON u.account_id = h.account_id AND u.id = h.user_id
          WHERE h.account_id = b.account_id AND h.invoice_category_id = b.invoice_category_id AND u.deactivated_at IS NULL AND ('AccessInvoices'::text = ANY (u.permissions))));
grant select on unread_category to portal_app;
grant select on unread_category to portal_system;

CREATE OR REPLACE FUNCTION accreditation_purchase_status(checkout text)
 RETURNS TABLE(id uuid, state text, product_name text, price_cents bigint, currency text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update accreditation_purchase p set look_at = now()
   where p.checkout_id = checkout and p.state = 'open' and p.look_at > now()
     and (p.looked_at is null or p.looked_at < now() - interval '15 seconds');
  select p.id, p.state, p.product_name, p.price_cents, p.currency
    from accreditation_purchase p where p.checkout_id = checkout
$function$;
grant execute on function accreditation_purchase_status to portal_app;
grant execute on function accreditation_purchase_status to portal_system;

CREATE OR REPLACE FUNCTION add_to_upload(digest bytea, upload uuid, nth integer, content bytea)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with mine as (
    update record_upload u set bytes = bytes + octet_length(content)
     where u.id = upload and u.state = 'receiving' and u.api_key_id = key_of(digest, 'records:write')
 returning u.id),
  kept as (insert into record_chunk (upload_id, nth, content) select id, nth, content from mine)
  select exists (select from mine)
$function$;
grant execute on function add_to_upload to portal_app;

CREATE OR REPLACE FUNCTION address_key(email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select lower(email collate "C") $function$;
grant execute on function address_key to portal_app;
grant execute on function address_key to portal_system;

CREATE OR REPLACE FUNCTION analyze_licenses()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  analyze license_order, license_order_line, license_order_step, license, provided_license;
end $function$;
grant execute on function analyze_licenses to portal_system;

CREATE OR REPLACE FUNCTION attention_counts(token_hash bytea)
 RETURNS TABLE(list text, total bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not is_session_of_super_admin(token_hash) then return; end if;
  -- What is listed for information: most of it needs no action.
  return query select a.list, count(*) from attention_item a where a.list not in ('moneyBack', 'licenseLinks') group by a.list;
end $function$;
grant execute on function attention_counts to portal_app;

CREATE OR REPLACE FUNCTION attention_items(token_hash bytea, wanted text, at_most integer)
 RETURNS TABLE(list text, account_id text, company_name text, item_id text, subject text, invoice_number text, amount_cents bigint, currency text, detail text, payments jsonb, can_act boolean, since timestamp with time zone, total bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not is_session_of_super_admin(token_hash) then return; end if;
  return query
    select a.list, a.account_id, c.name, a.item_id, a.subject, a.invoice_number, a.amount_cents, a.currency, a.detail,
           a.payments, a.can_act, a.since, a.total
      from (select n.*, count(*) over (partition by n.list) as total,
                   row_number() over (partition by n.list order by n.since, n.account_id, n.item_id) as nth
              from attention_item n where wanted is null or n.list = wanted) a
      left join company c on c.account_id = a.account_id
     where a.nth <= at_most
     order by a.list, a.nth;
end $function$;
grant execute on function attention_items to portal_app;

CREATE OR REPLACE FUNCTION attention_of(token_hash bytea, wanted text, company text, item text)
 RETURNS SETOF attention_item
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select * from attention_item a
   where is_session_of_super_admin(token_hash) and a.list = wanted and a.account_id = company and a.item_id = item
$function$;
grant execute on function attention_of to portal_app;

CREATE OR REPLACE FUNCTION bank_details(b bank_account)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_build_object(
    'beneficiary', b.beneficiary, 'beneficiaryAddress', b.beneficiary_address, 'bankName', b.bank_name,
    'bankAddress', b.bank_address, 'iban', b.iban, 'accountNumber', b.account_number, 'bic', b.bic,
    'routingNumber', b.routing_number, 'sortCode', b.sort_code, 'note', b.note)
$function$;
grant execute on function bank_details to portal_app;
grant execute on function bank_details to portal_system;

CREATE OR REPLACE FUNCTION begin_upload(digest bytea, dry_run boolean, skip_rejects boolean, at_most integer)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select from api_key where id = key_of(digest, 'records:write') for no key update;
  insert into record_upload (api_key_id, dry_run, skip_rejects)
  select k, dry_run, skip_rejects from key_of(digest, 'records:write') k
   where k is not null
     and (select count(*) from record_upload u where u.api_key_id = k and u.state in ('receiving', 'waiting')) < at_most
  returning id
$function$;
grant execute on function begin_upload to portal_app;

CREATE OR REPLACE FUNCTION bump_company_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update company_revision r set revision = r.revision + 1
   where r.account_id in (select distinct c.account_id from changed c);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION bump_for_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update company_revision r set revision = r.revision + 1
   where r.account_id in (
           select c.account_id from changed c join former f using (account_id, id)
            where (c.state, c.settled_at, c.posted_at, c.invoice_id)
                  is distinct from (f.state, f.settled_at, f.posted_at, f.invoice_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION bump_shared_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update shared_revision set revision = revision + 1 where exists (select from changed);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION business_today()
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select (portal_now() at time zone business_time_zone)::date from portal_instance
$function$;
grant execute on function business_today to portal_app;
grant execute on function business_today to portal_system;

CREATE OR REPLACE FUNCTION chargeable_cents(company text, invoice bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(i.amount_cents, i.books_balance_cents + coalesce(
           (select sum(n.amount_cents) from invoice_portal_payment n
             where n.account_id = i.account_id and n.invoice_id = i.id), 0))
       - coalesce(
           (select sum(greatest(0, payment_net_cents(p.account_id, p.id) - coalesce(
                    (select sum(n.amount_cents) from invoice_portal_payment n
                      where n.account_id = p.account_id and n.payment_id = p.id and n.invoice_id <> p.invoice_id), 0)
                    - coalesce(
                    (select sum(e.amount_cents) from payment_elsewhere e
                      where e.account_id = p.account_id and e.payment_id = p.id and e.released_at is not null), 0)))
              from payment_attempt p
             where p.account_id = i.account_id and p.invoice_id = i.id and p.state = 'succeeded'), 0)
    from invoice i where i.account_id = company and i.id = invoice
$function$;
grant execute on function chargeable_cents to portal_app;
grant execute on function chargeable_cents to portal_system;

CREATE OR REPLACE FUNCTION check_company_of_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from company c where c.account_id in (select a.account_id from added a) order by c.account_id for key share;
  if exists (select from added a
              where not exists (select from company c where c.account_id = a.account_id)
                and not (a.rewritten is not null
                         and exists (select from former_company f where f.former_account_id = a.account_id))) then
    raise foreign_key_violation using constraint = 'history_entry_account_id_fkey', message = 'an entry of no company';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION check_invoice_of_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from (select distinct account_id, invoice_id from written) l
              where not exists (select from invoice i
                                 where i.account_id = l.account_id and i.id = l.invoice_id)) then
    raise foreign_key_violation using message = 'a line of no invoice of its company';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION check_ledger_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  odd uuid;
begin
  select w.transaction_id into odd
    from written w group by w.account_id, w.transaction_id, w.currency having sum(w.amount_cents) <> 0 limit 1;
  if found then
    raise exception 'ledger transaction % does not add up to zero', odd;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION check_opened_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  refused bigint;
begin
  select w.invoice_id into refused from written w
   where not w.is_adopted and w.state not in ('succeeded', 'failed')
     and (select sum(p.amount_cents) from payment_attempt p
           where p.account_id = w.account_id and p.invoice_id = w.invoice_id and p.state not in ('succeeded', 'failed'))
       > chargeable_cents(w.account_id, w.invoice_id) limit 1;
  if found then
    raise check_violation using constraint = 'charged_at_most_what_is_owed',
      message = format('invoice %s would be charged more than its books explain', refused);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION close_days()
 RETURNS date
 LANGUAGE sql
AS $function$
  update portal_instance set closed_through = greatest(closed_through, business_today() - 4)
   where not exists (select from charging_stop where kind in ('all', 'automatic'))
  returning closed_through
$function$;
grant execute on function close_days to portal_system;

CREATE OR REPLACE FUNCTION close_reviewed_purchase(token_hash bytea, purchase uuid, outcome text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with closed as (
    update accreditation_purchase p set state = outcome
     where p.id = purchase and p.state = 'review' and outcome in ('paid', 'expired')
       and is_session_of_super_admin(token_hash)
 returning p.id)
  select exists (select from closed)
$function$;
grant execute on function close_reviewed_purchase to portal_app;

CREATE OR REPLACE FUNCTION company_of_card(provider_card text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.account_id from card c where c.provider_card_id = provider_card and c.removed_at is null limit 1
$function$;
grant execute on function company_of_card to portal_app;
grant execute on function company_of_card to portal_system;

CREATE OR REPLACE FUNCTION company_of_invite(code text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select i.account_id from invite i where i.invite_code = code
$function$;
grant execute on function company_of_invite to portal_app;

CREATE OR REPLACE FUNCTION company_of_record(token_hash bytea, kind text, key text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.account_id
    from session s
    join portal_user u on u.account_id = s.account_id and u.id = s.user_id and u.role = 'SuperAdmin'
    cross join company c
   where s.id_hash = token_hash
     and case kind
           when 'invoice' then exists (select from invoice i where i.account_id = c.account_id and i.id = key::bigint)
           when 'invoiceNumber' then
             exists (select from invoice i where i.account_id = c.account_id and i.invoice_number = key)
           when 'order' then exists (select from license_order o where o.account_id = c.account_id and o.id = key::bigint)
           when 'equipmentRequest' then
             exists (select from equipment_request e where e.account_id = c.account_id and e.equipment_request_id = key)
           when 'user' then exists (select from portal_user m where m.account_id = c.account_id and m.id = key::uuid)
           when 'invite' then exists (select from invite n where n.account_id = c.account_id and n.invite_code = key)
         end
   order by c.account_id <> s.account_id
   limit 1
$function$;
grant execute on function company_of_record to portal_app;

CREATE OR REPLACE FUNCTION confirm_bank_account_change(token_hash bytea, change uuid)
 RETURNS text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select key from confirm_bank_details(token_hash, change)
$function$;
grant execute on function confirm_bank_account_change to portal_app;

CREATE OR REPLACE FUNCTION confirm_bank_details(token_hash bytea, change uuid)
 RETURNS TABLE(key text, stored jsonb, confirmed jsonb, first jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  state bank_account_state;
  found_key text;
begin
  if not is_session_of_super_admin(token_hash) then return; end if;
  select c.account_key into found_key from bank_account_change c where c.id = change;
  -- Waits for an import that changes the account.
  select s.* into state from bank_account_state s where s.account_key = found_key for update;
  update bank_account_change c set seen_at = now() where c.id = change and c.seen_at is null;
  if not found then return; end if;
  return query
    select found_key, (select bank_details(b) from bank_account b where b.key = found_key), state.confirmed, state.first;
  update bank_account_state s
     set confirmed = (select bank_details(b) from bank_account b where b.key = found_key), first = null
   where s.account_key = found_key;
  update shared_revision set revision = revision + 1;
end $function$;
grant execute on function confirm_bank_details to portal_app;

CREATE OR REPLACE FUNCTION current_account(named text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce((select f.account_id from former_company f where f.former_account_id = named), named)
$function$;
grant execute on function current_account to portal_app;
grant execute on function current_account to portal_system;

CREATE OR REPLACE FUNCTION day_or(said text, otherwise date)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if said is null or said !~ '^\d{4}-\d{2}-\d{2}' then return otherwise; end if;
  return left(said, 10)::date;
exception when others then return otherwise;
end $function$;
grant execute on function day_or to portal_app;
grant execute on function day_or to portal_system;

CREATE OR REPLACE FUNCTION delete_lines_of_invoices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from invoice_line l using gone g where l.account_id = g.account_id and l.invoice_id = g.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION end_charging_stops(kinds text[])
 RETURNS text[]
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update unknown_intent set acknowledged_at = now() where acknowledged_at is null and 'automatic' = any (kinds);
  with ended as (delete from charging_stop s where s.kind = any (kinds) returning s.kind)
  select coalesce(array_agg(kind), '{}') from ended
$function$;
grant execute on function end_charging_stops to portal_system;

CREATE OR REPLACE FUNCTION end_session(token_hash bytea)
 RETURNS text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from session s where s.id_hash = token_hash returning s.id_token
$function$;
grant execute on function end_session to portal_app;

CREATE OR REPLACE FUNCTION end_sessions(member uuid, wanted uuid, own bytea)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with ended as (
    delete from session s
     where s.account_id = current_setting('portal.account', true) and s.user_id = member
       and (wanted is null or s.id = wanted) and s.id_hash is distinct from own
 returning s.id)
  select count(*) from ended
$function$;
grant execute on function end_sessions to portal_app;

CREATE OR REPLACE FUNCTION end_upload(digest bytea, upload uuid, is_whole boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update record_upload u
     set state = case when is_whole then 'waiting' else 'failed' end,
         problem = case when not is_whole then 'It broke off before its end.' end,
         finished_at = case when not is_whole then clock_timestamp() end
   where u.id = upload and u.state = 'receiving' and u.api_key_id = key_of(digest, 'records:write');
  delete from record_chunk c where c.upload_id = upload and not is_whole
$function$;
grant execute on function end_upload to portal_app;

CREATE OR REPLACE FUNCTION events_after(digest bytea, after bigint, at_most integer)
 RETURNS SETOF outbox_event
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select e.* from outbox_event e
   where e.position > after
     and exists (select from api_key k
                  where k.key_hash = digest and 'events:read' = any (k.scopes) and k.revoked_at is null
                    and (k.expires_at is null or k.expires_at > now()))
   order by e.position limit at_most
$function$;
grant execute on function events_after to portal_app;

CREATE OR REPLACE FUNCTION events_kept()
 RETURNS TABLE(swept bigint, last bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select swept, position from outbox_end
$function$;
grant execute on function events_kept to portal_app;

CREATE OR REPLACE FUNCTION exact_licenses(token_hash bytea, company text)
 RETURNS TABLE(item_id text, from_id text, license_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select x.portal_id, x.present_id, r.license_id
    from missing_license x
   cross join lateral (
         select * from possible_licenses(x.account_id, x.order_id, x.item) m
          where m.is_exact order by m.names_order desc, m.since, m.license_id limit 100) r
   where x.account_id = company and x.needs_link and not has_moved(company, array[x.portal_id, x.present_id])
     and is_session_of_super_admin(token_hash)
   order by x.submitted_at, x.order_id, x.line_no, r.names_order desc, r.since, r.license_id
$function$;
grant execute on function exact_licenses to portal_app;
grant execute on function exact_licenses to portal_system;

CREATE OR REPLACE FUNCTION find_upload(digest bytea, upload uuid)
 RETURNS TABLE(id uuid, state text, created_at timestamp with time zone, bytes bigint, finished_at timestamp with time zone, report json, problem text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id, u.state, u.created_at, u.bytes, u.finished_at, u.report, u.problem
    from record_upload u where u.id = upload and u.api_key_id = key_of(digest, 'records:write')
$function$;
grant execute on function find_upload to portal_app;

CREATE OR REPLACE FUNCTION first_open_day(company_id text)
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select case when c.known_since is null or p.closed_through < c.known_since then '-infinity' else p.closed_through + 1 end
    from portal_instance p, company c where c.account_id = company_id
$function$;
grant execute on function first_open_day to portal_app;
grant execute on function first_open_day to portal_system;

CREATE OR REPLACE FUNCTION follow_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.deactivated_at is null then
      insert into sign_in_directory (email_key, account_id, user_id)
      values (address_key(new.email), new.account_id, new.id);
    end if;
  elsif new.deactivated_at is not null and old.deactivated_at is null then
    with gone as (
      delete from sign_in_directory d where d.account_id = old.account_id and d.user_id = old.id
   returning d.former_accounts)
    update portal_user u set former_accounts = gone.former_accounts from gone
     where u.account_id = old.account_id and u.id = old.id and u.former_accounts <> gone.former_accounts;
    delete from session s where s.account_id = old.account_id and s.user_id = old.id;
  elsif new.deactivated_at is null and old.deactivated_at is not null then
    insert into sign_in_directory (email_key, account_id, user_id, former_accounts)
    values (address_key(new.email), new.account_id, new.id, new.former_accounts);
  elsif address_key(new.email) <> address_key(old.email) then
    update sign_in_directory d set email_key = address_key(new.email)
     where d.account_id = new.account_id and d.user_id = new.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION has_moved(company text, ids text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from provided_license p where p.license_id = any (ids) and p.account_id <> company)
      or exists (select from license_alias a where a.alias = any (ids) and a.account_id <> company)
$function$;
grant execute on function has_moved to portal_app;
grant execute on function has_moved to portal_system;

CREATE OR REPLACE FUNCTION history_hash(previous bytea, place bigint, entry history_entry)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(previous || convert_to(
    case when num_nonnulls(entry.seal_key, entry.rewritten) = 0 then 'v2' else 'v3' end ||
    octet_length(entry.account_id) || ':' || entry.account_id ||
    octet_length(place::text) || ':' || place ||
    octet_length(entry.id::text) || ':' || entry.id ||
    '27:' || to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') ||
    coalesce('36:' || entry.actor_id, '-') ||
    coalesce(octet_length(entry.actor_account_id) || ':' || entry.actor_account_id, '-') ||
    octet_length(entry.actor_name) || ':' || entry.actor_name ||
    octet_length(entry.ip_address) || ':' || entry.ip_address ||
    octet_length(entry.category) || ':' || entry.category ||
    octet_length(entry.entry_type) || ':' || entry.entry_type ||
    octet_length(entry.description) || ':' || entry.description ||
    coalesce('36:' || entry.payment_id, '-') ||
    case when num_nonnulls(entry.seal_key, entry.rewritten) = 0 then ''
         else coalesce('36:' || entry.seal_key, '-') ||
              coalesce(octet_length(entry.rewritten) || ':' || entry.rewritten, '-') end, 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION is_former_account(d sign_in_directory, token_issuer text, token_subject text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select d.former_accounts @> jsonb_build_array(jsonb_build_array(token_issuer, token_subject))
$function$;

CREATE OR REPLACE FUNCTION is_merge(former jsonb, row_now jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select former - '{account_id,actor_account_id}'::text[] = row_now - '{account_id,actor_account_id}'::text[]
     and former ->> 'account_id' <> row_now ->> 'account_id'
     and row_now ->> 'account_id' = current_account(former ->> 'account_id')
$function$;
grant execute on function is_merge to portal_app;
grant execute on function is_merge to portal_system;

CREATE OR REPLACE FUNCTION is_session_of_super_admin(token_hash bytea)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from session s join portal_user u on u.account_id = s.account_id and u.id = s.user_id
     where s.id_hash = token_hash and u.role = 'SuperAdmin' and u.deactivated_at is null
       and s.expires_at > now() and s.last_seen_at > now() - s.idle_limit)
$function$;

CREATE OR REPLACE FUNCTION keep_a_super_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('super admins'));
  if not exists (select from portal_user u where u.role = 'SuperAdmin' and u.deactivated_at is null) then
    raise check_violation using message = 'the portal keeps at least one super admin', constraint = 'one_super_admin';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION key_of(digest bytea, wanted text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select k.id from api_key k
   where k.key_hash = digest and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
     and exists (select from unnest(k.scopes) scope
                  where scope = wanted or wanted = 'records:write' and scope like 'records:%')
$function$;

CREATE OR REPLACE FUNCTION leave_session(token_hash bytea)
 RETURNS TABLE(issuer text, subject text, id_token text, user_agent text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from session s where s.id_hash = token_hash returning s.issuer, s.subject, s.id_token, s.user_agent
$function$;
grant execute on function leave_session to portal_app;

CREATE OR REPLACE FUNCTION license_words(product text, network text, person text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select concat(product, ' on ' || nullif(network, ''), ' for ' || nullif(trim(person), ''))
$function$;
grant execute on function license_words to portal_app;
grant execute on function license_words to portal_system;

CREATE OR REPLACE FUNCTION list_sessions(member uuid, own bytea)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, last_seen_at timestamp with time zone, ip_address text, user_agent text, is_own boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.id, s.created_at, s.last_seen_at, s.ip_address, s.user_agent, s.id_hash is not distinct from own
    from session s
   where s.account_id = current_setting('portal.account', true) and s.user_id = member
     and s.expires_at > now() and s.last_seen_at > now() - s.idle_limit
   order by s.id_hash is not distinct from own desc, s.last_seen_at desc, s.id
$function$;
grant execute on function list_sessions to portal_app;

CREATE OR REPLACE FUNCTION mail_link_key(key uuid, purpose text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select encode(substr(sha256(convert_to(key::text || ' ' || purpose, 'UTF8')), 1, 16), 'hex')::uuid
$function$;
grant execute on function mail_link_key to portal_app;
grant execute on function mail_link_key to portal_system;

CREATE OR REPLACE FUNCTION name_of_session(token_hash bytea)
 RETURNS TABLE(first_name text, last_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.first_name, s.last_name from session s where s.id_hash = token_hash
$function$;
grant execute on function name_of_session to portal_app;

CREATE OR REPLACE FUNCTION name_session(token_hash bytea, given_first_name text, given_last_name text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update session s set first_name = given_first_name, last_name = given_last_name where s.id_hash = token_hash
$function$;
grant execute on function name_session to portal_app;

CREATE OR REPLACE FUNCTION note_accreditation_checkout(purchase uuid, checkout text, customer text, ends timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update accreditation_purchase
     set state = 'open', checkout_id = checkout, customer_id = customer, expires_at = ends
   where id = purchase and state = 'opened'
$function$;
grant execute on function note_accreditation_checkout to portal_app;
grant execute on function note_accreditation_checkout to portal_system;

CREATE OR REPLACE FUNCTION note_address_conflict(company text, member uuid, address text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update sign_in_directory d
     set conflict_email = address, conflict_at = case when address is not null then coalesce(d.conflict_at, now()) end
   where d.account_id = company and d.user_id = member and d.conflict_email is distinct from address
$function$;
grant execute on function note_address_conflict to portal_app;

CREATE OR REPLACE FUNCTION note_bank_account_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  changed_key text := coalesce(after, before) ->> 'key';
begin
  insert into bank_account_state (account_key, first)
  values (changed_key, case when tg_op <> 'DELETE' and not exists (select from bank_account_change where changed_at < now())
                            then bank_details(new) end)
      on conflict (account_key) do update set changed_at = excluded.changed_at;
  -- The list has the newest change of an account: a confirmation is for what is stored.
  update bank_account_change set seen_at = now() where account_key = changed_key and seen_at is null;
  insert into bank_account_change (account_key, changed_by, was, is_now, changed)
  select changed_key,
         coalesce(nullif(current_setting('portal.sender', true), ''), session_user::text),
         right(coalesce(nullif(before ->> 'iban', ''), before ->> 'account_number'), 4),
         right(coalesce(nullif(after ->> 'iban', ''), after ->> 'account_number'), 4),
         array(select one.key from jsonb_each_text(after) one
                where before is not null and before ->> one.key is distinct from one.value order by 1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_license_runs(accounts text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with known as (
    select account_id, license_id as id from provided_license where account_id = any (accounts)
     union all
    select account_id, license_id from license_extract where account_id = any (accounts)
     union all
    select a.account_id, a.alias from license_alias a join deletion_ahead d on d.kind = 'license' and d.key = a.alias
     where a.account_id = any (accounts)
     union all
    select x.account_id, x.portal_id from license_order_line x join deletion_ahead d on d.kind = 'license' and d.key = x.portal_id
     where x.account_id = any (accounts)),
  ran as materialized (
    select distinct k.account_id, coalesce(a.license_id, k.id) as present
      from known k left join license_alias a on a.account_id = k.account_id and a.alias = k.id)
  update license_order_line x set has_run = true
    from license_order o
   where x.account_id = any (accounts) and not x.has_run
     and o.account_id = x.account_id and o.id = x.order_id and o.status = 'Submitted'
     and (x.item ->> 'customerOrderRequestTypeId' = '1' or x.license_id = x.portal_id)
     and exists (select from ran
                  where ran.account_id = x.account_id
                    and ran.present = coalesce((select a.license_id from license_alias a
                                                 where a.account_id = x.account_id and a.alias = x.portal_id), x.portal_id))
$function$;
grant execute on function note_license_runs to portal_app;
grant execute on function note_license_runs to portal_system;

CREATE OR REPLACE FUNCTION note_rejected_import(token_hash bytea, upload uuid)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with seen as (
    update record_upload u set seen_at = now()
     where u.id = upload and u.seen_at is null and u.state in ('done', 'failed') and is_session_of_super_admin(token_hash)
 returning u.id)
  select exists (select from seen)
$function$;
grant execute on function note_rejected_import to portal_app;

CREATE OR REPLACE FUNCTION note_super_admin_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into super_admin_change (account_id, user_id, email, changed_by, is_granted)
  values (new.account_id, new.id, new.email,
          coalesce(nullif(current_setting('portal.sender', true), ''), session_user::text),
          new.role = 'SuperAdmin' and new.deactivated_at is null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION open_accreditation_purchase(purchase uuid, product text, who jsonb, address text)
 RETURNS TABLE(product_name text, price_cents bigint, currency text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into accreditation_purchase as p (id, product_id, product_name, price_cents, currency, buyer, ip_address)
  select purchase, a.product_id, a.product_name, a.price_cents, a.currency, who, address
    from accreditation_product a where a.product_id = product
  returning p.product_name, p.price_cents, p.currency
$function$;
grant execute on function open_accreditation_purchase to portal_app;
grant execute on function open_accreditation_purchase to portal_system;

CREATE OR REPLACE FUNCTION order_step_rank(step text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case step when 'Accepted' then 1 when 'Scheduled' then 2 when 'Provisioned' then 3 when 'Rejected' then 3
              else 0 end
$function$;
grant execute on function order_step_rank to portal_app;
grant execute on function order_step_rank to portal_system;

CREATE OR REPLACE FUNCTION payment_net_cents(company text, payment uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(-sum(l.amount_cents), 0)::bigint from ledger_entry l
   where l.account_id = company and l.payment_id = payment and l.ledger_account = 'receivable'
$function$;
grant execute on function payment_net_cents to portal_app;
grant execute on function payment_net_cents to portal_system;

CREATE OR REPLACE FUNCTION place_license_ids(accounts text[])
 RETURNS TABLE(account_id text, alias text)
 LANGUAGE sql
AS $function$
  with recursive way as (
    select a.account_id, a.alias, a.is_id as root
      from license_alias a
     where a.account_id = any (accounts)
       and not exists (select from license_alias n where n.account_id = a.account_id and n.alias = a.is_id)
     union all
    select a.account_id, a.alias, w.root
      from way w join license_alias a on a.account_id = w.account_id and a.is_id = w.alias),
  moved as (
    update license_alias a set license_id = w.root
      from way w
     where a.account_id = w.account_id and a.alias = w.alias and a.license_id <> w.root)
  select a.account_id, a.alias from license_alias a
   where a.account_id = any (accounts)
     and not exists (select from way w where w.account_id = a.account_id and w.alias = a.alias)
$function$;
grant execute on function place_license_ids to portal_app;
grant execute on function place_license_ids to portal_system;

CREATE OR REPLACE FUNCTION plain_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select lower(trim(regexp_replace(normalize(coalesce(name, ''), NFKC), '\s+', ' ', 'g')))
$function$;
grant execute on function plain_name to portal_app;
grant execute on function plain_name to portal_system;

CREATE OR REPLACE FUNCTION portal_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$select now()$function$;
grant execute on function portal_now to portal_app;
grant execute on function portal_now to portal_system;

CREATE OR REPLACE FUNCTION possible_licenses(company text, ordered bigint, item jsonb)
 RETURNS TABLE(license_id text, words text, since date, is_exact boolean, names_order boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select r.license_id, license_words(coalesce(p.description, r.product_id), net.name, r.user_name), r.first_since,
         alike.yes and coalesce(r.first_since >= (said.submitted_at at time zone 'UTC')::date, true),
         r.license_order_id is not null
    from (select o.portal_id, o.external_id, o.submitted_at, item ->> 'productSku' as sku, plain_name(item ->> 'networkName') as network,
                 plain_name(item ->> 'userName') as person, plain_name(item ->> 'coveredCompany') as covered
            from license_order o where o.account_id = company and o.id = ordered
          -- So that the names are compared once, and the records are found by an index.
          offset 0) said
   cross join lateral (
         select n.* from provided_license n
          where n.account_id = company and n.product_id = said.sku and n.license_order_id = any (array[said.portal_id, said.external_id])
          union all
         select n.* from provided_license n
          where n.account_id = company and n.product_id = said.sku and n.license_order_id is null
            and plain_name(n.user_name) = said.person) r
    left join product p on p.product_id = r.product_id
    left join company_network own on own.account_id = company and own.network_id = r.network_id
    left join shared_network shared on shared.network_id = r.network_id
   cross join lateral (select coalesce(own.short_name, shared.short_name, r.network_id, '') as name) net
   cross join lateral (select plain_name(net.name) = said.network and plain_name(r.user_name) = said.person
                              and plain_name(r.covered_company) = said.covered as yes) alike
   where (alike.yes or r.license_order_id is not null)
     and not exists (select from asked_line z where z.account_id = company and z.adds and z.portal_id = r.license_id offset 0)
     and not exists (select from license_alias a
                       join asked_line z on z.account_id = company and z.adds and z.portal_id = a.alias
                      where a.account_id = company and a.license_id = r.license_id offset 0)
$function$;
grant execute on function possible_licenses to portal_app;
grant execute on function possible_licenses to portal_system;

CREATE OR REPLACE FUNCTION protect_company_table(company_table regclass, app_rights text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table %s enable row level security', company_table);
  execute format('alter table %s force row level security', company_table);
  execute format(
    'create policy own_company on %s to portal_app
       using (account_id = current_setting(''portal.account'', true))
       with check (account_id = current_setting(''portal.account'', true))', company_table);
  execute format(
    'create policy every_company on %s to portal_system, portal_owner using (true) with check (true)',
    company_table);
  if app_rights <> '' then execute format('grant %s on %s to portal_app', app_rights, company_table); end if;
  execute format('grant select, insert, update, delete on %s to portal_system', company_table);
end $function$;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION refuse_closed_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  closed text;
begin
  select string_agg(distinct w.invoice_number, ', ') into closed
    from (select account_id, first_open_day(account_id) as day
            from (select distinct account_id from written) each) open
    join written w using (account_id) where w.day < open.day;
  if closed is not null then raise exception 'a closed day gets lines of %', left(closed, 200); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION refuse_company_with_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from history_entry h where h.account_id = old.account_id)
     and not exists (select from former_company f where f.former_account_id = old.account_id) then
    raise foreign_key_violation using constraint = 'history_entry_account_id_fkey', message = 'a company with entries stays';
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION refuse_history_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and current_setting('portal.erases', true) = 'on' then return null; end if;
  raise exception '% is append-only', tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if is_merge(to_jsonb(old), to_jsonb(new)) then return new; end if;
  raise exception 'ledger_entry is append-only';
end $function$;

CREATE OR REPLACE FUNCTION refuse_movement_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if is_merge(to_jsonb(old), to_jsonb(new))
     or to_jsonb(old) - 'invoice_category_id' = to_jsonb(new) - 'invoice_category_id' then return new; end if;
  raise exception 'invoice_movement is append-only';
end $function$;

CREATE OR REPLACE FUNCTION refuse_other_key_of_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if is_merge(to_jsonb(old), to_jsonb(new)) then return new; end if;
  raise foreign_key_violation using message = 'an invoice stays with its company and keeps its id';
end $function$;

CREATE OR REPLACE FUNCTION refuse_payment_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and is_merge(to_jsonb(old), to_jsonb(new)) then return new; end if;
  raise foreign_key_violation using message =
    format('a %s stays what it is: payments, their invoices, cards and batches belong together', tg_table_name);
end $function$;

CREATE OR REPLACE FUNCTION remember_provider_account(account text, is_live boolean)
 RETURNS portal_instance
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  remembered portal_instance;
begin
  update portal_instance set provider_account = account, provider_livemode = is_live where provider_account is null;
  if found and is_live then
    insert into charging_stop (kind, reason)
    values ('new_instance', 'The database is new. The card provider is being asked for payments of an earlier one.');
  end if;
  select * into remembered from portal_instance;
  return remembered;
end $function$;
grant execute on function remember_provider_account to portal_app;
grant execute on function remember_provider_account to portal_system;

CREATE OR REPLACE FUNCTION reset_sign_in(company text, member uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update sign_in_directory d
     set former_accounts = case when d.subject is not null
                                then d.former_accounts || jsonb_build_array(jsonb_build_array(d.issuer, d.subject))
                                else '[]' end,
         issuer = null, subject = null, is_replaceable = false, conflict_email = null, conflict_at = null
   where d.account_id = company and d.user_id = member;
  if not found then return false; end if;
  delete from session s where s.account_id = company and s.user_id = member;
  return true;
end $function$;
grant execute on function reset_sign_in to portal_system;

CREATE OR REPLACE FUNCTION reset_sign_in_as(token_hash bytea, company text, member uuid)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select is_session_of_super_admin(token_hash) and reset_sign_in(company, member)
$function$;
grant execute on function reset_sign_in_as to portal_app;

CREATE OR REPLACE FUNCTION returns_by_record(u portal_user, as_of timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(u.deactivated_at = u.books_deleted_at
                  and (as_of is null or u.books_deleted_as_of is null or as_of >= u.books_deleted_as_of), false)
$function$;
grant execute on function returns_by_record to portal_system;

CREATE OR REPLACE FUNCTION seal_history_entry(entry history_entry)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with head as (
    insert into history_head as h (account_id, position, hash)
    values (entry.account_id, 1, history_hash(decode(repeat('00', 32), 'hex'), 1, entry))
        on conflict (account_id) do update
       set position = h.position + 1, hash = history_hash(h.hash, h.position + 1, entry)
 returning h.position, h.hash)
  insert into history_seal (account_id, position, entry_id, hash)
  select entry.account_id, head.position, entry.id, head.hash from head
$function$;

CREATE OR REPLACE FUNCTION seal_imported_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  entry history_entry;
begin
  if exists (select from added a where a.category = 'Import' group by a.account_id having count(*) > 1) then
    for entry in select * from added a where a.category = 'Import' order by a.account_id, a.id loop
      perform seal_history_entry(entry);
    end loop;
    return null;
  end if;
  insert into history_head (account_id)
  select a.account_id from added a where a.category = 'Import' order by a.account_id
      on conflict do nothing;
  -- In a fixed order, so that two imports that write for many companies cannot deadlock.
  perform from history_head h join added a on a.account_id = h.account_id
    where a.category = 'Import' order by h.account_id for update of h;
  update history_head h
     set position = h.position + 1,
         hash = (select history_hash(h.hash, h.position + 1, e) from history_entry e
                  where e.account_id = a.account_id and e.id = a.id)
    from added a where a.category = 'Import' and a.account_id = h.account_id;
  insert into history_seal (account_id, position, entry_id, hash)
  select h.account_id, h.position, a.id, h.hash
    from added a join history_head h on h.account_id = a.account_id where a.category = 'Import';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION seal_new_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  head history_head;
  start bigint;
  entry history_entry;
  entries bigint[] := '{}';
  hashes bytea[] := '{}';
begin
  if exists (select from history_seal s where s.account_id = new.account_id and s.entry_id = new.id) then
    return null;
  end if;
  insert into history_head (account_id) values (new.account_id) on conflict do nothing;
  select h.* into head from history_head h where h.account_id = new.account_id for update;
  start := head.position;
  -- Committed entries of others are sealed, and uncommitted ones are invisible: all of these are ours.
  for entry in
    select e.* from history_entry e
     where e.account_id = new.account_id and e.id >= new.id and e.category <> 'Import'
       and not exists (select from history_seal s where s.account_id = e.account_id and s.entry_id = e.id)
     order by e.id
  loop
    head.position := head.position + 1;
    head.hash := history_hash(head.hash, head.position, entry);
    entries := entries || entry.id;
    hashes := hashes || head.hash;
  end loop;
  insert into history_seal (account_id, position, entry_id, hash)
  select new.account_id, start + s.nth, s.entry_id, s.hash
    from unnest(entries, hashes) with ordinality as s (entry_id, hash, nth);
  update history_head h set position = head.position, hash = head.hash where h.account_id = new.account_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION session_actor(token_hash bytea, wanted text, address text)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  -- JSON: one value costs the server less to read than a column each.
  actor json;
  seen_at timestamptz;
begin
  select json_build_object(
           'userId', s.user_id, 'email', coalesce(u.email, s.guest_email),
           'firstName', u.first_name, 'lastName', u.last_name, 'role', u.role, 'permissions', u.permissions,
           'ownAccountId', own.account_id, 'ownCompanyName', own.name,
           'categoryIds', array(select c.invoice_category_id from user_category c
                                 where c.account_id = s.account_id and c.user_id = s.user_id order by 1),
           'accountId', target.account_id, 'companyName', target.name, 'revision', r.revision + shared.revision,
           'isAutoPayOn', exists (select from autopay_enrolment e
                                   where e.account_id = target.account_id and e.ended_at is null),
           'now', portal_now()),
         s.last_seen_at
    into actor, seen_at
    from session s
    cross join shared_revision shared
    left join portal_user u on u.account_id = s.account_id and u.id = s.user_id
    left join company own on own.account_id = s.account_id
    left join company target on target.account_id = coalesce(wanted, s.account_id)
                            and (u.role = 'SuperAdmin' or target.account_id = s.account_id)
    left join company_revision r on r.account_id = target.account_id
   where s.id_hash = token_hash and u.deactivated_at is null
     and s.expires_at > now() and s.last_seen_at > now() - s.idle_limit;
  if not found then return null; end if;
  -- Once a minute is enough for an idle limit, and avoids a write on every request.
  if seen_at < now() - interval '1 minute' then
    update session s set last_seen_at = now(), ip_address = address where s.id_hash = token_hash;
  end if;
  return actor;
end $function$;
grant execute on function session_actor to portal_app;

CREATE OR REPLACE FUNCTION settle_accreditation_purchase(purchase uuid, checkout text, outcome text, email text, payment text, cents bigint, paid_currency text)
 RETURNS TABLE(settled boolean, state text, product_id text, product_name text, price_cents bigint, currency text, buyer jsonb, buyer_email text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    update accreditation_purchase p
       set state = case when outcome = 'paid'
                         and (cents, upper(paid_currency)) is distinct from (p.price_cents, upper(p.currency))
                        then 'review' else outcome end,
           checkout_id = checkout, buyer_email = email, payment_id = payment, paid_cents = cents, settled_at = now()
     where p.id = purchase and coalesce(p.checkout_id, checkout) = checkout
       and (p.state in ('opened', 'open') or (outcome = 'paid' and p.state = 'expired'))
 returning true, p.state, p.product_id, p.product_name, p.price_cents, p.currency, p.buyer, p.buyer_email;
  if found then return; end if;
  return query
    select false, p.state, p.product_id, p.product_name, p.price_cents, p.currency, p.buyer, p.buyer_email
      from accreditation_purchase p where p.id = purchase and p.checkout_id = checkout;
end $function$;
grant execute on function settle_accreditation_purchase to portal_app;
grant execute on function settle_accreditation_purchase to portal_system;

CREATE OR REPLACE FUNCTION settle_license_ids(accounts text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare circling text[];
begin
  loop
    select array_agg(p.alias) into circling from place_license_ids(accounts) p;
    exit when circling is null;
    with recursive walk as (
      select a.account_id, a.alias as start, a.is_id as place from license_alias a
       where a.account_id = any (accounts) and a.alias = any (circling)
       union
      select w.account_id, w.start, a.is_id
        from walk w join license_alias a on a.account_id = w.account_id and a.alias = w.place),
    circle as (
      select w.account_id, w.start as alias,
             (select min(v.place) from walk v where v.account_id = w.account_id and v.start = w.start) as name
        from walk w where w.place = w.start)
    delete from license_alias a
     using (select distinct on (c.account_id, c.name) c.account_id, c.alias
              from circle c join license_alias said on said.account_id = c.account_id and said.alias = c.alias
             order by c.account_id, c.name, said.said_at, c.alias) oldest
     where a.account_id = oldest.account_id and a.alias = oldest.alias;
  end loop;
end $function$;
grant execute on function settle_license_ids to portal_app;
grant execute on function settle_license_ids to portal_system;

CREATE OR REPLACE FUNCTION sign_in_facts(token_issuer text, token_subject text, verified_email text)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- The users, as a deactivation does first: the other order could deadlock with it.
  perform from sign_in_directory d join portal_user u on u.account_id = d.account_id and u.id = d.user_id
   where (d.issuer = token_issuer and d.subject = token_subject) or d.email_key = address_key(verified_email)
   order by d.email_key for no key update of u;
  return json_build_object(
    'isVerified', verified_email is not null,
    'own', (
      select json_build_object('accountId', d.account_id, 'userId', d.user_id, 'email', u.email,
                               'name', trim(u.first_name || ' ' || u.last_name),
                               'isAddressSame', d.email_key = address_key(verified_email))
        from sign_in_directory d join portal_user u on u.account_id = d.account_id and u.id = d.user_id
       where d.issuer = token_issuer and d.subject = token_subject),
    'holder', (
      select json_build_object(
               'userId', d.user_id, 'hasAccount', d.subject is not null, 'isReplaceable', d.is_replaceable,
               'isSameIssuer', d.issuer is not distinct from token_issuer,
               'isFormer', is_former_account(d, token_issuer, token_subject))
        from sign_in_directory d where d.email_key = address_key(verified_email)));
end $function$;
grant execute on function sign_in_facts to portal_app;

CREATE OR REPLACE FUNCTION spelling_key(spelling text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (spelling ~ '^[!-~]*$'::text) THEN lower((spelling COLLATE "C")) ELSE (lower(upper((TRIM(BOTH FROM regexp_replace(regexp_replace(NORMALIZE(spelling, NFKC), '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]'::text, ''::text, 'g'::text), '[\u0009-\u000d\u0020\u0085\u1680\u2000-\u200a\u2028\u2029]+'::text, ' '::text, 'g'::text)) COLLATE natural_order))) COLLATE "C") END;
grant execute on function spelling_key to portal_app;
grant execute on function spelling_key to portal_system;

CREATE OR REPLACE FUNCTION standing_cents(company_id text, invoice bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select case when i.names_payments then i.books_balance_cents - paid.missing
              when i.books_balance_cents > 0 and paid.net <> 0 then 0
              else i.books_balance_cents end
    from invoice i,
         lateral (select coalesce(sum(p.net), 0)::bigint as net,
                         coalesce(sum(greatest(0, p.net
                           - coalesce((select sum(n.amount_cents) from invoice_portal_payment n
                                        where n.account_id = i.account_id and n.payment_id = p.id), 0)
                           - coalesce((select sum(e.amount_cents) from payment_elsewhere e
                                        where e.account_id = i.account_id and e.payment_id = p.id
                                          and e.released_at is not null), 0))), 0)::bigint as missing
                    from (select id, payment_net_cents(account_id, id) as net from payment_attempt
                           where account_id = i.account_id and invoice_id = i.id and state = 'succeeded'
                             and currency = i.currency) p) paid
   where i.account_id = company_id and i.id = invoice
$function$;
grant execute on function standing_cents to portal_app;
grant execute on function standing_cents to portal_system;

CREATE OR REPLACE FUNCTION start_charging(token_hash bytea, kind text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case when is_session_of_super_admin(token_hash) and kind in ('all', 'automatic')
              then cardinality(end_charging_stops(array[kind])) > 0 else false end
$function$;
grant execute on function start_charging to portal_app;

CREATE OR REPLACE FUNCTION start_company_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into company_revision (account_id) select account_id from added;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION start_session(token_hash bytea, token_issuer text, token_subject text, verified_email text, raw_id_token text, allow_guest boolean, idle interval, absolute interval, super_idle interval, super_absolute interval, address text, agent text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  who portal_user;
begin
  select u.* into who from sign_in_directory d join portal_user u on u.account_id = d.account_id and u.id = d.user_id
   where d.issuer = token_issuer and d.subject = token_subject;
  if not found and verified_email is not null then
    update sign_in_directory d set issuer = token_issuer, subject = token_subject, is_replaceable = false
     where d.email_key = address_key(verified_email)
       and case when d.subject is null
                then not is_former_account(d, token_issuer, token_subject)
                else d.is_replaceable and d.issuer <> token_issuer end;
    select u.* into who from sign_in_directory d join portal_user u on u.account_id = d.account_id and u.id = d.user_id
     where d.issuer = token_issuer and d.subject = token_subject;
  end if;
  if who.id is null and (not allow_guest or verified_email is null) then return 'unknown'; end if;
  insert into session (id_hash, account_id, user_id, guest_email, issuer, subject, id_token, ip_address, user_agent,
                       idle_limit, expires_at)
  values (token_hash, who.account_id, who.id, case when who.id is null then verified_email end,
          token_issuer, token_subject, raw_id_token, address, left(agent, 500),
          case when who.role = 'SuperAdmin' then super_idle else idle end,
          now() + case when who.role = 'SuperAdmin' then super_absolute else absolute end);
  update portal_user u set last_sign_in_at = now() where u.account_id = who.account_id and u.id = who.id;
  return case when who.id is null then 'guest' else 'user' end;
end $function$;
grant execute on function start_session to portal_app;

CREATE OR REPLACE FUNCTION use_api_key(digest bytea, address text)
 RETURNS TABLE(id uuid, scopes text[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- Once a minute is enough to show which keys are in use.
  update api_key k set last_used_at = now(), last_used_from = address
   where k.key_hash = digest and k.revoked_at is null
     and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute' or k.last_used_from <> address);
  return query select k.id, k.scopes from api_key k
    where k.key_hash = digest and k.revoked_at is null and (k.expires_at is null or k.expires_at > now());
end $function$;
grant execute on function use_api_key to portal_app;

CREATE OR REPLACE FUNCTION watch_company_revision(watched regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('create trigger revision_on_insert after insert on %s referencing new table as changed
                  for each statement execute function bump_company_revision()', watched);
  execute format('create trigger revision_on_update after update on %s referencing new table as changed
                  for each statement execute function bump_company_revision()', watched);
  execute format('create trigger revision_on_delete after delete on %s referencing old table as changed
                  for each statement execute function bump_company_revision()', watched);
end $function$;
