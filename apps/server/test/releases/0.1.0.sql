SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE COLLATION public.natural_order (provider = icu, locale = 'en-u-kn');

ALTER COLLATION public.natural_order OWNER TO portal_owner;

CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;

COMMENT ON EXTENSION btree_gin IS 'support for indexing common datatypes in GIN';

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';

CREATE FUNCTION public.accreditation_purchase_status(checkout text) RETURNS TABLE(id uuid, state text, product_name text, price_cents bigint, currency text)
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  update accreditation_purchase p set look_at = now()
   where p.checkout_id = checkout and p.state = 'open' and p.look_at > now()
     and (p.looked_at is null or p.looked_at < now() - interval '15 seconds');
  select p.id, p.state, p.product_name, p.price_cents, p.currency
    from accreditation_purchase p where p.checkout_id = checkout
$$;

ALTER FUNCTION public.accreditation_purchase_status(checkout text) OWNER TO portal_owner;

CREATE FUNCTION public.add_to_upload(digest bytea, upload uuid, nth integer, content bytea) RETURNS boolean
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  with mine as (
    update record_upload u set bytes = bytes + octet_length(content)
     where u.id = upload and u.state = 'receiving' and u.api_key_id = key_of(digest, 'records:write')
 returning u.id),
  kept as (insert into record_chunk (upload_id, nth, content) select id, nth, content from mine)
  select exists (select from mine)
$$;

ALTER FUNCTION public.add_to_upload(digest bytea, upload uuid, nth integer, content bytea) OWNER TO portal_owner;

CREATE FUNCTION public.address_key(email text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$ select lower(email collate "C") $$;

ALTER FUNCTION public.address_key(email text) OWNER TO portal_owner;

CREATE FUNCTION public.analyze_licenses() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  analyze license_order, license_order_line, license_order_step, license, provided_license;
end $$;

ALTER FUNCTION public.analyze_licenses() OWNER TO portal_owner;

CREATE FUNCTION public.attention_counts(token_hash bytea) RETURNS TABLE(list text, total bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if not is_session_of_super_admin(token_hash) then return; end if;
  -- Refunds and disputes of the week are listed, but most need no action.
  return query select a.list, count(*) from attention_item a where a.list <> 'moneyBack' group by a.list;
end $$;

ALTER FUNCTION public.attention_counts(token_hash bytea) OWNER TO portal_owner;

CREATE FUNCTION public.attention_items(token_hash bytea, wanted text, at_most integer) RETURNS TABLE(list text, account_id text, company_name text, item_id text, subject text, invoice_number text, amount_cents bigint, currency text, detail text, payments jsonb, can_act boolean, since timestamp with time zone, total bigint)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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
end $$;

ALTER FUNCTION public.attention_items(token_hash bytea, wanted text, at_most integer) OWNER TO portal_owner;

CREATE FUNCTION public.begin_upload(digest bytea, dry_run boolean, skip_rejects boolean, at_most integer) RETURNS uuid
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select from api_key where id = key_of(digest, 'records:write') for no key update;
  insert into record_upload (api_key_id, dry_run, skip_rejects)
  select k, dry_run, skip_rejects from key_of(digest, 'records:write') k
   where k is not null
     and (select count(*) from record_upload u where u.api_key_id = k and u.state in ('receiving', 'waiting')) < at_most
  returning id
$$;

ALTER FUNCTION public.begin_upload(digest bytea, dry_run boolean, skip_rejects boolean, at_most integer) OWNER TO portal_owner;

CREATE FUNCTION public.bump_company_revision() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update company_revision r set revision = r.revision + 1
   where r.account_id in (select distinct c.account_id from changed c);
  return null;
end $$;

ALTER FUNCTION public.bump_company_revision() OWNER TO portal_owner;

CREATE FUNCTION public.bump_for_payments() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update company_revision r set revision = r.revision + 1
   where r.account_id in (
           select c.account_id from changed c join former f using (account_id, id)
            where (c.state, c.settled_at, c.posted_at, c.invoice_id)
                  is distinct from (f.state, f.settled_at, f.posted_at, f.invoice_id));
  return null;
end $$;

ALTER FUNCTION public.bump_for_payments() OWNER TO portal_owner;

CREATE FUNCTION public.bump_shared_revision() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update shared_revision set revision = revision + 1 where exists (select from changed);
  return null;
end $$;

ALTER FUNCTION public.bump_shared_revision() OWNER TO portal_owner;

CREATE FUNCTION public.chargeable_cents(company text, invoice bigint) RETURNS bigint
    LANGUAGE sql STABLE
    AS $$
  select greatest(i.amount_cents, i.books_balance_cents + coalesce(
           (select sum(n.amount_cents) from invoice_portal_payment n
             where n.account_id = i.account_id and n.invoice_id = i.id), 0))
       - coalesce(
           (select sum(payment_net_cents(p.account_id, p.id) - coalesce(
                    (select sum(n.amount_cents) from invoice_portal_payment n
                      where n.account_id = p.account_id and n.payment_id = p.id and n.invoice_id <> p.invoice_id), 0))
              from payment_attempt p
             where p.account_id = i.account_id and p.invoice_id = i.id and p.state = 'succeeded'), 0)
    from invoice i where i.account_id = company and i.id = invoice
$$;

ALTER FUNCTION public.chargeable_cents(company text, invoice bigint) OWNER TO portal_owner;

CREATE FUNCTION public.check_invoice_of_lines() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if exists (select from (select distinct account_id, invoice_id from written) l
              where not exists (select from invoice i
                                 where i.account_id = l.account_id and i.id = l.invoice_id)) then
    raise foreign_key_violation using message = 'a line of no invoice of its company';
  end if;
  return null;
end $$;

ALTER FUNCTION public.check_invoice_of_lines() OWNER TO portal_owner;

CREATE FUNCTION public.check_ledger_balance() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  odd uuid;
begin
  select w.transaction_id into odd
    from written w group by w.account_id, w.transaction_id, w.currency having sum(w.amount_cents) <> 0 limit 1;
  if found then
    raise exception 'ledger transaction % does not add up to zero', odd;
  end if;
  return null;
end $$;

ALTER FUNCTION public.check_ledger_balance() OWNER TO portal_owner;

CREATE FUNCTION public.check_opened_payments() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
end $$;

ALTER FUNCTION public.check_opened_payments() OWNER TO portal_owner;

CREATE FUNCTION public.close_reviewed_purchase(token_hash bytea, purchase uuid, outcome text) RETURNS boolean
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  with closed as (
    update accreditation_purchase p set state = outcome
     where p.id = purchase and p.state = 'review' and outcome in ('paid', 'expired')
       and is_session_of_super_admin(token_hash)
 returning p.id)
  select exists (select from closed)
$$;

ALTER FUNCTION public.close_reviewed_purchase(token_hash bytea, purchase uuid, outcome text) OWNER TO portal_owner;

CREATE FUNCTION public.company_of_card(provider_card text) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select c.account_id from card c where c.provider_card_id = provider_card and c.removed_at is null limit 1
$$;

ALTER FUNCTION public.company_of_card(provider_card text) OWNER TO portal_owner;

CREATE FUNCTION public.company_of_invite(code text) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select i.account_id from invite i where i.invite_code = code
$$;

ALTER FUNCTION public.company_of_invite(code text) OWNER TO portal_owner;

CREATE FUNCTION public.confirm_bank_account_change(token_hash bytea, change uuid) RETURNS text
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  update bank_account_change c set seen_at = now()
   where c.id = change and c.seen_at is null and is_session_of_super_admin(token_hash)
returning c.account_key
$$;

ALTER FUNCTION public.confirm_bank_account_change(token_hash bytea, change uuid) OWNER TO portal_owner;

CREATE FUNCTION public.day_or(said text, otherwise date) RETURNS date
    LANGUAGE plpgsql STABLE
    AS $$
begin
  if said is null or said !~ '^\d{4}-\d{2}-\d{2}' then return otherwise; end if;
  return left(said, 10)::date;
exception when others then return otherwise;
end $$;

ALTER FUNCTION public.day_or(said text, otherwise date) OWNER TO portal_owner;

CREATE FUNCTION public.delete_lines_of_invoices() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from invoice_line l using gone g where l.account_id = g.account_id and l.invoice_id = g.id;
  return null;
end $$;

ALTER FUNCTION public.delete_lines_of_invoices() OWNER TO portal_owner;

CREATE FUNCTION public.end_charging_stops(kinds text[]) RETURNS text[]
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  update unknown_intent set acknowledged_at = now() where acknowledged_at is null and 'automatic' = any (kinds);
  with ended as (delete from charging_stop s where s.kind = any (kinds) returning s.kind)
  select coalesce(array_agg(kind), '{}') from ended
$$;

ALTER FUNCTION public.end_charging_stops(kinds text[]) OWNER TO portal_owner;

CREATE FUNCTION public.end_session(token_hash bytea) RETURNS text
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  delete from session s where s.id_hash = token_hash returning s.id_token
$$;

ALTER FUNCTION public.end_session(token_hash bytea) OWNER TO portal_owner;

CREATE FUNCTION public.end_sessions(member uuid, wanted uuid, own bytea) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  with ended as (
    delete from session s
     where s.account_id = current_setting('portal.account', true) and s.user_id = member
       and (wanted is null or s.id = wanted) and s.id_hash is distinct from own
 returning s.id)
  select count(*) from ended
$$;

ALTER FUNCTION public.end_sessions(member uuid, wanted uuid, own bytea) OWNER TO portal_owner;

CREATE FUNCTION public.end_upload(digest bytea, upload uuid, is_whole boolean) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  update record_upload u
     set state = case when is_whole then 'waiting' else 'failed' end,
         problem = case when not is_whole then 'It broke off before its end.' end,
         finished_at = case when not is_whole then clock_timestamp() end
   where u.id = upload and u.state = 'receiving' and u.api_key_id = key_of(digest, 'records:write');
  delete from record_chunk c where c.upload_id = upload and not is_whole
$$;

ALTER FUNCTION public.end_upload(digest bytea, upload uuid, is_whole boolean) OWNER TO portal_owner;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.outbox_event (
    account_id text NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    written bigint NOT NULL,
    "position" bigint,
    previous_position bigint,
    type text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    data jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    delivered_at timestamp with time zone,
    skipped_at timestamp with time zone,
    CONSTRAINT outbox_event_account_id_check CHECK (((account_id = '-'::text) OR (account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'::text)))
);

ALTER TABLE ONLY public.outbox_event FORCE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_event OWNER TO portal_owner;

COMMENT ON TABLE public.outbox_event IS 'Events for the provider''s own systems: written in the transaction of their change, delivered and offered afterwards (decision 0013).';

CREATE FUNCTION public.events_after(digest bytea, after bigint, at_most integer) RETURNS SETOF public.outbox_event
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select e.* from outbox_event e
   where e.position > after
     and exists (select from api_key k
                  where k.key_hash = digest and 'events:read' = any (k.scopes) and k.revoked_at is null
                    and (k.expires_at is null or k.expires_at > now()))
   order by e.position limit at_most
$$;

ALTER FUNCTION public.events_after(digest bytea, after bigint, at_most integer) OWNER TO portal_owner;

CREATE FUNCTION public.events_kept() RETURNS TABLE(swept bigint, last bigint)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select swept, position from outbox_end
$$;

ALTER FUNCTION public.events_kept() OWNER TO portal_owner;

CREATE FUNCTION public.find_upload(digest bytea, upload uuid) RETURNS TABLE(id uuid, state text, created_at timestamp with time zone, bytes bigint, finished_at timestamp with time zone, report json, problem text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select u.id, u.state, u.created_at, u.bytes, u.finished_at, u.report, u.problem
    from record_upload u where u.id = upload and u.api_key_id = key_of(digest, 'records:write')
$$;

ALTER FUNCTION public.find_upload(digest bytea, upload uuid) OWNER TO portal_owner;

CREATE FUNCTION public.follow_user() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if tg_op = 'INSERT' then
    if new.deactivated_at is null then
      insert into sign_in_directory (email_key, account_id, user_id)
      values (address_key(new.email), new.account_id, new.id);
    end if;
  elsif new.deactivated_at is not null and old.deactivated_at is null then
    delete from sign_in_directory d where d.account_id = old.account_id and d.user_id = old.id;
    delete from session s where s.account_id = old.account_id and s.user_id = old.id;
  elsif new.deactivated_at is null and old.deactivated_at is not null then
    insert into sign_in_directory (email_key, account_id, user_id)
    values (address_key(new.email), new.account_id, new.id);
  elsif address_key(new.email) <> address_key(old.email) then
    update sign_in_directory d set email_key = address_key(new.email)
     where d.account_id = new.account_id and d.user_id = new.id;
  end if;
  return null;
end $$;

ALTER FUNCTION public.follow_user() OWNER TO portal_owner;

CREATE TABLE public.history_entry (
    account_id text NOT NULL,
    id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    actor_id uuid,
    actor_account_id text,
    actor_name text NOT NULL,
    ip_address text NOT NULL,
    category text NOT NULL,
    entry_type text NOT NULL,
    description text NOT NULL,
    payment_id uuid,
    CONSTRAINT history_entry_actor_account_id_check CHECK ((actor_account_id <> ''::text))
);

ALTER TABLE ONLY public.history_entry FORCE ROW LEVEL SECURITY;

ALTER TABLE public.history_entry OWNER TO portal_owner;

COMMENT ON TABLE public.history_entry IS 'What people and the portal did in a company, append-only.';

CREATE FUNCTION public.history_hash(previous bytea, place bigint, entry public.history_entry) RETURNS bytea
    LANGUAGE sql STABLE
    AS $$
  select sha256(previous || convert_to(
    'v2' ||
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
    coalesce('36:' || entry.payment_id, '-'), 'UTF8'))
$$;

ALTER FUNCTION public.history_hash(previous bytea, place bigint, entry public.history_entry) OWNER TO portal_owner;

CREATE FUNCTION public.is_session_of_super_admin(token_hash bytea) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select exists (
    select from session s join portal_user u on u.account_id = s.account_id and u.id = s.user_id
     where s.id_hash = token_hash and u.role = 'SuperAdmin' and u.deactivated_at is null
       and s.expires_at > now() and s.last_seen_at > now() - s.idle_limit)
$$;

ALTER FUNCTION public.is_session_of_super_admin(token_hash bytea) OWNER TO portal_owner;

CREATE FUNCTION public.keep_a_super_admin() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform pg_advisory_xact_lock(hashtext('super admins'));
  if not exists (select from portal_user u where u.role = 'SuperAdmin' and u.deactivated_at is null) then
    raise check_violation using message = 'the portal keeps at least one super admin', constraint = 'one_super_admin';
  end if;
  return null;
end $$;

ALTER FUNCTION public.keep_a_super_admin() OWNER TO portal_owner;

CREATE FUNCTION public.key_of(digest bytea, wanted text) RETURNS uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select k.id from api_key k
   where k.key_hash = digest and wanted = any (k.scopes) and k.revoked_at is null
     and (k.expires_at is null or k.expires_at > now())
$$;

ALTER FUNCTION public.key_of(digest bytea, wanted text) OWNER TO portal_owner;

CREATE FUNCTION public.leave_session(token_hash bytea) RETURNS TABLE(issuer text, subject text, id_token text, user_agent text)
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  delete from session s where s.id_hash = token_hash returning s.issuer, s.subject, s.id_token, s.user_agent
$$;

ALTER FUNCTION public.leave_session(token_hash bytea) OWNER TO portal_owner;

CREATE FUNCTION public.list_sessions(member uuid, own bytea) RETURNS TABLE(id uuid, created_at timestamp with time zone, last_seen_at timestamp with time zone, ip_address text, user_agent text, is_own boolean)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select s.id, s.created_at, s.last_seen_at, s.ip_address, s.user_agent, s.id_hash is not distinct from own
    from session s
   where s.account_id = current_setting('portal.account', true) and s.user_id = member
     and s.expires_at > now() and s.last_seen_at > now() - s.idle_limit
   order by s.id_hash is not distinct from own desc, s.last_seen_at desc, s.id
$$;

ALTER FUNCTION public.list_sessions(member uuid, own bytea) OWNER TO portal_owner;

CREATE FUNCTION public.note_accreditation_checkout(purchase uuid, checkout text, customer text, ends timestamp with time zone) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  update accreditation_purchase
     set state = 'open', checkout_id = checkout, customer_id = customer, expires_at = ends
   where id = purchase and state = 'opened'
$$;

ALTER FUNCTION public.note_accreditation_checkout(purchase uuid, checkout text, customer text, ends timestamp with time zone) OWNER TO portal_owner;

CREATE FUNCTION public.note_bank_account_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

ALTER FUNCTION public.note_bank_account_change() OWNER TO portal_owner;

CREATE FUNCTION public.note_rejected_import(token_hash bytea, upload uuid) RETURNS boolean
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  with seen as (
    update record_upload u set seen_at = now()
     where u.id = upload and u.seen_at is null and u.state in ('done', 'failed') and is_session_of_super_admin(token_hash)
 returning u.id)
  select exists (select from seen)
$$;

ALTER FUNCTION public.note_rejected_import(token_hash bytea, upload uuid) OWNER TO portal_owner;

CREATE FUNCTION public.note_super_admin_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  insert into super_admin_change (account_id, user_id, email, changed_by, is_granted)
  values (new.account_id, new.id, new.email,
          coalesce(nullif(current_setting('portal.sender', true), ''), session_user::text),
          new.role = 'SuperAdmin' and new.deactivated_at is null);
  return null;
end $$;

ALTER FUNCTION public.note_super_admin_change() OWNER TO portal_owner;

CREATE FUNCTION public.open_accreditation_purchase(purchase uuid, product text, who jsonb, address text) RETURNS TABLE(product_name text, price_cents bigint, currency text)
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  insert into accreditation_purchase as p (id, product_id, product_name, price_cents, currency, buyer, ip_address)
  select purchase, a.product_id, a.product_name, a.price_cents, a.currency, who, address
    from accreditation_product a where a.product_id = product
  returning p.product_name, p.price_cents, p.currency
$$;

ALTER FUNCTION public.open_accreditation_purchase(purchase uuid, product text, who jsonb, address text) OWNER TO portal_owner;

CREATE FUNCTION public.order_step_rank(step text) RETURNS integer
    LANGUAGE sql IMMUTABLE
    AS $$
  select case step when 'Accepted' then 1 when 'Scheduled' then 2 when 'Provisioned' then 3 when 'Rejected' then 3
              else 0 end
$$;

ALTER FUNCTION public.order_step_rank(step text) OWNER TO portal_owner;

CREATE FUNCTION public.payment_net_cents(company text, payment uuid) RETURNS bigint
    LANGUAGE sql STABLE
    AS $$
  select coalesce(-sum(l.amount_cents), 0)::bigint from ledger_entry l
   where l.account_id = company and l.payment_id = payment and l.ledger_account = 'receivable'
$$;

ALTER FUNCTION public.payment_net_cents(company text, payment uuid) OWNER TO portal_owner;

CREATE FUNCTION public.portal_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$select now()$$;

ALTER FUNCTION public.portal_now() OWNER TO portal_owner;

CREATE FUNCTION public.protect_company_table(company_table regclass, app_rights text) RETURNS void
    LANGUAGE plpgsql
    AS $$
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
end $$;

ALTER FUNCTION public.protect_company_table(company_table regclass, app_rights text) OWNER TO portal_owner;

CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

ALTER FUNCTION public.refuse_change() OWNER TO portal_owner;

CREATE FUNCTION public.refuse_other_key_of_invoice() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise foreign_key_violation using message = 'an invoice stays with its company and keeps its id';
end $$;

ALTER FUNCTION public.refuse_other_key_of_invoice() OWNER TO portal_owner;

CREATE FUNCTION public.refuse_payment_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise foreign_key_violation using message =
    format('a %s stays what it is: payments, their invoices, cards and batches belong together', tg_table_name);
end $$;

ALTER FUNCTION public.refuse_payment_change() OWNER TO portal_owner;

CREATE TABLE public.portal_instance (
    one boolean DEFAULT true NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    provider_account text,
    provider_livemode boolean,
    CONSTRAINT account_with_mode CHECK (((provider_account IS NULL) = (provider_livemode IS NULL))),
    CONSTRAINT portal_instance_one_check CHECK (one)
);

ALTER TABLE public.portal_instance OWNER TO portal_owner;

COMMENT ON TABLE public.portal_instance IS 'Which portal this database is, and which account of the card provider its payments are on (decision 0027).';

CREATE FUNCTION public.remember_provider_account(account text, is_live boolean) RETURNS public.portal_instance
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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
end $$;

ALTER FUNCTION public.remember_provider_account(account text, is_live boolean) OWNER TO portal_owner;

CREATE FUNCTION public.seal_history_entry(entry public.history_entry) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  with head as (
    insert into history_head as h (account_id, position, hash)
    values (entry.account_id, 1, history_hash(decode(repeat('00', 32), 'hex'), 1, entry))
        on conflict (account_id) do update
       set position = h.position + 1, hash = history_hash(h.hash, h.position + 1, entry)
 returning h.position, h.hash)
  insert into history_seal (account_id, position, entry_id, hash)
  select entry.account_id, head.position, entry.id, head.hash from head
$$;

ALTER FUNCTION public.seal_history_entry(entry public.history_entry) OWNER TO portal_owner;

CREATE FUNCTION public.seal_imported_entries() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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
end $$;

ALTER FUNCTION public.seal_imported_entries() OWNER TO portal_owner;

CREATE FUNCTION public.seal_new_entry() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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
end $$;

ALTER FUNCTION public.seal_new_entry() OWNER TO portal_owner;

CREATE FUNCTION public.session_actor(token_hash bytea, wanted text, address text) RETURNS json
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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
end $$;

ALTER FUNCTION public.session_actor(token_hash bytea, wanted text, address text) OWNER TO portal_owner;

CREATE FUNCTION public.settle_accreditation_purchase(purchase uuid, checkout text, outcome text, email text, payment text, cents bigint, paid_currency text) RETURNS TABLE(settled boolean, state text, product_id text, product_name text, price_cents bigint, currency text, buyer jsonb, buyer_email text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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
end $$;

ALTER FUNCTION public.settle_accreditation_purchase(purchase uuid, checkout text, outcome text, email text, payment text, cents bigint, paid_currency text) OWNER TO portal_owner;

CREATE FUNCTION public.start_charging(token_hash bytea, kind text) RETURNS boolean
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select case when is_session_of_super_admin(token_hash) and kind in ('all', 'automatic')
              then cardinality(end_charging_stops(array[kind])) > 0 else false end
$$;

ALTER FUNCTION public.start_charging(token_hash bytea, kind text) OWNER TO portal_owner;

CREATE FUNCTION public.start_company_revision() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into company_revision (account_id) select account_id from added;
  return null;
end $$;

ALTER FUNCTION public.start_company_revision() OWNER TO portal_owner;

CREATE FUNCTION public.start_session(token_hash bytea, token_issuer text, token_subject text, verified_email text, raw_id_token text, allow_guest boolean, idle interval, absolute interval, super_idle interval, super_absolute interval, address text, agent text) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  who portal_user;
begin
  select u.* into who from sign_in_directory d join portal_user u on u.account_id = d.account_id and u.id = d.user_id
   where d.issuer = token_issuer and d.subject = token_subject;
  if not found and verified_email is not null then
    update sign_in_directory d set issuer = token_issuer, subject = token_subject
     where d.email_key = address_key(verified_email) and d.subject is null;
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
end $$;

ALTER FUNCTION public.start_session(token_hash bytea, token_issuer text, token_subject text, verified_email text, raw_id_token text, allow_guest boolean, idle interval, absolute interval, super_idle interval, super_absolute interval, address text, agent text) OWNER TO portal_owner;

CREATE FUNCTION public.use_api_key(digest bytea, address text) RETURNS TABLE(id uuid, scopes text[])
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  -- Once a minute is enough to show which keys are in use.
  update api_key k set last_used_at = now(), last_used_from = address
   where k.key_hash = digest and k.revoked_at is null
     and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute' or k.last_used_from <> address);
  return query select k.id, k.scopes from api_key k
    where k.key_hash = digest and k.revoked_at is null and (k.expires_at is null or k.expires_at > now());
end $$;

ALTER FUNCTION public.use_api_key(digest bytea, address text) OWNER TO portal_owner;

CREATE FUNCTION public.watch_company_revision(watched regclass) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  execute format('create trigger revision_on_insert after insert on %s referencing new table as changed
                  for each statement execute function bump_company_revision()', watched);
  execute format('create trigger revision_on_update after update on %s referencing new table as changed
                  for each statement execute function bump_company_revision()', watched);
  execute format('create trigger revision_on_delete after delete on %s referencing old table as changed
                  for each statement execute function bump_company_revision()', watched);
end $$;

ALTER FUNCTION public.watch_company_revision(watched regclass) OWNER TO portal_owner;

CREATE TABLE public.access_request (
    account_id text NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    permission text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_at timestamp with time zone,
    decided_by uuid,
    granted boolean
);

ALTER TABLE ONLY public.access_request FORCE ROW LEVEL SECURITY;

ALTER TABLE public.access_request OWNER TO portal_owner;

COMMENT ON TABLE public.access_request IS 'A member asks the managers for one permission.';

CREATE TABLE public.accreditation_product (
    product_id text NOT NULL,
    product_name text NOT NULL,
    price_cents bigint NOT NULL,
    currency text DEFAULT 'USD'::text NOT NULL,
    CONSTRAINT accreditation_product_price_cents_check CHECK ((price_cents > 0)),
    CONSTRAINT accreditation_product_product_id_check CHECK (((length(product_id) >= 1) AND (length(product_id) <= 64)))
);

ALTER TABLE public.accreditation_product OWNER TO portal_owner;

COMMENT ON TABLE public.accreditation_product IS 'The accreditations that visitors can buy.';

CREATE TABLE public.accreditation_purchase (
    id uuid NOT NULL,
    product_id text NOT NULL,
    product_name text NOT NULL,
    price_cents bigint NOT NULL,
    currency text NOT NULL,
    buyer jsonb NOT NULL,
    ip_address text NOT NULL,
    state text DEFAULT 'opened'::text NOT NULL,
    checkout_id text,
    customer_id text,
    buyer_email text,
    payment_id text,
    paid_cents bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    settled_at timestamp with time zone,
    look_at timestamp with time zone DEFAULT (now() + '00:05:00'::interval) NOT NULL,
    looked_at timestamp with time zone,
    CONSTRAINT accreditation_purchase_price_cents_check CHECK ((price_cents > 0)),
    CONSTRAINT accreditation_purchase_state_check CHECK ((state = ANY (ARRAY['opened'::text, 'open'::text, 'paid'::text, 'expired'::text, 'review'::text])))
);

ALTER TABLE public.accreditation_purchase OWNER TO portal_owner;

COMMENT ON TABLE public.accreditation_purchase IS 'The purchases of visitors.';

CREATE TABLE public.api_key (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    prefix text NOT NULL,
    key_hash bytea NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone,
    last_used_from text,
    turn_at timestamp with time zone,
    revoked_at timestamp with time zone,
    CONSTRAINT api_key_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT api_key_scopes_check CHECK (((scopes <@ ARRAY['records:write'::text, 'events:read'::text]) AND (cardinality(scopes) > 0)))
);

ALTER TABLE public.api_key OWNER TO portal_owner;

COMMENT ON TABLE public.api_key IS 'Keys of the provider''s systems. Only a digest is kept.';

CREATE TABLE public.applied_migration (
    name text NOT NULL,
    digest text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.applied_migration OWNER TO portal_owner;

CREATE TABLE public.arriving_invoice_line (
    account_id text NOT NULL,
    invoice_id bigint NOT NULL,
    line_no integer NOT NULL,
    product_name text DEFAULT ''::text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    more_info text DEFAULT ''::text NOT NULL,
    quantity numeric(18,4),
    sales_price numeric(18,4),
    total_cents bigint NOT NULL,
    city text DEFAULT ''::text NOT NULL,
    state text DEFAULT ''::text NOT NULL,
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
)
PARTITION BY LIST (account_id);

ALTER TABLE public.arriving_invoice_line OWNER TO portal_owner;

COMMENT ON TABLE public.arriving_invoice_line IS 'Has no rows: COPY into it writes to invoice_line, its only partition (decision 0019).';

CREATE TABLE public.bank_account_change (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    account_key text NOT NULL,
    changed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    changed_by text NOT NULL,
    was text,
    is_now text,
    changed text[] NOT NULL,
    told_at timestamp with time zone,
    seen_at timestamp with time zone
);

ALTER TABLE public.bank_account_change OWNER TO portal_owner;

COMMENT ON TABLE public.bank_account_change IS 'Every change of bank details, by any statement, because a wrong account redirects money. No role can write or delete rows.';

CREATE TABLE public.invoice (
    account_id text NOT NULL,
    id bigint NOT NULL,
    invoice_number text NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    customer_number text DEFAULT ''::text NOT NULL,
    invoice_type text DEFAULT ''::text NOT NULL,
    invoice_category_id integer NOT NULL,
    source text DEFAULT ''::text NOT NULL,
    subsidiary text DEFAULT ''::text NOT NULL,
    invoice_date date NOT NULL,
    due_date date,
    service_month text DEFAULT ''::text NOT NULL,
    service_period text DEFAULT ''::text NOT NULL,
    is_late_fee boolean DEFAULT false NOT NULL,
    charged_in_books boolean DEFAULT false NOT NULL,
    has_pdf boolean DEFAULT true NOT NULL,
    has_xls boolean DEFAULT true NOT NULL,
    currency text NOT NULL,
    amount_cents bigint NOT NULL,
    books_balance_cents bigint NOT NULL,
    names_payments boolean DEFAULT false NOT NULL,
    named_by_person boolean DEFAULT false NOT NULL,
    collect_at timestamp with time zone,
    person_collects_at timestamp with time zone,
    record_digest bytea,
    CONSTRAINT invoice_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT invoice_invoice_number_check CHECK (((length(invoice_number) >= 1) AND (length(invoice_number) <= 64))),
    CONSTRAINT person_names_payments CHECK ((names_payments OR (NOT named_by_person)))
);

ALTER TABLE ONLY public.invoice FORCE ROW LEVEL SECURITY;

ALTER TABLE public.invoice OWNER TO portal_owner;

COMMENT ON TABLE public.invoice IS 'The invoices as last sent by the books. Written by imports, and by a person who explains a balance or requests money again.';

CREATE TABLE public.invoice_portal_payment (
    account_id text NOT NULL,
    invoice_id bigint NOT NULL,
    payment_id uuid NOT NULL,
    amount_cents bigint NOT NULL,
    CONSTRAINT invoice_portal_payment_amount_cents_check CHECK ((amount_cents >= 0))
);

ALTER TABLE ONLY public.invoice_portal_payment FORCE ROW LEVEL SECURITY;

ALTER TABLE public.invoice_portal_payment OWNER TO portal_owner;

COMMENT ON TABLE public.invoice_portal_payment IS 'How much of each portal payment the balance of an invoice contains, net of refunds, by its newest record (decision 0025).';

CREATE TABLE public.invoice_question (
    account_id text NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    invoice_number text NOT NULL,
    "position" integer NOT NULL,
    line jsonb NOT NULL,
    message text NOT NULL,
    evidence text,
    asked_at timestamp with time zone DEFAULT public.portal_now() NOT NULL,
    actor_id uuid NOT NULL,
    actor_account_id text NOT NULL,
    actor_name text NOT NULL,
    request_key text NOT NULL,
    withdrawn_at timestamp with time zone,
    answer text,
    answered_by text,
    answered_at timestamp with time zone,
    answer_date timestamp with time zone,
    answer_digest bytea,
    answer_noted_at timestamp with time zone,
    told_digest bytea,
    provider_told text,
    CONSTRAINT answers_are_whole CHECK ((num_nonnulls(answer, answered_at, answer_digest, answer_noted_at) =
CASE
    WHEN (answer IS NULL) THEN 0
    ELSE 4
END)),
    CONSTRAINT invoice_question_answer_check CHECK ((answer <> ''::text)),
    CONSTRAINT invoice_question_message_check CHECK (((length(message) >= 1) AND (length(message) <= 2000))),
    CONSTRAINT invoice_question_position_check CHECK (("position" > 0)),
    CONSTRAINT invoice_question_provider_told_check CHECK ((provider_told = ANY (ARRAY['asked'::text, 'withdrawn'::text])))
);

ALTER TABLE ONLY public.invoice_question FORCE ROW LEVEL SECURITY;

ALTER TABLE public.invoice_question OWNER TO portal_owner;

COMMENT ON TABLE public.invoice_question IS 'What users ask the provider about lines of invoices, and the answers, which arrive as records (decision 0073).';

CREATE TABLE public.mail (
    account_id text NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    about text NOT NULL,
    kind text NOT NULL,
    recipient text NOT NULL,
    is_required boolean DEFAULT false NOT NULL,
    subject text NOT NULL,
    content jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    next_try_at timestamp with time zone DEFAULT now() NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    sent_at timestamp with time zone,
    last_error text,
    given_up_at timestamp with time zone,
    CONSTRAINT mail_of_company_or_visitor CHECK (((account_id = '-'::text) OR (account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'::text)))
);

ALTER TABLE ONLY public.mail FORCE ROW LEVEL SECURITY;

ALTER TABLE public.mail OWNER TO portal_owner;

COMMENT ON TABLE public.mail IS 'Mails to be sent: written in the transaction of their change, sent by the worker afterwards.';

CREATE TABLE public.payment_attempt (
    account_id text NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    invoice_id bigint,
    card_id uuid,
    batch_id uuid,
    invoice_number text NOT NULL,
    on_session boolean DEFAULT false NOT NULL,
    was_asked boolean DEFAULT false NOT NULL,
    request_key text,
    request_id text,
    amount_cents bigint NOT NULL,
    currency text NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    is_adopted boolean DEFAULT false NOT NULL,
    actor_id uuid,
    actor_account_id text,
    actor_name text NOT NULL,
    ip_address text NOT NULL,
    intent_id text,
    failure_code text,
    failure_message text,
    needs_person text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    settled_at timestamp with time zone,
    posted_at timestamp with time zone,
    lease_until timestamp with time zone DEFAULT (now() + '00:01:00'::interval) NOT NULL,
    CONSTRAINT only_adopted_lack_what_they_are_of CHECK ((is_adopted OR ((invoice_id IS NOT NULL) AND (card_id IS NOT NULL)))),
    CONSTRAINT only_success_is_posted CHECK (((posted_at IS NULL) OR (state = 'succeeded'::text))),
    CONSTRAINT payment_attempt_amount_cents_check CHECK ((amount_cents > 0)),
    CONSTRAINT payment_attempt_state_check CHECK ((state = ANY (ARRAY['open'::text, 'requires_action'::text, 'succeeded'::text, 'failed'::text]))),
    CONSTRAINT settled_when_final CHECK (((state = ANY (ARRAY['succeeded'::text, 'failed'::text])) = (settled_at IS NOT NULL)))
);

ALTER TABLE ONLY public.payment_attempt FORCE ROW LEVEL SECURITY;

ALTER TABLE public.payment_attempt OWNER TO portal_owner;

COMMENT ON TABLE public.payment_attempt IS 'One charge of one invoice, recorded before any call to the provider (decision 0029).';

CREATE TABLE public.payment_dispute (
    account_id text NOT NULL,
    id text NOT NULL,
    payment_id uuid NOT NULL,
    amount_cents bigint NOT NULL,
    state text NOT NULL,
    went_back_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT lost_went_back CHECK (((state = 'lost'::text) = (went_back_at IS NOT NULL))),
    CONSTRAINT payment_dispute_amount_cents_check CHECK ((amount_cents > 0)),
    CONSTRAINT payment_dispute_state_check CHECK ((state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
);

ALTER TABLE ONLY public.payment_dispute FORCE ROW LEVEL SECURITY;

ALTER TABLE public.payment_dispute OWNER TO portal_owner;

COMMENT ON TABLE public.payment_dispute IS 'Disputes in their present state at the provider; the payment itself is never edited.';

CREATE TABLE public.payment_refund (
    account_id text NOT NULL,
    id text NOT NULL,
    payment_id uuid NOT NULL,
    amount_cents bigint NOT NULL,
    state text NOT NULL,
    went_back_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT payment_refund_amount_cents_check CHECK ((amount_cents > 0)),
    CONSTRAINT payment_refund_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
);

ALTER TABLE ONLY public.payment_refund FORCE ROW LEVEL SECURITY;

ALTER TABLE public.payment_refund OWNER TO portal_owner;

COMMENT ON TABLE public.payment_refund IS 'Refunds in their present state at the provider; the payment itself is never edited.';

CREATE TABLE public.provider_event (
    id text NOT NULL,
    type text NOT NULL,
    object_id text NOT NULL,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    outcome text,
    event jsonb,
    tries integer DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone,
    problem text,
    CONSTRAINT kept_event_is_tried_again CHECK (((outcome IS NOT NULL) OR ((event IS NOT NULL) AND (next_try_at IS NOT NULL) AND (problem IS NOT NULL))))
);

ALTER TABLE public.provider_event OWNER TO portal_owner;

COMMENT ON TABLE public.provider_event IS 'Events of the card provider: stored with their effect, so that duplicates have none, or kept until they can be processed.';

CREATE TABLE public.record_upload (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    api_key_id uuid NOT NULL,
    dry_run boolean NOT NULL,
    skip_rejects boolean NOT NULL,
    state text DEFAULT 'receiving'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    report json,
    problem text,
    seen_at timestamp with time zone,
    CONSTRAINT record_upload_state_check CHECK ((state = ANY (ARRAY['receiving'::text, 'waiting'::text, 'done'::text, 'failed'::text])))
);

ALTER TABLE public.record_upload OWNER TO portal_owner;

COMMENT ON TABLE public.record_upload IS 'Records sent by the provider''s systems: the web server stores the bytes, a worker imports them (decision 0014).';

CREATE TABLE public.unknown_intent (
    account_id text NOT NULL,
    intent_id text NOT NULL,
    attempt_id uuid NOT NULL,
    invoice_number text NOT NULL,
    amount_cents bigint NOT NULL,
    status text NOT NULL,
    found_at timestamp with time zone DEFAULT now() NOT NULL,
    acknowledged_at timestamp with time zone,
    told_at timestamp with time zone
);

ALTER TABLE ONLY public.unknown_intent FORCE ROW LEVEL SECURITY;

ALTER TABLE public.unknown_intent OWNER TO portal_owner;

COMMENT ON TABLE public.unknown_intent IS 'Intents of this instance without a row: commits were lost, or a second copy of the database is running.';

CREATE VIEW public.attention_item WITH (security_invoker='true') AS
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
    (paid.last_at + '10 days'::interval) AS since
   FROM (public.invoice i
     JOIN LATERAL ( SELECT max(p.settled_at) AS last_at,
            sum(public.payment_net_cents(p.account_id, p.id)) AS net_cents,
            jsonb_agg(jsonb_build_object('id', p.id, 'cents', p.amount_cents, 'paidAt', p.settled_at, 'netCents', public.payment_net_cents(p.account_id, p.id), 'elsewhereCents', ( SELECT COALESCE(sum(n.amount_cents), (0)::numeric) AS "coalesce"
                   FROM public.invoice_portal_payment n
                  WHERE ((n.account_id = p.account_id) AND (n.payment_id = p.id) AND (n.invoice_id <> p.invoice_id)))) ORDER BY p.settled_at, p.id) AS payments
           FROM public.payment_attempt p
          WHERE ((p.account_id = i.account_id) AND (p.invoice_id = i.id) AND (p.state = 'succeeded'::text))) paid ON (true))
  WHERE ((i.books_balance_cents > 0) AND (NOT i.names_payments) AND (paid.net_cents <> (0)::numeric) AND (paid.last_at <= (public.portal_now() - '10 days'::interval)))
UNION ALL
 SELECT 'attempts'::text AS list,
    p.account_id,
    (p.id)::text AS item_id,
    p.invoice_number AS subject,
    p.invoice_number,
    p.amount_cents,
    p.currency,
    p.needs_person AS detail,
    NULL::jsonb AS payments,
    true AS can_act,
    p.created_at AS since
   FROM public.payment_attempt p
  WHERE (p.needs_person IS NOT NULL)
UNION ALL
 SELECT 'attempts'::text AS list,
    p.account_id,
    (p.id)::text AS item_id,
    p.invoice_number AS subject,
    p.invoice_number,
    p.amount_cents,
    p.currency,
    NULL::text AS detail,
    NULL::jsonb AS payments,
    true AS can_act,
    p.created_at AS since
   FROM public.payment_attempt p
  WHERE ((p.needs_person IS NULL) AND (p.state = ANY (ARRAY['open'::text, 'requires_action'::text])) AND (p.created_at < (now() - '00:15:00'::interval)))
UNION ALL
 SELECT 'purchases'::text AS list,
    '-'::text AS account_id,
    (p.id)::text AS item_id,
    COALESCE(p.buyer_email, (p.id)::text) AS subject,
    NULL::text AS invoice_number,
    p.paid_cents AS amount_cents,
    p.currency,
    ('Another amount was paid than the price of '::text || p.product_name) AS detail,
    NULL::jsonb AS payments,
    true AS can_act,
    p.settled_at AS since
   FROM public.accreditation_purchase p
  WHERE (p.state = 'review'::text)
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
   FROM public.unknown_intent u
  WHERE (u.acknowledged_at IS NULL)
UNION ALL
 SELECT 'events'::text AS list,
    '-'::text AS account_id,
    e.id AS item_id,
    ((e.type || ' of '::text) || e.object_id) AS subject,
    NULL::text AS invoice_number,
    NULL::bigint AS amount_cents,
    NULL::text AS currency,
    e.problem AS detail,
    NULL::jsonb AS payments,
    true AS can_act,
    e.received_at AS since
   FROM public.provider_event e
  WHERE ((e.outcome IS NULL) AND (e.received_at < (now() - '00:05:00'::interval)))
UNION ALL
 SELECT 'mails'::text AS list,
    m.account_id,
    (m.id)::text AS item_id,
    m.recipient AS subject,
    NULL::text AS invoice_number,
    NULL::bigint AS amount_cents,
    NULL::text AS currency,
    ((m.subject || ': '::text) || COALESCE(regexp_replace(m.last_error, '^\w*Error: '::text, ''::text), 'no answer'::text)) AS detail,
    NULL::jsonb AS payments,
    true AS can_act,
    m.created_at AS since
   FROM public.mail m
  WHERE ((m.sent_at IS NULL) AND (m.tries >= 20) AND (m.given_up_at IS NULL))
UNION ALL
 SELECT 'imports'::text AS list,
    '-'::text AS account_id,
    (u.id)::text AS item_id,
    k.name AS subject,
    NULL::text AS invoice_number,
    NULL::bigint AS amount_cents,
    NULL::text AS currency,
    COALESCE(u.problem, ((u.report ->> 'rejected'::text) ||
        CASE (u.report ->> 'outcome'::text)
            WHEN 'loaded'::text THEN ' records were rejected, the others were loaded'::text
            ELSE ' records were rejected, so nothing was changed'::text
        END)) AS detail,
    NULL::jsonb AS payments,
    true AS can_act,
    u.finished_at AS since
   FROM (public.record_upload u
     JOIN public.api_key k ON ((k.id = u.api_key_id)))
  WHERE ((u.seen_at IS NULL) AND (NOT u.dry_run) AND ((u.state = 'failed'::text) OR ((u.state = 'done'::text) AND (((u.report ->> 'rejected'::text))::integer > 0))))
UNION ALL
 SELECT 'bankAccounts'::text AS list,
    '-'::text AS account_id,
    (b.id)::text AS item_id,
    b.account_key AS subject,
    NULL::text AS invoice_number,
    NULL::bigint AS amount_cents,
    NULL::text AS currency,
    ((
        CASE
            WHEN (b.was IS NULL) THEN ('New: account ending in '::text || b.is_now)
            WHEN (b.is_now IS NULL) THEN ('Deleted: was the account ending in '::text || b.was)
            WHEN (b.was = b.is_now) THEN ((('Account ending in '::text || b.is_now) || ', changed: '::text) || replace(array_to_string(b.changed, ', '::text), '_'::text, ' '::text))
            ELSE ((('Account ending in '::text || b.is_now) || ', was '::text) || b.was)
        END || '; by '::text) || b.changed_by) AS detail,
    NULL::jsonb AS payments,
    true AS can_act,
    b.changed_at AS since
   FROM public.bank_account_change b
  WHERE (b.seen_at IS NULL)
UNION ALL
 SELECT 'questions'::text AS list,
    q.account_id,
    (q.id)::text AS item_id,
    q.invoice_number AS subject,
    q.invoice_number,
    NULL::bigint AS amount_cents,
    NULL::text AS currency,
    ((q.actor_name || ' asked about line '::text) || q."position") AS detail,
    NULL::jsonb AS payments,
    false AS can_act,
    q.asked_at AS since
   FROM (public.invoice_question q
     JOIN public.invoice i ON (((i.account_id = q.account_id) AND (i.invoice_number = q.invoice_number))))
  WHERE ((q.answer IS NULL) AND (q.withdrawn_at IS NULL) AND (q.asked_at < (public.portal_now() - '3 days'::interval)))
UNION ALL
 SELECT 'moneyBack'::text AS list,
    r.account_id,
    r.id AS item_id,
    p.invoice_number AS subject,
    i.invoice_number,
    r.amount_cents,
    p.currency,
    ('refund '::text || r.state) AS detail,
    NULL::jsonb AS payments,
    ((i.id IS NOT NULL) AND (r.state = 'succeeded'::text) AND (r.went_back_at >= GREATEST(i.collect_at, i.person_collects_at, '-infinity'::timestamp with time zone))) AS can_act,
    r.created_at AS since
   FROM ((public.payment_refund r
     JOIN public.payment_attempt p ON (((p.account_id = r.account_id) AND (p.id = r.payment_id))))
     LEFT JOIN public.invoice i ON (((i.account_id = p.account_id) AND (i.id = p.invoice_id))))
  WHERE (r.created_at > (now() - '7 days'::interval))
UNION ALL
 SELECT 'moneyBack'::text AS list,
    d.account_id,
    d.id AS item_id,
    p.invoice_number AS subject,
    i.invoice_number,
    d.amount_cents,
    p.currency,
    ('dispute '::text || d.state) AS detail,
    NULL::jsonb AS payments,
    ((i.id IS NOT NULL) AND (d.state = 'lost'::text) AND (d.went_back_at >= GREATEST(i.collect_at, i.person_collects_at, '-infinity'::timestamp with time zone))) AS can_act,
    d.created_at AS since
   FROM ((public.payment_dispute d
     JOIN public.payment_attempt p ON (((p.account_id = d.account_id) AND (p.id = d.payment_id))))
     LEFT JOIN public.invoice i ON (((i.account_id = p.account_id) AND (i.id = p.invoice_id))))
  WHERE ((d.created_at > (now() - '7 days'::interval)) OR (d.state = 'open'::text) OR (d.went_back_at > (now() - '7 days'::interval)));

ALTER TABLE public.attention_item OWNER TO portal_owner;

COMMENT ON VIEW public.attention_item IS 'The items of all companies that need a person of the provider; ''-'' means no company (decision 0033).';

CREATE TABLE public.attention_resolution (
    account_id text NOT NULL,
    list text NOT NULL,
    item_id text NOT NULL,
    action text NOT NULL,
    actor_name text NOT NULL,
    resolved_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT attention_resolution_account_id_check CHECK (((account_id = '-'::text) OR (account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'::text)))
);

ALTER TABLE ONLY public.attention_resolution FORCE ROW LEVEL SECURITY;

ALTER TABLE public.attention_resolution OWNER TO portal_owner;

COMMENT ON TABLE public.attention_resolution IS 'The resolutions on the page "Needs attention", with their authors, for a second person. The company''s history has the same.';

CREATE TABLE public.autopay_day (
    account_id text NOT NULL,
    day date NOT NULL,
    fixed_at timestamp with time zone DEFAULT public.portal_now() NOT NULL,
    started_at timestamp with time zone
);

ALTER TABLE ONLY public.autopay_day FORCE ROW LEVEL SECURITY;

ALTER TABLE public.autopay_day OWNER TO portal_owner;

COMMENT ON TABLE public.autopay_day IS 'One run per company and day, fixed at 09:00 UTC: no other invoice and no higher amount is charged on that day (decision 0011).';

CREATE TABLE public.autopay_enrolment (
    account_id text NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    enrolled_at timestamp with time zone DEFAULT public.portal_now() NOT NULL,
    actor_id uuid NOT NULL,
    actor_account_id text NOT NULL,
    actor_name text NOT NULL,
    ip_address text NOT NULL,
    terms_version text NOT NULL,
    terms text NOT NULL,
    ended_at timestamp with time zone,
    ended_by_name text,
    ended_ip_address text
);

ALTER TABLE ONLY public.autopay_enrolment FORCE ROW LEVEL SECURITY;

ALTER TABLE public.autopay_enrolment OWNER TO portal_owner;

COMMENT ON TABLE public.autopay_enrolment IS 'Every consent: to which terms, by which person, from where. An open one means enrolled.';

CREATE TABLE public.autopay_item (
    account_id text NOT NULL,
    day date NOT NULL,
    invoice_id bigint NOT NULL,
    amount_cents bigint NOT NULL,
    demand integer NOT NULL,
    left_out text,
    CONSTRAINT autopay_item_amount_cents_check CHECK ((amount_cents > 0)),
    CONSTRAINT autopay_item_demand_check CHECK ((demand >= 0))
);

ALTER TABLE ONLY public.autopay_item FORCE ROW LEVEL SECURITY;

ALTER TABLE public.autopay_item OWNER TO portal_owner;

COMMENT ON TABLE public.autopay_item IS 'The charges of a day of AutoPay, as shown to the customer.';

CREATE TABLE public.autopay_rules (
    account_id text NOT NULL,
    cap_per_charge_cents bigint,
    cap_per_month_cents bigint,
    paused_until date,
    CONSTRAINT autopay_rules_cap_per_charge_cents_check CHECK ((cap_per_charge_cents > 0)),
    CONSTRAINT autopay_rules_cap_per_month_cents_check CHECK ((cap_per_month_cents > 0))
);

ALTER TABLE ONLY public.autopay_rules FORCE ROW LEVEL SECURITY;

ALTER TABLE public.autopay_rules OWNER TO portal_owner;

COMMENT ON TABLE public.autopay_rules IS 'The customer''s limits; no row means no limits.';

CREATE TABLE public.bank_account (
    subsidiary text NOT NULL,
    currency text NOT NULL,
    key text GENERATED ALWAYS AS (
CASE subsidiary
    WHEN ''::text THEN currency
    ELSE ((subsidiary || ' '::text) || currency)
END) STORED NOT NULL,
    beneficiary text NOT NULL,
    beneficiary_address text DEFAULT ''::text NOT NULL,
    bank_name text NOT NULL,
    bank_address text DEFAULT ''::text NOT NULL,
    iban text DEFAULT ''::text NOT NULL,
    account_number text DEFAULT ''::text NOT NULL,
    bic text DEFAULT ''::text NOT NULL,
    routing_number text DEFAULT ''::text NOT NULL,
    sort_code text DEFAULT ''::text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    CONSTRAINT account_is_named CHECK (((iban <> ''::text) OR (account_number <> ''::text))),
    CONSTRAINT bank_account_bank_name_check CHECK ((bank_name <> ''::text)),
    CONSTRAINT bank_account_beneficiary_check CHECK ((beneficiary <> ''::text)),
    CONSTRAINT bank_account_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text))
);

ALTER TABLE public.bank_account OWNER TO portal_owner;

COMMENT ON TABLE public.bank_account IS 'The accounts to which customers transfer money. Data of the provider that every customer may see, so it belongs to no company (decision 0044).';

CREATE TABLE public.card (
    account_id text NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    provider_card_id text NOT NULL,
    fingerprint text NOT NULL,
    brand text NOT NULL,
    last4 text NOT NULL,
    exp_month integer NOT NULL,
    exp_year integer NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    stopped_code text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone,
    CONSTRAINT card_exp_month_check CHECK (((exp_month >= 1) AND (exp_month <= 12))),
    CONSTRAINT card_last4_check CHECK ((last4 ~ '^[0-9]{4}$'::text)),
    CONSTRAINT removed_card_is_not_default CHECK (((removed_at IS NULL) OR (NOT is_default)))
);

ALTER TABLE ONLY public.card FORCE ROW LEVEL SECURITY;

ALTER TABLE public.card OWNER TO portal_owner;

COMMENT ON TABLE public.card IS 'Saved cards. A removed card keeps its row, as payments refer to it.';

CREATE TABLE public.charging_stop (
    kind text NOT NULL,
    reason text NOT NULL,
    stopped_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT charging_stop_kind_check CHECK ((kind = ANY (ARRAY['all'::text, 'automatic'::text, 'new_instance'::text])))
);

ALTER TABLE public.charging_stop OWNER TO portal_owner;

COMMENT ON TABLE public.charging_stop IS 'What stops charging, for every server and worker at once; no row means that charging is on (decision 0015).';

CREATE TABLE public.company (
    account_id text NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT company_account_id_check CHECK ((account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'::text)),
    CONSTRAINT company_name_check CHECK (((length(name) >= 1) AND (length(name) <= 300)))
);

ALTER TABLE ONLY public.company FORCE ROW LEVEL SECURITY;

ALTER TABLE public.company OWNER TO portal_owner;

COMMENT ON TABLE public.company IS 'The customers; every company table starts its keys with the account id.';

CREATE TABLE public.equipment_request (
    account_id text NOT NULL,
    equipment_request_id text NOT NULL,
    order_date date NOT NULL,
    ordered_by text DEFAULT ''::text NOT NULL,
    ordered_by_email text,
    external_order_status text NOT NULL,
    books_status text NOT NULL,
    customer_notes text DEFAULT ''::text NOT NULL,
    told_status text,
    record_digest bytea,
    CONSTRAINT equipment_request_equipment_request_id_check CHECK (((length(equipment_request_id) >= 1) AND (length(equipment_request_id) <= 64))),
    CONSTRAINT equipment_request_external_order_status_check CHECK ((external_order_status = ANY (ARRAY['Order Submitted'::text, 'Pending Customer Approval'::text, 'Revision Requested'::text, 'Closed'::text, 'Cancelled'::text, 'Expired'::text])))
);

ALTER TABLE ONLY public.equipment_request FORCE ROW LEVEL SECURITY;

ALTER TABLE public.equipment_request OWNER TO portal_owner;

COMMENT ON TABLE public.equipment_request IS 'Orders of equipment that a company approves or cancels.';

CREATE VIEW public.company_equipment_request AS
 SELECT equipment_request.equipment_request_id,
    equipment_request.order_date,
    equipment_request.ordered_by,
    equipment_request.external_order_status,
    equipment_request.customer_notes,
    ((((equipment_request.equipment_request_id || ' '::text) || equipment_request.ordered_by) || ' '::text) || equipment_request.customer_notes) AS search_text
   FROM public.equipment_request
  WHERE (equipment_request.account_id = current_setting('portal.account'::text, true));

ALTER TABLE public.company_equipment_request OWNER TO portal_owner;

CREATE VIEW public.company_history AS
 SELECT history_entry.id,
    history_entry.created_at,
    history_entry.actor_id,
    history_entry.actor_account_id,
    history_entry.actor_name,
    history_entry.ip_address,
    history_entry.category,
    history_entry.entry_type,
    history_entry.description,
    history_entry.payment_id,
    ((((((((history_entry.description || ' '::text) || history_entry.actor_name) || ' '::text) || history_entry.ip_address) || ' '::text) || history_entry.category) || ' '::text) || history_entry.entry_type) AS search_text
   FROM public.history_entry
  WHERE (history_entry.account_id = current_setting('portal.account'::text, true));

ALTER TABLE public.company_history OWNER TO portal_owner;

CREATE TABLE public.license_order (
    account_id text NOT NULL,
    id bigint NOT NULL,
    portal_id text GENERATED ALWAYS AS (('P-'::text || (id)::text)) STORED NOT NULL,
    external_id text,
    status text NOT NULL,
    step text,
    is_untold boolean DEFAULT false NOT NULL,
    told_step text,
    standing text GENERATED ALWAYS AS (COALESCE(step, status)) STORED NOT NULL,
    requestor_id uuid,
    requestor_name text DEFAULT ''::text NOT NULL,
    crm_id text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    submitted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_key text,
    changed_key text,
    changed_by uuid,
    changed_at timestamp with time zone,
    changed_by_name text,
    record_digest bytea,
    CONSTRAINT license_order_status_check CHECK ((status = ANY (ARRAY['Draft'::text, 'Submitted'::text]))),
    CONSTRAINT license_order_step_check CHECK ((step = ANY (ARRAY['Accepted'::text, 'Scheduled'::text, 'Provisioned'::text, 'Rejected'::text])))
);

ALTER TABLE ONLY public.license_order FORCE ROW LEVEL SECURITY;

ALTER TABLE public.license_order OWNER TO portal_owner;

COMMENT ON TABLE public.license_order IS 'Orders of licenses: drafts, and submitted ones of the portal and of the books.';

CREATE VIEW public.company_license_order AS
 SELECT license_order.id,
    license_order.external_id,
    license_order.standing,
    license_order.requestor_name,
    license_order.crm_id,
    license_order.notes,
    license_order.created_at,
    license_order.submitted_at,
    license_order.version,
    ((((((license_order.requestor_name || ' '::text) || license_order.portal_id) || ' '::text) || COALESCE(license_order.external_id, ''::text)) || ' '::text) || license_order.notes) AS search_text
   FROM public.license_order
  WHERE (license_order.account_id = current_setting('portal.account'::text, true));

ALTER TABLE public.company_license_order OWNER TO portal_owner;

CREATE TABLE public.company_network (
    account_id text NOT NULL,
    network_id text NOT NULL,
    short_name text NOT NULL,
    CONSTRAINT company_network_network_id_check CHECK (((length(network_id) >= 1) AND (length(network_id) <= 64)))
);

ALTER TABLE ONLY public.company_network FORCE ROW LEVEL SECURITY;

ALTER TABLE public.company_network OWNER TO portal_owner;

COMMENT ON TABLE public.company_network IS 'Networks offered to one company.';

CREATE TABLE public.company_revision (
    account_id text NOT NULL,
    revision bigint DEFAULT 1 NOT NULL
);

ALTER TABLE ONLY public.company_revision FORCE ROW LEVEL SECURITY;

ALTER TABLE public.company_revision OWNER TO portal_owner;

COMMENT ON TABLE public.company_revision IS 'Counts every change of what invoices and their list show, in the same transaction as the change (decisions 0002, 0048).';

CREATE TABLE public.equipment_decision (
    account_id text NOT NULL,
    id bigint NOT NULL,
    equipment_request_id text NOT NULL,
    decision text NOT NULL,
    decided_at timestamp with time zone DEFAULT now() NOT NULL,
    actor_id uuid NOT NULL,
    actor_account_id text NOT NULL,
    actor_name text NOT NULL,
    ip_address text NOT NULL,
    total_cents bigint NOT NULL,
    terms text,
    CONSTRAINT approvals_accept_terms CHECK (((decision = 'approved'::text) = (terms IS NOT NULL))),
    CONSTRAINT equipment_decision_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'cancelled'::text])))
);

ALTER TABLE ONLY public.equipment_decision FORCE ROW LEVEL SECURITY;

ALTER TABLE public.equipment_decision OWNER TO portal_owner;

COMMENT ON TABLE public.equipment_decision IS 'Which person approved or cancelled, when, and at which price. Never edited: a request that the books set to pending again gets another decision.';

ALTER TABLE public.equipment_decision ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.equipment_decision_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.equipment_line (
    account_id text NOT NULL,
    equipment_request_id text NOT NULL,
    line_no integer NOT NULL,
    id text NOT NULL,
    equipment_name text NOT NULL,
    installation_fee_cents bigint DEFAULT 0 NOT NULL,
    equipment_type text DEFAULT ''::text NOT NULL,
    data_center text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL
);

ALTER TABLE ONLY public.equipment_line FORCE ROW LEVEL SECURITY;

ALTER TABLE public.equipment_line OWNER TO portal_owner;

COMMENT ON TABLE public.equipment_line IS 'The lines of equipment requests.';

CREATE TABLE public.external_recipient (
    account_id text NOT NULL,
    email text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT external_recipient_email_check CHECK ((length(email) <= 254))
);

ALTER TABLE ONLY public.external_recipient FORCE ROW LEVEL SECURITY;

ALTER TABLE public.external_recipient OWNER TO portal_owner;

COMMENT ON TABLE public.external_recipient IS 'Addresses without a user that get a company''s payment mails.';

CREATE TABLE public.former_license (
    account_id text NOT NULL,
    license_id text NOT NULL,
    starts_on date NOT NULL,
    network_name text NOT NULL,
    user_name text NOT NULL,
    ip_address text NOT NULL
);

ALTER TABLE ONLY public.former_license FORCE ROW LEVEL SECURITY;

ALTER TABLE public.former_license OWNER TO portal_owner;

COMMENT ON TABLE public.former_license IS 'The states of a license before its last change takes effect: each from a day on, until the next such day (decision 0040).';

CREATE TABLE public.license (
    account_id text NOT NULL,
    license_id text NOT NULL,
    product_sku text NOT NULL,
    covered_company text NOT NULL,
    starts_on date NOT NULL,
    ends_on date,
    network_name text NOT NULL,
    user_name text NOT NULL,
    ip_address text NOT NULL,
    changed_on date NOT NULL,
    order_id bigint NOT NULL
);

ALTER TABLE ONLY public.license FORCE ROW LEVEL SECURITY;

ALTER TABLE public.license OWNER TO portal_owner;

COMMENT ON TABLE public.license IS 'The licenses that a company holds by its submitted orders, one row each: derived, never written by hand (decision 0040).';

CREATE TABLE public.license_order_line (
    account_id text NOT NULL,
    order_id bigint NOT NULL,
    line_no integer NOT NULL,
    line_id bigint NOT NULL,
    portal_id text GENERATED ALWAYS AS (('P-'::text || (line_id)::text)) STORED NOT NULL,
    item jsonb NOT NULL,
    license_id text
);

ALTER TABLE ONLY public.license_order_line FORCE ROW LEVEL SECURITY;

ALTER TABLE public.license_order_line OWNER TO portal_owner;

COMMENT ON TABLE public.license_order_line IS 'The lines of orders: added, changed and cancelled licenses.';

CREATE TABLE public.provided_license (
    account_id text NOT NULL,
    license_id text NOT NULL,
    product_id text NOT NULL,
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
    currency text NOT NULL,
    license_order_id text,
    ordered_as text,
    is_guess boolean DEFAULT false NOT NULL,
    status text,
    record_digest bytea NOT NULL,
    CONSTRAINT ends_after_its_start CHECK ((until >= since)),
    CONSTRAINT next_price_with_its_day CHECK (((next_price_cents IS NULL) = (next_price_from IS NULL))),
    CONSTRAINT provided_license_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT provided_license_license_id_check CHECK (((length(license_id) >= 1) AND (length(license_id) <= 64))),
    CONSTRAINT provided_license_monthly_price_cents_check CHECK ((monthly_price_cents >= 0)),
    CONSTRAINT provided_license_next_price_cents_check CHECK ((next_price_cents >= 0)),
    CONSTRAINT provided_license_status_check CHECK ((status = ANY (ARRAY['Active'::text, 'Suspended'::text, 'Ended'::text])))
);

ALTER TABLE ONLY public.provided_license FORCE ROW LEVEL SECURITY;

ALTER TABLE public.provided_license OWNER TO portal_owner;

COMMENT ON TABLE public.provided_license IS 'The licenses that run at the provider, by its own records. Null: the books do not say. Beside it, license has what was ordered (decision 0065).';

CREATE TABLE public.shared_network (
    network_id text NOT NULL,
    short_name text NOT NULL,
    CONSTRAINT shared_network_network_id_check CHECK (((length(network_id) >= 1) AND (length(network_id) <= 64)))
);

ALTER TABLE public.shared_network OWNER TO portal_owner;

COMMENT ON TABLE public.shared_network IS 'Networks offered to every company.';

CREATE VIEW public.held_license WITH (security_invoker='true') AS
 SELECT l.account_id,
    l.license_id,
    l.product_sku,
    l.covered_company,
    l.starts_on,
    l.ends_on,
    COALESCE(now.network_name, l.network_name) AS network_name,
    COALESCE(now.user_name, l.user_name) AS user_name,
    COALESCE(now.ip_address, l.ip_address) AS ip_address,
        CASE
            WHEN (now.network_name IS NOT NULL) THEN l.changed_on
            ELSE NULL::date
        END AS next_from,
        CASE
            WHEN (now.network_name IS NOT NULL) THEN l.network_name
            ELSE NULL::text
        END AS next_network_name,
        CASE
            WHEN (now.network_name IS NOT NULL) THEN l.user_name
            ELSE NULL::text
        END AS next_user_name,
        CASE
            WHEN (now.network_name IS NOT NULL) THEN l.ip_address
            ELSE NULL::text
        END AS next_ip_address,
    l.order_id,
    NULL::text AS ordered_as,
    NULL::bigint AS price_cents,
    NULL::text AS price_currency,
    NULL::bigint AS next_price_cents,
    NULL::date AS next_price_from,
    false AS is_provided,
    NULL::text AS status,
    l.starts_on AS first_since
   FROM (public.license l
     LEFT JOIN LATERAL ( SELECT f.network_name,
            f.user_name,
            f.ip_address
           FROM public.former_license f
          WHERE ((f.account_id = l.account_id) AND (f.license_id = l.license_id))
          ORDER BY GREATEST(f.starts_on, ((public.portal_now() AT TIME ZONE 'UTC'::text))::date), f.starts_on DESC
         LIMIT 1) now ON ((l.changed_on > ((public.portal_now() AT TIME ZONE 'UTC'::text))::date)))
  WHERE (NOT (EXISTS ( SELECT
           FROM public.provided_license p
          WHERE (p.account_id = l.account_id))))
UNION ALL
 SELECT p.account_id,
    p.license_id,
    p.product_id AS product_sku,
    COALESCE(p.covered_company, ''::text) AS covered_company,
    p.since AS starts_on,
    (p.until + 1) AS ends_on,
    COALESCE(own.short_name, shared.short_name, p.network_id, ''::text) AS network_name,
    COALESCE(p.user_name, ''::text) AS user_name,
    ''::text AS ip_address,
    NULL::date AS next_from,
    NULL::text AS next_network_name,
    NULL::text AS next_user_name,
    NULL::text AS next_ip_address,
    COALESCE(( SELECT o.id
           FROM public.license_order o
          WHERE ((o.account_id = p.account_id) AND (o.external_id = p.license_order_id))), ( SELECT o.id
           FROM public.license_order o
          WHERE ((o.account_id = p.account_id) AND (o.portal_id = p.license_order_id))), ( SELECT x.order_id
           FROM public.license_order_line x
          WHERE ((x.account_id = p.account_id) AND (x.portal_id = p.ordered_as)))) AS order_id,
    p.ordered_as,
    p.monthly_price_cents AS price_cents,
    p.currency AS price_currency,
    p.next_price_cents,
    p.next_price_from,
    true AS is_provided,
    p.status,
    p.first_since
   FROM ((public.provided_license p
     LEFT JOIN public.company_network own ON (((own.account_id = p.account_id) AND (own.network_id = p.network_id))))
     LEFT JOIN public.shared_network shared ON ((shared.network_id = p.network_id)))
  WHERE ((p.status IS DISTINCT FROM 'Ended'::text) AND ((p.until IS NULL) OR (p.until >= ((public.portal_now() AT TIME ZONE 'UTC'::text))::date)));

ALTER TABLE public.held_license OWNER TO portal_owner;

ALTER TABLE public.history_entry ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.history_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.history_head (
    account_id text NOT NULL,
    "position" bigint DEFAULT 0 NOT NULL,
    hash bytea DEFAULT decode(repeat('00'::text, 32), 'hex'::text) NOT NULL
);

ALTER TABLE ONLY public.history_head FORCE ROW LEVEL SECURITY;

ALTER TABLE public.history_head OWNER TO portal_owner;

COMMENT ON TABLE public.history_head IS 'The end of the chain. Its position is the company''s number of entries.';

CREATE TABLE public.history_seal (
    account_id text NOT NULL,
    "position" bigint NOT NULL,
    entry_id bigint NOT NULL,
    hash bytea NOT NULL
);

ALTER TABLE ONLY public.history_seal FORCE ROW LEVEL SECURITY;

ALTER TABLE public.history_seal OWNER TO portal_owner;

COMMENT ON TABLE public.history_seal IS 'The chain of a company''s entries: each hash covers the seal before it and its own entry, so that an edited, removed, moved or cut off entry is detected (decision 0009).';

CREATE TABLE public.home_visit (
    account_id text NOT NULL,
    person_id uuid NOT NULL,
    seen_at timestamp with time zone DEFAULT public.portal_now() NOT NULL,
    newest_invoice_id bigint NOT NULL,
    last_seen_at timestamp with time zone,
    last_invoice_id bigint
);

ALTER TABLE ONLY public.home_visit FORCE ROW LEVEL SECURITY;

ALTER TABLE public.home_visit OWNER TO portal_owner;

COMMENT ON TABLE public.home_visit IS 'When a person last saw the home page of a company, to show what happened since then.';

CREATE TABLE public.invite (
    account_id text NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    email text NOT NULL,
    invite_code text NOT NULL,
    permissions text[] DEFAULT '{}'::text[] NOT NULL,
    invoice_category_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
    invited_by uuid,
    invited_by_account text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    accepted_at timestamp with time zone,
    accepted_user_id uuid,
    revoked_at timestamp with time zone,
    CONSTRAINT invite_email_check CHECK (((length(email) <= 254) AND (email ~ '^[\x21-\x7e]+$'::text)))
);

ALTER TABLE ONLY public.invite FORCE ROW LEVEL SECURITY;

ALTER TABLE public.invite OWNER TO portal_owner;

COMMENT ON TABLE public.invite IS 'Invitations into a company, known by the code in their mail.';

CREATE TABLE public.invoice_category (
    invoice_category_id integer NOT NULL,
    name text NOT NULL,
    CONSTRAINT invoice_category_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);

ALTER TABLE public.invoice_category OWNER TO portal_owner;

COMMENT ON TABLE public.invoice_category IS 'The categories of invoices; a person may see some of them.';

ALTER TABLE public.invoice_category ALTER COLUMN invoice_category_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.invoice_category_invoice_category_id_seq
    START WITH 1000000
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.invoice_extract (
    account_id text NOT NULL,
    invoice_number text NOT NULL,
    as_of timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.invoice_extract FORCE ROW LEVEL SECURITY;

ALTER TABLE public.invoice_extract OWNER TO portal_owner;

COMMENT ON TABLE public.invoice_extract IS 'When the books wrote the newest record of an invoice. It outlives the invoice, so that an old file cannot restore a deleted one.';

ALTER TABLE public.invoice ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.invoice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.invoice_line (
    account_id text NOT NULL,
    invoice_id bigint NOT NULL,
    line_no integer NOT NULL,
    product_name text DEFAULT ''::text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    more_info text DEFAULT ''::text NOT NULL,
    quantity numeric(18,4),
    sales_price numeric(18,4),
    total_cents bigint NOT NULL,
    city text DEFAULT ''::text NOT NULL,
    state text DEFAULT ''::text NOT NULL,
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
);

ALTER TABLE ONLY public.invoice_line FORCE ROW LEVEL SECURITY;

ALTER TABLE public.invoice_line OWNER TO portal_owner;

COMMENT ON TABLE public.invoice_line IS 'The lines of invoices. Triggers replace the foreign key to their invoice (decision 0006).';

CREATE VIEW public.invoice_money_back WITH (security_invoker='true') AS
 SELECT p.account_id,
    p.invoice_id,
    r.payment_id,
    'refunded'::text AS kind,
    r.went_back_at AS at,
    r.amount_cents
   FROM (public.payment_refund r
     JOIN public.payment_attempt p ON (((p.account_id = r.account_id) AND (p.id = r.payment_id))))
  WHERE (r.state = 'succeeded'::text)
UNION ALL
 SELECT p.account_id,
    p.invoice_id,
    d.payment_id,
    'chargedBack'::text AS kind,
    d.went_back_at AS at,
    d.amount_cents
   FROM (public.payment_dispute d
     JOIN public.payment_attempt p ON (((p.account_id = d.account_id) AND (p.id = d.payment_id))))
  WHERE (d.state = 'lost'::text);

ALTER TABLE public.invoice_money_back OWNER TO portal_owner;

COMMENT ON VIEW public.invoice_money_back IS 'Money of an invoice that was returned to the customer: refunds and lost disputes that count now.';

CREATE VIEW public.invoice_money_move WITH (security_invoker='true') AS
 SELECT invoice_money_back.account_id,
    invoice_money_back.invoice_id,
        CASE
            WHEN ((invoice_money_back.kind = 'refunded'::text) AND (public.payment_net_cents(invoice_money_back.account_id, invoice_money_back.payment_id) > 0)) THEN 'partlyRefunded'::text
            ELSE invoice_money_back.kind
        END AS kind,
    invoice_money_back.at
   FROM public.invoice_money_back
UNION ALL
 SELECT p.account_id,
    p.invoice_id,
    'refundPending'::text AS kind,
    r.went_back_at AS at
   FROM (public.payment_refund r
     JOIN public.payment_attempt p ON (((p.account_id = r.account_id) AND (p.id = r.payment_id))))
  WHERE (r.state = 'pending'::text)
UNION ALL
 SELECT p.account_id,
    p.invoice_id,
    'disputed'::text AS kind,
    d.created_at AS at
   FROM (public.payment_dispute d
     JOIN public.payment_attempt p ON (((p.account_id = d.account_id) AND (p.id = d.payment_id))))
  WHERE (d.state = 'open'::text);

ALTER TABLE public.invoice_money_move OWNER TO portal_owner;

COMMENT ON VIEW public.invoice_money_move IS 'The same, plus money that may still be returned: pending refunds and open disputes.';

CREATE TABLE public.invoice_notice (
    account_id text NOT NULL,
    id bigint NOT NULL,
    noted_at timestamp with time zone DEFAULT public.portal_now() NOT NULL,
    invoice_numbers text[] NOT NULL,
    last_date date NOT NULL,
    told_at timestamp with time zone
);

ALTER TABLE ONLY public.invoice_notice FORCE ROW LEVEL SECURITY;

ALTER TABLE public.invoice_notice OWNER TO portal_owner;

COMMENT ON TABLE public.invoice_notice IS 'The new invoices of an import in one company, noted in its transaction. The worker mails them to their readers afterwards (decision 0071).';

ALTER TABLE public.invoice_notice ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.invoice_notice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.invoice_view (
    account_id text NOT NULL,
    person_id uuid NOT NULL,
    id uuid NOT NULL,
    place integer NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    search jsonb NOT NULL,
    is_default boolean NOT NULL,
    CONSTRAINT invoice_view_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);

ALTER TABLE ONLY public.invoice_view FORCE ROW LEVEL SECURITY;

ALTER TABLE public.invoice_view OWNER TO portal_owner;

COMMENT ON TABLE public.invoice_view IS 'Views of the invoice list that a person saved (decision 0061). Each change writes all views of the person.';

CREATE TABLE public.ledger_entry (
    account_id text NOT NULL,
    id bigint NOT NULL,
    transaction_id uuid NOT NULL,
    ledger_account text NOT NULL,
    invoice_id bigint,
    payment_id uuid NOT NULL,
    amount_cents bigint NOT NULL,
    currency text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT ledger_entry_amount_cents_check CHECK ((amount_cents <> 0)),
    CONSTRAINT ledger_entry_ledger_account_check CHECK ((ledger_account = ANY (ARRAY['receivable'::text, 'card_clearing'::text])))
);

ALTER TABLE ONLY public.ledger_entry FORCE ROW LEVEL SECURITY;

ALTER TABLE public.ledger_entry OWNER TO portal_owner;

COMMENT ON TABLE public.ledger_entry IS 'Double entry, append-only: the company owes less by the amount that the card provider owes us.';

ALTER TABLE public.ledger_entry ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ledger_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.license_extract (
    account_id text NOT NULL,
    license_id text NOT NULL,
    as_of timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.license_extract FORCE ROW LEVEL SECURITY;

ALTER TABLE public.license_extract OWNER TO portal_owner;

COMMENT ON TABLE public.license_extract IS 'When the books wrote the newest record of a license. It outlives the license, as invoice_extract does.';

CREATE TABLE public.license_order_consent (
    account_id text NOT NULL,
    order_id bigint NOT NULL,
    accepted_at timestamp with time zone DEFAULT public.portal_now() NOT NULL,
    actor_id uuid NOT NULL,
    actor_account_id text NOT NULL,
    actor_name text NOT NULL,
    ip_address text NOT NULL,
    terms_version text NOT NULL,
    terms text NOT NULL,
    monthly_effect jsonb NOT NULL
);

ALTER TABLE ONLY public.license_order_consent FORCE ROW LEVEL SECURITY;

ALTER TABLE public.license_order_consent OWNER TO portal_owner;

COMMENT ON TABLE public.license_order_consent IS 'Which person accepted which terms when the order was submitted, and its effect on the monthly cost at that time.';

CREATE TABLE public.license_order_extract (
    account_id text NOT NULL,
    external_id text NOT NULL,
    as_of timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.license_order_extract FORCE ROW LEVEL SECURITY;

ALTER TABLE public.license_order_extract OWNER TO portal_owner;

COMMENT ON TABLE public.license_order_extract IS 'When the books wrote the newest record of a license order. It outlives the order, as invoice_extract does.';

ALTER TABLE public.license_order ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.license_order_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.license_order_line ALTER COLUMN line_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.license_order_line_line_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.license_order_step (
    account_id text NOT NULL,
    order_id bigint NOT NULL,
    line_id bigint NOT NULL,
    step text NOT NULL,
    at timestamp with time zone NOT NULL,
    noted_at timestamp with time zone DEFAULT public.portal_now() NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    CONSTRAINT license_order_step_step_check CHECK ((step = ANY (ARRAY['Accepted'::text, 'Scheduled'::text, 'Provisioned'::text, 'Rejected'::text])))
);

ALTER TABLE ONLY public.license_order_step FORCE ROW LEVEL SECURITY;

ALTER TABLE public.license_order_step OWNER TO portal_owner;

COMMENT ON TABLE public.license_order_step IS 'What the provider did with a submitted order and its lines, one row per step. A line without rows follows its order (decision 0066).';

CREATE TABLE public.mail_address (
    account_id text NOT NULL,
    email text NOT NULL,
    key uuid DEFAULT gen_random_uuid() NOT NULL,
    kinds_off text[] DEFAULT '{}'::text[] NOT NULL,
    attaches_invoices boolean DEFAULT false NOT NULL,
    refused_at timestamp with time zone,
    CONSTRAINT mail_address_email_check CHECK (((email = public.address_key(email)) AND (length(email) <= 254)))
);

ALTER TABLE ONLY public.mail_address FORCE ROW LEVEL SECURITY;

ALTER TABLE public.mail_address OWNER TO portal_owner;

COMMENT ON TABLE public.mail_address IS 'What a company''s recipients of mails chose, and whether their mailboxes exist.';

CREATE TABLE public.outbox_company (
    account_id text NOT NULL,
    "position" bigint NOT NULL,
    CONSTRAINT outbox_company_account_id_check CHECK (((account_id = '-'::text) OR (account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'::text)))
);

ALTER TABLE ONLY public.outbox_company FORCE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_company OWNER TO portal_owner;

COMMENT ON TABLE public.outbox_company IS 'The position of the last event of each company, even if that event is no longer kept.';

CREATE TABLE public.outbox_end (
    one boolean DEFAULT true NOT NULL,
    "position" bigint DEFAULT 0 NOT NULL,
    swept bigint DEFAULT 0 NOT NULL,
    CONSTRAINT outbox_end_one_check CHECK (one)
);

ALTER TABLE public.outbox_end OWNER TO portal_owner;

COMMENT ON TABLE public.outbox_end IS 'The last assigned position; it only increases, even when old events are deleted.';

ALTER TABLE public.outbox_event ALTER COLUMN written ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.outbox_event_written_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.outbox_receiver (
    one boolean DEFAULT true NOT NULL,
    tried_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    taken_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    away_since timestamp with time zone,
    problem text,
    CONSTRAINT outbox_receiver_one_check CHECK (one)
);

ALTER TABLE public.outbox_receiver OWNER TO portal_owner;

COMMENT ON TABLE public.outbox_receiver IS 'Whether the receiver of events is available (decision 0045).';

CREATE TABLE public.outbox_stream (
    account_id text NOT NULL,
    next_try_at timestamp with time zone DEFAULT now() NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    tried_at timestamp with time zone,
    last_error text,
    is_doubtful boolean DEFAULT false NOT NULL,
    lease_until timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT outbox_stream_account_id_check CHECK (((account_id = '-'::text) OR (account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'::text)))
);

ALTER TABLE ONLY public.outbox_stream FORCE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_stream OWNER TO portal_owner;

COMMENT ON TABLE public.outbox_stream IS 'The companies with events that wait for delivery, in order.';

CREATE TABLE public.payment_batch (
    account_id text NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    request_key text NOT NULL,
    card_id uuid NOT NULL,
    autopay_day date,
    actor_id uuid,
    actor_account_id text NOT NULL,
    actor_name text NOT NULL,
    ip_address text NOT NULL,
    is_selection boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    stopped text,
    lease_until timestamp with time zone DEFAULT now() NOT NULL,
    hold integer DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY public.payment_batch FORCE ROW LEVEL SECURITY;

ALTER TABLE public.payment_batch OWNER TO portal_owner;

COMMENT ON TABLE public.payment_batch IS 'Several invoices paid together: all, selected ones (decision 0060), or a day of AutoPay (decision 0029).';

CREATE TABLE public.payment_batch_item (
    account_id text NOT NULL,
    batch_id uuid NOT NULL,
    "position" integer NOT NULL,
    invoice_id bigint NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    message text DEFAULT ''::text NOT NULL,
    amount_cents bigint NOT NULL,
    CONSTRAINT payment_batch_item_amount_cents_check CHECK ((amount_cents > 0)),
    CONSTRAINT payment_batch_item_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'failed'::text])))
);

ALTER TABLE ONLY public.payment_batch_item FORCE ROW LEVEL SECURITY;

ALTER TABLE public.payment_batch_item OWNER TO portal_owner;

COMMENT ON TABLE public.payment_batch_item IS 'The invoices of a batch, in the order they are paid.';

CREATE TABLE public.portal_user (
    account_id text NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    email text NOT NULL,
    first_name text DEFAULT ''::text NOT NULL,
    last_name text DEFAULT ''::text NOT NULL,
    role text DEFAULT 'User'::text NOT NULL,
    permissions text[] DEFAULT '{}'::text[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_sign_in_at timestamp with time zone,
    access_changed_at timestamp with time zone,
    deactivated_at timestamp with time zone,
    CONSTRAINT paying_needs_invoices CHECK (((NOT ('PayInvoices'::text = ANY (permissions))) OR ('AccessInvoices'::text = ANY (permissions)))),
    CONSTRAINT portal_user_email_check CHECK (((length(email) <= 254) AND (email ~ '^[\x21-\x7e]+$'::text))),
    CONSTRAINT portal_user_permissions_check CHECK ((permissions <@ ARRAY['AccessInvoices'::text, 'AccessLicenses'::text, 'AccessErfs'::text, 'ManageUsers'::text, 'PayInvoices'::text])),
    CONSTRAINT portal_user_role_check CHECK ((role = ANY (ARRAY['SuperAdmin'::text, 'User'::text])))
);

ALTER TABLE ONLY public.portal_user FORCE ROW LEVEL SECURITY;

ALTER TABLE public.portal_user OWNER TO portal_owner;

COMMENT ON TABLE public.portal_user IS 'The people of a company. They are deactivated, never erased.';

CREATE TABLE public.product (
    product_id text NOT NULL,
    description text NOT NULL,
    item_group_name text NOT NULL,
    monthly_price_cents bigint,
    currency text DEFAULT 'USD'::text NOT NULL,
    aliases text[] DEFAULT '{}'::text[] NOT NULL,
    replaced_by text,
    per_user boolean,
    prorates boolean,
    billing_months integer,
    CONSTRAINT product_billing_months_check CHECK ((billing_months = ANY (ARRAY[1, 3, 12]))),
    CONSTRAINT product_check CHECK ((replaced_by <> product_id)),
    CONSTRAINT product_product_id_check CHECK (((length(product_id) >= 1) AND (length(product_id) <= 64)))
);

ALTER TABLE public.product OWNER TO portal_owner;

COMMENT ON TABLE public.product IS 'The products that can be ordered.';

CREATE TABLE public.provider_customer (
    account_id text NOT NULL,
    customer_id text NOT NULL,
    looked_until timestamp with time zone
);

ALTER TABLE ONLY public.provider_customer FORCE ROW LEVEL SECURITY;

ALTER TABLE public.provider_customer OWNER TO portal_owner;

COMMENT ON TABLE public.provider_customer IS 'A company as the card provider knows it.';

CREATE TABLE public.provider_event_list (
    one boolean DEFAULT true NOT NULL,
    "position" timestamp with time zone DEFAULT now() NOT NULL,
    read_at timestamp with time zone DEFAULT now() NOT NULL,
    hour_read_at timestamp with time zone DEFAULT now() NOT NULL,
    missing_since timestamp with time zone,
    missing_before timestamp with time zone,
    CONSTRAINT provider_event_list_check CHECK (((missing_since IS NULL) = (missing_before IS NULL))),
    CONSTRAINT provider_event_list_one_check CHECK (one)
);

ALTER TABLE public.provider_event_list OWNER TO portal_owner;

COMMENT ON TABLE public.provider_event_list IS 'How far the list of the card provider''s events was read; one row.';

CREATE UNLOGGED TABLE public.rate_window (
    key text NOT NULL,
    minute timestamp with time zone NOT NULL,
    hits integer NOT NULL
);

ALTER TABLE public.rate_window OWNER TO portal_owner;

COMMENT ON TABLE public.rate_window IS 'Hits per key and minute, shared by all replicas.';

CREATE TABLE public.record_chunk (
    upload_id uuid NOT NULL,
    nth integer NOT NULL,
    content bytea NOT NULL
);
ALTER TABLE ONLY public.record_chunk ALTER COLUMN content SET STORAGE EXTERNAL;

ALTER TABLE public.record_chunk OWNER TO portal_owner;

COMMENT ON TABLE public.record_chunk IS 'The bytes of an upload, until it is imported.';

CREATE TABLE public.session (
    id_hash bytea NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    account_id text,
    user_id uuid,
    guest_email text,
    issuer text NOT NULL,
    subject text NOT NULL,
    id_token text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    ip_address text NOT NULL,
    user_agent text NOT NULL,
    idle_limit interval NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT session_check CHECK (((user_id IS NULL) = (guest_email IS NOT NULL))),
    CONSTRAINT session_user_agent_check CHECK ((length(user_agent) <= 500))
);

ALTER TABLE public.session OWNER TO portal_owner;

COMMENT ON TABLE public.session IS 'The sessions of people and of invitees (decision 0003).';

CREATE TABLE public.shared_revision (
    one boolean DEFAULT true NOT NULL,
    revision bigint DEFAULT 1 NOT NULL,
    CONSTRAINT shared_revision_one_check CHECK (one)
);

ALTER TABLE public.shared_revision OWNER TO portal_owner;

COMMENT ON TABLE public.shared_revision IS 'The same for data that the invoices of all companies show. A session uses the sum of both, which only increases.';

CREATE TABLE public.sign_in_attempt (
    id_hash bytea NOT NULL,
    state text NOT NULL,
    nonce text NOT NULL,
    verifier text NOT NULL,
    return_path text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

ALTER TABLE public.sign_in_attempt OWNER TO portal_owner;

COMMENT ON TABLE public.sign_in_attempt IS 'The values that a started sign-in must return with; bound to a separate cookie, used once.';

CREATE TABLE public.sign_in_directory (
    email_key text NOT NULL,
    account_id text NOT NULL,
    user_id uuid NOT NULL,
    issuer text,
    subject text
);

ALTER TABLE public.sign_in_directory OWNER TO portal_owner;

COMMENT ON TABLE public.sign_in_directory IS 'One active person per address and per (issuer, subject), over all companies.';

CREATE TABLE public.super_admin_change (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    account_id text NOT NULL,
    user_id uuid NOT NULL,
    email text NOT NULL,
    changed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    changed_by text NOT NULL,
    is_granted boolean NOT NULL,
    told_at timestamp with time zone
);

ALTER TABLE public.super_admin_change OWNER TO portal_owner;

COMMENT ON TABLE public.super_admin_change IS 'Every change of who is a super admin, by any statement, however short. No role can write or delete rows.';

CREATE TABLE public.unsent_order (
    account_id text NOT NULL,
    person_id uuid NOT NULL,
    revision integer NOT NULL,
    content jsonb,
    became bigint,
    kept_at timestamp with time zone DEFAULT public.portal_now() NOT NULL
);

ALTER TABLE ONLY public.unsent_order FORCE ROW LEVEL SECURITY;

ALTER TABLE public.unsent_order OWNER TO portal_owner;

COMMENT ON TABLE public.unsent_order IS 'The order a person is building for a company, before it is saved. An empty row stays, so that revisions continue.';

CREATE TABLE public.user_category (
    account_id text NOT NULL,
    user_id uuid NOT NULL,
    invoice_category_id integer NOT NULL
);

ALTER TABLE ONLY public.user_category FORCE ROW LEVEL SECURITY;

ALTER TABLE public.user_category OWNER TO portal_owner;

COMMENT ON TABLE public.user_category IS 'The categories of invoices a person may see.';

CREATE TABLE public.worker (
    id uuid NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL,
    works jsonb NOT NULL
);

ALTER TABLE public.worker OWNER TO portal_owner;

COMMENT ON TABLE public.worker IS 'The workers that run, as they report every ten seconds; one that ended reports no more.';

CREATE TABLE public.write_probe (
    filler text NOT NULL
);
ALTER TABLE ONLY public.write_probe ALTER COLUMN filler SET STORAGE PLAIN;

ALTER TABLE public.write_probe OWNER TO portal_owner;

COMMENT ON TABLE public.write_probe IS 'Whether the database can write is tried here: a row that fills a page, and is rolled back.';

ALTER TABLE ONLY public.arriving_invoice_line ATTACH PARTITION public.invoice_line DEFAULT;

INSERT INTO public.access_request VALUES
	('10458', '8a5d4cc9-db80-4f13-b924-a8b6833fd3cf', 'ea8adf8a-3134-4be3-abcb-682ef47201b8', 'AccessLicenses', '2026-11-27 22:41:58.094305+00', NULL, NULL, NULL),
	('10458', '0ed796f8-02ad-4d1f-9566-583a6919cf4c', 'ea8adf8a-3134-4be3-abcb-682ef47201b8', 'PayInvoices', '2026-11-27 22:41:58.029621+00', '2026-11-27 22:41:58.186051+00', 'a3a8834f-d196-4275-b809-2475356d3c37', true);

INSERT INTO public.accreditation_product VALUES
	('ACC-100', 'Platform Basics', 9900, 'USD');

INSERT INTO public.accreditation_purchase VALUES
	('fb555d18-25da-4d4c-b19d-08e86470bdc3', 'ACC-100', 'Platform Basics', 9900, 'USD', '{"city": "Chicago", "name": "Ana Novak", "line1": "1 Harbor Way", "line2": null, "state": "IL", "country": "US", "postalCode": "60606"}', '127.0.0.1', 'paid', 'cs_test_60tsrNR7ij2svHDcFSr1GfBtDefGbObVVotAY4wa0G5ModQ1EkSndIGPDk', 'cus_zSrPxCk393Cait', 'ana@b.example', 'pi_3rjNl2SqQKNZmeoWa2m73upIR', 9900, '2026-11-27 22:42:09.322846+00', '2026-11-27 23:42:09+00', '2026-11-27 22:42:10.016021+00', '2026-11-27 22:42:09.489842+00', NULL),
	('d5308249-d86d-437e-9910-bb79fec1f9d7', 'ACC-100', 'Platform Basics', 9900, 'USD', '{"city": "Chicago", "name": "Ana Novak", "line1": "1 Harbor Way", "line2": null, "state": "IL", "country": "US", "postalCode": "60606"}', '127.0.0.1', 'open', 'cs_test_MlsA5Rg7wzGKHVYSHOKSJHxK2uSfhAZt3A7pITRp3AgV83mQTixznXna25', 'cus_lshWx1WYBqdDB8', NULL, NULL, NULL, '2026-11-27 22:42:10.167462+00', '2026-11-27 23:42:10+00', NULL, '2026-11-27 22:47:10.167462+00', NULL);

INSERT INTO public.api_key VALUES
	('1dcab2ab-9188-42a7-a0c4-c6463c22b60a', 'portal_2a5de64e', '\x28947a22e77854526838abebcb29b2f6e9aae6692430b4e0eef7fafc8f61d80e', 'Test', '{records:write,events:read}', '2026-11-27 22:41:52.717036+00', NULL, '2026-11-27 22:41:52.796647+00', '127.0.0.1', '2026-11-27 22:42:06.4216+00', NULL);

INSERT INTO public.applied_migration VALUES
	('0001_roles_and_companies.sql', '17d174aaf622f5bc39bf2776eb6440896b74e5c9ca9e8bda17e89be541032957', '2026-11-27 22:41:44.185015+00'),
	('0002_people_and_sessions.sql', 'e18f199dd8e2dccafca0d1e6267be24000ce4a727f87817a068f091dd5378ac4', '2026-11-27 22:41:44.325624+00'),
	('0003_invoices.sql', '7fe468e9f389763bbcd85126752d3fde43be48625b17493bbaab95e119f78cc1', '2026-11-27 22:41:44.788833+00'),
	('0004_payments.sql', '60314abe346d6d95cf562a74e49b607c567f7c925c59da80d61d926eb0890e32', '2026-11-27 22:41:45.220903+00'),
	('0005_autopay.sql', 'a4ca1e957fcc08d30f6c789d1b0bdb40b5e736823a081a9be354eebc09105efd', '2026-11-27 22:41:45.636797+00'),
	('0006_history_and_mail.sql', '976bcf8c04a2bee95f952c5fb90b518f2f23262cd22671a2b167a1ebcf378602', '2026-11-27 22:41:45.722346+00'),
	('0007_orders_and_licenses.sql', '99b1f8716876d4ed5a5e279d472505836df74a138bb4dd2d50997b1960be05d4', '2026-11-27 22:41:45.883187+00'),
	('0008_equipment.sql', 'f4d362342bbfa9439c699faf1f369a11e535eb51058641e1eeb4a0f565b89c21', '2026-11-27 22:41:46.32849+00'),
	('0009_accreditation.sql', 'c7c52206d9e290048134b3d63338fb4fae1cdf3f0118d62b67938a474f8e8a14', '2026-11-27 22:41:46.395059+00'),
	('0010_integration.sql', '51d9defece7d15e5c5f8a62dfa812b2d74181da8a64772946ab6d35f2d866005', '2026-11-27 22:41:46.427086+00'),
	('0011_attention.sql', 'b19e9f9a536e0f3b4e2d7f4d90b2003d2bf1d719a002a7386514843c935a5f8d', '2026-11-27 22:41:46.827561+00'),
	('0012_workers.sql', 'ed3cdc181295afebac82df9908b0b47ac0d4db479b685fded98948ef8291a58f', '2026-11-27 22:41:46.904889+00');

INSERT INTO public.attention_resolution VALUES
	('-', 'bankAccounts', '4a3e4fe4-0b26-493d-a030-7d78d3e09d6a', 'confirm', 'Maya Okafor', '2026-11-27 22:42:10.924304+00');

INSERT INTO public.autopay_day VALUES
	('10471', '2026-11-27', '2026-11-27 09:10:00+00', '2026-11-27 21:05:00+00');

INSERT INTO public.autopay_enrolment VALUES
	('10471', 'f24238bd-b87e-4155-acbe-fb343e9190a5', '2026-11-27 08:30:00+00', '5b6d6489-4630-4cb4-8faf-66f7bfe01985', '10471', 'Greta Lund', '127.0.0.1', '2026-11-23', 'By enrolling you authorize us to charge the default card on file for the invoices of your company, without asking again for each of them.

An invoice is charged on its due date. Invoices that are overdue are charged every day after 9:00 PM UTC until they are paid.

The full outstanding amount of an invoice is charged. Credits that have been applied to it reduce that amount.

Invoices in USD with a remaining balance of up to $50,000.00 are charged. Invoices in other currencies or above this limit are not covered and remain yours to pay.

You see every planned charge of the next 30 days in the portal beforehand. The charges of a day are fixed at 9:00 AM UTC of that day, and again when you enroll or change the default card, a cap or a pause after that. No more is charged on the day than was fixed.

When a charge is declined, your payment notification recipients are told and it is tried again the next day; where the card would be declined again, the other charges of that day wait for the next day as well. A card reported lost, stolen or expired, or one whose bank asks for its holder, is not tried again until it is changed.

If the default card is removed by its bank or expires, AutoPay pauses for the invoices it would have paid; they remain due.

You may set a cap per charge and per month, pause AutoPay until a day of your choice, or opt out at any time. Opting out takes effect at once, except for charges already under way.

We charge no fee for card payments.', NULL, NULL, NULL);

INSERT INTO public.autopay_item VALUES
	('10471', '2026-11-27', 18, 10000, 0, NULL);

INSERT INTO public.autopay_rules VALUES
	('10471', 50000, NULL, NULL);

INSERT INTO public.bank_account VALUES
	('MTS-EU', 'EUR', DEFAULT, 'Example Software GmbH', 'Hafenstrasse 12, 60311 Frankfurt, Germany', 'Example Bank AG', 'Bankplatz 1, 60311 Frankfurt, Germany', 'DE89370400440532013000', '', 'COBADEFFXXX', '', '', 'Transfers arrive after two working days.');

INSERT INTO public.bank_account_change VALUES
	('4a3e4fe4-0b26-493d-a030-7d78d3e09d6a', 'MTS-EU EUR', '2026-11-27 22:41:54.403927+00', 'API key Test (portal_2a5de64e)', NULL, '3000', '{}', '2026-11-27 22:42:17.123057+00', '2026-11-27 22:42:10.895377+00');

INSERT INTO public.card VALUES
	('10458', '9f5d8963-a17b-4d1a-af97-0926f09d0f7e', 'pm_1EaYVNbyJrW7JLD0BsCJRDRAS', 'bc6f900255833d74', 'visa', '0341', 12, 2034, false, NULL, '2026-11-27 22:42:02.249251+00', NULL),
	('10458', 'd7024efb-e324-4bdb-af41-f198e3c16ed5', 'pm_1KS4NIyusacJD31S3jkocOZzM', 'd46f73131bc36e40', 'visa', '0259', 12, 2034, false, NULL, '2026-11-27 22:42:04.523987+00', NULL),
	('10458', '73262e53-5086-48ef-88c2-bd9efbd21653', 'pm_1yJb181qzwrxiUDptXpoPH6bf', 'aee04b29a2c28f48', 'visa', '4242', 12, 2034, true, NULL, '2026-11-27 22:42:00.47329+00', NULL),
	('10471', '5c97be38-c8bf-47ec-a2f7-3636a5cdd6d8', 'pm_1vA1s4uoQLV0CR7FDxgKCF0Qb', 'aee04b29a2c28f48', 'visa', '4242', 12, 2034, true, NULL, '2026-11-27 22:42:07.174124+00', NULL);

INSERT INTO public.company VALUES
	('10412', 'Aldgate Capital LLP', '2026-11-27 22:41:53.057054+00'),
	('1', 'Example Software Inc.', '2026-11-27 22:41:53.057054+00'),
	('10458', 'Fairhaven Markets', '2026-11-27 22:41:53.057054+00'),
	('10471', 'Granite & Söhne GmbH', '2026-11-27 22:41:53.057054+00');

INSERT INTO public.company_network VALUES
	('10412', 'N-CME', 'CME');

INSERT INTO public.company_revision VALUES
	('1', 1),
	('10412', 3),
	('10471', 5),
	('10458', 32);

INSERT INTO public.equipment_decision OVERRIDING SYSTEM VALUE VALUES
	('10412', 1, 'ERF-2041', 'approved', '2026-11-27 22:41:58.442463+00', '67143d4c-b3e9-424a-b0bb-aee449ae8ff9', '10412', 'Nadia Brandt', '127.0.0.1', 25000, '2026-11');

INSERT INTO public.equipment_line VALUES
	('10412', 'ERF-2041', 1, '1', '10G switch', 25000, 'Network', 'LD4', 'Rack 14');

INSERT INTO public.equipment_request VALUES
	('10412', 'ERF-2041', '2026-10-28', 'Ingrid Solberg', 'ingrid.solberg@aldgate.example', 'Order Submitted', 'Pending Customer Approval', 'Delivery at the back door.', 'Order Submitted', '\x65baf38e2f05287fcfe814776ea45b353c3db3489335371bf45c8404d45cfe6d');

INSERT INTO public.external_recipient VALUES
	('10412', 'accounting@aldgate.example', '2026-11-27 22:41:53.057054+00'),
	('10458', 'accounting@fairhaven.example', '2026-11-27 22:41:58.353355+00');

INSERT INTO public.former_license VALUES
	('10458', 'P-7', '2026-11-29', 'Eurex', 'aberg', '');

INSERT INTO public.history_entry OVERRIDING SYSTEM VALUE VALUES
	('1', 1, '2026-11-27 22:41:53.057054+00', NULL, NULL, 'Import', 'system', 'Import', 'Import', '1 company added; 1 user added', NULL),
	('10412', 2, '2026-11-27 22:41:53.057054+00', NULL, NULL, 'Import', 'system', 'Import', 'Import', '1 company added; 2 users added; 1 license added; 1 invoice added; 1 network added; 1 license order added; 1 equipment request added; 1 payment recipient added', NULL),
	('10458', 3, '2026-11-27 22:41:53.057054+00', NULL, NULL, 'Import', 'system', 'Import', 'Import', '1 company added; 2 users added; 16 invoices added', NULL),
	('10471', 4, '2026-11-27 22:41:53.057054+00', NULL, NULL, 'Import', 'system', 'Import', 'Import', '1 company added; 1 user added; 3 invoices added', NULL),
	('1', 5, '2026-11-27 22:41:53.057054+00', NULL, NULL, 'API key Test (portal_2a5de64e)', 'system', 'User', 'Role Changed', 'Changed the role of maya.okafor@meridian.example by a record: User → Super', NULL),
	('10458', 6, '2026-11-27 22:41:56.47269+00', 'ea8adf8a-3134-4be3-abcb-682ef47201b8', '10458', 'Mia Torres', '127.0.0.1', 'Invoice', 'Question Asked', 'Asked the provider about line 1: TT Pro of invoice FM-1', NULL),
	('10458', 7, '2026-11-27 22:41:57.853532+00', 'ea8adf8a-3134-4be3-abcb-682ef47201b8', '10458', 'Mia Torres', '127.0.0.1', 'Invoice', 'Question Asked', 'Asked the provider about line 1: TT Pro of invoice FM-2', NULL),
	('10458', 8, '2026-11-27 22:41:58.029621+00', 'ea8adf8a-3134-4be3-abcb-682ef47201b8', '10458', 'Mia Torres', '127.0.0.1', 'User', 'Access Requested', 'Requested the permission Pay Invoices', NULL),
	('10458', 9, '2026-11-27 22:41:58.094305+00', 'ea8adf8a-3134-4be3-abcb-682ef47201b8', '10458', 'Mia Torres', '127.0.0.1', 'User', 'Access Requested', 'Requested the permission Licenses', NULL),
	('10458', 10, '2026-11-27 22:41:58.186051+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'User', 'Permissions Changed', 'Changed the permissions of Mia Torres: Invoices → Invoices, Pay Invoices', NULL),
	('10412', 11, '2026-11-27 22:41:58.268006+00', '67143d4c-b3e9-424a-b0bb-aee449ae8ff9', '10412', 'Nadia Brandt', '127.0.0.1', 'Invite', 'Invite Sent', 'Invited new.colleague@aldgate.example with Requests/ERF', NULL),
	('10458', 12, '2026-11-27 22:41:58.353355+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'Payment', 'Recipients Added', 'Added payment notification recipients: accounting@fairhaven.example', NULL),
	('10412', 13, '2026-11-27 22:41:58.442463+00', '67143d4c-b3e9-424a-b0bb-aee449ae8ff9', '10412', 'Nadia Brandt', '127.0.0.1', 'Equipment', 'Request Approved', 'Approved equipment request ERF-2041 with installation fees of $250.00, terms of 2026-11', NULL),
	('10412', 14, '2026-11-27 22:41:58.599939+00', '67143d4c-b3e9-424a-b0bb-aee449ae8ff9', '10412', 'Nadia Brandt', '127.0.0.1', 'License', 'Order Submitted', 'Submitted license order P-2 (2 items; +$1,470.00 a month at list prices)', NULL),
	('10412', 15, '2026-11-27 22:41:59.162888+00', '67143d4c-b3e9-424a-b0bb-aee449ae8ff9', '10412', 'Nadia Brandt', '127.0.0.1', 'License', 'Draft Saved', 'Saved the draft of license order P-3 (2 items)', NULL),
	('10458', 16, '2026-11-27 22:41:59.899156+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'License', 'Order Submitted', 'Submitted license order P-4 (2 items; +$1,470.00 a month at list prices)', NULL),
	('10458', 17, '2026-11-27 22:42:00.0358+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'License', 'Order Submitted', 'Submitted license order P-5 (1 item; No change)', NULL),
	('10458', 18, '2026-11-27 22:42:00.47329+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'Card', 'Card Added', 'Added Visa ending in 4242', NULL),
	('10458', 19, '2026-11-27 22:42:01.567921+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'Payment', 'Card Payment', 'Paid invoice FM-1: 100.00 USD', '1b07a28c-cf91-4607-89f2-ac4cb31da78d'),
	('10458', 20, '2026-11-27 22:42:02.018196+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'Payment', 'Card Payment', 'Paid invoice FM-2: 100.00 USD', '5a27fd2e-4129-4dcc-967a-16c3314e6054'),
	('10458', 21, '2026-11-27 22:42:02.249251+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'Card', 'Card Added', 'Added Visa ending in 0341', NULL),
	('10458', 22, '2026-11-27 22:42:03.179937+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'Card', 'Default Card', 'Made Visa ending in 0341 the default card', NULL),
	('10458', 23, '2026-11-27 22:42:04.252433+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'Payment', 'Payment Failed', 'Payment of invoice FM-3 failed: Your card was declined.', NULL),
	('10458', 24, '2026-11-27 22:42:04.523987+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'Card', 'Card Added', 'Added Visa ending in 0259', NULL),
	('10458', 25, '2026-11-27 22:42:04.607241+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'Card', 'Default Card', 'Made Visa ending in 0259 the default card', NULL),
	('10458', 26, '2026-11-27 22:42:05.045094+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'Payment', 'Card Payment', 'Paid invoice FM-4: 100.00 USD', 'd1469417-65e9-47bb-a29f-ceaa44eb7e51'),
	('10458', 27, '2026-11-27 22:42:05.158463+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'Card', 'Default Card', 'Made Visa ending in 4242 the default card', NULL),
	('10458', 28, '2026-11-27 22:42:05.310953+00', NULL, NULL, 'Card provider', 'system', 'Payment', 'Dispute', 'The payment of invoice FM-4 ($100.00) is disputed by the card''s bank', 'd1469417-65e9-47bb-a29f-ceaa44eb7e51'),
	('10458', 29, '2026-11-27 22:42:05.414276+00', NULL, NULL, 'Card provider', 'system', 'Payment', 'Refund', 'Refunded $40.00 of the payment of invoice FM-2', '5a27fd2e-4129-4dcc-967a-16c3314e6054'),
	('10458', 30, '2026-11-27 22:42:05.706743+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'Payment', 'Card Payment', 'Paid invoice FM-5: 100.00 USD', 'ef41fb85-0df7-4f91-a11c-ec2feecd9ecb'),
	('10458', 31, '2026-11-27 22:42:06.123907+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'Payment', 'Card Payment', 'Paid invoice FM-6: 100.00 USD', 'ccf7c098-3f2d-479e-b725-fba60f60d7d4'),
	('10412', 32, '2026-11-27 22:42:06.424951+00', NULL, NULL, 'Import', 'system', 'Import', 'Import', '1 license order updated', NULL),
	('10458', 33, '2026-11-27 22:42:06.424951+00', NULL, NULL, 'Import', 'system', 'Import', 'Import', '1 invoice added, 1 updated', NULL),
	('10471', 34, '2026-11-27 22:42:07.174124+00', '5b6d6489-4630-4cb4-8faf-66f7bfe01985', '10471', 'Greta Lund', '127.0.0.1', 'Card', 'Card Added', 'Added Visa ending in 4242', NULL),
	('10471', 35, '2026-11-27 22:42:07.313444+00', '5b6d6489-4630-4cb4-8faf-66f7bfe01985', '10471', 'Greta Lund', '127.0.0.1', 'Payment', 'AutoPay Settings', 'Changed AutoPay: no limits → at most $500.00 per charge', NULL),
	('10471', 36, '2026-11-27 22:42:07.748666+00', '5b6d6489-4630-4cb4-8faf-66f7bfe01985', '10471', 'Greta Lund', '127.0.0.1', 'Payment', 'AutoPay Enrolled', 'Enrolled in AutoPay', NULL),
	('10471', 37, '2026-11-27 22:42:09.083228+00', NULL, '10471', 'AutoPay', 'system', 'Payment', 'Card Payment', 'Paid invoice GS-1: 100.00 USD', '58f99c51-0b36-4c45-bfd3-4edfeb6dfea4'),
	('1', 38, '2026-11-27 22:42:10.895377+00', '0c08c22a-5082-41cd-b4cd-4cb954267e76', '1', 'Maya Okafor', '127.0.0.1', 'Account', 'Bank Details', 'Confirmed a change of the bank details of MTS-EU EUR (4a3e4fe4-0b26-493d-a030-7d78d3e09d6a)', NULL),
	('10412', 39, '2026-11-27 22:42:17.118727+00', NULL, NULL, 'Import', 'system', 'License', 'Order Status', 'License order P-1: Accepted', NULL),
	('10458', 40, '2026-11-27 22:42:28.743376+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'Payment', 'Card Payment', 'Paid invoice FM-8: 100.00 USD', '96a99919-7af6-450d-8fff-e83fc689e5ed');

INSERT INTO public.history_head VALUES
	('10471', 5, '\x36567d49c6d2050c0dd68cc6f55790b490657694fb8e287279b5e1052e2ff092'),
	('1', 3, '\x7561541ff4ffaa7dd830f6abdd6ff814b8b3f0aab489dc4cd8ef3718644451a7'),
	('10412', 7, '\x5151e7d9cdc9518bf1d55058007c4c305d8486a0d01b88f327899eb8ad269b70'),
	('10458', 25, '\xa55034223500b9dfa46f1b890aa5b5eab46640880eb61ead328b213a23b6a8d7');

INSERT INTO public.history_seal VALUES
	('1', 1, 1, '\x6ea28bd3669cc1adcffc6c25e23b8f17e1a80a9b48bce840b79de942df5cc218'),
	('10412', 1, 2, '\x467163640dbe82f75b5bb629f8b38875cdc5e4f4d2b4fcaf0f79521aa3a54a2b'),
	('10458', 1, 3, '\x7c1aa162060ea92f6e8a7b99a2f0a2b41e4fc9cca95eb7d13879c50a3641f5f1'),
	('10471', 1, 4, '\x7fca6948c961776ac7214d3a58fde0d3c860d0fa6ba2cbde428a4b18f5371606'),
	('1', 2, 5, '\xbd2e2afc054df50d31b1cdfe5fb4f5c52cf0226f84a5c1233162b5ea723d51dc'),
	('10458', 2, 6, '\x51715894f55195a35208f85fff01f7d97c8e9719a140bd84c5717973fddd4e71'),
	('10458', 3, 7, '\xa026e0c63254eb681e5bb7a99cec2be89fed4a885d779cc468bd8f69c8d3080f'),
	('10458', 4, 8, '\x5f1256d26f348caca9758e134bc515da4bad8e69cc1e074d5e97d2127bad64e6'),
	('10458', 5, 9, '\x2286e328c0d9c3a76f255e43ac85ebe469a0680fa7ab326b12b8de9901dbfcfd'),
	('10458', 6, 10, '\xc9d9087febf89f319d85507cf4bce744cd8d8a4a33f210995b9ee856bd2e6192'),
	('10412', 2, 11, '\x6c6612475e2bbadb7e148d2c8b6fa3d28d55e49302d8c5b488121c1c9c2baeb0'),
	('10458', 7, 12, '\x9bbfa38f38f8098ef4fd670503358d8100ce9ee3be79c05ccb962acacc6468f1'),
	('10412', 3, 13, '\xfd94c34cfc5b8bdf95fa2586f29f7de046103547e5abc29831d6b36c8523e61c'),
	('10412', 4, 14, '\x5d732801e231162e866bd226ce1a1ce48d93315a1d65c981758d9aee92daf7ef'),
	('10412', 5, 15, '\x9f167f62af51941ec8ed13b7ab0f9772ee47616348b23276981e474db3ee3994'),
	('10458', 8, 16, '\xd97e7ad9bcb6f3792e2ee4b034528672bda2c7a59e1102a83cf0377ab3c7b632'),
	('10458', 9, 17, '\x446e794542ffeba6fa6ee1ac784ddd273fd43b1277263c6941335f5311a85e11'),
	('10458', 10, 18, '\xcdf276d940ff960316e57be0fcae1c8a417f9a8ccdb8a2b7e4c446fe7906858e'),
	('10458', 11, 19, '\xf9e8968089d0e618e41ab779844e787769dc9f1a238e376ce347ce36b649aef6'),
	('10458', 12, 20, '\x161811d54cdb56fcfba55294f0555ecb4b8aa57e291d4701e8a6915166dc12db'),
	('10458', 13, 21, '\x04aed102260b768deab1f0a37d9531909961ae04495a96940dabb476ee0e28f4'),
	('10458', 14, 22, '\x589661ed9e7609710f55e832e6bfd7467860584421ab6a4e3401cdd3e72fe4da'),
	('10458', 15, 23, '\xb5eba3a7dc3d8457d27ae243cb22f878c0cb4d3bdb2a47d8ebfed352ff9c9401'),
	('10458', 16, 24, '\x44ad3febebc76cf83892542cca005d9d5e746d872bb8b16799c8f40a2c100cfa'),
	('10458', 17, 25, '\x349b205fab39411b900dfda2e2561a3636a7806814f668c540947dc82483ef1c'),
	('10458', 18, 26, '\xd50d12d2ebf889bf6154c979f7db144dafa1c73dc25c3ed02faa66e651049e2a'),
	('10458', 19, 27, '\x8e3417a0462e8c2aa446bde56ed2b5a672933bfbbde84d70c0049ba75fb81156'),
	('10458', 20, 28, '\xc1342c54c717b433464d5557fddc69e4dbf70db65f009735cbfc5c63855d634a'),
	('10458', 21, 29, '\x7b4bed107649ae43e14bead77ec4146e631979bbbf1236fcaffcd8166b5a1983'),
	('10458', 22, 30, '\xe5166542e17818c1acf0a4f86f5910500eaaa193445335fe9ae16bdb2bf3f415'),
	('10458', 23, 31, '\x72223db150a4fd1f1cc7d47813eb8d1d97f5938e91b1d1939e0ec195b59dc0cc'),
	('10412', 6, 32, '\x9ac4b479f35ef4800639a248289e567d4a3b47742d9c3a295206d0fab80c4754'),
	('10458', 24, 33, '\xfd1d6121a6c65ae8023e12895149c53f29468e7a9020a2115904bdd4509b65e1'),
	('10471', 2, 34, '\xce1952fb56bfe7fd5e6cc5c7fa99892f7d37833c6d65ed0967c4984a654e9505'),
	('10471', 3, 35, '\xdd58d938ce54d196e9f91ec1b18b0b7a04984e05248c59dc687336629fae5f9e'),
	('10471', 4, 36, '\x799f95ba51c6d2e71680cdd205c424c875fecc7ae6ea94d81daa899dbd158454'),
	('10471', 5, 37, '\x36567d49c6d2050c0dd68cc6f55790b490657694fb8e287279b5e1052e2ff092'),
	('1', 3, 38, '\x7561541ff4ffaa7dd830f6abdd6ff814b8b3f0aab489dc4cd8ef3718644451a7'),
	('10412', 7, 39, '\x5151e7d9cdc9518bf1d55058007c4c305d8486a0d01b88f327899eb8ad269b70'),
	('10458', 25, 40, '\xa55034223500b9dfa46f1b890aa5b5eab46640880eb61ead328b213a23b6a8d7');

INSERT INTO public.home_visit VALUES
	('10458', 'a3a8834f-d196-4275-b809-2475356d3c37', '2026-11-27 22:41:54.932646+00', 17, NULL, NULL);

INSERT INTO public.invite VALUES
	('10412', '9cad3a58-affb-48fb-9625-cc963cb7bfdc', 'new.colleague@aldgate.example', '_9H6xNoZ1x-owPk14C0s3-RvKmkAOPxgFHxKESiuiR0', '{AccessErfs}', '{}', '67143d4c-b3e9-424a-b0bb-aee449ae8ff9', '10412', '2026-11-27 22:41:58.268006+00', '2026-11-27 22:41:58.268006+00', '2026-12-04 22:41:58.268006+00', NULL, NULL, NULL);

INSERT INTO public.invoice OVERRIDING SYSTEM VALUE VALUES
	('10412', 1, 'INV-2026-1107', 'Licenses November 2026', 'C-0042', 'License', 7, 'Salesforce', 'MTS-US', '2026-11-01', '2026-12-01', '2026-11', 'November 2026', false, false, true, true, 'USD', 147000, 138000, true, false, '2026-11-01 01:30:00+00', NULL, '\x3b22248444219d2c60497894e8b1d2f692f8574279230ade83d7d27e9705cb05'),
	('10458', 3, 'FM-2', '', '', 'License', 7, '', '', '2026-11-07', '2026-12-07', '', '', false, false, true, true, 'USD', 10000, 10000, true, false, NULL, NULL, '\x11a5ffa57432241e560213f9061e480ddeceaf58f69b73557416bb3dcd3aeae3'),
	('10458', 4, 'FM-3', '', '', 'License', 7, '', '', '2026-11-07', '2026-12-07', '', '', false, false, true, true, 'USD', 10000, 10000, true, false, NULL, NULL, '\x83ac1598f453c49881859dc14067edf5d6b2504623b02e472957815882961d68'),
	('10458', 5, 'FM-4', '', '', 'License', 7, '', '', '2026-11-07', '2026-12-07', '', '', false, false, true, true, 'USD', 10000, 10000, true, false, NULL, NULL, '\x550d189e70ee98c786db2044a6b161c1852de5be4341a7a8a8d90f196aeae724'),
	('10458', 6, 'FM-5', '', '', 'License', 7, '', '', '2026-11-07', '2026-12-07', '', '', false, false, true, true, 'USD', 10000, 10000, true, false, NULL, NULL, '\xe9c79128ada7618cf52ab94f473e54d271f040145bb850004bcd1af1449942d9'),
	('10458', 7, 'FM-6', '', '', 'License', 7, '', '', '2026-11-07', '2026-12-07', '', '', false, false, true, true, 'USD', 10000, 10000, true, false, NULL, NULL, '\x53bac01b773d22cc457ed3fc550a3a849aa8e08d13725a92deaf13a6affc2ad5'),
	('10458', 8, 'FM-7', '', '', 'License', 7, '', '', '2026-11-07', '2026-12-07', '', '', false, false, true, true, 'USD', 10000, 10000, true, false, NULL, NULL, '\x3739c082ac80c82db9421f94e5ab04a579cb28a25df86dfbeb41e2128d18b109'),
	('10458', 9, 'FM-8', '', '', 'License', 7, '', '', '2026-11-07', '2026-12-07', '', '', false, false, true, true, 'USD', 10000, 10000, true, false, NULL, NULL, '\x8d43a7432edc77cb8a08f45aa9cfc8a581696fcba006542fd9135a5fee420aba'),
	('10458', 10, 'FM-9', '', '', 'License', 7, '', '', '2026-11-07', '2026-12-07', '', '', false, false, true, true, 'USD', 10000, 10000, true, false, NULL, NULL, '\xddae120da0a71e60e4e0de9c1f004b6de72b366a4939c6e8926419792bb4bc81'),
	('10458', 11, 'FM-10', '', '', 'License', 7, '', '', '2026-11-07', '2026-12-07', '', '', false, false, true, true, 'USD', 10000, 10000, true, false, NULL, NULL, '\xda389437e9a587eaa2b5cd114f3098ea026971b5ddb78c321c4640131076068d'),
	('10458', 12, 'FM-11', '', '', 'License', 7, '', 'MTS-EU', '2026-11-07', '2026-12-07', '', '', false, false, true, true, 'EUR', 10000, 10000, true, false, NULL, NULL, '\xf0924c30a1661392a1d16b80472e7ffac72fd96f7c05690e3b9febfbe38cb8ef'),
	('10458', 13, 'FM-12', '', '', 'License', 7, '', '', '2026-10-08', '2026-11-07', '', '', false, true, true, true, 'USD', 10000, 0, true, false, NULL, NULL, '\xd0b3f373b90aa764a2c2112609710c3d7f0a10d27054144b498d08cb0e72c14b'),
	('10458', 14, 'FM-13', '', '', 'License', 7, '', '', '2026-11-07', '2026-11-12', '', '', false, false, true, true, 'USD', 10000, 4000, true, false, NULL, NULL, '\x66ee33610e8a28c68f65f6e8645104d4f5ac47670cb46c7be60d770f644baa72'),
	('10458', 15, 'FM-14', '', '', 'License', 8, '', '', '2026-11-07', '2026-12-07', '', '', true, false, true, true, 'USD', 10000, 10000, true, false, NULL, NULL, '\xc55c8f4c8062586368a4bd4a9954e9259851c0dff881430ff838d1e91b19d8e4'),
	('10458', 16, 'FM-15', '', '', 'License', 7, '', '', '2026-11-07', '2026-12-07', '', '', false, false, true, true, 'USD', -2500, -2500, true, false, NULL, NULL, '\x5490a13cdadf9f4273ec61eb751da93efb25072aaba64bc0470e1113c8c992e9'),
	('10458', 17, 'FM-16', '', '', 'License', 7, '', '', '2026-11-07', NULL, '', '', false, false, true, true, 'JPY', 100, 100, true, false, NULL, NULL, '\x32bf2d81085f210a20c9212329a28d70ebbba00f2fd6b7f20ce2501f109b0990'),
	('10471', 18, 'GS-1', '', '', 'License', 7, '', '', '2026-11-07', '2026-11-27', '', '', false, false, true, true, 'USD', 10000, 10000, true, false, NULL, NULL, '\x22c79ada24a06b3c9f0288780f07a59b97128e0b0ad96616c47e55acec4de6a0'),
	('10471', 19, 'GS-2', '', '', 'License', 7, '', '', '2026-11-07', '2026-12-22', '', '', false, false, true, true, 'USD', 10000, 10000, true, false, NULL, NULL, '\xbab6d2507d70ef7dca7bf459bff25df3d66dab07df524e70af75d527c81024ab'),
	('10471', 20, 'GS-3', '', '', 'License', 7, '', '', '2026-11-07', '2026-11-27', '', '', false, false, true, true, 'USD', 90000, 90000, true, false, NULL, NULL, '\xd42850803388c87025a1d0306fce79e236e0e8c5e77789ec2cf7e327765b426e'),
	('10458', 22, 'FM-17', '', '', 'License', 7, '', '', '2026-11-27', '2026-12-07', '', '', false, false, true, true, 'USD', 10000, 10000, true, false, NULL, NULL, '\xda56a6ae66fe40af2406961cd1cb1decdf673dfe5ca014c7b4169f600afe5398'),
	('10458', 2, 'FM-1', '', '', 'License', 7, '', '', '2026-11-07', '2026-12-07', '', '', false, true, true, true, 'USD', 10000, 0, true, false, NULL, NULL, '\x0d048f7cf128b70b45bd4fee81c76a006ca4c6565d3806f47eb532104921f298');

INSERT INTO public.invoice_category VALUES
	(7, 'Licenses'),
	(8, 'Market Data');

INSERT INTO public.invoice_extract VALUES
	('10412', 'INV-2026-1107', '2026-11-01 02:00:00+00'),
	('10458', 'FM-2', '2026-11-01 02:00:00+00'),
	('10458', 'FM-3', '2026-11-01 02:00:00+00'),
	('10458', 'FM-4', '2026-11-01 02:00:00+00'),
	('10458', 'FM-5', '2026-11-01 02:00:00+00'),
	('10458', 'FM-6', '2026-11-01 02:00:00+00'),
	('10458', 'FM-7', '2026-11-01 02:00:00+00'),
	('10458', 'FM-8', '2026-11-01 02:00:00+00'),
	('10458', 'FM-9', '2026-11-01 02:00:00+00'),
	('10458', 'FM-10', '2026-11-01 02:00:00+00'),
	('10458', 'FM-11', '2026-11-01 02:00:00+00'),
	('10458', 'FM-12', '2026-11-01 02:00:00+00'),
	('10458', 'FM-13', '2026-11-01 02:00:00+00'),
	('10458', 'FM-14', '2026-11-01 02:00:00+00'),
	('10458', 'FM-15', '2026-11-01 02:00:00+00'),
	('10458', 'FM-16', '2026-11-01 02:00:00+00'),
	('10471', 'GS-1', '2026-11-01 02:00:00+00'),
	('10471', 'GS-2', '2026-11-01 02:00:00+00'),
	('10471', 'GS-3', '2026-11-01 02:00:00+00'),
	('10458', 'FM-17', '2026-11-27 22:42:06.389+00'),
	('10458', 'FM-1', '2026-11-27 22:42:06.389+00');

INSERT INTO public.invoice_line VALUES
	('10412', 1, 1, 'TT Gateway', 'CME gateway, user tjones', 'Order LO-311', 2.0000, 735.0000, 147000, 'Chicago', 'IL', '10085', 'L-90311', 'tjones', 'N-CME', '2026-11-01', '2026-11-30', 'recurring', 'LO-311', 'ERF-2041', '1', 'PO 4500017734'),
	('10458', 3, 1, 'TT Pro', '', '', 2.0000, 50.0000, 10000, '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('10458', 4, 1, 'TT Pro', '', '', 2.0000, 50.0000, 10000, '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('10458', 5, 1, 'TT Pro', '', '', 2.0000, 50.0000, 10000, '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('10458', 6, 1, 'TT Pro', '', '', 2.0000, 50.0000, 10000, '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('10458', 7, 1, 'TT Pro', '', '', 2.0000, 50.0000, 10000, '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('10458', 8, 1, 'TT Pro', '', '', 2.0000, 50.0000, 10000, '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('10458', 9, 1, 'TT Pro', '', '', 2.0000, 50.0000, 10000, '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('10458', 10, 1, 'TT Pro', '', '', 2.0000, 50.0000, 10000, '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('10458', 11, 1, 'TT Pro', '', '', 2.0000, 50.0000, 10000, '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('10458', 12, 1, 'TT Pro', '', '', 2.0000, 50.0000, 10000, '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('10458', 13, 1, 'TT Pro', '', '', 2.0000, 50.0000, 10000, '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('10458', 14, 1, 'TT Pro', '', '', 2.0000, 50.0000, 10000, '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('10471', 18, 1, 'TT Pro', '', '', 2.0000, 50.0000, 10000, '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('10471', 19, 1, 'TT Pro', '', '', 2.0000, 50.0000, 10000, '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('10458', 22, 1, 'TT Pro', '', '', 2.0000, 50.0000, 10000, '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('10458', 2, 1, 'TT Pro', '', '', 2.0000, 50.0000, 10000, '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO public.invoice_notice OVERRIDING SYSTEM VALUE VALUES
	('10458', 1, '2026-11-27 22:42:06.424951+00', '{FM-17}', '2026-11-27', '2026-11-27 22:42:17.281662+00');

INSERT INTO public.invoice_portal_payment VALUES
	('10412', 1, '5d1f2b1c-4b0e-4d3a-8a8e-1f2b3c4d5e6f', 9000),
	('10458', 2, '1b07a28c-cf91-4607-89f2-ac4cb31da78d', 10000);

INSERT INTO public.invoice_question VALUES
	('10458', '30a364e1-dcd0-4252-a0f2-dc68b5d84761', 'FM-1', 1, '{"total": 100, "currency": "USD", "moreInfo": "", "quantity": 2, "userName": null, "licenseId": null, "salesPrice": 50, "description": "", "productName": "TT Pro", "servicePeriodEnd": null, "servicePeriodStart": null}', 'Why two of them?', NULL, '2026-11-27 22:41:56.47269+00', 'ea8adf8a-3134-4be3-abcb-682ef47201b8', '10458', 'Mia Torres', '5aa440a6-f7ef-424a-bbe4-f0d1eb73a6d4', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'asked'),
	('10458', 'cb9fd1e9-dbcf-445c-b40b-5a52447ee1f6', 'FM-2', 1, '{"total": 100, "currency": "USD", "moreInfo": "", "quantity": 2, "userName": null, "licenseId": null, "salesPrice": 50, "description": "", "productName": "TT Pro", "servicePeriodEnd": null, "servicePeriodStart": null}', 'Why two of them?', NULL, '2026-11-27 22:41:57.853532+00', 'ea8adf8a-3134-4be3-abcb-682ef47201b8', '10458', 'Mia Torres', '31290676-f20d-4ed5-ab0c-f0d2675a5043', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'asked');

INSERT INTO public.invoice_view VALUES
	('10458', 'a3a8834f-d196-4275-b809-2475356d3c37', '6f1c1a52-6c0e-4a3e-8f44-0d8f4b2b7c11', 1, 'Open', 'open', '{"status": "open"}', false);

INSERT INTO public.ledger_entry OVERRIDING SYSTEM VALUE VALUES
	('10458', 1, '4a1c354a-0f17-4234-a1db-707fc49f6a87', 'receivable', 2, '1b07a28c-cf91-4607-89f2-ac4cb31da78d', -10000, 'USD', '2026-11-27 22:42:01.567921+00'),
	('10458', 2, '4a1c354a-0f17-4234-a1db-707fc49f6a87', 'card_clearing', 2, '1b07a28c-cf91-4607-89f2-ac4cb31da78d', 10000, 'USD', '2026-11-27 22:42:01.567921+00'),
	('10458', 3, '4fa6c984-5660-4011-91c5-442904c85048', 'receivable', 3, '5a27fd2e-4129-4dcc-967a-16c3314e6054', -10000, 'USD', '2026-11-27 22:42:02.018196+00'),
	('10458', 4, '4fa6c984-5660-4011-91c5-442904c85048', 'card_clearing', 3, '5a27fd2e-4129-4dcc-967a-16c3314e6054', 10000, 'USD', '2026-11-27 22:42:02.018196+00'),
	('10458', 5, 'd4da6f72-f660-4590-9d74-00ef603e35ac', 'receivable', 5, 'd1469417-65e9-47bb-a29f-ceaa44eb7e51', -10000, 'USD', '2026-11-27 22:42:05.045094+00'),
	('10458', 6, 'd4da6f72-f660-4590-9d74-00ef603e35ac', 'card_clearing', 5, 'd1469417-65e9-47bb-a29f-ceaa44eb7e51', 10000, 'USD', '2026-11-27 22:42:05.045094+00'),
	('10458', 7, '79d5330b-9bb0-41fe-ad18-b43ef0e9b188', 'receivable', 3, '5a27fd2e-4129-4dcc-967a-16c3314e6054', 4000, 'USD', '2026-11-27 22:42:05.414276+00'),
	('10458', 8, '79d5330b-9bb0-41fe-ad18-b43ef0e9b188', 'card_clearing', 3, '5a27fd2e-4129-4dcc-967a-16c3314e6054', -4000, 'USD', '2026-11-27 22:42:05.414276+00'),
	('10458', 9, 'aa9a950a-d0e9-42be-9db6-043eec5e49b2', 'receivable', 6, 'ef41fb85-0df7-4f91-a11c-ec2feecd9ecb', -10000, 'USD', '2026-11-27 22:42:05.706743+00'),
	('10458', 10, 'aa9a950a-d0e9-42be-9db6-043eec5e49b2', 'card_clearing', 6, 'ef41fb85-0df7-4f91-a11c-ec2feecd9ecb', 10000, 'USD', '2026-11-27 22:42:05.706743+00'),
	('10458', 11, 'cbf453f6-2861-48e7-aa7a-3db98447a9ef', 'receivable', 7, 'ccf7c098-3f2d-479e-b725-fba60f60d7d4', -10000, 'USD', '2026-11-27 22:42:06.123907+00'),
	('10458', 12, 'cbf453f6-2861-48e7-aa7a-3db98447a9ef', 'card_clearing', 7, 'ccf7c098-3f2d-479e-b725-fba60f60d7d4', 10000, 'USD', '2026-11-27 22:42:06.123907+00'),
	('10471', 13, 'cbd9d315-cfa6-437e-97d0-7857f888d807', 'receivable', 18, '58f99c51-0b36-4c45-bfd3-4edfeb6dfea4', -10000, 'USD', '2026-11-27 22:42:09.083228+00'),
	('10471', 14, 'cbd9d315-cfa6-437e-97d0-7857f888d807', 'card_clearing', 18, '58f99c51-0b36-4c45-bfd3-4edfeb6dfea4', 10000, 'USD', '2026-11-27 22:42:09.083228+00'),
	('10458', 15, '84afa9ef-f309-40ab-8f92-be86b6ee7ad2', 'receivable', 9, '96a99919-7af6-450d-8fff-e83fc689e5ed', -10000, 'USD', '2026-11-27 22:42:28.743376+00'),
	('10458', 16, '84afa9ef-f309-40ab-8f92-be86b6ee7ad2', 'card_clearing', 9, '96a99919-7af6-450d-8fff-e83fc689e5ed', 10000, 'USD', '2026-11-27 22:42:28.743376+00');

INSERT INTO public.license VALUES
	('10412', 'P-1', '10085', '', '2026-11-01', NULL, 'CME', 'tjones', '192.0.2.17', '2026-11-01', 1),
	('10412', 'P-2', '10085', '', '2026-11-29', NULL, 'Eurex', 'tjones', '', '2026-11-29', 2),
	('10412', 'P-3', '10085', '', '2026-11-29', NULL, 'Eurex', 'aberg', '', '2026-11-29', 2),
	('10458', 'P-6', '10085', '', '2026-11-29', NULL, 'Eurex', 'tjones', '', '2026-11-29', 4),
	('10458', 'P-7', '10085', '', '2026-11-29', NULL, 'Eurex', 'nlind', '', '2026-12-02', 4);

INSERT INTO public.license_extract VALUES
	('10412', 'L-90311', '2026-11-01 02:00:00+00');

INSERT INTO public.license_order VALUES
	('10412', 2, DEFAULT, NULL, 'Submitted', NULL, false, NULL, DEFAULT, '67143d4c-b3e9-424a-b0bb-aee449ae8ff9', 'Nadia Brandt', '10412', 'Call the desk
first', '2026-11-27 22:41:58.599939+00', '2026-11-27 22:41:58.599939+00', 1, NULL, NULL, NULL, '2026-11-27 22:41:58.599939+00', 'Nadia Brandt', NULL),
	('10412', 3, DEFAULT, NULL, 'Draft', NULL, false, NULL, DEFAULT, '67143d4c-b3e9-424a-b0bb-aee449ae8ff9', 'Nadia Brandt', '10412', 'Call the desk
first', '2026-11-27 22:41:59.162888+00', NULL, 1, NULL, NULL, NULL, '2026-11-27 22:41:59.162888+00', 'Nadia Brandt', NULL),
	('10458', 4, DEFAULT, NULL, 'Submitted', NULL, false, NULL, DEFAULT, 'a3a8834f-d196-4275-b809-2475356d3c37', 'Piotr Zielinski', '10458', 'Call the desk
first', '2026-11-27 22:41:59.899156+00', '2026-11-27 22:41:59.899156+00', 1, NULL, NULL, NULL, '2026-11-27 22:41:59.899156+00', 'Piotr Zielinski', NULL),
	('10458', 5, DEFAULT, NULL, 'Submitted', NULL, false, NULL, DEFAULT, 'a3a8834f-d196-4275-b809-2475356d3c37', 'Piotr Zielinski', '10458', 'Call the desk
first', '2026-11-27 22:42:00.0358+00', '2026-11-27 22:42:00.0358+00', 1, NULL, NULL, NULL, '2026-11-27 22:42:00.0358+00', 'Piotr Zielinski', NULL),
	('10412', 1, DEFAULT, 'LO-311', 'Submitted', 'Accepted', false, 'Accepted', DEFAULT, NULL, 'Tom Whitfield', '10412', 'Please before the end of the month.', '2026-10-20 15:30:00+00', '2026-10-20 15:30:00+00', 2, NULL, NULL, NULL, '2026-11-27 22:42:06.424951+00', NULL, '\x0008c1d9975440a84b5ef6853cce08f07c2d880c8284d3c569289593cc19a09b');

INSERT INTO public.license_order_consent VALUES
	('10412', 2, '2026-11-27 22:41:58.599939+00', '67143d4c-b3e9-424a-b0bb-aee449ae8ff9', '10412', 'Nadia Brandt', '127.0.0.1', '2026-11', 'By submitting this order you ask for the licenses and services in it on behalf of your company, and agree that they are charged as Schedule C of your agreement sets out.

TT Standard is charged at $735 per user and month, TT Pro at $1,575 per user and month.

A fee of $50 per billing cycle is charged for each company relationship under which any user logs in.

Billing starts on the date on which the license key is activated. A cancellation takes effect as your agreement says, on or after the date you ask for.

You confirm that you may place orders for your company.', '{"totals": [{"basis": "list", "amount": 1470, "currencyIsoCode": "USD"}], "unpriced": 0}'),
	('10458', 4, '2026-11-27 22:41:59.899156+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', '2026-11', 'By submitting this order you ask for the licenses and services in it on behalf of your company, and agree that they are charged as Schedule C of your agreement sets out.

TT Standard is charged at $735 per user and month, TT Pro at $1,575 per user and month.

A fee of $50 per billing cycle is charged for each company relationship under which any user logs in.

Billing starts on the date on which the license key is activated. A cancellation takes effect as your agreement says, on or after the date you ask for.

You confirm that you may place orders for your company.', '{"totals": [{"basis": "list", "amount": 1470, "currencyIsoCode": "USD"}], "unpriced": 0}'),
	('10458', 5, '2026-11-27 22:42:00.0358+00', 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', '2026-11', 'By submitting this order you ask for the licenses and services in it on behalf of your company, and agree that they are charged as Schedule C of your agreement sets out.

TT Standard is charged at $735 per user and month, TT Pro at $1,575 per user and month.

A fee of $50 per billing cycle is charged for each company relationship under which any user logs in.

Billing starts on the date on which the license key is activated. A cancellation takes effect as your agreement says, on or after the date you ask for.

You confirm that you may place orders for your company.', '{"totals": [], "unpriced": 0}');

INSERT INTO public.license_order_extract VALUES
	('10412', 'LO-311', '2026-11-27 22:42:06.389+00');

INSERT INTO public.license_order_line VALUES
	('10412', 2, 1, 2, DEFAULT, '{"city": "", "state": "", "userName": "tjones", "ipAddress": "", "licenseId": "", "networkId": "EUREX", "postalCode": "", "productSku": "10085", "countryCode": "", "networkName": "Eurex", "oldUserName": "", "cancelReason": "", "dateRequired": "2026-11-29", "exchangeList": "", "oldIPAddress": "", "coveredCompany": "", "exchangeFlavor": "", "fixAdapterType": "", "oldNetworkName": "", "customerOrderRequestTypeId": 1}', NULL),
	('10412', 2, 2, 3, DEFAULT, '{"city": "", "state": "", "userName": "aberg", "ipAddress": "", "licenseId": "", "networkId": "EUREX", "postalCode": "", "productSku": "10085", "countryCode": "", "networkName": "Eurex", "oldUserName": "", "cancelReason": "", "dateRequired": "2026-11-29", "exchangeList": "", "oldIPAddress": "", "coveredCompany": "", "exchangeFlavor": "", "fixAdapterType": "", "oldNetworkName": "", "customerOrderRequestTypeId": 1}', NULL),
	('10412', 3, 1, 4, DEFAULT, '{"city": "", "state": "", "userName": "tjones", "ipAddress": "", "licenseId": "", "networkId": "EUREX", "postalCode": "", "productSku": "10085", "countryCode": "", "networkName": "Eurex", "oldUserName": "", "cancelReason": "", "dateRequired": "2026-11-29", "exchangeList": "", "oldIPAddress": "", "coveredCompany": "", "exchangeFlavor": "", "fixAdapterType": "", "oldNetworkName": "", "customerOrderRequestTypeId": 1}', NULL),
	('10412', 3, 2, 5, DEFAULT, '{"city": "", "state": "", "userName": "aberg", "ipAddress": "", "licenseId": "", "networkId": "EUREX", "postalCode": "", "productSku": "10085", "countryCode": "", "networkName": "Eurex", "oldUserName": "", "cancelReason": "", "dateRequired": "2026-11-29", "exchangeList": "", "oldIPAddress": "", "coveredCompany": "", "exchangeFlavor": "", "fixAdapterType": "", "oldNetworkName": "", "customerOrderRequestTypeId": 1}', NULL),
	('10458', 4, 1, 6, DEFAULT, '{"city": "", "state": "", "userName": "tjones", "ipAddress": "", "licenseId": "", "networkId": "EUREX", "postalCode": "", "productSku": "10085", "countryCode": "", "networkName": "Eurex", "oldUserName": "", "cancelReason": "", "dateRequired": "2026-11-29", "exchangeList": "", "oldIPAddress": "", "coveredCompany": "", "exchangeFlavor": "", "fixAdapterType": "", "oldNetworkName": "", "customerOrderRequestTypeId": 1}', NULL),
	('10458', 4, 2, 7, DEFAULT, '{"city": "", "state": "", "userName": "aberg", "ipAddress": "", "licenseId": "", "networkId": "EUREX", "postalCode": "", "productSku": "10085", "countryCode": "", "networkName": "Eurex", "oldUserName": "", "cancelReason": "", "dateRequired": "2026-11-29", "exchangeList": "", "oldIPAddress": "", "coveredCompany": "", "exchangeFlavor": "", "fixAdapterType": "", "oldNetworkName": "", "customerOrderRequestTypeId": 1}', NULL),
	('10458', 5, 1, 8, DEFAULT, '{"city": "", "state": "", "userName": "nlind", "ipAddress": "", "licenseId": "", "networkId": "EUREX", "postalCode": "", "productSku": "10085", "countryCode": "", "networkName": "Eurex", "oldUserName": "aberg", "cancelReason": "", "dateRequired": "2026-12-02", "exchangeList": "", "oldIPAddress": "", "coveredCompany": "", "exchangeFlavor": "", "fixAdapterType": "", "oldNetworkName": "Eurex", "customerOrderRequestTypeId": 3}', 'P-7'),
	('10412', 1, 1, 1, DEFAULT, '{"id": "90311", "city": "Chicago", "state": "IL", "userName": "tjones", "ipAddress": "192.0.2.17", "licenseId": "", "networkId": "N-CME", "postalCode": "60606", "productSku": "10085", "countryCode": "US", "networkName": "CME", "oldUserName": "", "productName": "TT Gateway", "cancelReason": "", "dateRequired": "2026-11-01", "exchangeList": "CME, CBOT", "oldIPAddress": "", "coveredCompany": "", "exchangeFlavor": "", "fixAdapterType": "", "oldNetworkName": "", "customerOrderId": "LO-311", "customerOrderRequestTypeId": 1}', NULL);

INSERT INTO public.license_order_step VALUES
	('10412', 1, 0, 'Accepted', '2026-11-27 22:42:06.389+00', '2026-11-27 22:42:06.424951+00', '');

INSERT INTO public.mail VALUES
	('10458', '6f344513-c16a-478e-93e3-3f117fda7db6', 'refund re_3eBqltmcLiyZ1pIObf3QvrpQU succeeded', 'refunds', 'mia.torres@fairhaven.example', false, 'Refunded $40.00 of the payment of invoice FM-2', '{"facts": [["Invoice", "FM-2"], ["Amount", "$40.00"], ["Payment reference", "5a27fd2e-4129-4dcc-967a-16c3314e6054"]], "lists": [], "notes": ["The money goes back to the card the invoice was paid with; banks need a few days.", "You do not need to pay this invoice unless we ask you to again."], "button": {"path": "/invoices/detail/FM-2", "label": "See the invoice"}, "thread": "invoice FM-2", "heading": "Refunded $40.00 of the payment of invoice ⁨FM-2⁩", "preview": "The money goes back to the card the invoice was paid with; banks need a few days."}', '2026-11-27 22:42:05.414276+00', '2026-11-27 22:43:24.248692+00', 1, '2026-11-27 22:42:25.010182+00', NULL, NULL),
	('10458', 'f2a1a610-6d86-434d-94c6-990cf373e1dc', 'refund re_3eBqltmcLiyZ1pIObf3QvrpQU succeeded', 'refunds', 'piotr.zielinski@fairhaven.example', false, 'Refunded $40.00 of the payment of invoice FM-2', '{"facts": [["Invoice", "FM-2"], ["Amount", "$40.00"], ["Payment reference", "5a27fd2e-4129-4dcc-967a-16c3314e6054"]], "lists": [], "notes": ["The money goes back to the card the invoice was paid with; banks need a few days.", "You do not need to pay this invoice unless we ask you to again."], "button": {"path": "/invoices/detail/FM-2", "label": "See the invoice"}, "thread": "invoice FM-2", "heading": "Refunded $40.00 of the payment of invoice ⁨FM-2⁩", "preview": "The money goes back to the card the invoice was paid with; banks need a few days."}', '2026-11-27 22:42:05.414276+00', '2026-11-27 22:43:24.248692+00', 1, '2026-11-27 22:42:25.193521+00', NULL, NULL),
	('10458', '05b6b9d9-50eb-4f6e-88cb-da8c989d9b37', 'refund re_3eBqltmcLiyZ1pIObf3QvrpQU succeeded', 'refunds', 'accounting@fairhaven.example', false, 'Refunded $40.00 of the payment of invoice FM-2', '{"facts": [["Invoice", "FM-2"], ["Amount", "$40.00"], ["Payment reference", "5a27fd2e-4129-4dcc-967a-16c3314e6054"]], "lists": [], "notes": ["The money goes back to the card the invoice was paid with; banks need a few days.", "You do not need to pay this invoice unless we ask you to again."], "button": {"path": "/invoices/detail/FM-2", "label": "See the invoice"}, "thread": "invoice FM-2", "heading": "Refunded $40.00 of the payment of invoice ⁨FM-2⁩", "preview": "The money goes back to the card the invoice was paid with; banks need a few days."}', '2026-11-27 22:42:05.414276+00', '2026-11-27 22:43:24.248692+00', 1, '2026-11-27 22:42:25.365163+00', NULL, NULL),
	('10458', 'b19a45b2-2b48-44de-accb-615f8b148c62', 'access request 8a5d4cc9-db80-4f13-b924-a8b6833fd3cf', 'accessRequests', 'piotr.zielinski@fairhaven.example', false, 'Mia Torres requests Licenses', '{"facts": [["Company", "Fairhaven Markets"], ["User", "⁨Mia Torres⁩ (mia.torres@fairhaven.example)"], ["Permission", "Licenses"]], "lists": [], "button": {"path": "/users?open=ea8adf8a-3134-4be3-abcb-682ef47201b8", "label": "Grant or decline it under Users"}, "heading": "⁨Mia Torres⁩ requests Licenses", "preview": "Grant or decline it under Users."}', '2026-11-27 22:41:58.094305+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:18.55869+00', NULL, NULL),
	('10458', 'd5032071-8bad-4949-902c-dc31d3a27085', 'access decision 0ed796f8-02ad-4d1f-9566-583a6919cf4c', 'accessDecisions', 'mia.torres@fairhaven.example', false, 'You now have Pay Invoices', '{"facts": [["Company", "Fairhaven Markets"], ["Permission", "Pay Invoices"], ["Granted by", "Piotr Zielinski"]], "lists": [], "button": {"path": "/", "label": "Open the portal"}, "heading": "You now have Pay Invoices", "preview": "Decided by ⁨Piotr Zielinski⁩."}', '2026-11-27 22:41:58.186051+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:18.952944+00', NULL, NULL),
	('10458', '4a93d156-11c2-4fc1-b224-f1884639f8d5', 'batch 8f612588-2d7e-44ac-bd15-54e120e649ff', 'receipts', 'piotr.zielinski@fairhaven.example', false, 'Payment of 2 invoices: 2 paid', '{"facts": [["Paid by", "Piotr Zielinski"]], "lists": [{"rows": [["FM-5", "$100.00"], ["FM-6", "$100.00"]], "title": "We received $200.00 for 2 invoices."}], "notes": ["The receipts are attached."], "button": {"path": "/payments?tab=paymentHistory", "label": "See the payment history"}, "heading": "Payment of 2 invoices: 2 paid", "preview": "We received $200.00 for 2 invoices.", "receiptOf": ["ef41fb85-0df7-4f91-a11c-ec2feecd9ecb", "ccf7c098-3f2d-479e-b725-fba60f60d7d4"]}', '2026-11-27 22:42:06.251457+00', '2026-11-27 22:43:24.248692+00', 1, '2026-11-27 22:42:25.767439+00', NULL, NULL),
	('10458', 'fc801a93-0668-43c9-a0f5-fbbfb00e95ab', 'batch 8f612588-2d7e-44ac-bd15-54e120e649ff', 'receipts', 'accounting@fairhaven.example', false, 'Payment of 2 invoices: 2 paid', '{"facts": [["Paid by", "Piotr Zielinski"]], "lists": [{"rows": [["FM-5", "$100.00"], ["FM-6", "$100.00"]], "title": "We received $200.00 for 2 invoices."}], "notes": ["The receipts are attached."], "button": {"path": "/payments?tab=paymentHistory", "label": "See the payment history"}, "heading": "Payment of 2 invoices: 2 paid", "preview": "We received $200.00 for 2 invoices.", "receiptOf": ["ef41fb85-0df7-4f91-a11c-ec2feecd9ecb", "ccf7c098-3f2d-479e-b725-fba60f60d7d4"]}', '2026-11-27 22:42:06.251457+00', '2026-11-27 22:43:24.248692+00', 1, '2026-11-27 22:42:26.016128+00', NULL, NULL),
	('10458', 'ae90e914-2823-4bd9-9a4a-870ca387b0e0', 'receipt 96a99919-7af6-450d-8fff-e83fc689e5ed', 'receipts', 'piotr.zielinski@fairhaven.example', false, 'Payment of $100.00 received, FM-8', '{"lead": "Paid by ⁨Piotr Zielinski⁩. The receipt is attached.", "facts": [["Invoice", "FM-8"], ["Amount", "$100.00"], ["Paid on", "11/27/2026 22:42 UTC"], ["Card", "Visa ending in 4242"], ["Payment reference", "96a99919-7af6-450d-8fff-e83fc689e5ed"]], "lists": [], "notes": ["Your balance is updated as soon as our books show the payment."], "button": {"path": "/invoices/detail/FM-8", "label": "View receipt"}, "thread": "invoice FM-8", "heading": "Payment of $100.00 received", "preview": "Visa ending in 4242, 11/27/2026 22:42 UTC. The receipt is attached.", "receiptOf": "96a99919-7af6-450d-8fff-e83fc689e5ed"}', '2026-11-27 22:42:28.743376+00', '2026-11-27 22:42:28.743376+00', 0, NULL, NULL, NULL),
	('10458', '36773359-2bb7-42ed-9aef-0023c2f711be', 'receipt 96a99919-7af6-450d-8fff-e83fc689e5ed', 'receipts', 'accounting@fairhaven.example', false, 'Payment of $100.00 received, FM-8', '{"lead": "Paid by ⁨Piotr Zielinski⁩. The receipt is attached.", "facts": [["Invoice", "FM-8"], ["Amount", "$100.00"], ["Paid on", "11/27/2026 22:42 UTC"], ["Card", "Visa ending in 4242"], ["Payment reference", "96a99919-7af6-450d-8fff-e83fc689e5ed"]], "lists": [], "notes": ["Your balance is updated as soon as our books show the payment."], "button": {"path": "/invoices/detail/FM-8", "label": "View receipt"}, "thread": "invoice FM-8", "heading": "Payment of $100.00 received", "preview": "Visa ending in 4242, 11/27/2026 22:42 UTC. The receipt is attached.", "receiptOf": "96a99919-7af6-450d-8fff-e83fc689e5ed"}', '2026-11-27 22:42:28.743376+00', '2026-11-27 22:42:28.743376+00', 0, NULL, NULL, NULL),
	('10412', '1511564f-b543-4a48-a146-45bda6e6151c', 'license order 2', 'orders', 'nadia.brandt@aldgate.example', false, 'License order of Aldgate Capital LLP submitted, P-2', '{"facts": [["Company", "Aldgate Capital LLP"], ["Submitted by", "Nadia Brandt"], ["Order", "P-2, 2 items"], ["Change in monthly cost", "+$1,470.00 a month at list prices"], ["Additional information", "Call the desk\nfirst"]], "lists": [], "button": {"path": "/licenses?order=2", "label": "See the order"}, "thread": "order 2", "heading": "License order P-2 submitted", "preview": "2 items, by ⁨Nadia Brandt⁩."}', '2026-11-27 22:41:58.599939+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:19.76935+00', NULL, NULL),
	('10458', 'e0af1292-25f5-4285-b4f5-0cd3a6dd1c3d', 'license order 4', 'orders', 'piotr.zielinski@fairhaven.example', false, 'License order of Fairhaven Markets submitted, P-4', '{"facts": [["Company", "Fairhaven Markets"], ["Submitted by", "Piotr Zielinski"], ["Order", "P-4, 2 items"], ["Change in monthly cost", "+$1,470.00 a month at list prices"], ["Additional information", "Call the desk\nfirst"]], "lists": [], "button": {"path": "/licenses?order=4", "label": "See the order"}, "thread": "order 4", "heading": "License order P-4 submitted", "preview": "2 items, by ⁨Piotr Zielinski⁩."}', '2026-11-27 22:41:59.899156+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:20.014427+00', NULL, NULL),
	('10458', 'ff97e3be-f6d2-4854-9a7a-fc16cbc210ee', 'license order 5', 'orders', 'piotr.zielinski@fairhaven.example', false, 'License order of Fairhaven Markets submitted, P-5', '{"facts": [["Company", "Fairhaven Markets"], ["Submitted by", "Piotr Zielinski"], ["Order", "P-5, 1 item"], ["Change in monthly cost", "No change"], ["Additional information", "Call the desk\nfirst"]], "lists": [], "button": {"path": "/licenses?order=5", "label": "See the order"}, "thread": "order 5", "heading": "License order P-5 submitted", "preview": "1 item, by ⁨Piotr Zielinski⁩."}', '2026-11-27 22:42:00.0358+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:20.231867+00', NULL, NULL),
	('10458', 'eb6a477b-31c0-4267-88c9-51cf633274d0', 'receipt 1b07a28c-cf91-4607-89f2-ac4cb31da78d', 'receipts', 'piotr.zielinski@fairhaven.example', false, 'Payment of $100.00 received, FM-1', '{"lead": "Paid by ⁨Piotr Zielinski⁩. The receipt is attached.", "facts": [["Invoice", "FM-1"], ["Amount", "$100.00"], ["Paid on", "11/27/2026 22:42 UTC"], ["Card", "Visa ending in 4242"], ["Payment reference", "1b07a28c-cf91-4607-89f2-ac4cb31da78d"]], "lists": [], "notes": ["Your balance is updated as soon as our books show the payment."], "button": {"path": "/invoices/detail/FM-1", "label": "View receipt"}, "thread": "invoice FM-1", "heading": "Payment of $100.00 received", "preview": "Visa ending in 4242, 11/27/2026 22:42 UTC. The receipt is attached.", "receiptOf": "1b07a28c-cf91-4607-89f2-ac4cb31da78d"}', '2026-11-27 22:42:01.567921+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:22.018788+00', NULL, NULL),
	('10458', 'f20349fe-2e6a-45e8-bd1a-70fe92e37681', 'receipt 1b07a28c-cf91-4607-89f2-ac4cb31da78d', 'receipts', 'accounting@fairhaven.example', false, 'Payment of $100.00 received, FM-1', '{"lead": "Paid by ⁨Piotr Zielinski⁩. The receipt is attached.", "facts": [["Invoice", "FM-1"], ["Amount", "$100.00"], ["Paid on", "11/27/2026 22:42 UTC"], ["Card", "Visa ending in 4242"], ["Payment reference", "1b07a28c-cf91-4607-89f2-ac4cb31da78d"]], "lists": [], "notes": ["Your balance is updated as soon as our books show the payment."], "button": {"path": "/invoices/detail/FM-1", "label": "View receipt"}, "thread": "invoice FM-1", "heading": "Payment of $100.00 received", "preview": "Visa ending in 4242, 11/27/2026 22:42 UTC. The receipt is attached.", "receiptOf": "1b07a28c-cf91-4607-89f2-ac4cb31da78d"}', '2026-11-27 22:42:01.567921+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:22.226825+00', NULL, NULL),
	('10458', '9dee9b17-c804-48ce-98b1-283944b7990c', 'receipt 5a27fd2e-4129-4dcc-967a-16c3314e6054', 'receipts', 'piotr.zielinski@fairhaven.example', false, 'Payment of $100.00 received, FM-2', '{"lead": "Paid by ⁨Piotr Zielinski⁩. The receipt is attached.", "facts": [["Invoice", "FM-2"], ["Amount", "$100.00"], ["Paid on", "11/27/2026 22:42 UTC"], ["Card", "Visa ending in 4242"], ["Payment reference", "5a27fd2e-4129-4dcc-967a-16c3314e6054"]], "lists": [], "notes": ["Your balance is updated as soon as our books show the payment."], "button": {"path": "/invoices/detail/FM-2", "label": "View receipt"}, "thread": "invoice FM-2", "heading": "Payment of $100.00 received", "preview": "Visa ending in 4242, 11/27/2026 22:42 UTC. The receipt is attached.", "receiptOf": "5a27fd2e-4129-4dcc-967a-16c3314e6054"}', '2026-11-27 22:42:02.018196+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:22.629472+00', NULL, NULL),
	('10458', '7b060d4f-27ae-42d7-a417-12dbcd33f5c8', 'receipt 5a27fd2e-4129-4dcc-967a-16c3314e6054', 'receipts', 'accounting@fairhaven.example', false, 'Payment of $100.00 received, FM-2', '{"lead": "Paid by ⁨Piotr Zielinski⁩. The receipt is attached.", "facts": [["Invoice", "FM-2"], ["Amount", "$100.00"], ["Paid on", "11/27/2026 22:42 UTC"], ["Card", "Visa ending in 4242"], ["Payment reference", "5a27fd2e-4129-4dcc-967a-16c3314e6054"]], "lists": [], "notes": ["Your balance is updated as soon as our books show the payment."], "button": {"path": "/invoices/detail/FM-2", "label": "View receipt"}, "thread": "invoice FM-2", "heading": "Payment of $100.00 received", "preview": "Visa ending in 4242, 11/27/2026 22:42 UTC. The receipt is attached.", "receiptOf": "5a27fd2e-4129-4dcc-967a-16c3314e6054"}', '2026-11-27 22:42:02.018196+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:22.827142+00', NULL, NULL),
	('10458', '019bb394-962f-441d-84a3-35daae550452', 'failure 28e72bd4-55b3-4bed-bef0-c63d5c86f8b7', 'failures', 'mia.torres@fairhaven.example', false, 'Payment of $100.00 was not made, FM-3', '{"lead": "Your card was declined. The card was not charged.", "facts": [["Invoice", "FM-3"], ["Amount", "$100.00"], ["Started by", "Piotr Zielinski"], ["Payment reference", "28e72bd4-55b3-4bed-bef0-c63d5c86f8b7"]], "lists": [], "notes": [], "button": {"path": "/invoices/detail/FM-3", "label": "See the invoice"}, "thread": "invoice FM-3", "heading": "Payment of $100.00 was not made", "preview": "Your card was declined."}', '2026-11-27 22:42:04.252433+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:23.013834+00', NULL, NULL),
	('10458', '49f9d14c-83ae-4503-919c-d99c4daa916c', 'failure 28e72bd4-55b3-4bed-bef0-c63d5c86f8b7', 'failures', 'piotr.zielinski@fairhaven.example', true, 'Payment of $100.00 was not made, FM-3', '{"lead": "Your card was declined. The card was not charged.", "facts": [["Invoice", "FM-3"], ["Amount", "$100.00"], ["Started by", "Piotr Zielinski"], ["Payment reference", "28e72bd4-55b3-4bed-bef0-c63d5c86f8b7"]], "lists": [], "notes": [], "button": {"path": "/invoices/detail/FM-3", "label": "See the invoice"}, "thread": "invoice FM-3", "heading": "Payment of $100.00 was not made", "preview": "Your card was declined."}', '2026-11-27 22:42:04.252433+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:23.136944+00', NULL, NULL),
	('10458', 'abcc4283-4d60-4c7f-8255-9e1fba1319c1', 'failure 28e72bd4-55b3-4bed-bef0-c63d5c86f8b7', 'failures', 'accounting@fairhaven.example', false, 'Payment of $100.00 was not made, FM-3', '{"lead": "Your card was declined. The card was not charged.", "facts": [["Invoice", "FM-3"], ["Amount", "$100.00"], ["Started by", "Piotr Zielinski"], ["Payment reference", "28e72bd4-55b3-4bed-bef0-c63d5c86f8b7"]], "lists": [], "notes": [], "button": {"path": "/invoices/detail/FM-3", "label": "See the invoice"}, "thread": "invoice FM-3", "heading": "Payment of $100.00 was not made", "preview": "Your card was declined."}', '2026-11-27 22:42:04.252433+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:23.268494+00', NULL, NULL),
	('10458', 'db5845e2-782e-4e89-9f8f-5a005c1e3096', 'receipt d1469417-65e9-47bb-a29f-ceaa44eb7e51', 'receipts', 'accounting@fairhaven.example', false, 'Payment of $100.00 received, FM-4', '{"lead": "Paid by ⁨Piotr Zielinski⁩. The receipt is attached.", "facts": [["Invoice", "FM-4"], ["Amount", "$100.00"], ["Paid on", "11/27/2026 22:42 UTC"], ["Card", "Visa ending in 0259"], ["Payment reference", "d1469417-65e9-47bb-a29f-ceaa44eb7e51"]], "lists": [], "notes": ["Your balance is updated as soon as our books show the payment."], "button": {"path": "/invoices/detail/FM-4", "label": "View receipt"}, "thread": "invoice FM-4", "heading": "Payment of $100.00 received", "preview": "Visa ending in 0259, 11/27/2026 22:42 UTC. The receipt is attached.", "receiptOf": "d1469417-65e9-47bb-a29f-ceaa44eb7e51"}', '2026-11-27 22:42:05.045094+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:23.815476+00', NULL, NULL),
	('10458', '312c7a4d-839e-4b01-acde-53d6dc9baf7a', 'dispute du_1AJFgSEVos2ZCCBtjH6lxE8Ns open', 'refunds', 'mia.torres@fairhaven.example', false, 'The payment of invoice FM-4 ($100.00) is disputed by the card''s bank', '{"facts": [["Invoice", "FM-4"], ["Amount", "$100.00"], ["Payment reference", "d1469417-65e9-47bb-a29f-ceaa44eb7e51"]], "lists": [], "notes": ["The invoice will not be charged again until the bank has decided."], "button": {"path": "/invoices/detail/FM-4", "label": "See the invoice"}, "thread": "invoice FM-4", "heading": "The payment of invoice ⁨FM-4⁩ ($100.00) is disputed by the card''s bank", "preview": "The invoice will not be charged again until the bank has decided."}', '2026-11-27 22:42:05.310953+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:23.970878+00', NULL, NULL),
	('10458', '9ae37a04-1cda-41d6-9f24-d348ecdd0c45', 'dispute du_1AJFgSEVos2ZCCBtjH6lxE8Ns open', 'refunds', 'piotr.zielinski@fairhaven.example', false, 'The payment of invoice FM-4 ($100.00) is disputed by the card''s bank', '{"facts": [["Invoice", "FM-4"], ["Amount", "$100.00"], ["Payment reference", "d1469417-65e9-47bb-a29f-ceaa44eb7e51"]], "lists": [], "notes": ["The invoice will not be charged again until the bank has decided."], "button": {"path": "/invoices/detail/FM-4", "label": "See the invoice"}, "thread": "invoice FM-4", "heading": "The payment of invoice ⁨FM-4⁩ ($100.00) is disputed by the card''s bank", "preview": "The invoice will not be charged again until the bank has decided."}', '2026-11-27 22:42:05.310953+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:24.098446+00', NULL, NULL),
	('10458', '8806962e-706d-4800-a326-9aef7a3a9be5', 'dispute du_1AJFgSEVos2ZCCBtjH6lxE8Ns open', 'refunds', 'accounting@fairhaven.example', false, 'The payment of invoice FM-4 ($100.00) is disputed by the card''s bank', '{"facts": [["Invoice", "FM-4"], ["Amount", "$100.00"], ["Payment reference", "d1469417-65e9-47bb-a29f-ceaa44eb7e51"]], "lists": [], "notes": ["The invoice will not be charged again until the bank has decided."], "button": {"path": "/invoices/detail/FM-4", "label": "See the invoice"}, "thread": "invoice FM-4", "heading": "The payment of invoice ⁨FM-4⁩ ($100.00) is disputed by the card''s bank", "preview": "The invoice will not be charged again until the bank has decided."}', '2026-11-27 22:42:05.310953+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:24.224691+00', NULL, NULL),
	('-', '56e81112-d9b5-4602-9e59-738251bf3f33', 'bank accounts 4a3e4fe4-0b26-493d-a030-7d78d3e09d6a', 'security', 'maya.okafor@meridian.example', false, 'Bank details of MTS-EU EUR changed', '{"lead": "Customers see these accounts for their transfers.", "facts": [["MTS-EU EUR", "new, the account ending in 3000, in place of the account of BANK_ACCOUNTS ending in 7890; by ⁨API key Test (portal_2a5de64e)⁩."]], "lists": [], "notes": ["Compare this with the papers of your bank.", "If it is not your change, revoke the API key and correct the details at once."], "button": {"path": "/attention", "label": "Confirm the change"}, "heading": "Bank details of ⁨MTS-EU EUR⁩ changed", "preview": "Customers see these accounts for their transfers."}', '2026-11-27 22:42:17.123057+00', '2026-11-27 22:43:24.248692+00', 1, '2026-11-27 22:42:27.677694+00', NULL, NULL),
	('10458', '753a0792-df24-4b08-92e2-c33bd4552786', 'access request 0ed796f8-02ad-4d1f-9566-583a6919cf4c', 'accessRequests', 'piotr.zielinski@fairhaven.example', false, 'Mia Torres requests Pay Invoices', '{"facts": [["Company", "Fairhaven Markets"], ["User", "⁨Mia Torres⁩ (mia.torres@fairhaven.example)"], ["Permission", "Pay Invoices"]], "lists": [], "button": {"path": "/users?open=ea8adf8a-3134-4be3-abcb-682ef47201b8", "label": "Grant or decline it under Users"}, "heading": "⁨Mia Torres⁩ requests Pay Invoices", "preview": "Grant or decline it under Users."}', '2026-11-27 22:41:58.029621+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:18.183021+00', NULL, NULL),
	('10412', '0a45be54-b7fe-4910-bf90-7f621458d780', 'invite 9cad3a58-affb-48fb-9625-cc963cb7bfdc c2c36895d97bb2b1', 'invitations', 'new.colleague@aldgate.example', false, 'Nadia Brandt invites you to Aldgate Capital LLP', '{"lead": "⁨Aldgate Capital LLP⁩ sees and pays the invoices of ⁨Meridian Trading Systems⁩ in this customer portal.", "facts": [["You will have access to", "Requests/ERF"], ["Invited as", "new.colleague@aldgate.example"], ["Valid until", "12/04/2026 22:41 UTC"]], "lists": [], "notes": ["The link works once, for new.colleague@aldgate.example only.", "If you did not expect this invitation, you can ignore this email."], "button": {"path": "/confirm?code=_9H6xNoZ1x-owPk14C0s3-RvKmkAOPxgFHxKESiuiR0", "label": "Review the invitation"}, "heading": "⁨Nadia Brandt⁩ invites you to ⁨Aldgate Capital LLP⁩", "preview": "Requests/ERF. Valid until 12/04/2026 22:41 UTC."}', '2026-11-27 22:41:58.268006+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:19.213821+00', NULL, NULL),
	('10412', 'c5fe26a4-527a-4a7f-9bb2-17abbb39cd01', 'equipment ERF-2041 approved 2026-11-27T22:41:58.465Z', 'equipment', 'nadia.brandt@aldgate.example', false, 'Equipment request ERF-2041 was approved', '{"facts": [["Company", "Aldgate Capital LLP"], ["Equipment request", "ERF-2041"], ["Approved by", "Nadia Brandt"], ["Installation fees", "$250.00"]], "lists": [], "button": {"path": "/erf/detail/ERF-2041", "label": "See the request"}, "thread": "equipment ERF-2041", "heading": "Equipment request ⁨ERF-2041⁩ was approved", "preview": "By ⁨Nadia Brandt⁩, for ⁨Aldgate Capital LLP⁩."}', '2026-11-27 22:41:58.442463+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:19.624942+00', NULL, NULL),
	('10458', 'e33c6caf-4811-4e2b-982e-80fa2557cd72', 'receipt d1469417-65e9-47bb-a29f-ceaa44eb7e51', 'receipts', 'piotr.zielinski@fairhaven.example', false, 'Payment of $100.00 received, FM-4', '{"lead": "Paid by ⁨Piotr Zielinski⁩. The receipt is attached.", "facts": [["Invoice", "FM-4"], ["Amount", "$100.00"], ["Paid on", "11/27/2026 22:42 UTC"], ["Card", "Visa ending in 0259"], ["Payment reference", "d1469417-65e9-47bb-a29f-ceaa44eb7e51"]], "lists": [], "notes": ["Your balance is updated as soon as our books show the payment."], "button": {"path": "/invoices/detail/FM-4", "label": "View receipt"}, "thread": "invoice FM-4", "heading": "Payment of $100.00 received", "preview": "Visa ending in 0259, 11/27/2026 22:42 UTC. The receipt is attached.", "receiptOf": "d1469417-65e9-47bb-a29f-ceaa44eb7e51"}', '2026-11-27 22:42:05.045094+00', '2026-11-27 22:43:17.142986+00', 1, '2026-11-27 22:42:23.639863+00', NULL, NULL),
	('10471', 'd123b7a4-7002-4159-b1da-9c5a259d6760', 'autopay 35', 'autopay', 'greta.lund@granite.example', false, 'Changed AutoPay: no limits → at most $500.00 per charge (Granite & Söhne GmbH)', '{"facts": [["Company", "Granite & Söhne GmbH"], ["By", "Greta Lund"], ["Before", "no limits"], ["Now", "at most $500.00 per charge"]], "lists": [], "notes": [], "button": {"path": "/payments?tab=autopay", "label": "See the plan"}, "heading": "Changed AutoPay: no limits → at most $500.00 per charge", "preview": "By ⁨Greta Lund⁩."}', '2026-11-27 22:42:07.313444+00', '2026-11-27 22:43:24.248692+00', 1, '2026-11-27 22:42:26.335284+00', NULL, NULL),
	('10471', 'f08d09fe-9790-4dfe-a399-c37557fd3f83', 'autopay 36', 'autopay', 'greta.lund@granite.example', false, 'Enrolled in AutoPay (Granite & Söhne GmbH)', '{"facts": [["Company", "Granite & Söhne GmbH"], ["By", "Greta Lund"], ["Terms of", "2026-11-23"]], "lists": [], "notes": ["Invoices will be charged to the default card on their due dates."], "button": {"path": "/payments?tab=autopay", "label": "See the plan"}, "heading": "Enrolled in AutoPay", "preview": "By ⁨Greta Lund⁩."}', '2026-11-27 22:42:07.748666+00', '2026-11-27 22:43:24.248692+00', 1, '2026-11-27 22:42:26.513498+00', NULL, NULL),
	('10471', '6cc3e230-77da-41a1-bb39-24e1741c9bc1', 'batch 5e1cb82e-e7b9-4def-b9d3-f8493aab7733', 'receipts', 'greta.lund@granite.example', false, 'AutoPay: payment of 1 invoice: 1 paid', '{"facts": [["Paid by", "AutoPay"]], "lists": [{"rows": [["GS-1", "$100.00"]], "title": "We received $100.00 for 1 invoice."}], "notes": ["The receipts are attached."], "button": {"path": "/payments?tab=paymentHistory", "label": "See the payment history"}, "heading": "AutoPay: payment of 1 invoice: 1 paid", "preview": "We received $100.00 for 1 invoice.", "receiptOf": ["58f99c51-0b36-4c45-bfd3-4edfeb6dfea4"]}', '2026-11-27 22:42:09.278157+00', '2026-11-27 22:43:24.248692+00', 1, '2026-11-27 22:42:26.840757+00', NULL, NULL),
	('-', 'a092ae55-527e-4986-a4d1-2765b092c0f2', 'accreditation fb555d18-25da-4d4c-b19d-08e86470bdc3', 'purchases', 'ana@b.example', false, 'Receipt for Platform Basics, fb555d18-25da-4d4c-b19d-08e86470bdc3', '{"lead": "Thank you. We received $99.00 for ⁨Platform Basics⁩, paid by card. The receipt is attached.", "facts": [["Accreditation", "Platform Basics"], ["Amount", "$99.00"], ["Billed to", "Ana Novak, 1 Harbor Way, Chicago IL 60606, US"], ["Purchase reference", "fb555d18-25da-4d4c-b19d-08e86470bdc3"]], "lists": [], "notes": ["To use the accreditation, write to billing@meridian.example and include the purchase reference."], "heading": "Payment of $99.00 received", "preview": "Thank you for your purchase of ⁨Platform Basics⁩.", "purchaseOf": "fb555d18-25da-4d4c-b19d-08e86470bdc3"}', '2026-11-27 22:42:10.016021+00', '2026-11-27 22:43:24.248692+00', 1, '2026-11-27 22:42:27.185781+00', NULL, NULL),
	('-', '60ca8a97-c429-4557-bc45-9bc07f18381b', 'question 30a364e1-dcd0-4252-a0f2-dc68b5d84761 asked', 'questions', 'billing@meridian.example', false, 'Fairhaven Markets asks about an invoice, FM-1', '{"facts": [["Company", "Fairhaven Markets (10458)"], ["Invoice", "FM-1"], ["Line", "1"], ["Product", "TT Pro"], ["Quantity", "2"], ["Price", "$50.00"], ["Total", "$100.00 USD"], ["Asks", "Why two of them?"], ["Asked by", "Mia Torres, mia.torres@fairhaven.example"], ["Question id", "30a364e1-dcd0-4252-a0f2-dc68b5d84761"]], "lists": [], "notes": ["To answer it, send an invoiceAnswer record with the id of the question."], "thread": "question 30a364e1-dcd0-4252-a0f2-dc68b5d84761", "heading": "⁨Fairhaven Markets⁩ asks about an invoice", "preview": "Why two of them?"}', '2026-11-27 22:42:17.087378+00', '2026-11-27 22:43:24.248692+00', 1, '2026-11-27 22:42:27.314019+00', NULL, NULL),
	('-', 'fa0ebc95-ab7c-4345-8a90-6375b2f57810', 'question cb9fd1e9-dbcf-445c-b40b-5a52447ee1f6 asked', 'questions', 'billing@meridian.example', false, 'Fairhaven Markets asks about an invoice, FM-2', '{"facts": [["Company", "Fairhaven Markets (10458)"], ["Invoice", "FM-2"], ["Line", "1"], ["Product", "TT Pro"], ["Quantity", "2"], ["Price", "$50.00"], ["Total", "$100.00 USD"], ["Asks", "Why two of them?"], ["Asked by", "Mia Torres, mia.torres@fairhaven.example"], ["Question id", "cb9fd1e9-dbcf-445c-b40b-5a52447ee1f6"]], "lists": [], "notes": ["To answer it, send an invoiceAnswer record with the id of the question."], "thread": "question cb9fd1e9-dbcf-445c-b40b-5a52447ee1f6", "heading": "⁨Fairhaven Markets⁩ asks about an invoice", "preview": "Why two of them?"}', '2026-11-27 22:42:17.087378+00', '2026-11-27 22:43:24.248692+00', 1, '2026-11-27 22:42:27.43495+00', NULL, NULL),
	('1', '613a06f2-5876-4563-9a0f-b17bd64408da', 'super admin 794bc13c-928e-4147-aceb-beafdbc96fe1', 'security', 'maya.okafor@meridian.example', false, 'Maya Okafor is now a super admin', '{"lead": "A super admin sees and manages every company.", "facts": [["Person", "⁨Maya Okafor⁩ (maya.okafor@meridian.example)"], ["Company", "Example Software Inc."], ["Changed on", "11/27/2026 22:41 UTC"], ["Changed by", "API key Test (portal_2a5de64e)"]], "lists": [], "notes": ["If you did not expect this, correct the role at once, and revoke the API key if a key made the change.", "Without a super admin you trust, use the command \"portal super-admin add\"."], "button": {"path": "/users?open=0c08c22a-5082-41cd-b4cd-4cb954267e76", "label": "Users of ⁨Example Software Inc.⁩"}, "heading": "⁨Maya Okafor⁩ is now a super admin", "preview": "By ⁨API key Test (portal_2a5de64e)⁩, 11/27/2026 22:41 UTC."}', '2026-11-27 22:42:17.11676+00', '2026-11-27 22:43:24.248692+00', 1, '2026-11-27 22:42:27.556444+00', NULL, NULL),
	('10458', '56a2ea5f-c143-4cb4-a93c-8270257d92b6', 'new invoices 1', 'newInvoices', 'piotr.zielinski@fairhaven.example', false, 'New invoice of $100.00, FM-17', '{"lead": "Same total as Oct 2026.", "facts": [["Invoice", "FM-17"], ["Amount", "$100.00 USD"], ["Due date", "12/07/2026"]], "lists": [], "button": {"path": "/invoices/detail/FM-17", "label": "See the invoice"}, "thread": "invoice FM-17", "heading": "New invoice of $100.00", "preview": "Same total as Oct 2026."}', '2026-11-27 22:42:17.281662+00', '2026-11-27 22:43:24.248692+00', 1, '2026-11-27 22:42:27.808913+00', NULL, NULL),
	('10458', '053596e2-1da4-4fd2-9e09-d739f0150f7f', 'new invoices 1', 'newInvoices', 'mia.torres@fairhaven.example', false, 'New invoice of $100.00, FM-17', '{"lead": "Same total as Oct 2026.", "facts": [["Invoice", "FM-17"], ["Amount", "$100.00 USD"], ["Due date", "12/07/2026"]], "lists": [], "notes": ["The invoice is attached as PDF."], "button": {"path": "/invoices/detail/FM-17", "label": "See the invoice"}, "thread": "invoice FM-17", "heading": "New invoice of $100.00", "preview": "Same total as Oct 2026.", "invoicesOf": ["FM-17"]}', '2026-11-27 22:42:17.281662+00', '2026-11-27 22:43:24.248692+00', 1, '2026-11-27 22:42:28.177376+00', NULL, NULL);

INSERT INTO public.mail_address VALUES
	('10458', 'mia.torres@fairhaven.example', '454fca76-ff98-4b03-a118-38b0d41f5489', '{receipts}', true, NULL),
	('10458', 'piotr.zielinski@fairhaven.example', '3170c35d-454d-401b-8e44-d7bec340d8b5', '{}', false, NULL),
	('10412', 'new.colleague@aldgate.example', 'be663932-c3cf-4fae-8421-ee810347066c', '{}', false, NULL),
	('10412', 'nadia.brandt@aldgate.example', '0e906290-2815-494c-8ecb-6434b646f83f', '{}', false, NULL),
	('10458', 'accounting@fairhaven.example', '13a6e6b8-a3e7-46b6-abc1-67272e1eaaf6', '{}', false, NULL),
	('10471', 'greta.lund@granite.example', '4bf5b42e-bffa-4410-b5d0-1f5c5226af26', '{}', false, NULL),
	('1', 'maya.okafor@meridian.example', '46564cf8-59a7-4e52-9d1c-3511dee5fa7f', '{}', false, NULL);

INSERT INTO public.outbox_company VALUES
	('10471', 16),
	('-', 17),
	('10412', 18),
	('10458', 19);

INSERT INTO public.outbox_end VALUES
	(true, 19, 0);

INSERT INTO public.outbox_event OVERRIDING SYSTEM VALUE VALUES
	('10458', 'd172a6c6-0c10-4ef5-99a2-6cb3cccf65a6', 12, 12, 11, 'invoice.payment.refunded', 1, '{"crmId": "10458", "currency": "USD", "refundId": "re_3eBqltmcLiyZ1pIObf3QvrpQU", "accountId": "10458", "invoiceId": "3", "paymentId": "5a27fd2e-4129-4dcc-967a-16c3314e6054", "amountCents": 4000, "invoiceNumber": "FM-2", "remainingCents": 6000, "providerPaymentId": "pi_30J2Y1Ug79JPMEcvaiFO9W7tY"}', '2026-11-27 22:42:05.414276+00', '2026-11-27 22:42:18.955052+00', NULL),
	('-', '416e6226-3ceb-4c9b-9808-f4ad65bf25f5', 17, 17, NULL, 'accreditation.purchased', 1, '{"buyer": {"city": "Chicago", "name": "Ana Novak", "email": "ana@b.example", "line1": "1 Harbor Way", "state": "IL", "country": "US", "postalCode": "60606"}, "currency": "USD", "productId": "ACC-100", "purchaseId": "fb555d18-25da-4d4c-b19d-08e86470bdc3", "amountCents": 9900, "productName": "Platform Basics", "providerPaymentId": "pi_3rjNl2SqQKNZmeoWa2m73upIR", "providerCheckoutId": "cs_test_60tsrNR7ij2svHDcFSr1GfBtDefGbObVVotAY4wa0G5ModQ1EkSndIGPDk"}', '2026-11-27 22:42:10.016021+00', '2026-11-27 22:42:18.466102+00', NULL),
	('10412', 'deb77c5f-1560-4e27-a801-f40b0ba41cbd', 3, 3, NULL, 'equipment_request.approved', 1, '{"crmId": "10412", "accountId": "10412", "decidedBy": {"name": "Nadia Brandt", "userId": "67143d4c-b3e9-424a-b0bb-aee449ae8ff9"}, "lineItems": [{"id": "1", "currency": "USD", "dataCenter": "LD4", "equipmentName": "10G switch", "equipmentType": "Network", "installationFeeCents": 25000}], "equipmentRequestId": "ERF-2041", "externalOrderStatus": "Order Submitted"}', '2026-11-27 22:41:58.442463+00', '2026-11-27 22:42:18.554068+00', NULL),
	('10458', 'a124a608-1cc6-4c8c-a2ec-363f0f3f1d3b', 1, 1, NULL, 'invoice.question', 1, '{"line": {"currency": "USD", "moreInfo": "", "position": 1, "quantity": 2, "userName": null, "licenseId": null, "salesPrice": 50, "totalCents": 10000, "description": "", "productName": "TT Pro", "servicePeriodEnd": null, "servicePeriodStart": null}, "crmId": "10458", "askedAt": "2026-11-27T22:41:56.472Z", "askedBy": {"name": "Mia Torres", "email": "mia.torres@fairhaven.example", "userId": "ea8adf8a-3134-4be3-abcb-682ef47201b8"}, "message": "Why two of them?", "evidence": null, "accountId": "10458", "questionId": "30a364e1-dcd0-4252-a0f2-dc68b5d84761", "invoiceNumber": "FM-1"}', '2026-11-27 22:41:56.47269+00', '2026-11-27 22:42:18.555497+00', NULL),
	('10412', '5824cefa-2a2f-4303-aea7-d183792aceb9', 4, 4, 3, 'license_order.submitted', 1, '{"crmId": "10412", "notes": "Call the desk\nfirst", "orderId": "P-2", "recordId": null, "accountId": "10412", "createdAt": "2026-11-27T22:41:58.599Z", "lineItems": [{"city": "", "state": "", "userName": "tjones", "ipAddress": "", "licenseId": "P-2", "networkId": "EUREX", "postalCode": "", "productSku": "10085", "countryCode": "", "networkName": "Eurex", "oldUserName": "", "productName": "TT Gateway", "cancelReason": "", "dateRequired": "2026-11-29", "exchangeList": "", "oldIPAddress": "", "coveredCompany": "", "exchangeFlavor": "", "fixAdapterType": "", "oldNetworkName": "", "customerOrderRequestTypeId": 1}, {"city": "", "state": "", "userName": "aberg", "ipAddress": "", "licenseId": "P-3", "networkId": "EUREX", "postalCode": "", "productSku": "10085", "countryCode": "", "networkName": "Eurex", "oldUserName": "", "productName": "TT Gateway", "cancelReason": "", "dateRequired": "2026-11-29", "exchangeList": "", "oldIPAddress": "", "coveredCompany": "", "exchangeFlavor": "", "fixAdapterType": "", "oldNetworkName": "", "customerOrderRequestTypeId": 1}], "requestor": {"name": "Nadia Brandt", "userId": "67143d4c-b3e9-424a-b0bb-aee449ae8ff9"}}', '2026-11-27 22:41:58.599939+00', '2026-11-27 22:42:18.606021+00', NULL),
	('10458', 'cea1416f-b8b4-463a-ac8a-28a836a8d82c', 2, 2, 1, 'invoice.question', 1, '{"line": {"currency": "USD", "moreInfo": "", "position": 1, "quantity": 2, "userName": null, "licenseId": null, "salesPrice": 50, "totalCents": 10000, "description": "", "productName": "TT Pro", "servicePeriodEnd": null, "servicePeriodStart": null}, "crmId": "10458", "askedAt": "2026-11-27T22:41:57.853Z", "askedBy": {"name": "Mia Torres", "email": "mia.torres@fairhaven.example", "userId": "ea8adf8a-3134-4be3-abcb-682ef47201b8"}, "message": "Why two of them?", "evidence": null, "accountId": "10458", "questionId": "cb9fd1e9-dbcf-445c-b40b-5a52447ee1f6", "invoiceNumber": "FM-2"}', '2026-11-27 22:41:57.853532+00', '2026-11-27 22:42:18.607639+00', NULL),
	('10458', '1b4b54e2-aabd-4da6-b7cc-e81b53f6d835', 5, 5, 2, 'license_order.submitted', 1, '{"crmId": "10458", "notes": "Call the desk\nfirst", "orderId": "P-4", "recordId": null, "accountId": "10458", "createdAt": "2026-11-27T22:41:59.899Z", "lineItems": [{"city": "", "state": "", "userName": "tjones", "ipAddress": "", "licenseId": "P-6", "networkId": "EUREX", "postalCode": "", "productSku": "10085", "countryCode": "", "networkName": "Eurex", "oldUserName": "", "productName": "TT Gateway", "cancelReason": "", "dateRequired": "2026-11-29", "exchangeList": "", "oldIPAddress": "", "coveredCompany": "", "exchangeFlavor": "", "fixAdapterType": "", "oldNetworkName": "", "customerOrderRequestTypeId": 1}, {"city": "", "state": "", "userName": "aberg", "ipAddress": "", "licenseId": "P-7", "networkId": "EUREX", "postalCode": "", "productSku": "10085", "countryCode": "", "networkName": "Eurex", "oldUserName": "", "productName": "TT Gateway", "cancelReason": "", "dateRequired": "2026-11-29", "exchangeList": "", "oldIPAddress": "", "coveredCompany": "", "exchangeFlavor": "", "fixAdapterType": "", "oldNetworkName": "", "customerOrderRequestTypeId": 1}], "requestor": {"name": "Piotr Zielinski", "userId": "a3a8834f-d196-4275-b809-2475356d3c37"}}', '2026-11-27 22:41:59.899156+00', '2026-11-27 22:42:18.674515+00', NULL),
	('10458', '7042b869-9630-4d91-a812-d76aaf588134', 19, 19, 14, 'invoice.payment.succeeded', 1, '{"crmId": "10458", "paidBy": {"name": "Piotr Zielinski", "userId": "a3a8834f-d196-4275-b809-2475356d3c37"}, "batchId": null, "currency": "USD", "accountId": "10458", "invoiceId": "9", "paymentId": "96a99919-7af6-450d-8fff-e83fc689e5ed", "amountCents": 10000, "invoiceNumber": "FM-8", "providerPaymentId": "pi_3q4M2eZjFhAHrSb3eSZQwI7DG"}', '2026-11-27 22:42:28.743376+00', NULL, NULL),
	('10471', '5d705e06-5c36-45a8-b6e5-195e50162247', 15, 15, NULL, 'autopay.enrolled', 1, '{"crmId": "10471", "accountId": "10471", "enrolledBy": {"name": "Greta Lund", "userId": "5b6d6489-4630-4cb4-8faf-66f7bfe01985"}, "termsVersion": "2026-11-23"}', '2026-11-27 22:42:07.748666+00', '2026-11-27 22:42:18.559565+00', NULL),
	('10471', '9f808810-5ed3-41e6-a2a8-c22a95c03b6d', 16, 16, 15, 'invoice.payment.succeeded', 1, '{"crmId": "10471", "paidBy": {"name": "AutoPay", "userId": null}, "batchId": "5e1cb82e-e7b9-4def-b9d3-f8493aab7733", "currency": "USD", "accountId": "10471", "invoiceId": "18", "paymentId": "58f99c51-0b36-4c45-bfd3-4edfeb6dfea4", "amountCents": 10000, "invoiceNumber": "GS-1", "providerPaymentId": "pi_3A246hmq10Vdxnrbj7uqJI3zH"}', '2026-11-27 22:42:09.083228+00', '2026-11-27 22:42:18.624693+00', NULL),
	('10412', '16ab2afd-da80-44fd-b6c5-e8e421e3a222', 18, 18, 4, 'license_order.status_changed', 1, '{"crmId": "10412", "status": "Accepted", "orderId": "P-1", "recordId": "LO-311", "accountId": "10412", "lineItems": [], "statusDate": "2026-11-27T22:42:06.389Z", "statusReason": "", "previousStatus": "Submitted"}', '2026-11-27 22:42:17.118727+00', '2026-11-27 22:42:18.657883+00', NULL),
	('10458', '129d8389-bb07-49c3-a502-240c03290f22', 6, 6, 5, 'license_order.submitted', 1, '{"crmId": "10458", "notes": "Call the desk\nfirst", "orderId": "P-5", "recordId": null, "accountId": "10458", "createdAt": "2026-11-27T22:42:00.035Z", "lineItems": [{"city": "", "state": "", "userName": "nlind", "ipAddress": "", "licenseId": "P-7", "networkId": "EUREX", "postalCode": "", "productSku": "10085", "countryCode": "", "networkName": "Eurex", "oldUserName": "aberg", "productName": "TT Gateway", "cancelReason": "", "dateRequired": "2026-12-02", "exchangeList": "", "oldIPAddress": "", "coveredCompany": "", "exchangeFlavor": "", "fixAdapterType": "", "oldNetworkName": "Eurex", "customerOrderRequestTypeId": 3}], "requestor": {"name": "Piotr Zielinski", "userId": "a3a8834f-d196-4275-b809-2475356d3c37"}}', '2026-11-27 22:42:00.0358+00', '2026-11-27 22:42:18.697778+00', NULL),
	('10458', '7ebeec8c-8bb6-4d37-b7b5-b65e332356e1', 7, 7, 6, 'invoice.payment.succeeded', 1, '{"crmId": "10458", "paidBy": {"name": "Piotr Zielinski", "userId": "a3a8834f-d196-4275-b809-2475356d3c37"}, "batchId": null, "currency": "USD", "accountId": "10458", "invoiceId": "2", "paymentId": "1b07a28c-cf91-4607-89f2-ac4cb31da78d", "amountCents": 10000, "invoiceNumber": "FM-1", "providerPaymentId": "pi_3igcEd9u4gpC83KSG7aorhhig"}', '2026-11-27 22:42:01.567921+00', '2026-11-27 22:42:18.717874+00', NULL),
	('10458', '07b8c3d6-7a29-4ce8-98ad-029e7f50d097', 8, 8, 7, 'invoice.payment.succeeded', 1, '{"crmId": "10458", "paidBy": {"name": "Piotr Zielinski", "userId": "a3a8834f-d196-4275-b809-2475356d3c37"}, "batchId": null, "currency": "USD", "accountId": "10458", "invoiceId": "3", "paymentId": "5a27fd2e-4129-4dcc-967a-16c3314e6054", "amountCents": 10000, "invoiceNumber": "FM-2", "providerPaymentId": "pi_30J2Y1Ug79JPMEcvaiFO9W7tY"}', '2026-11-27 22:42:02.018196+00', '2026-11-27 22:42:18.830133+00', NULL),
	('10458', 'cb368f93-0d5f-43ad-9f75-9907da5cde80', 9, 9, 8, 'invoice.payment.failed', 1, '{"crmId": "10458", "paidBy": {"name": "Piotr Zielinski", "userId": "a3a8834f-d196-4275-b809-2475356d3c37"}, "batchId": null, "currency": "USD", "accountId": "10458", "invoiceId": "4", "paymentId": "28e72bd4-55b3-4bed-bef0-c63d5c86f8b7", "amountCents": 10000, "failureCode": "generic_decline", "invoiceNumber": "FM-3", "failureMessage": "Your card was declined.", "providerPaymentId": "pi_33h3tI1U3xP4k92ilcGWpj23K"}', '2026-11-27 22:42:04.252433+00', '2026-11-27 22:42:18.859271+00', NULL),
	('10458', 'f40a825e-f863-433f-b1e0-9db1578dca44', 10, 10, 9, 'invoice.payment.succeeded', 1, '{"crmId": "10458", "paidBy": {"name": "Piotr Zielinski", "userId": "a3a8834f-d196-4275-b809-2475356d3c37"}, "batchId": null, "currency": "USD", "accountId": "10458", "invoiceId": "5", "paymentId": "d1469417-65e9-47bb-a29f-ceaa44eb7e51", "amountCents": 10000, "invoiceNumber": "FM-4", "providerPaymentId": "pi_3qWBNmZCxs1j5xEOzuPqYiNgm"}', '2026-11-27 22:42:05.045094+00', '2026-11-27 22:42:18.884104+00', NULL),
	('10458', 'd5761dca-29b1-4d6e-9ca0-4b242bac5f5f', 11, 11, 10, 'invoice.payment.disputed', 1, '{"crmId": "10458", "state": "open", "currency": "USD", "accountId": "10458", "disputeId": "du_1AJFgSEVos2ZCCBtjH6lxE8Ns", "invoiceId": "5", "paymentId": "d1469417-65e9-47bb-a29f-ceaa44eb7e51", "amountCents": 10000, "invoiceNumber": "FM-4", "remainingCents": 10000, "providerPaymentId": "pi_3qWBNmZCxs1j5xEOzuPqYiNgm"}', '2026-11-27 22:42:05.310953+00', '2026-11-27 22:42:18.900984+00', NULL),
	('10458', '7c3391d1-6e08-44d3-917e-4d938181a434', 13, 13, 12, 'invoice.payment.succeeded', 1, '{"crmId": "10458", "paidBy": {"name": "Piotr Zielinski", "userId": "a3a8834f-d196-4275-b809-2475356d3c37"}, "batchId": "8f612588-2d7e-44ac-bd15-54e120e649ff", "currency": "USD", "accountId": "10458", "invoiceId": "6", "paymentId": "ef41fb85-0df7-4f91-a11c-ec2feecd9ecb", "amountCents": 10000, "invoiceNumber": "FM-5", "providerPaymentId": "pi_32qa7Atlv1aMWMUg1EfHGxQDP"}', '2026-11-27 22:42:05.706743+00', '2026-11-27 22:42:18.991897+00', NULL),
	('10458', 'd2108907-088a-4b32-812b-e72f32c2c9ac', 14, 14, 13, 'invoice.payment.succeeded', 1, '{"crmId": "10458", "paidBy": {"name": "Piotr Zielinski", "userId": "a3a8834f-d196-4275-b809-2475356d3c37"}, "batchId": "8f612588-2d7e-44ac-bd15-54e120e649ff", "currency": "USD", "accountId": "10458", "invoiceId": "7", "paymentId": "ccf7c098-3f2d-479e-b725-fba60f60d7d4", "amountCents": 10000, "invoiceNumber": "FM-6", "providerPaymentId": "pi_3xdl4fU3545UOYLOvganQjf6g"}', '2026-11-27 22:42:06.123907+00', '2026-11-27 22:42:19.045172+00', NULL);

INSERT INTO public.outbox_receiver VALUES
	(true, '2026-11-27 22:42:18.336533+00', '2026-11-27 22:42:18.466102+00', NULL, NULL);

INSERT INTO public.outbox_stream VALUES
	('10458', '2026-11-27 22:42:28.8053+00', 0, NULL, NULL, false, '2026-11-27 22:42:28.8053+00');

INSERT INTO public.payment_attempt VALUES
	('10458', '28e72bd4-55b3-4bed-bef0-c63d5c86f8b7', 4, '9f5d8963-a17b-4d1a-af97-0926f09d0f7e', NULL, 'FM-3', true, false, NULL, 'f29006edd8a4a5d283ec4bdf8769fa92', 10000, 'USD', 'failed', false, 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'pi_33h3tI1U3xP4k92ilcGWpj23K', 'generic_decline', 'Your card was declined.', NULL, '2026-11-27 22:42:03.581348+00', '2026-11-27 22:40:04.252433+00', NULL, '2026-11-27 22:43:03.581348+00'),
	('10458', '1b07a28c-cf91-4607-89f2-ac4cb31da78d', 2, '73262e53-5086-48ef-88c2-bd9efbd21653', NULL, 'FM-1', true, false, NULL, 'ff5b6af40cf782d375feec1217c8c1fa', 10000, 'USD', 'succeeded', false, 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'pi_3igcEd9u4gpC83KSG7aorhhig', NULL, NULL, NULL, '2026-11-27 22:42:01.054051+00', '2026-11-27 22:40:01.567921+00', '2026-11-27 22:42:06.373635+00', '2026-11-27 22:43:01.054051+00'),
	('10458', '5a27fd2e-4129-4dcc-967a-16c3314e6054', 3, '73262e53-5086-48ef-88c2-bd9efbd21653', NULL, 'FM-2', true, false, NULL, '3bc609576fdc6eb0d13b5639a7a99f42', 10000, 'USD', 'succeeded', false, 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'pi_30J2Y1Ug79JPMEcvaiFO9W7tY', NULL, NULL, NULL, '2026-11-27 22:42:01.750085+00', '2026-11-27 22:40:02.018196+00', '2026-11-27 22:42:06.373635+00', '2026-11-27 22:43:01.750085+00'),
	('10458', 'd1469417-65e9-47bb-a29f-ceaa44eb7e51', 5, 'd7024efb-e324-4bdb-af41-f198e3c16ed5', NULL, 'FM-4', true, false, NULL, 'cb0bf2e5b6c15e2ad8f8ebeecada851c', 10000, 'USD', 'succeeded', false, 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'pi_3qWBNmZCxs1j5xEOzuPqYiNgm', NULL, NULL, NULL, '2026-11-27 22:42:04.73249+00', '2026-11-27 22:40:05.045094+00', '2026-11-27 22:42:06.373635+00', '2026-11-27 22:43:04.73249+00'),
	('10458', 'ef41fb85-0df7-4f91-a11c-ec2feecd9ecb', 6, '73262e53-5086-48ef-88c2-bd9efbd21653', '8f612588-2d7e-44ac-bd15-54e120e649ff', 'FM-5', true, false, NULL, 'fbc90ab0a8168a691eb5ebb58ceec302', 10000, 'USD', 'succeeded', false, 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'pi_32qa7Atlv1aMWMUg1EfHGxQDP', NULL, NULL, NULL, '2026-11-27 22:42:05.496442+00', '2026-11-27 22:40:05.706743+00', '2026-11-27 22:42:06.373635+00', '2026-11-27 22:43:05.496442+00'),
	('10458', 'ccf7c098-3f2d-479e-b725-fba60f60d7d4', 7, '73262e53-5086-48ef-88c2-bd9efbd21653', '8f612588-2d7e-44ac-bd15-54e120e649ff', 'FM-6', true, false, NULL, 'fbc90ab0a8168a691eb5ebb58ceec302', 10000, 'USD', 'succeeded', false, 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'pi_3xdl4fU3545UOYLOvganQjf6g', NULL, NULL, NULL, '2026-11-27 22:42:05.781924+00', '2026-11-27 22:40:06.123907+00', '2026-11-27 22:42:06.373635+00', '2026-11-27 22:43:05.781924+00'),
	('10471', '58f99c51-0b36-4c45-bfd3-4edfeb6dfea4', 18, '5c97be38-c8bf-47ec-a2f7-3636a5cdd6d8', '5e1cb82e-e7b9-4def-b9d3-f8493aab7733', 'GS-1', false, false, NULL, NULL, 10000, 'USD', 'succeeded', false, NULL, '10471', 'AutoPay', 'system', 'pi_3A246hmq10Vdxnrbj7uqJI3zH', NULL, NULL, NULL, '2026-11-27 22:42:08.165698+00', '2026-11-27 22:42:09.083228+00', NULL, '2026-11-27 22:43:08.165698+00'),
	('10458', '96a99919-7af6-450d-8fff-e83fc689e5ed', 9, '73262e53-5086-48ef-88c2-bd9efbd21653', NULL, 'FM-8', true, false, NULL, '73c0027a7c134ec2e97968fa6ff3e4d5', 10000, 'USD', 'succeeded', false, 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', 'pi_3q4M2eZjFhAHrSb3eSZQwI7DG', NULL, NULL, NULL, '2026-11-27 22:42:28.570285+00', '2026-11-27 22:42:28.743376+00', NULL, '2026-11-27 22:43:28.570285+00');

INSERT INTO public.payment_batch VALUES
	('10458', '8f612588-2d7e-44ac-bd15-54e120e649ff', 'bd2e5dcc-b2e2-4513-9e92-2645cc29e0f7', '73262e53-5086-48ef-88c2-bd9efbd21653', NULL, 'a3a8834f-d196-4275-b809-2475356d3c37', '10458', 'Piotr Zielinski', '127.0.0.1', true, '2026-11-27 22:42:05.33131+00', '2026-11-27 22:42:06.251457+00', NULL, '2026-11-27 22:42:35.467378+00', 1),
	('10471', '5e1cb82e-e7b9-4def-b9d3-f8493aab7733', 'autopay 2026-11-27', '5c97be38-c8bf-47ec-a2f7-3636a5cdd6d8', '2026-11-27', NULL, '10471', 'AutoPay', 'system', false, '2026-11-27 22:42:08.014737+00', '2026-11-27 22:42:09.278157+00', NULL, '2026-11-27 22:42:38.109176+00', 1);

INSERT INTO public.payment_batch_item VALUES
	('10458', '8f612588-2d7e-44ac-bd15-54e120e649ff', 1, 6, 'queued', '', 10000),
	('10458', '8f612588-2d7e-44ac-bd15-54e120e649ff', 2, 7, 'queued', '', 10000),
	('10471', '5e1cb82e-e7b9-4def-b9d3-f8493aab7733', 1, 18, 'queued', '', 10000);

INSERT INTO public.payment_dispute VALUES
	('10458', 'du_1AJFgSEVos2ZCCBtjH6lxE8Ns', 'd1469417-65e9-47bb-a29f-ceaa44eb7e51', 10000, 'open', NULL, '2026-11-27 22:42:05.310953+00');

INSERT INTO public.payment_refund VALUES
	('10458', 're_3eBqltmcLiyZ1pIObf3QvrpQU', '5a27fd2e-4129-4dcc-967a-16c3314e6054', 4000, 'succeeded', '2026-11-27 22:42:05+00', '2026-11-27 22:42:05.414276+00');

INSERT INTO public.portal_instance VALUES
	(true, 'd0413106-618e-4069-ad52-29a7b12f2ef3', 'acct_1PortalSandboxCards', false);

INSERT INTO public.portal_user VALUES
	('10412', '357e9d43-f2b0-488c-97f1-683a46a8515b', 'paula.reyes@aldgate.example', 'Paula', 'Reyes', 'User', '{AccessInvoices,PayInvoices}', '2026-11-27 22:41:53.057054+00', NULL, NULL, NULL),
	('10412', '67143d4c-b3e9-424a-b0bb-aee449ae8ff9', 'nadia.brandt@aldgate.example', 'Nadia', 'Brandt', 'User', '{AccessInvoices,AccessLicenses,AccessErfs,ManageUsers,PayInvoices}', '2026-11-27 22:41:53.057054+00', '2026-11-27 22:41:54.656273+00', NULL, NULL),
	('10458', 'a3a8834f-d196-4275-b809-2475356d3c37', 'piotr.zielinski@fairhaven.example', 'Piotr', 'Zielinski', 'User', '{AccessInvoices,AccessLicenses,AccessErfs,ManageUsers,PayInvoices}', '2026-11-27 22:41:53.057054+00', '2026-11-27 22:41:54.705547+00', NULL, NULL),
	('10471', '5b6d6489-4630-4cb4-8faf-66f7bfe01985', 'greta.lund@granite.example', 'Greta', 'Lund', 'User', '{AccessInvoices,PayInvoices}', '2026-11-27 22:41:53.057054+00', '2026-11-27 22:41:54.711172+00', NULL, NULL),
	('1', '0c08c22a-5082-41cd-b4cd-4cb954267e76', 'maya.okafor@meridian.example', 'Maya', 'Okafor', 'SuperAdmin', '{}', '2026-11-27 22:41:53.057054+00', '2026-11-27 22:41:54.708436+00', NULL, NULL),
	('10458', 'ea8adf8a-3134-4be3-abcb-682ef47201b8', 'mia.torres@fairhaven.example', 'Mia', 'Torres', 'User', '{AccessInvoices,PayInvoices}', '2026-11-27 22:41:53.057054+00', '2026-11-27 22:41:54.71265+00', '2026-11-27 22:41:58.186051+00', NULL);

INSERT INTO public.product VALUES
	('10085', 'TT Gateway', 'Gateways', 73500, 'USD', '{Gateway,"TT Gateway (CME)"}', '10086', true, true, 1);

INSERT INTO public.provided_license VALUES
	('10412', 'L-90311', '10085', 'N-CME', 'tjones', NULL, '2026-11-01', '2026-11-01', '2027-10-31', 73500, NULL, 76000, '2027-01-01', 'USD', 'LO-311', 'P-1', false, 'Active', '\x7525ab506c6dd596c8baa13be260977a50a8fbee71193198dbf478bebccac260');

INSERT INTO public.provider_customer VALUES
	('10471', 'cus_4tscrxXS4RikMf', '2026-11-27 22:42:08+00'),
	('10458', 'cus_vtIqO7AExSTOWt', '2026-11-27 22:42:28+00');

INSERT INTO public.provider_event VALUES
	('evt_1t309AVDUERahMqcLQKYc3Z4z', 'customer.created', 'cus_vtIqO7AExSTOWt', '2026-11-27 22:42:00.57317+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1Bpf9SshTA1jTWGZ1t0rnEqpz', 'setup_intent.created', 'seti_15xNGfevqc7qwS2QM2oIb1jKS', '2026-11-27 22:42:00.60677+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1iV20d5To51MQDCTxhLqNX1ox', 'payment_method.attached', 'pm_1yJb181qzwrxiUDptXpoPH6bf', '2026-11-27 22:42:00.727891+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1QiWVHGgwzZnk6y8SQWTiS58o', 'customer.updated', 'cus_vtIqO7AExSTOWt', '2026-11-27 22:42:00.90798+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1395d3ddDLFRtaIeOvoLXzQ0h', 'setup_intent.succeeded', 'seti_15xNGfevqc7qwS2QM2oIb1jKS', '2026-11-27 22:42:01.040967+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1heXqG2swtevkwtsNajU5GqLF', 'payment_intent.created', 'pi_3igcEd9u4gpC83KSG7aorhhig', '2026-11-27 22:42:01.32866+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1m6ERNpNNAy7HxfhLhGA25OXw', 'charge.succeeded', 'ch_3ErcSMkvg2n6auvMQxv6Zk7AQ', '2026-11-27 22:42:01.601909+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1snvkJkPeVKVVKzUNaPonxTCi', 'payment_intent.succeeded', 'pi_3igcEd9u4gpC83KSG7aorhhig', '2026-11-27 22:42:01.736212+00', 'succeeded', NULL, 0, NULL, NULL),
	('evt_1gWjAMpeFjMkXh5RaiM6PtO5r', 'payment_intent.created', 'pi_30J2Y1Ug79JPMEcvaiFO9W7tY', '2026-11-27 22:42:01.91091+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1i7h3ukyJor93Ha3HhSaF4qIq', 'charge.succeeded', 'ch_3QjKTeIR5DSGukJmi5rxs6Tf5', '2026-11-27 22:42:02.052681+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1ffR1ue2BOEcZoELgCMvVAOnC', 'payment_intent.succeeded', 'pi_30J2Y1Ug79JPMEcvaiFO9W7tY', '2026-11-27 22:42:02.176679+00', 'succeeded', NULL, 0, NULL, NULL),
	('evt_1YDWJi0Woi30CnySJ9ZL7ft4F', 'setup_intent.created', 'seti_1DyPGJ4gzRV0g9Grk6ig7uNgu', '2026-11-27 22:42:02.260562+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1qyetjF7BoJh22TsWu0oeHGMp', 'payment_method.attached', 'pm_1EaYVNbyJrW7JLD0BsCJRDRAS', '2026-11-27 22:42:02.884629+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1bzIWJJVRz0rQGBpPhmaH3oWT', 'setup_intent.succeeded', 'seti_1DyPGJ4gzRV0g9Grk6ig7uNgu', '2026-11-27 22:42:03.422333+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_132QtzYdoddEkTI6IFVqZA5QP', 'customer.updated', 'cus_vtIqO7AExSTOWt', '2026-11-27 22:42:03.459973+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1H7OEyGhnLS5Qaf9w6feQWZBR', 'payment_intent.created', 'pi_33h3tI1U3xP4k92ilcGWpj23K', '2026-11-27 22:42:03.909714+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1HySbw71a2HvmUdWCjo3D6c5i', 'charge.failed', 'ch_3N6tcjkoSeODwVCSnJJagu4En', '2026-11-27 22:42:04.209031+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1RGys1ZjtWaU3BaycIID6pF1c', 'payment_intent.payment_failed', 'pi_33h3tI1U3xP4k92ilcGWpj23K', '2026-11-27 22:42:04.496695+00', 'canceled', NULL, 0, NULL, NULL),
	('evt_1wVBRDtgRa0yvLD1G3zsSDgrK', 'payment_intent.canceled', 'pi_33h3tI1U3xP4k92ilcGWpj23K', '2026-11-27 22:42:04.523827+00', 'canceled', NULL, 0, NULL, NULL),
	('evt_1hl2goptTPZpoiMcpF722e2EK', 'setup_intent.created', 'seti_17HG4Ydf6VfcUvtvVgWPU7nUz', '2026-11-27 22:42:04.562985+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1hp7uZpTJ8CCrUkdFHh4ubuFp', 'payment_method.attached', 'pm_1KS4NIyusacJD31S3jkocOZzM', '2026-11-27 22:42:04.605465+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1g2Y98vTa0zeMY5KQ4Gbzyxau', 'setup_intent.succeeded', 'seti_17HG4Ydf6VfcUvtvVgWPU7nUz', '2026-11-27 22:42:04.667552+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_16v3ce8JSSKabhOF9Q3Ya4Txe', 'customer.updated', 'cus_vtIqO7AExSTOWt', '2026-11-27 22:42:04.696201+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_193oj6Vo5Ofw0Md6wcyj4hJA0', 'payment_intent.created', 'pi_3qWBNmZCxs1j5xEOzuPqYiNgm', '2026-11-27 22:42:04.905041+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1xUGWAbPkKgnJisbj9IzOCpAU', 'charge.succeeded', 'ch_3tHXOWSryZpBq2LKLHuh7L8Xz', '2026-11-27 22:42:05.046913+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_11OWOjzS3vi5w5d0TaUVHq7P8', 'payment_intent.succeeded', 'pi_3qWBNmZCxs1j5xEOzuPqYiNgm', '2026-11-27 22:42:05.128461+00', 'succeeded', NULL, 0, NULL, NULL),
	('evt_1I5ab1tmOjfoqqmQPqBjKli0v', 'customer.updated', 'cus_vtIqO7AExSTOWt', '2026-11-27 22:42:05.229569+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_10yFajHhsqNtN9ahtQYKm9CbK', 'charge.dispute.created', 'du_1AJFgSEVos2ZCCBtjH6lxE8Ns', '2026-11-27 22:42:05.310953+00', 'taken', NULL, 0, NULL, NULL),
	('evt_193IuURuPppquy1XhCsgU5r1f', 'refund.created', 're_3eBqltmcLiyZ1pIObf3QvrpQU', '2026-11-27 22:42:05.414276+00', 'taken', NULL, 0, NULL, NULL),
	('evt_19OXLFFtlcPZnAAyW9wL04exK', 'charge.dispute.funds_withdrawn', 'du_1AJFgSEVos2ZCCBtjH6lxE8Ns', '2026-11-27 22:42:05.465475+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1bXljSlvub4bf1t9OaYOP5yGQ', 'charge.refunded', 'ch_3QjKTeIR5DSGukJmi5rxs6Tf5', '2026-11-27 22:42:05.589887+00', 'taken', NULL, 0, NULL, NULL),
	('evt_1qip1X15Ay16xcnzYHelsgRVE', 'payment_intent.created', 'pi_32qa7Atlv1aMWMUg1EfHGxQDP', '2026-11-27 22:42:05.604443+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1Vlw5NItzFiuGckaTfZxC8wUi', 'charge.succeeded', 'ch_3m5H19h6cZPmjYe4V0P6XBBzr', '2026-11-27 22:42:05.723887+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1lNESVlIvgnj5rqSD5oR32zTm', 'payment_intent.succeeded', 'pi_32qa7Atlv1aMWMUg1EfHGxQDP', '2026-11-27 22:42:05.785313+00', 'succeeded', NULL, 0, NULL, NULL),
	('evt_10652FxI9SDlmgm9DZRb5l9cG', 'payment_intent.created', 'pi_3xdl4fU3545UOYLOvganQjf6g', '2026-11-27 22:42:05.955294+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_13kOwFf27LYTMelFH0lO5obY9', 'charge.succeeded', 'ch_3ecG3LdW3Lib7l0TkIGa5Ie0t', '2026-11-27 22:42:06.158967+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1i4Dv4AwLJScbOSDmO4KnQy4s', 'payment_intent.succeeded', 'pi_3xdl4fU3545UOYLOvganQjf6g', '2026-11-27 22:42:06.216825+00', 'succeeded', NULL, 0, NULL, NULL),
	('evt_1CCQmxZbA86LpocaJ38Vc4QTo', 'customer.created', 'cus_4tscrxXS4RikMf', '2026-11-27 22:42:07.167479+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1FJibyM5195RbOpPjgrP4CKoE', 'setup_intent.created', 'seti_1bzSPEymWx29zvhiAXY8wL1c7', '2026-11-27 22:42:07.194085+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1hH5yNTZNmkQc0fbowTSxnYiB', 'payment_method.attached', 'pm_1vA1s4uoQLV0CR7FDxgKCF0Qb', '2026-11-27 22:42:07.241596+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1mENAoOkUoHKDF5zerR6aIKJ0', 'customer.updated', 'cus_4tscrxXS4RikMf', '2026-11-27 22:42:07.286798+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1Snj25V09EAOahtLGWFdjDtLZ', 'setup_intent.succeeded', 'seti_1bzSPEymWx29zvhiAXY8wL1c7', '2026-11-27 22:42:07.314745+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1Vqa3RWi3vsuesFWSEiIhTpPj', 'payment_intent.created', 'pi_3A246hmq10Vdxnrbj7uqJI3zH', '2026-11-27 22:42:08.81784+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1GJ1U3nkVcN95yTMuyMNztXCA', 'charge.succeeded', 'ch_3lVRoiBLkTpX0gC1T8NqfCTvF', '2026-11-27 22:42:09.101059+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1Iv0pdHFt5Yu3UHjnmRL6Nros', 'payment_intent.succeeded', 'pi_3A246hmq10Vdxnrbj7uqJI3zH', '2026-11-27 22:42:09.259462+00', 'succeeded', NULL, 0, NULL, NULL),
	('evt_13bxjWBEEmSEPZS7ATm5EVvFW', 'customer.created', 'cus_zSrPxCk393Cait', '2026-11-27 22:42:09.407504+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1bmcAouGFVodLKCcCExtUd82F', 'payment_intent.created', 'pi_3rjNl2SqQKNZmeoWa2m73upIR', '2026-11-27 22:42:09.524684+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1wMPQlmpXQVeZYwqfessuYfm3', 'charge.succeeded', 'ch_3X1c1QMhFRyXu7HywtgHU5udN', '2026-11-27 22:42:09.676678+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1wqc79beV0xEgN78RrOPFVBn3', 'payment_intent.succeeded', 'pi_3rjNl2SqQKNZmeoWa2m73upIR', '2026-11-27 22:42:09.963826+00', 'not ours', NULL, 0, NULL, NULL),
	('evt_1Jnac6GnZqOJeJo6KB6MvAe1V', 'checkout.session.completed', 'cs_test_60tsrNR7ij2svHDcFSr1GfBtDefGbObVVotAY4wa0G5ModQ1EkSndIGPDk', '2026-11-27 22:42:10.016021+00', 'paid', NULL, 0, NULL, NULL),
	('evt_1oMxWlDxzWrIzfqklbq67aVK9', 'customer.created', 'cus_lshWx1WYBqdDB8', '2026-11-27 22:42:10.25659+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1G5WOCmF4NZN9PFBNQLsK7MVl', 'payment_intent.created', 'pi_3q4M2eZjFhAHrSb3eSZQwI7DG', '2026-11-27 22:42:28.641695+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1I1aND3Y5O3D31eCJABTIGL9H', 'charge.succeeded', 'ch_3i46OZjN8HLRcjeyWthBqgrd4', '2026-11-27 22:42:28.762321+00', 'not needed', NULL, 0, NULL, NULL),
	('evt_1TPWLCRyYfQoLuk9KgyX27Ofd', 'payment_intent.succeeded', 'pi_3q4M2eZjFhAHrSb3eSZQwI7DG', '2026-11-27 22:42:28.808533+00', 'succeeded', NULL, 0, NULL, NULL);

INSERT INTO public.provider_event_list VALUES
	(true, '2026-11-27 22:42:09+00', '2026-11-27 22:42:17.047+00', '2026-11-27 22:41:45.220903+00', NULL, NULL);

INSERT INTO public.record_chunk VALUES
	('77f9d453-ec9e-4e6d-b7f6-4f562055da3a', 1, '\x7b227265636f7264223a22636f6d70616e79222c226163636f756e744964223a223130343538222c226e616d65223a2246616972686176656e204d61726b657473227d');

INSERT INTO public.record_upload VALUES
	('e493971b-5f53-4e32-9073-f3f6ad63b850', '1dcab2ab-9188-42a7-a0c4-c6463c22b60a', false, false, 'done', '2026-11-27 22:41:52.82409+00', 12134, 1, '2026-11-27 22:41:53.017452+00', '2026-11-27 22:41:54.536014+00', '{"outcome":"loaded","kinds":{"company":{"inserted":4,"updated":0,"unchanged":0,"stale":0,"deleted":0,"rejected":0},"invoiceCategory":{"inserted":2,"updated":0,"unchanged":0,"stale":0,"deleted":0,"rejected":0},"user":{"inserted":6,"updated":0,"unchanged":0,"stale":0,"deleted":0,"rejected":0},"license":{"inserted":1,"updated":0,"unchanged":0,"stale":0,"deleted":0,"rejected":0},"invoice":{"inserted":20,"updated":0,"unchanged":0,"stale":0,"deleted":0,"rejected":0},"product":{"inserted":1,"updated":0,"unchanged":0,"stale":0,"deleted":0,"rejected":0},"network":{"inserted":2,"updated":0,"unchanged":0,"stale":0,"deleted":0,"rejected":0},"licenseOrder":{"inserted":1,"updated":0,"unchanged":0,"stale":0,"deleted":0,"rejected":0},"equipmentRequest":{"inserted":1,"updated":0,"unchanged":0,"stale":0,"deleted":0,"rejected":0},"accreditationProduct":{"inserted":1,"updated":0,"unchanged":0,"stale":0,"deleted":0,"rejected":0},"externalRecipient":{"inserted":1,"updated":0,"unchanged":0,"stale":0,"deleted":0,"rejected":0},"bankAccount":{"inserted":1,"updated":0,"unchanged":0,"stale":0,"deleted":0,"rejected":0}},"totals":[{"currency":"EUR","invoices":1,"amount":"100.00","balanceDue":"100.00"},{"currency":"JPY","invoices":1,"amount":"100","balanceDue":"100"},{"currency":"USD","invoices":18,"amount":"3845.00","balanceDue":"3595.00"}],"rejected":0,"rejects":[]}', NULL, NULL),
	('313f17e5-7864-46f8-9793-7583c94a8ed1', '1dcab2ab-9188-42a7-a0c4-c6463c22b60a', false, false, 'done', '2026-11-27 22:42:06.399294+00', 1735, 1, '2026-11-27 22:42:06.4216+00', '2026-11-27 22:42:07.011552+00', '{"outcome":"loaded","kinds":{"invoice":{"inserted":1,"updated":1,"unchanged":0,"stale":0,"deleted":0,"rejected":0},"licenseOrder":{"inserted":0,"updated":1,"unchanged":0,"stale":0,"deleted":0,"rejected":0}},"totals":[{"currency":"USD","invoices":2,"amount":"200.00","balanceDue":"100.00"}],"rejected":0,"rejects":[]}', NULL, NULL),
	('77f9d453-ec9e-4e6d-b7f6-4f562055da3a', '1dcab2ab-9188-42a7-a0c4-c6463c22b60a', false, false, 'waiting', '2026-11-27 22:42:28.824652+00', 67, 0, '2026-11-27 22:42:28.824652+00', NULL, NULL, NULL, NULL);

INSERT INTO public.session VALUES
	('\x210967fe6ca7287f080b0ddadcc0b994821a8acf655316354e0c1686ce21ab72', '01f912ba-331e-4306-baa5-0c6fea017957', '10412', '67143d4c-b3e9-424a-b0bb-aee449ae8ff9', NULL, 'http://localhost:3001', 'nadia.brandt@aldgate.example', 'none', '2026-11-27 22:41:54.656273+00', '2026-11-27 22:41:54.656273+00', '127.0.0.1', 'a test', '00:30:00', '2026-11-28 10:41:54.656273+00'),
	('\x4f9250b359099ee61449e9b7d73acfa023e9544c9614bbd18c70cea261456332', 'e8677f61-51ab-4341-9922-67e513e3683c', '10458', 'a3a8834f-d196-4275-b809-2475356d3c37', NULL, 'http://localhost:3001', 'piotr.zielinski@fairhaven.example', 'none', '2026-11-27 22:41:54.705547+00', '2026-11-27 22:41:54.705547+00', '127.0.0.1', 'a test', '00:30:00', '2026-11-28 10:41:54.705547+00'),
	('\xeba83960be60c0bdcfbb6b949454a0c29b7a0628e78e68ca9dc4ecc4ae057e63', 'e5b926f2-a1d1-43d0-9634-6e5b1248f9f0', '10458', 'ea8adf8a-3134-4be3-abcb-682ef47201b8', NULL, 'http://localhost:3001', 'mia.torres@fairhaven.example', 'none', '2026-11-27 22:41:54.71265+00', '2026-11-27 22:41:54.71265+00', '127.0.0.1', 'a test', '00:30:00', '2026-11-28 10:41:54.71265+00'),
	('\x04496af40cbdfa78572a33308f62497312880e4ce4d2bcb54821ee74e74691ec', 'af84e5a4-6755-493e-ac24-e11a46ae18b0', '10471', '5b6d6489-4630-4cb4-8faf-66f7bfe01985', NULL, 'http://localhost:3001', 'greta.lund@granite.example', 'none', '2026-11-27 22:41:54.711172+00', '2026-11-27 22:41:54.711172+00', '127.0.0.1', 'a test', '00:30:00', '2026-11-28 10:41:54.711172+00'),
	('\x6bbe9f46b1b518806773d44a3c7075843c1bd1e9281fb9b549ed9141c95b92f4', 'c94545f0-08b1-4bf4-b3bc-719be978deb5', '1', '0c08c22a-5082-41cd-b4cd-4cb954267e76', NULL, 'http://localhost:3001', 'maya.okafor@meridian.example', 'none', '2026-11-27 22:41:54.708436+00', '2026-11-27 22:41:54.708436+00', '127.0.0.1', 'a test', '00:15:00', '2026-11-28 06:41:54.708436+00');

INSERT INTO public.shared_network VALUES
	('EUREX', 'Eurex');

INSERT INTO public.shared_revision VALUES
	(true, 2);

INSERT INTO public.sign_in_attempt VALUES
	('\xa85782c5062eb2519e2b9eabba276a6ea11299edd43858143f3ba801e2e22a64', 'N_NTmxRY37Q1Cv8MbfXc-m3_ViUOLoLeex6LW3zTGJQ', 'y7yNdVo_b2akpV3MUybmAx3t_xDgisTxhT_n1yRLNyI', '3bDTaR4MH_vTNyboUWE1xS5HqPIEaxrMgeyVKHKM1oQ', '/invoices', '2026-11-27 22:51:54.896089+00');

INSERT INTO public.sign_in_directory VALUES
	('paula.reyes@aldgate.example', '10412', '357e9d43-f2b0-488c-97f1-683a46a8515b', NULL, NULL),
	('nadia.brandt@aldgate.example', '10412', '67143d4c-b3e9-424a-b0bb-aee449ae8ff9', 'http://localhost:3001', 'nadia.brandt@aldgate.example'),
	('piotr.zielinski@fairhaven.example', '10458', 'a3a8834f-d196-4275-b809-2475356d3c37', 'http://localhost:3001', 'piotr.zielinski@fairhaven.example'),
	('mia.torres@fairhaven.example', '10458', 'ea8adf8a-3134-4be3-abcb-682ef47201b8', 'http://localhost:3001', 'mia.torres@fairhaven.example'),
	('greta.lund@granite.example', '10471', '5b6d6489-4630-4cb4-8faf-66f7bfe01985', 'http://localhost:3001', 'greta.lund@granite.example'),
	('maya.okafor@meridian.example', '1', '0c08c22a-5082-41cd-b4cd-4cb954267e76', 'http://localhost:3001', 'maya.okafor@meridian.example');

INSERT INTO public.super_admin_change VALUES
	('794bc13c-928e-4147-aceb-beafdbc96fe1', '1', '0c08c22a-5082-41cd-b4cd-4cb954267e76', 'maya.okafor@meridian.example', '2026-11-27 22:41:54.238964+00', 'API key Test (portal_2a5de64e)', true, '2026-11-27 22:42:17.11676+00');

INSERT INTO public.unknown_intent VALUES
	('10471', 'pi_lost', '64c9baa5-1f0b-4657-9efd-9d6b126e0230', 'U-1', 12345, 'succeeded', '2026-11-27 22:42:11.084665+00', '2026-11-27 22:42:11.093865+00', '2026-11-27 22:42:11.093865+00');

INSERT INTO public.unsent_order VALUES
	('10412', '67143d4c-b3e9-424a-b0bb-aee449ae8ff9', 1, '{"key": "unsent-order", "data": {"notes": "", "lineItems": [{"city": "", "state": "", "userName": "tjones", "ipAddress": "", "licenseId": "", "networkId": "EUREX", "postalCode": "", "productSku": "10085", "countryCode": "", "networkName": "Eurex", "oldUserName": "", "cancelReason": "", "dateRequired": "2026-11-29", "exchangeList": "", "oldIPAddress": "", "coveredCompany": "", "exchangeFlavor": "", "fixAdapterType": "", "oldNetworkName": "", "customerOrderRequestTypeId": 1}, {"city": "", "state": "", "userName": "aberg", "ipAddress": "", "licenseId": "", "networkId": "EUREX", "postalCode": "", "productSku": "10085", "countryCode": "", "networkName": "Eurex", "oldUserName": "", "cancelReason": "", "dateRequired": "2026-11-29", "exchangeList": "", "oldIPAddress": "", "coveredCompany": "", "exchangeFlavor": "", "fixAdapterType": "", "oldNetworkName": "", "customerOrderRequestTypeId": 1}]}, "draft": null}', NULL, '2026-11-27 22:41:59.249261+00');

INSERT INTO public.user_category VALUES
	('10412', '357e9d43-f2b0-488c-97f1-683a46a8515b', 7),
	('10412', '357e9d43-f2b0-488c-97f1-683a46a8515b', 8),
	('10412', '67143d4c-b3e9-424a-b0bb-aee449ae8ff9', 7),
	('10412', '67143d4c-b3e9-424a-b0bb-aee449ae8ff9', 8),
	('10458', 'a3a8834f-d196-4275-b809-2475356d3c37', 7),
	('10458', 'a3a8834f-d196-4275-b809-2475356d3c37', 8),
	('10458', 'ea8adf8a-3134-4be3-abcb-682ef47201b8', 7),
	('10458', 'ea8adf8a-3134-4be3-abcb-682ef47201b8', 8),
	('10471', '5b6d6489-4630-4cb4-8faf-66f7bfe01985', 7),
	('10471', '5b6d6489-4630-4cb4-8faf-66f7bfe01985', 8);

INSERT INTO public.worker VALUES
	('0e974259-5b88-4d54-9a62-1fe702e18645', '2026-11-27 22:42:17.224642+00', '2026-11-27 22:42:27.324222+00', '{"sweep": {"succeededAt": "2026-11-27T22:42:17.996Z", "everySeconds": 300}, "report": {"succeededAt": "2026-11-27T22:42:17.321Z", "everySeconds": 10}, "send mail": {"succeededAt": "2026-11-27T22:42:24.241Z", "everySeconds": 2}, "run AutoPay": {"succeededAt": "2026-11-27T22:42:17.356Z", "everySeconds": 30}, "place events": {"succeededAt": "2026-11-27T22:42:27.063Z", "everySeconds": 1}, "post payments": {"succeededAt": "2026-11-27T22:42:17.214Z", "everySeconds": 15}, "deliver events": {"succeededAt": "2026-11-27T22:42:27.059Z", "everySeconds": 1}, "import records": {"succeededAt": "2026-11-27T22:42:26.869Z", "everySeconds": 1}, "resume batches": {"succeededAt": "2026-11-27T22:42:27.115Z", "everySeconds": 10}, "tell of orders": {"succeededAt": "2026-11-27T22:42:17.574Z", "everySeconds": 10}, "warn of expiry": {"succeededAt": "2026-11-27T22:42:17.211Z", "everySeconds": 3600}, "compare instances": {"succeededAt": "2026-11-27T22:42:17.283Z", "everySeconds": 60}, "look up purchases": {"succeededAt": "2026-11-27T22:42:27.208Z", "everySeconds": 5}, "tell of equipment": {"succeededAt": "2026-11-27T22:42:17.215Z", "everySeconds": 30}, "tell of questions": {"succeededAt": "2026-11-27T22:42:22.598Z", "everySeconds": 5}, "tell super admins": {"succeededAt": "2026-11-27T22:42:17.507Z", "everySeconds": 30}, "reconcile payments": {"succeededAt": "2026-11-27T22:42:27.221Z", "everySeconds": 10}, "read provider events": {"succeededAt": "2026-11-27T22:42:17.395Z", "everySeconds": 60}, "tell of new invoices": {"succeededAt": "2026-11-27T22:42:17.996Z", "everySeconds": 10}, "tell of bank accounts": {"succeededAt": "2026-11-27T22:42:17.505Z", "everySeconds": 10}, "tell of adopted payments": {"succeededAt": "2026-11-27T22:42:17.216Z", "everySeconds": 60}}');

SELECT pg_catalog.setval('public.equipment_decision_id_seq', 1, true);

SELECT pg_catalog.setval('public.history_entry_id_seq', 40, true);

SELECT pg_catalog.setval('public.invoice_category_invoice_category_id_seq', 1000002, true);

SELECT pg_catalog.setval('public.invoice_id_seq', 22, true);

SELECT pg_catalog.setval('public.invoice_notice_id_seq', 1, true);

SELECT pg_catalog.setval('public.ledger_entry_id_seq', 16, true);

SELECT pg_catalog.setval('public.license_order_id_seq', 6, true);

SELECT pg_catalog.setval('public.license_order_line_line_id_seq', 8, true);

SELECT pg_catalog.setval('public.outbox_event_written_seq', 19, true);

ALTER TABLE ONLY public.access_request
    ADD CONSTRAINT access_request_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.accreditation_product
    ADD CONSTRAINT accreditation_product_pkey PRIMARY KEY (product_id);

ALTER TABLE ONLY public.accreditation_purchase
    ADD CONSTRAINT accreditation_purchase_checkout_id_key UNIQUE (checkout_id);

ALTER TABLE ONLY public.accreditation_purchase
    ADD CONSTRAINT accreditation_purchase_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_key_hash_key UNIQUE (key_hash);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_prefix_key UNIQUE (prefix);

ALTER TABLE ONLY public.applied_migration
    ADD CONSTRAINT applied_migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.attention_resolution
    ADD CONSTRAINT attention_resolution_pkey PRIMARY KEY (account_id, list, item_id, resolved_at);

ALTER TABLE ONLY public.autopay_day
    ADD CONSTRAINT autopay_day_pkey PRIMARY KEY (account_id, day);

ALTER TABLE ONLY public.autopay_enrolment
    ADD CONSTRAINT autopay_enrolment_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.autopay_item
    ADD CONSTRAINT autopay_item_pkey PRIMARY KEY (account_id, day, invoice_id);

ALTER TABLE ONLY public.autopay_rules
    ADD CONSTRAINT autopay_rules_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.bank_account_change
    ADD CONSTRAINT bank_account_change_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bank_account
    ADD CONSTRAINT bank_account_key_key UNIQUE (key);

ALTER TABLE ONLY public.bank_account
    ADD CONSTRAINT bank_account_pkey PRIMARY KEY (subsidiary, currency);

ALTER TABLE ONLY public.card
    ADD CONSTRAINT card_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.charging_stop
    ADD CONSTRAINT charging_stop_pkey PRIMARY KEY (kind);

ALTER TABLE ONLY public.company_network
    ADD CONSTRAINT company_network_pkey PRIMARY KEY (account_id, network_id);

ALTER TABLE ONLY public.company
    ADD CONSTRAINT company_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.company_revision
    ADD CONSTRAINT company_revision_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.equipment_decision
    ADD CONSTRAINT equipment_decision_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.equipment_line
    ADD CONSTRAINT equipment_line_pkey PRIMARY KEY (account_id, equipment_request_id, line_no);

ALTER TABLE ONLY public.equipment_request
    ADD CONSTRAINT equipment_request_pkey PRIMARY KEY (account_id, equipment_request_id);

ALTER TABLE ONLY public.external_recipient
    ADD CONSTRAINT external_recipient_pkey PRIMARY KEY (account_id, email);

ALTER TABLE ONLY public.former_license
    ADD CONSTRAINT former_license_pkey PRIMARY KEY (account_id, license_id, starts_on);

ALTER TABLE ONLY public.history_entry
    ADD CONSTRAINT history_entry_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.history_head
    ADD CONSTRAINT history_head_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.history_seal
    ADD CONSTRAINT history_seal_account_id_entry_id_key UNIQUE (account_id, entry_id);

ALTER TABLE ONLY public.history_seal
    ADD CONSTRAINT history_seal_pkey PRIMARY KEY (account_id, "position");

ALTER TABLE ONLY public.home_visit
    ADD CONSTRAINT home_visit_pkey PRIMARY KEY (account_id, person_id);

ALTER TABLE ONLY public.invite
    ADD CONSTRAINT invite_invite_code_key UNIQUE (invite_code);

ALTER TABLE ONLY public.invite
    ADD CONSTRAINT invite_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_account_id_invoice_number_key UNIQUE (account_id, invoice_number);

ALTER TABLE ONLY public.invoice_category
    ADD CONSTRAINT invoice_category_name_key UNIQUE (name);

ALTER TABLE ONLY public.invoice_category
    ADD CONSTRAINT invoice_category_pkey PRIMARY KEY (invoice_category_id);

ALTER TABLE ONLY public.invoice_extract
    ADD CONSTRAINT invoice_extract_pkey PRIMARY KEY (account_id, invoice_number);

ALTER TABLE ONLY public.invoice_line
    ADD CONSTRAINT invoice_line_pkey PRIMARY KEY (invoice_id, line_no, account_id);

ALTER TABLE ONLY public.invoice_notice
    ADD CONSTRAINT invoice_notice_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.invoice_portal_payment
    ADD CONSTRAINT invoice_portal_payment_pkey PRIMARY KEY (account_id, invoice_id, payment_id);

ALTER TABLE ONLY public.invoice_question
    ADD CONSTRAINT invoice_question_account_id_actor_id_request_key_key UNIQUE (account_id, actor_id, request_key);

ALTER TABLE ONLY public.invoice_question
    ADD CONSTRAINT invoice_question_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.invoice_view
    ADD CONSTRAINT invoice_view_account_id_person_id_name_key_key UNIQUE (account_id, person_id, name_key);

ALTER TABLE ONLY public.invoice_view
    ADD CONSTRAINT invoice_view_account_id_person_id_place_key UNIQUE (account_id, person_id, place);

ALTER TABLE ONLY public.invoice_view
    ADD CONSTRAINT invoice_view_pkey PRIMARY KEY (account_id, person_id, id);

ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.license_extract
    ADD CONSTRAINT license_extract_pkey PRIMARY KEY (account_id, license_id);

ALTER TABLE ONLY public.license_order
    ADD CONSTRAINT license_order_account_id_external_id_key UNIQUE (account_id, external_id);

ALTER TABLE ONLY public.license_order
    ADD CONSTRAINT license_order_account_id_portal_id_key UNIQUE (account_id, portal_id);

ALTER TABLE ONLY public.license_order_consent
    ADD CONSTRAINT license_order_consent_pkey PRIMARY KEY (account_id, order_id);

ALTER TABLE ONLY public.license_order_extract
    ADD CONSTRAINT license_order_extract_pkey PRIMARY KEY (account_id, external_id);

ALTER TABLE ONLY public.license_order_line
    ADD CONSTRAINT license_order_line_pkey PRIMARY KEY (account_id, order_id, line_no);

ALTER TABLE ONLY public.license_order
    ADD CONSTRAINT license_order_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.license_order_step
    ADD CONSTRAINT license_order_step_pkey PRIMARY KEY (account_id, order_id, line_id, step);

ALTER TABLE ONLY public.license
    ADD CONSTRAINT license_pkey PRIMARY KEY (account_id, license_id);

ALTER TABLE ONLY public.mail
    ADD CONSTRAINT mail_account_id_about_recipient_key UNIQUE (account_id, about, recipient);

ALTER TABLE ONLY public.mail_address
    ADD CONSTRAINT mail_address_pkey PRIMARY KEY (account_id, email);

ALTER TABLE ONLY public.mail
    ADD CONSTRAINT mail_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.outbox_company
    ADD CONSTRAINT outbox_company_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.outbox_end
    ADD CONSTRAINT outbox_end_pkey PRIMARY KEY (one);

ALTER TABLE ONLY public.outbox_event
    ADD CONSTRAINT outbox_event_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.outbox_receiver
    ADD CONSTRAINT outbox_receiver_pkey PRIMARY KEY (one);

ALTER TABLE ONLY public.outbox_stream
    ADD CONSTRAINT outbox_stream_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.payment_attempt
    ADD CONSTRAINT payment_attempt_account_id_id_invoice_id_key UNIQUE (account_id, id, invoice_id);

ALTER TABLE ONLY public.payment_attempt
    ADD CONSTRAINT payment_attempt_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.payment_batch
    ADD CONSTRAINT payment_batch_account_id_actor_id_request_key_key UNIQUE (account_id, actor_id, request_key);

ALTER TABLE ONLY public.payment_batch_item
    ADD CONSTRAINT payment_batch_item_pkey PRIMARY KEY (account_id, batch_id, "position");

ALTER TABLE ONLY public.payment_batch
    ADD CONSTRAINT payment_batch_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.payment_dispute
    ADD CONSTRAINT payment_dispute_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.payment_refund
    ADD CONSTRAINT payment_refund_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.portal_instance
    ADD CONSTRAINT portal_instance_pkey PRIMARY KEY (one);

ALTER TABLE ONLY public.portal_user
    ADD CONSTRAINT portal_user_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_pkey PRIMARY KEY (product_id);

ALTER TABLE ONLY public.provided_license
    ADD CONSTRAINT provided_license_pkey PRIMARY KEY (account_id, license_id);

ALTER TABLE ONLY public.provider_customer
    ADD CONSTRAINT provider_customer_customer_id_key UNIQUE (customer_id);

ALTER TABLE ONLY public.provider_customer
    ADD CONSTRAINT provider_customer_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.provider_event_list
    ADD CONSTRAINT provider_event_list_pkey PRIMARY KEY (one);

ALTER TABLE ONLY public.provider_event
    ADD CONSTRAINT provider_event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rate_window
    ADD CONSTRAINT rate_window_pkey PRIMARY KEY (key, minute);

ALTER TABLE ONLY public.record_chunk
    ADD CONSTRAINT record_chunk_pkey PRIMARY KEY (upload_id, nth);

ALTER TABLE ONLY public.record_upload
    ADD CONSTRAINT record_upload_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_id_key UNIQUE (id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id_hash);

ALTER TABLE ONLY public.shared_network
    ADD CONSTRAINT shared_network_pkey PRIMARY KEY (network_id);

ALTER TABLE ONLY public.shared_revision
    ADD CONSTRAINT shared_revision_pkey PRIMARY KEY (one);

ALTER TABLE ONLY public.sign_in_attempt
    ADD CONSTRAINT sign_in_attempt_pkey PRIMARY KEY (id_hash);

ALTER TABLE ONLY public.sign_in_directory
    ADD CONSTRAINT sign_in_directory_issuer_subject_key UNIQUE (issuer, subject);

ALTER TABLE ONLY public.sign_in_directory
    ADD CONSTRAINT sign_in_directory_pkey PRIMARY KEY (email_key);

ALTER TABLE ONLY public.super_admin_change
    ADD CONSTRAINT super_admin_change_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.unknown_intent
    ADD CONSTRAINT unknown_intent_pkey PRIMARY KEY (account_id, intent_id);

ALTER TABLE ONLY public.unsent_order
    ADD CONSTRAINT unsent_order_pkey PRIMARY KEY (account_id, person_id);

ALTER TABLE ONLY public.user_category
    ADD CONSTRAINT user_category_pkey PRIMARY KEY (account_id, user_id, invoice_category_id);

ALTER TABLE ONLY public.worker
    ADD CONSTRAINT worker_pkey PRIMARY KEY (id);

CREATE INDEX accreditation_purchase_in_review ON public.accreditation_purchase USING btree (settled_at) WHERE (state = 'review'::text);

CREATE INDEX accreditation_purchase_to_look_at ON public.accreditation_purchase USING btree (look_at) WHERE (state = 'open'::text);

CREATE INDEX accreditation_purchase_unpaid ON public.accreditation_purchase USING btree (created_at) WHERE (state = ANY (ARRAY['opened'::text, 'expired'::text]));

CREATE INDEX autopay_day_waiting ON public.autopay_day USING btree (day) WHERE (started_at IS NULL);

CREATE INDEX autopay_item_by_invoice ON public.autopay_item USING btree (account_id, invoice_id);

CREATE INDEX autopay_item_left_out ON public.autopay_item USING btree (day) WHERE (left_out IS NOT NULL);

CREATE INDEX bank_account_change_unseen ON public.bank_account_change USING btree (changed_at) WHERE (seen_at IS NULL);

CREATE INDEX bank_account_change_untold ON public.bank_account_change USING btree (changed_at) WHERE (told_at IS NULL);

CREATE INDEX card_by_provider ON public.card USING btree (provider_card_id) WHERE (removed_at IS NULL);

CREATE INDEX equipment_decision_of_request ON public.equipment_decision USING btree (account_id, equipment_request_id, id DESC);

CREATE INDEX equipment_request_by_status ON public.equipment_request USING btree (account_id, external_order_status, order_date DESC, equipment_request_id);

CREATE INDEX equipment_request_by_text ON public.equipment_request USING gin (account_id, (((((equipment_request_id || ' '::text) || ordered_by) || ' '::text) || customer_notes)) public.gin_trgm_ops);

CREATE INDEX equipment_request_newest ON public.equipment_request USING btree (account_id, order_date DESC, equipment_request_id);

CREATE INDEX equipment_request_untold ON public.equipment_request USING btree (account_id) WHERE (told_status IS DISTINCT FROM external_order_status);

CREATE INDEX history_by_actor ON public.history_entry USING btree (account_id, actor_id, created_at DESC, id DESC) WHERE (actor_id IS NOT NULL);

CREATE INDEX history_by_category ON public.history_entry USING btree (account_id, category, created_at DESC, id DESC);

CREATE INDEX history_by_super_admin ON public.history_entry USING btree (account_id, actor_id, created_at DESC, id DESC) WHERE (actor_account_id <> account_id);

CREATE INDEX history_by_text ON public.history_entry USING gin (account_id, (((((((((description || ' '::text) || actor_name) || ' '::text) || ip_address) || ' '::text) || category) || ' '::text) || entry_type)) public.gin_trgm_ops);

CREATE INDEX history_by_type ON public.history_entry USING btree (account_id, entry_type, created_at DESC, id DESC);

CREATE INDEX history_newest ON public.history_entry USING btree (account_id, created_at DESC, id DESC);

CREATE INDEX history_of_payments ON public.history_entry USING btree (account_id, created_at DESC, id DESC) WHERE (category = ANY (ARRAY['Payment'::text, 'Card'::text]));

CREATE INDEX invite_newest ON public.invite USING btree (account_id, sent_at DESC);

CREATE INDEX invoice_by_number ON public.invoice USING btree (invoice_number);

CREATE INDEX invoice_extract_by_number ON public.invoice_extract USING btree (invoice_number);

CREATE INDEX invoice_line_of_license ON public.invoice_line USING btree (account_id, license_id, invoice_id) WHERE (license_id IS NOT NULL);

CREATE INDEX invoice_newest ON public.invoice USING btree (account_id, invoice_date DESC, id DESC) INCLUDE (invoice_category_id);

CREATE INDEX invoice_notice_untold ON public.invoice_notice USING btree (account_id, id) WHERE (told_at IS NULL);

CREATE INDEX invoice_open ON public.invoice USING btree (account_id, due_date) INCLUDE (id, subsidiary, currency, books_balance_cents, charged_in_books, invoice_category_id) WHERE (books_balance_cents <> 0);

CREATE INDEX invoice_open_unnamed ON public.invoice USING btree (account_id, id) WHERE ((books_balance_cents > 0) AND (NOT names_payments));

CREATE INDEX invoice_portal_payment_by_payment ON public.invoice_portal_payment USING btree (account_id, payment_id);

CREATE INDEX invoice_question_by_id ON public.invoice_question USING btree (id);

CREATE INDEX invoice_question_in_day ON public.invoice_question USING btree (account_id, asked_at);

CREATE INDEX invoice_question_of_invoice ON public.invoice_question USING btree (account_id, invoice_number, asked_at);

CREATE INDEX invoice_question_open ON public.invoice_question USING btree (asked_at) WHERE ((answer IS NULL) AND (withdrawn_at IS NULL));

CREATE INDEX invoice_question_unmailed ON public.invoice_question USING btree (account_id, id) WHERE ((provider_told IS NULL) OR ((provider_told = 'asked'::text) AND (withdrawn_at IS NOT NULL)));

CREATE INDEX invoice_question_untold ON public.invoice_question USING btree (account_id, id) WHERE (told_digest IS DISTINCT FROM answer_digest);

CREATE INDEX ledger_entry_by_payment ON public.ledger_entry USING btree (account_id, payment_id);

CREATE INDEX license_extract_by_id ON public.license_extract USING btree (license_id);

CREATE INDEX license_of_order ON public.license USING btree (account_id, order_id);

CREATE UNIQUE INDEX license_order_by_key ON public.license_order USING btree (account_id, requestor_id, created_key) WHERE (created_key IS NOT NULL);

CREATE INDEX license_order_by_standing ON public.license_order USING btree (account_id, standing, created_at DESC, id DESC);

CREATE INDEX license_order_by_text ON public.license_order USING gin (account_id, (((((((requestor_name || ' '::text) || portal_id) || ' '::text) || COALESCE(external_id, ''::text)) || ' '::text) || notes)) public.gin_trgm_ops);

CREATE INDEX license_order_extract_by_id ON public.license_order_extract USING btree (external_id);

CREATE UNIQUE INDEX license_order_line_by_portal_id ON public.license_order_line USING btree (portal_id);

CREATE INDEX license_order_line_of_license ON public.license_order_line USING btree (account_id, license_id) WHERE (license_id IS NOT NULL);

CREATE INDEX license_order_newest ON public.license_order USING btree (account_id, created_at DESC, id DESC);

CREATE INDEX license_order_step_newest ON public.license_order_step USING btree (account_id, noted_at DESC);

CREATE INDEX license_order_submitted ON public.license_order USING btree (account_id, submitted_at, id) WHERE (status = 'Submitted'::text);

CREATE INDEX license_order_untold ON public.license_order USING btree (account_id, id) WHERE is_untold;

CREATE INDEX mail_refused ON public.mail USING btree (created_at) WHERE ((sent_at IS NULL) AND (tries >= 20) AND (given_up_at IS NULL));

CREATE INDEX mail_waiting ON public.mail USING btree (next_try_at) WHERE (sent_at IS NULL);

CREATE UNIQUE INDEX one_attempt_per_intent ON public.payment_attempt USING btree (account_id, intent_id) WHERE (intent_id IS NOT NULL);

CREATE UNIQUE INDEX one_attempt_per_request ON public.payment_attempt USING btree (account_id, actor_id, request_key) WHERE (request_key IS NOT NULL);

CREATE UNIQUE INDEX one_card_per_fingerprint ON public.card USING btree (account_id, fingerprint) WHERE (removed_at IS NULL);

CREATE UNIQUE INDEX one_default_card ON public.card USING btree (account_id) WHERE is_default;

CREATE UNIQUE INDEX one_default_view ON public.invoice_view USING btree (account_id, person_id) WHERE is_default;

CREATE UNIQUE INDEX one_open_access_request ON public.access_request USING btree (account_id, user_id, permission) WHERE (decided_at IS NULL);

CREATE UNIQUE INDEX one_open_enrolment ON public.autopay_enrolment USING btree (account_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX one_open_invite ON public.invite USING btree (account_id, public.address_key(email)) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));

CREATE UNIQUE INDEX one_open_payment_per_invoice ON public.payment_attempt USING btree (account_id, invoice_id) WHERE ((state = ANY (ARRAY['open'::text, 'requires_action'::text])) AND (NOT is_adopted));

CREATE UNIQUE INDEX one_run_per_day ON public.payment_batch USING btree (account_id, autopay_day) WHERE (autopay_day IS NOT NULL);

CREATE UNIQUE INDEX one_running_batch ON public.payment_batch USING btree (account_id, ((autopay_day IS NULL))) WHERE (finished_at IS NULL);

CREATE UNIQUE INDEX outbox_event_by_position ON public.outbox_event USING btree ("position") WHERE ("position" IS NOT NULL);

CREATE INDEX outbox_event_undelivered ON public.outbox_event USING btree (account_id, "position") WHERE ((delivered_at IS NULL) AND ("position" IS NOT NULL));

CREATE INDEX outbox_event_without_position ON public.outbox_event USING btree (written) WHERE ("position" IS NULL);

CREATE INDEX outbox_stream_due ON public.outbox_stream USING btree (next_try_at);

CREATE INDEX payment_attempt_by_invoice ON public.payment_attempt USING btree (account_id, invoice_id);

CREATE INDEX payment_attempt_for_person ON public.payment_attempt USING btree (created_at) WHERE (needs_person IS NOT NULL);

CREATE INDEX payment_attempt_newest ON public.payment_attempt USING btree (account_id, COALESCE(settled_at, created_at) DESC, id DESC);

CREATE INDEX payment_attempt_of_batch ON public.payment_attempt USING btree (account_id, batch_id, invoice_id) WHERE (batch_id IS NOT NULL);

CREATE INDEX payment_attempt_open ON public.payment_attempt USING btree (lease_until) WHERE (state = ANY (ARRAY['open'::text, 'requires_action'::text]));

CREATE INDEX payment_attempt_settled ON public.payment_attempt USING brin (settled_at) WITH (pages_per_range='32', autosummarize='on');

CREATE INDEX payment_attempt_unposted ON public.payment_attempt USING btree (settled_at) WHERE ((state = 'succeeded'::text) AND (posted_at IS NULL));

CREATE INDEX payment_attempt_without_invoice ON public.payment_attempt USING btree (account_id, invoice_number) WHERE (invoice_id IS NULL);

CREATE INDEX payment_batch_item_by_invoice ON public.payment_batch_item USING btree (account_id, invoice_id);

CREATE INDEX payment_dispute_by_payment ON public.payment_dispute USING btree (account_id, payment_id);

CREATE INDEX payment_dispute_lost ON public.payment_dispute USING btree (went_back_at) WHERE (went_back_at IS NOT NULL);

CREATE INDEX payment_dispute_newest ON public.payment_dispute USING btree (created_at);

CREATE INDEX payment_dispute_open ON public.payment_dispute USING btree (created_at) WHERE (state = 'open'::text);

CREATE INDEX payment_refund_by_payment ON public.payment_refund USING btree (account_id, payment_id);

CREATE INDEX payment_refund_newest ON public.payment_refund USING btree (created_at);

CREATE INDEX portal_user_by_email ON public.portal_user USING btree (public.address_key(email));

CREATE INDEX portal_user_by_name ON public.portal_user USING btree (account_id, lower(last_name), lower(first_name));

CREATE INDEX provided_license_by_id ON public.provided_license USING btree (license_id);

CREATE INDEX provided_license_by_product ON public.provided_license USING btree (account_id, product_id, license_id);

CREATE INDEX provided_license_of_order ON public.provided_license USING btree (account_id, license_order_id);

CREATE UNIQUE INDEX provided_license_ordered_as ON public.provided_license USING btree (account_id, ordered_as) WHERE (ordered_as IS NOT NULL);

CREATE INDEX provider_event_kept ON public.provider_event USING btree (next_try_at) WHERE (outcome IS NULL);

CREATE INDEX record_upload_open ON public.record_upload USING btree (created_at) WHERE (state = ANY (ARRAY['receiving'::text, 'waiting'::text]));

CREATE INDEX record_upload_rejected ON public.record_upload USING btree (finished_at) WHERE ((seen_at IS NULL) AND (NOT dry_run) AND ((state = 'failed'::text) OR ((state = 'done'::text) AND (((report ->> 'rejected'::text))::integer > 0))));

CREATE INDEX session_by_expiry ON public.session USING btree (expires_at);

CREATE INDEX session_by_user ON public.session USING btree (account_id, user_id);

CREATE INDEX super_admin_change_lost ON public.super_admin_change USING btree (changed_at) WHERE (NOT is_granted);

CREATE INDEX super_admin_change_untold ON public.super_admin_change USING btree (changed_at) WHERE (told_at IS NULL);

CREATE INDEX unknown_intent_new ON public.unknown_intent USING btree (found_at) WHERE (acknowledged_at IS NULL);

CREATE TRIGGER a_super_admin_stays AFTER UPDATE ON public.portal_user FOR EACH ROW WHEN (((old.role = 'SuperAdmin'::text) AND (old.deactivated_at IS NULL) AND ((new.role <> 'SuperAdmin'::text) OR (new.deactivated_at IS NOT NULL)))) EXECUTE FUNCTION public.keep_a_super_admin();

CREATE TRIGGER bank_account_changes_are_noted AFTER INSERT OR DELETE ON public.bank_account FOR EACH ROW EXECUTE FUNCTION public.note_bank_account_change();

CREATE TRIGGER bank_account_updates_are_noted AFTER UPDATE ON public.bank_account FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION public.note_bank_account_change();

CREATE TRIGGER company_revision_starts AFTER INSERT ON public.company REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.start_company_revision();

CREATE TRIGGER directory_follows_user AFTER INSERT OR UPDATE ON public.portal_user FOR EACH ROW EXECUTE FUNCTION public.follow_user();

CREATE TRIGGER history_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.history_entry FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE CONSTRAINT TRIGGER history_is_sealed AFTER INSERT ON public.history_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.category <> 'Import'::text)) EXECUTE FUNCTION public.seal_new_entry();

CREATE TRIGGER imports_are_sealed AFTER INSERT ON public.history_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.seal_imported_entries();

CREATE TRIGGER invoices_keep_their_key BEFORE UPDATE OF account_id, id ON public.invoice FOR EACH ROW WHEN (((old.account_id IS DISTINCT FROM new.account_id) OR (old.id IS DISTINCT FROM new.id))) EXECUTE FUNCTION public.refuse_other_key_of_invoice();

CREATE TRIGGER ledger_adds_up_to_zero AFTER INSERT ON public.ledger_entry REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.check_ledger_balance();

CREATE TRIGGER ledger_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER lines_go_with_their_invoice AFTER DELETE ON public.invoice REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION public.delete_lines_of_invoices();

CREATE TRIGGER lines_have_an_invoice AFTER INSERT ON public.invoice_line REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.check_invoice_of_lines();

CREATE TRIGGER lines_keep_their_invoice AFTER UPDATE ON public.invoice_line REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.check_invoice_of_lines();

CREATE TRIGGER new_super_admins_are_noted AFTER INSERT ON public.portal_user FOR EACH ROW WHEN (((new.role = 'SuperAdmin'::text) AND (new.deactivated_at IS NULL))) EXECUTE FUNCTION public.note_super_admin_change();

CREATE TRIGGER payments_charge_what_is_owed AFTER INSERT ON public.payment_attempt REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.check_opened_payments();

CREATE TRIGGER payments_keep_what_they_are_of BEFORE UPDATE OF account_id, id, invoice_id, invoice_number, card_id, batch_id ON public.payment_attempt FOR EACH ROW WHEN (((((((old.account_id IS DISTINCT FROM new.account_id) OR (old.id IS DISTINCT FROM new.id)) OR (old.invoice_number IS DISTINCT FROM new.invoice_number)) OR (old.card_id IS DISTINCT FROM new.card_id)) OR (old.batch_id IS DISTINCT FROM new.batch_id)) OR ((old.invoice_id IS NOT NULL) AND (old.invoice_id IS DISTINCT FROM new.invoice_id)))) EXECUTE FUNCTION public.refuse_payment_change();

CREATE TRIGGER payments_stay BEFORE DELETE OR TRUNCATE ON public.payment_attempt FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_payment_change();

CREATE TRIGGER revision_on_delete AFTER DELETE ON public.bank_account REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_shared_revision();

CREATE TRIGGER revision_on_delete AFTER DELETE ON public.invoice REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_company_revision();

CREATE TRIGGER revision_on_delete AFTER DELETE ON public.invoice_line REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_company_revision();

CREATE TRIGGER revision_on_delete AFTER DELETE ON public.invoice_portal_payment REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_company_revision();

CREATE TRIGGER revision_on_delete AFTER DELETE ON public.payment_dispute REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_company_revision();

CREATE TRIGGER revision_on_delete AFTER DELETE ON public.payment_refund REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_company_revision();

CREATE TRIGGER revision_on_insert AFTER INSERT ON public.bank_account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_shared_revision();

CREATE TRIGGER revision_on_insert AFTER INSERT ON public.invoice REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_company_revision();

CREATE TRIGGER revision_on_insert AFTER INSERT ON public.invoice_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_company_revision();

CREATE TRIGGER revision_on_insert AFTER INSERT ON public.invoice_portal_payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_company_revision();

CREATE TRIGGER revision_on_insert AFTER INSERT ON public.ledger_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_company_revision();

CREATE TRIGGER revision_on_insert AFTER INSERT ON public.payment_attempt REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_company_revision();

CREATE TRIGGER revision_on_insert AFTER INSERT ON public.payment_dispute REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_company_revision();

CREATE TRIGGER revision_on_insert AFTER INSERT ON public.payment_refund REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_company_revision();

CREATE TRIGGER revision_on_update AFTER UPDATE ON public.bank_account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_shared_revision();

CREATE TRIGGER revision_on_update AFTER UPDATE ON public.invoice REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_company_revision();

CREATE TRIGGER revision_on_update AFTER UPDATE ON public.invoice_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_company_revision();

CREATE TRIGGER revision_on_update AFTER UPDATE ON public.invoice_portal_payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_company_revision();

CREATE TRIGGER revision_on_update AFTER UPDATE ON public.payment_attempt REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_for_payments();

CREATE TRIGGER revision_on_update AFTER UPDATE ON public.payment_dispute REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_company_revision();

CREATE TRIGGER revision_on_update AFTER UPDATE ON public.payment_refund REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.bump_company_revision();

CREATE TRIGGER seals_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.history_seal FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER super_admin_changes_are_noted AFTER UPDATE ON public.portal_user FOR EACH ROW WHEN ((((old.role = 'SuperAdmin'::text) AND (old.deactivated_at IS NULL)) <> ((new.role = 'SuperAdmin'::text) AND (new.deactivated_at IS NULL)))) EXECUTE FUNCTION public.note_super_admin_change();

ALTER TABLE ONLY public.access_request
    ADD CONSTRAINT access_request_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES public.portal_user(account_id, id);

ALTER TABLE ONLY public.autopay_day
    ADD CONSTRAINT autopay_day_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.autopay_enrolment
    ADD CONSTRAINT autopay_enrolment_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.autopay_item
    ADD CONSTRAINT autopay_item_account_id_day_fkey FOREIGN KEY (account_id, day) REFERENCES public.autopay_day(account_id, day);

ALTER TABLE ONLY public.autopay_item
    ADD CONSTRAINT autopay_item_account_id_invoice_id_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES public.invoice(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.autopay_rules
    ADD CONSTRAINT autopay_rules_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.card
    ADD CONSTRAINT card_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.company_network
    ADD CONSTRAINT company_network_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.company_revision
    ADD CONSTRAINT company_revision_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.equipment_decision
    ADD CONSTRAINT equipment_decision_account_id_equipment_request_id_fkey FOREIGN KEY (account_id, equipment_request_id) REFERENCES public.equipment_request(account_id, equipment_request_id);

ALTER TABLE ONLY public.equipment_line
    ADD CONSTRAINT equipment_line_account_id_equipment_request_id_fkey FOREIGN KEY (account_id, equipment_request_id) REFERENCES public.equipment_request(account_id, equipment_request_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.equipment_request
    ADD CONSTRAINT equipment_request_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.external_recipient
    ADD CONSTRAINT external_recipient_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.former_license
    ADD CONSTRAINT former_license_account_id_license_id_fkey FOREIGN KEY (account_id, license_id) REFERENCES public.license(account_id, license_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.history_entry
    ADD CONSTRAINT history_entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.history_head
    ADD CONSTRAINT history_head_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.history_seal
    ADD CONSTRAINT history_seal_account_id_entry_id_fkey FOREIGN KEY (account_id, entry_id) REFERENCES public.history_entry(account_id, id);

ALTER TABLE ONLY public.history_seal
    ADD CONSTRAINT history_seal_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.home_visit
    ADD CONSTRAINT home_visit_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.invite
    ADD CONSTRAINT invite_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.invoice_extract
    ADD CONSTRAINT invoice_extract_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_invoice_category_id_fkey FOREIGN KEY (invoice_category_id) REFERENCES public.invoice_category(invoice_category_id) ON UPDATE CASCADE;

ALTER TABLE ONLY public.invoice_notice
    ADD CONSTRAINT invoice_notice_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.invoice_portal_payment
    ADD CONSTRAINT invoice_portal_payment_account_id_invoice_id_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES public.invoice(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.invoice_question
    ADD CONSTRAINT invoice_question_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.invoice_view
    ADD CONSTRAINT invoice_view_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_account_id_payment_id_fkey FOREIGN KEY (account_id, payment_id) REFERENCES public.payment_attempt(account_id, id);

ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_account_id_payment_id_invoice_id_fkey FOREIGN KEY (account_id, payment_id, invoice_id) REFERENCES public.payment_attempt(account_id, id, invoice_id);

ALTER TABLE ONLY public.license
    ADD CONSTRAINT license_account_id_order_id_fkey FOREIGN KEY (account_id, order_id) REFERENCES public.license_order(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.license_extract
    ADD CONSTRAINT license_extract_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.license_order
    ADD CONSTRAINT license_order_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.license_order_consent
    ADD CONSTRAINT license_order_consent_account_id_order_id_fkey FOREIGN KEY (account_id, order_id) REFERENCES public.license_order(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.license_order_extract
    ADD CONSTRAINT license_order_extract_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.license_order_line
    ADD CONSTRAINT license_order_line_account_id_order_id_fkey FOREIGN KEY (account_id, order_id) REFERENCES public.license_order(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.license_order_step
    ADD CONSTRAINT license_order_step_account_id_order_id_fkey FOREIGN KEY (account_id, order_id) REFERENCES public.license_order(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mail_address
    ADD CONSTRAINT mail_address_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.payment_attempt
    ADD CONSTRAINT payment_attempt_account_id_batch_id_fkey FOREIGN KEY (account_id, batch_id) REFERENCES public.payment_batch(account_id, id);

ALTER TABLE ONLY public.payment_attempt
    ADD CONSTRAINT payment_attempt_account_id_card_id_fkey FOREIGN KEY (account_id, card_id) REFERENCES public.card(account_id, id);

ALTER TABLE ONLY public.payment_attempt
    ADD CONSTRAINT payment_attempt_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.payment_attempt
    ADD CONSTRAINT payment_attempt_account_id_invoice_id_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES public.invoice(account_id, id);

ALTER TABLE ONLY public.payment_batch
    ADD CONSTRAINT payment_batch_account_id_card_id_fkey FOREIGN KEY (account_id, card_id) REFERENCES public.card(account_id, id);

ALTER TABLE ONLY public.payment_batch
    ADD CONSTRAINT payment_batch_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.payment_batch_item
    ADD CONSTRAINT payment_batch_item_account_id_batch_id_fkey FOREIGN KEY (account_id, batch_id) REFERENCES public.payment_batch(account_id, id);

ALTER TABLE ONLY public.payment_batch_item
    ADD CONSTRAINT payment_batch_item_account_id_invoice_id_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES public.invoice(account_id, id);

ALTER TABLE ONLY public.payment_dispute
    ADD CONSTRAINT payment_dispute_account_id_payment_id_fkey FOREIGN KEY (account_id, payment_id) REFERENCES public.payment_attempt(account_id, id);

ALTER TABLE ONLY public.payment_refund
    ADD CONSTRAINT payment_refund_account_id_payment_id_fkey FOREIGN KEY (account_id, payment_id) REFERENCES public.payment_attempt(account_id, id);

ALTER TABLE ONLY public.portal_user
    ADD CONSTRAINT portal_user_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.provided_license
    ADD CONSTRAINT provided_license_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.provider_customer
    ADD CONSTRAINT provider_customer_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.record_chunk
    ADD CONSTRAINT record_chunk_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES public.record_upload(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.record_upload
    ADD CONSTRAINT record_upload_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES public.api_key(id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES public.portal_user(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sign_in_directory
    ADD CONSTRAINT sign_in_directory_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES public.portal_user(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.super_admin_change
    ADD CONSTRAINT super_admin_change_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES public.portal_user(account_id, id);

ALTER TABLE ONLY public.unknown_intent
    ADD CONSTRAINT unknown_intent_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.unsent_order
    ADD CONSTRAINT unsent_order_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.company(account_id);

ALTER TABLE ONLY public.user_category
    ADD CONSTRAINT user_category_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES public.portal_user(account_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.user_category
    ADD CONSTRAINT user_category_invoice_category_id_fkey FOREIGN KEY (invoice_category_id) REFERENCES public.invoice_category(invoice_category_id) ON UPDATE CASCADE;

ALTER TABLE public.access_request ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.attention_resolution ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.autopay_day ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.autopay_enrolment ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.autopay_item ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.autopay_rules ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.card ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.company ENABLE ROW LEVEL SECURITY;

CREATE POLICY company_list ON public.company FOR SELECT TO portal_app USING ((current_setting('portal.account'::text, true) = '*'::text));

ALTER TABLE public.company_network ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.company_revision ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.equipment_decision ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.equipment_line ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.equipment_request ENABLE ROW LEVEL SECURITY;

CREATE POLICY every_company ON public.access_request TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.attention_resolution TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.autopay_day TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.autopay_enrolment TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.autopay_item TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.autopay_rules TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.card TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.company TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.company_network TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.company_revision TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.equipment_decision TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.equipment_line TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.equipment_request TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.external_recipient TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.former_license TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.history_entry TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.history_head TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.history_seal TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.home_visit TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.invite TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.invoice TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.invoice_extract TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.invoice_line TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.invoice_notice TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.invoice_portal_payment TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.invoice_question TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.invoice_view TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.ledger_entry TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.license TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.license_extract TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.license_order TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.license_order_consent TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.license_order_extract TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.license_order_line TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.license_order_step TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.mail TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.mail_address TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.outbox_company TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.outbox_event TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.outbox_stream TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.payment_attempt TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.payment_batch TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.payment_batch_item TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.payment_dispute TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.payment_refund TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.portal_user TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.provided_license TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.provider_customer TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.unknown_intent TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.unsent_order TO portal_owner, portal_system USING (true) WITH CHECK (true);

CREATE POLICY every_company ON public.user_category TO portal_owner, portal_system USING (true) WITH CHECK (true);

ALTER TABLE public.external_recipient ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.former_license ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.history_entry ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.history_head ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.history_seal ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.home_visit ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invite ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invoice ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invoice_extract ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invoice_line ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invoice_notice ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invoice_portal_payment ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invoice_question ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invoice_view ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.ledger_entry ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.license ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.license_extract ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.license_order ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.license_order_consent ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.license_order_extract ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.license_order_line ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.license_order_step ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mail ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mail_address ENABLE ROW LEVEL SECURITY;

CREATE POLICY of_no_company ON public.outbox_event FOR INSERT TO portal_app WITH CHECK ((account_id = '-'::text));

ALTER TABLE public.outbox_company ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_event ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_stream ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_company ON public.access_request TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.attention_resolution TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.autopay_day TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.autopay_enrolment TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.autopay_item TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.autopay_rules TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.card TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.company TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.company_network TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.company_revision TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.equipment_decision TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.equipment_line TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.equipment_request TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.external_recipient TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.former_license TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.history_entry TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.history_head TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.history_seal TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.home_visit TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.invite TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.invoice TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.invoice_extract TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.invoice_line TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.invoice_notice TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.invoice_portal_payment TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.invoice_question TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.invoice_view TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.ledger_entry TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.license TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.license_extract TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.license_order TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.license_order_consent TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.license_order_extract TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.license_order_line TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.license_order_step TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.mail TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.mail_address TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.outbox_company TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.outbox_event TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.outbox_stream TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.payment_attempt TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.payment_batch TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.payment_batch_item TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.payment_dispute TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.payment_refund TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.portal_user TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.provided_license TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.provider_customer TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.unknown_intent TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.unsent_order TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

CREATE POLICY own_company ON public.user_category TO portal_app USING ((account_id = current_setting('portal.account'::text, true))) WITH CHECK ((account_id = current_setting('portal.account'::text, true)));

ALTER TABLE public.payment_attempt ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.payment_batch ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.payment_batch_item ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.payment_dispute ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.payment_refund ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.portal_user ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.provided_license ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.provider_customer ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.unknown_intent ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.unsent_order ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.user_category ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA public TO portal_app;
GRANT USAGE ON SCHEMA public TO portal_system;

REVOKE ALL ON FUNCTION public.accreditation_purchase_status(checkout text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.accreditation_purchase_status(checkout text) TO portal_app;
GRANT ALL ON FUNCTION public.accreditation_purchase_status(checkout text) TO portal_system;

REVOKE ALL ON FUNCTION public.add_to_upload(digest bytea, upload uuid, nth integer, content bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.add_to_upload(digest bytea, upload uuid, nth integer, content bytea) TO portal_app;

REVOKE ALL ON FUNCTION public.address_key(email text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.address_key(email text) TO portal_app;
GRANT ALL ON FUNCTION public.address_key(email text) TO portal_system;

REVOKE ALL ON FUNCTION public.analyze_licenses() FROM PUBLIC;
GRANT ALL ON FUNCTION public.analyze_licenses() TO portal_system;

REVOKE ALL ON FUNCTION public.attention_counts(token_hash bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.attention_counts(token_hash bytea) TO portal_app;

REVOKE ALL ON FUNCTION public.attention_items(token_hash bytea, wanted text, at_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.attention_items(token_hash bytea, wanted text, at_most integer) TO portal_app;

REVOKE ALL ON FUNCTION public.begin_upload(digest bytea, dry_run boolean, skip_rejects boolean, at_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.begin_upload(digest bytea, dry_run boolean, skip_rejects boolean, at_most integer) TO portal_app;

REVOKE ALL ON FUNCTION public.bump_company_revision() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.bump_for_payments() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.bump_shared_revision() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.chargeable_cents(company text, invoice bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.chargeable_cents(company text, invoice bigint) TO portal_app;
GRANT ALL ON FUNCTION public.chargeable_cents(company text, invoice bigint) TO portal_system;

REVOKE ALL ON FUNCTION public.check_invoice_of_lines() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.check_ledger_balance() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.check_opened_payments() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.close_reviewed_purchase(token_hash bytea, purchase uuid, outcome text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.close_reviewed_purchase(token_hash bytea, purchase uuid, outcome text) TO portal_app;

REVOKE ALL ON FUNCTION public.company_of_card(provider_card text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.company_of_card(provider_card text) TO portal_app;
GRANT ALL ON FUNCTION public.company_of_card(provider_card text) TO portal_system;

REVOKE ALL ON FUNCTION public.company_of_invite(code text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.company_of_invite(code text) TO portal_app;

REVOKE ALL ON FUNCTION public.confirm_bank_account_change(token_hash bytea, change uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.confirm_bank_account_change(token_hash bytea, change uuid) TO portal_app;

REVOKE ALL ON FUNCTION public.day_or(said text, otherwise date) FROM PUBLIC;
GRANT ALL ON FUNCTION public.day_or(said text, otherwise date) TO portal_app;
GRANT ALL ON FUNCTION public.day_or(said text, otherwise date) TO portal_system;

REVOKE ALL ON FUNCTION public.delete_lines_of_invoices() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.end_charging_stops(kinds text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.end_charging_stops(kinds text[]) TO portal_system;

REVOKE ALL ON FUNCTION public.end_session(token_hash bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.end_session(token_hash bytea) TO portal_app;

REVOKE ALL ON FUNCTION public.end_sessions(member uuid, wanted uuid, own bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.end_sessions(member uuid, wanted uuid, own bytea) TO portal_app;

REVOKE ALL ON FUNCTION public.end_upload(digest bytea, upload uuid, is_whole boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.end_upload(digest bytea, upload uuid, is_whole boolean) TO portal_app;

GRANT INSERT ON TABLE public.outbox_event TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outbox_event TO portal_system;

REVOKE ALL ON FUNCTION public.events_after(digest bytea, after bigint, at_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.events_after(digest bytea, after bigint, at_most integer) TO portal_app;

REVOKE ALL ON FUNCTION public.events_kept() FROM PUBLIC;
GRANT ALL ON FUNCTION public.events_kept() TO portal_app;

REVOKE ALL ON FUNCTION public.find_upload(digest bytea, upload uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.find_upload(digest bytea, upload uuid) TO portal_app;

REVOKE ALL ON FUNCTION public.follow_user() FROM PUBLIC;

GRANT SELECT,INSERT ON TABLE public.history_entry TO portal_app;
GRANT SELECT,INSERT ON TABLE public.history_entry TO portal_system;

REVOKE ALL ON FUNCTION public.history_hash(previous bytea, place bigint, entry public.history_entry) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.is_session_of_super_admin(token_hash bytea) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_a_super_admin() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.key_of(digest bytea, wanted text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.leave_session(token_hash bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.leave_session(token_hash bytea) TO portal_app;

REVOKE ALL ON FUNCTION public.list_sessions(member uuid, own bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION public.list_sessions(member uuid, own bytea) TO portal_app;

REVOKE ALL ON FUNCTION public.note_accreditation_checkout(purchase uuid, checkout text, customer text, ends timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.note_accreditation_checkout(purchase uuid, checkout text, customer text, ends timestamp with time zone) TO portal_app;
GRANT ALL ON FUNCTION public.note_accreditation_checkout(purchase uuid, checkout text, customer text, ends timestamp with time zone) TO portal_system;

REVOKE ALL ON FUNCTION public.note_bank_account_change() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.note_rejected_import(token_hash bytea, upload uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.note_rejected_import(token_hash bytea, upload uuid) TO portal_app;

REVOKE ALL ON FUNCTION public.note_super_admin_change() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.open_accreditation_purchase(purchase uuid, product text, who jsonb, address text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.open_accreditation_purchase(purchase uuid, product text, who jsonb, address text) TO portal_app;
GRANT ALL ON FUNCTION public.open_accreditation_purchase(purchase uuid, product text, who jsonb, address text) TO portal_system;

REVOKE ALL ON FUNCTION public.order_step_rank(step text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.order_step_rank(step text) TO portal_app;
GRANT ALL ON FUNCTION public.order_step_rank(step text) TO portal_system;

REVOKE ALL ON FUNCTION public.payment_net_cents(company text, payment uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.payment_net_cents(company text, payment uuid) TO portal_app;
GRANT ALL ON FUNCTION public.payment_net_cents(company text, payment uuid) TO portal_system;

REVOKE ALL ON FUNCTION public.portal_now() FROM PUBLIC;
GRANT ALL ON FUNCTION public.portal_now() TO portal_app;
GRANT ALL ON FUNCTION public.portal_now() TO portal_system;

REVOKE ALL ON FUNCTION public.protect_company_table(company_table regclass, app_rights text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.refuse_change() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.refuse_other_key_of_invoice() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.refuse_payment_change() FROM PUBLIC;

GRANT SELECT ON TABLE public.portal_instance TO portal_app;
GRANT SELECT ON TABLE public.portal_instance TO portal_system;

GRANT UPDATE(id) ON TABLE public.portal_instance TO portal_system;

REVOKE ALL ON FUNCTION public.remember_provider_account(account text, is_live boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.remember_provider_account(account text, is_live boolean) TO portal_app;
GRANT ALL ON FUNCTION public.remember_provider_account(account text, is_live boolean) TO portal_system;

REVOKE ALL ON FUNCTION public.seal_history_entry(entry public.history_entry) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.seal_imported_entries() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.seal_new_entry() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.session_actor(token_hash bytea, wanted text, address text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.session_actor(token_hash bytea, wanted text, address text) TO portal_app;

REVOKE ALL ON FUNCTION public.settle_accreditation_purchase(purchase uuid, checkout text, outcome text, email text, payment text, cents bigint, paid_currency text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.settle_accreditation_purchase(purchase uuid, checkout text, outcome text, email text, payment text, cents bigint, paid_currency text) TO portal_app;
GRANT ALL ON FUNCTION public.settle_accreditation_purchase(purchase uuid, checkout text, outcome text, email text, payment text, cents bigint, paid_currency text) TO portal_system;

REVOKE ALL ON FUNCTION public.start_charging(token_hash bytea, kind text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.start_charging(token_hash bytea, kind text) TO portal_app;

REVOKE ALL ON FUNCTION public.start_company_revision() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.start_session(token_hash bytea, token_issuer text, token_subject text, verified_email text, raw_id_token text, allow_guest boolean, idle interval, absolute interval, super_idle interval, super_absolute interval, address text, agent text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.start_session(token_hash bytea, token_issuer text, token_subject text, verified_email text, raw_id_token text, allow_guest boolean, idle interval, absolute interval, super_idle interval, super_absolute interval, address text, agent text) TO portal_app;

REVOKE ALL ON FUNCTION public.use_api_key(digest bytea, address text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.use_api_key(digest bytea, address text) TO portal_app;

REVOKE ALL ON FUNCTION public.watch_company_revision(watched regclass) FROM PUBLIC;

GRANT SELECT,INSERT,UPDATE ON TABLE public.access_request TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.access_request TO portal_system;

GRANT SELECT ON TABLE public.accreditation_product TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.accreditation_product TO portal_system;

GRANT SELECT,DELETE,UPDATE ON TABLE public.accreditation_purchase TO portal_system;

GRANT SELECT,INSERT,UPDATE ON TABLE public.api_key TO portal_system;

GRANT SELECT ON TABLE public.applied_migration TO portal_app;
GRANT SELECT ON TABLE public.applied_migration TO portal_system;

GRANT INSERT ON TABLE public.arriving_invoice_line TO portal_system;

GRANT SELECT ON TABLE public.bank_account_change TO portal_system;

GRANT UPDATE(told_at) ON TABLE public.bank_account_change TO portal_system;

GRANT SELECT ON TABLE public.invoice TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invoice TO portal_system;

GRANT UPDATE(names_payments) ON TABLE public.invoice TO portal_app;

GRANT UPDATE(named_by_person) ON TABLE public.invoice TO portal_app;

GRANT UPDATE(person_collects_at) ON TABLE public.invoice TO portal_app;

GRANT UPDATE(record_digest) ON TABLE public.invoice TO portal_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.invoice_portal_payment TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invoice_portal_payment TO portal_system;

GRANT SELECT,INSERT ON TABLE public.invoice_question TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invoice_question TO portal_system;

GRANT UPDATE(withdrawn_at) ON TABLE public.invoice_question TO portal_app;

GRANT SELECT,INSERT ON TABLE public.mail TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mail TO portal_system;

GRANT UPDATE(next_try_at) ON TABLE public.mail TO portal_app;

GRANT UPDATE(tries) ON TABLE public.mail TO portal_app;

GRANT UPDATE(given_up_at) ON TABLE public.mail TO portal_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.payment_attempt TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.payment_attempt TO portal_system;

GRANT SELECT,INSERT,UPDATE ON TABLE public.payment_dispute TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.payment_dispute TO portal_system;

GRANT SELECT,INSERT,UPDATE ON TABLE public.payment_refund TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.payment_refund TO portal_system;

GRANT SELECT,INSERT,UPDATE ON TABLE public.provider_event TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.provider_event TO portal_system;

GRANT SELECT,DELETE,UPDATE ON TABLE public.record_upload TO portal_system;

GRANT SELECT,INSERT ON TABLE public.unknown_intent TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.unknown_intent TO portal_system;

GRANT UPDATE(acknowledged_at) ON TABLE public.unknown_intent TO portal_app;

GRANT SELECT ON TABLE public.attention_item TO portal_system;

GRANT SELECT,INSERT ON TABLE public.attention_resolution TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.attention_resolution TO portal_system;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.autopay_day TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.autopay_day TO portal_system;

GRANT SELECT,INSERT ON TABLE public.autopay_enrolment TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.autopay_enrolment TO portal_system;

GRANT UPDATE(ended_at) ON TABLE public.autopay_enrolment TO portal_app;

GRANT UPDATE(ended_by_name) ON TABLE public.autopay_enrolment TO portal_app;

GRANT UPDATE(ended_ip_address) ON TABLE public.autopay_enrolment TO portal_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.autopay_item TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.autopay_item TO portal_system;

GRANT SELECT,INSERT,UPDATE ON TABLE public.autopay_rules TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.autopay_rules TO portal_system;

GRANT SELECT ON TABLE public.bank_account TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.bank_account TO portal_system;

GRANT SELECT,INSERT,UPDATE ON TABLE public.card TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.card TO portal_system;

GRANT SELECT,INSERT ON TABLE public.charging_stop TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.charging_stop TO portal_system;

GRANT SELECT ON TABLE public.company TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.company TO portal_system;

GRANT SELECT,UPDATE ON TABLE public.equipment_request TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.equipment_request TO portal_system;

GRANT SELECT ON TABLE public.company_equipment_request TO portal_app;
GRANT SELECT ON TABLE public.company_equipment_request TO portal_system;

GRANT SELECT ON TABLE public.company_history TO portal_app;
GRANT SELECT ON TABLE public.company_history TO portal_system;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.license_order TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.license_order TO portal_system;

GRANT SELECT ON TABLE public.company_license_order TO portal_app;
GRANT SELECT ON TABLE public.company_license_order TO portal_system;

GRANT SELECT ON TABLE public.company_network TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.company_network TO portal_system;

GRANT SELECT,UPDATE ON TABLE public.company_revision TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.company_revision TO portal_system;

GRANT SELECT,INSERT ON TABLE public.equipment_decision TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.equipment_decision TO portal_system;

GRANT SELECT ON TABLE public.equipment_line TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.equipment_line TO portal_system;

GRANT SELECT,INSERT,DELETE ON TABLE public.external_recipient TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.external_recipient TO portal_system;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.former_license TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.former_license TO portal_system;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.license TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.license TO portal_system;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.license_order_line TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.license_order_line TO portal_system;

GRANT SELECT ON TABLE public.provided_license TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.provided_license TO portal_system;

GRANT UPDATE(ordered_as) ON TABLE public.provided_license TO portal_app;

GRANT UPDATE(is_guess) ON TABLE public.provided_license TO portal_app;

GRANT SELECT ON TABLE public.shared_network TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.shared_network TO portal_system;

GRANT SELECT ON TABLE public.held_license TO portal_app;
GRANT SELECT ON TABLE public.held_license TO portal_system;

GRANT SELECT ON TABLE public.history_head TO portal_app;
GRANT SELECT ON TABLE public.history_head TO portal_system;

GRANT SELECT ON TABLE public.history_seal TO portal_app;
GRANT SELECT ON TABLE public.history_seal TO portal_system;

GRANT SELECT,INSERT,UPDATE ON TABLE public.home_visit TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.home_visit TO portal_system;

GRANT SELECT,INSERT,UPDATE ON TABLE public.invite TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invite TO portal_system;

GRANT SELECT ON TABLE public.invoice_category TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invoice_category TO portal_system;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invoice_extract TO portal_system;

GRANT USAGE ON SEQUENCE public.invoice_id_seq TO portal_system;

GRANT SELECT ON TABLE public.invoice_line TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invoice_line TO portal_system;

GRANT SELECT ON TABLE public.invoice_money_back TO portal_app;
GRANT SELECT ON TABLE public.invoice_money_back TO portal_system;

GRANT SELECT ON TABLE public.invoice_money_move TO portal_app;
GRANT SELECT ON TABLE public.invoice_money_move TO portal_system;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invoice_notice TO portal_system;

GRANT SELECT,INSERT,DELETE ON TABLE public.invoice_view TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invoice_view TO portal_system;

GRANT SELECT,INSERT ON TABLE public.ledger_entry TO portal_app;
GRANT SELECT,INSERT ON TABLE public.ledger_entry TO portal_system;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.license_extract TO portal_system;

GRANT SELECT,INSERT ON TABLE public.license_order_consent TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.license_order_consent TO portal_system;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.license_order_extract TO portal_system;

GRANT USAGE ON SEQUENCE public.license_order_line_line_id_seq TO portal_system;

GRANT SELECT ON TABLE public.license_order_step TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.license_order_step TO portal_system;

GRANT SELECT,INSERT ON TABLE public.mail_address TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mail_address TO portal_system;

GRANT UPDATE(kinds_off) ON TABLE public.mail_address TO portal_app;

GRANT UPDATE(attaches_invoices) ON TABLE public.mail_address TO portal_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outbox_company TO portal_system;

GRANT SELECT,UPDATE ON TABLE public.outbox_end TO portal_system;

GRANT SELECT,UPDATE ON TABLE public.outbox_receiver TO portal_system;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outbox_stream TO portal_system;

GRANT SELECT,INSERT,UPDATE ON TABLE public.payment_batch TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.payment_batch TO portal_system;

GRANT SELECT,INSERT,UPDATE ON TABLE public.payment_batch_item TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.payment_batch_item TO portal_system;

GRANT SELECT,INSERT,UPDATE ON TABLE public.portal_user TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.portal_user TO portal_system;

GRANT SELECT ON TABLE public.product TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.product TO portal_system;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.provider_customer TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.provider_customer TO portal_system;

GRANT SELECT,UPDATE ON TABLE public.provider_event_list TO portal_system;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rate_window TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rate_window TO portal_system;

GRANT SELECT,DELETE,UPDATE ON TABLE public.record_chunk TO portal_system;

GRANT SELECT,DELETE ON TABLE public.session TO portal_system;

GRANT SELECT,UPDATE ON TABLE public.shared_revision TO portal_system;

GRANT SELECT,INSERT,DELETE ON TABLE public.sign_in_attempt TO portal_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.sign_in_attempt TO portal_system;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_directory TO portal_system;

GRANT SELECT ON TABLE public.super_admin_change TO portal_system;

GRANT UPDATE(told_at) ON TABLE public.super_admin_change TO portal_system;

GRANT SELECT,INSERT,UPDATE ON TABLE public.unsent_order TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.unsent_order TO portal_system;

GRANT SELECT,INSERT,DELETE ON TABLE public.user_category TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_category TO portal_system;

GRANT SELECT ON TABLE public.worker TO portal_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.worker TO portal_system;

GRANT INSERT ON TABLE public.write_probe TO portal_app;

ALTER DEFAULT PRIVILEGES FOR ROLE portal_owner REVOKE ALL ON FUNCTIONS  FROM PUBLIC;
