-- Doctor, the metrics and the page "Needs attention" read this one view, so that they agree (decision 0033). Each
-- part is one list; `attentionLists` in the domain package has its texts and actions. Every part starts at a partial
-- index.
create view attention_item with (security_invoker = true) as
  -- Books that name no payments have 10 days to explain one. Same rule as balanceOf() in the domain.
  select 'onHold' as list, i.account_id, i.invoice_number as item_id, i.invoice_number as subject, i.invoice_number,
         i.books_balance_cents as amount_cents, i.currency, null as detail, paid.payments, true as can_act,
         paid.last_at + interval '10 days' as since
    from invoice i
    join lateral (
         select max(p.settled_at) as last_at, sum(payment_net_cents(p.account_id, p.id)) as net_cents,
                jsonb_agg(jsonb_build_object(
                    'id', p.id, 'cents', p.amount_cents, 'paidAt', p.settled_at,
                    'netCents', payment_net_cents(p.account_id, p.id),
                    'elsewhereCents', (select coalesce(sum(n.amount_cents), 0) from invoice_portal_payment n
                                        where n.account_id = p.account_id and n.payment_id = p.id
                                          and n.invoice_id <> p.invoice_id))
                  order by p.settled_at, p.id) as payments
           from payment_attempt p
          where p.account_id = i.account_id and p.invoice_id = i.id and p.state = 'succeeded') paid on true
   where i.books_balance_cents > 0 and not i.names_payments
     -- Null without a payment. An `exists` here would be planned as a join with all payments.
     and paid.net_cents <> 0 and paid.last_at <= portal_now() - interval '10 days'
   union all
  -- The provider's objects contradict each other.
  select 'attempts', p.account_id, p.id::text, p.invoice_number, p.invoice_number, p.amount_cents, p.currency,
         p.needs_person, null, true, p.created_at
    from payment_attempt p where p.needs_person is not null
   union all
  select 'attempts', p.account_id, p.id::text, p.invoice_number, p.invoice_number, p.amount_cents, p.currency,
         null, null, true, p.created_at
    from payment_attempt p
   where p.needs_person is null and p.state in ('open', 'requires_action')
     and p.created_at < now() - interval '15 minutes'
   union all
  select 'purchases', '-', p.id::text, coalesce(p.buyer_email, p.id::text), null, p.paid_cents, p.currency,
         'Another amount was paid than the price of ' || p.product_name, null, true, p.settled_at
    from accreditation_purchase p where p.state = 'review'
   union all
  select 'unknown', u.account_id, u.intent_id, u.invoice_number, u.invoice_number, u.amount_cents, 'USD', u.status,
         null, true, u.found_at
    from unknown_intent u where u.acknowledged_at is null
   union all
  -- The next try of an early event is due after a minute.
  select 'events', '-', e.id, e.type || ' of ' || e.object_id, null, null, null, e.problem, null, true, e.received_at
    from provider_event e where e.outcome is null and e.received_at < now() - interval '5 minutes'
   union all
  select 'mails', m.account_id, m.id::text, m.recipient, null, null, null,
         m.subject || ': ' || coalesce(regexp_replace(m.last_error, '^\w*Error: ', ''), 'no answer'), null, true, m.created_at
    from mail m where m.sent_at is null and m.tries >= 20 and m.given_up_at is null
   union all
  select 'imports', '-', u.id::text, k.name, null, null, null,
         coalesce(u.problem, u.report ->> 'rejected' || case u.report ->> 'outcome'
                    when 'loaded' then ' records were rejected, the others were loaded'
                    else ' records were rejected, so nothing was changed' end),
         null, true, u.finished_at
    from record_upload u join api_key k on k.id = u.api_key_id
   where u.seen_at is null and not u.dry_run
     and (u.state = 'failed' or u.state = 'done' and (u.report ->> 'rejected')::int > 0)
   union all
  select 'bankAccounts', '-', b.id::text, b.account_key, null, null, null,
         case when b.was is null then 'New: account ending in ' || b.is_now
              when b.is_now is null then 'Deleted: was the account ending in ' || b.was
              when b.was = b.is_now then 'Account ending in ' || b.is_now || ', changed: '
                                         || replace(array_to_string(b.changed, ', '), '_', ' ')
              else 'Account ending in ' || b.is_now || ', was ' || b.was end
           || '; by ' || b.changed_by,
         null, true, b.changed_at
    from bank_account_change b where b.seen_at is null
   union all
  -- A question about an invoice that no longer exists has no reader.
  select 'questions', q.account_id, q.id::text, q.invoice_number, q.invoice_number, null, null,
         q.actor_name || ' asked about line ' || q.position, null, false, q.asked_at
    from invoice_question q
    join invoice i on i.account_id = q.account_id and i.invoice_number = q.invoice_number
   where q.answer is null and q.withdrawn_at is null and q.asked_at < portal_now() - interval '3 days'
   union all
  select 'moneyBack', r.account_id, r.id, p.invoice_number, i.invoice_number, r.amount_cents, p.currency,
         'refund ' || r.state, null,
         i.id is not null and r.state = 'succeeded'
           and r.went_back_at >= greatest(i.collect_at, i.person_collects_at, '-infinity'),
         r.created_at
    from payment_refund r
    join payment_attempt p on p.account_id = r.account_id and p.id = r.payment_id
    left join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
   where r.created_at > now() - interval '7 days'
   union all
  select 'moneyBack', d.account_id, d.id, p.invoice_number, i.invoice_number, d.amount_cents, p.currency,
         'dispute ' || d.state, null,
         i.id is not null and d.state = 'lost'
           and d.went_back_at >= greatest(i.collect_at, i.person_collects_at, '-infinity'),
         d.created_at
    from payment_dispute d
    join payment_attempt p on p.account_id = d.account_id and p.id = d.payment_id
    left join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
   where d.created_at > now() - interval '7 days' or d.state = 'open' or d.went_back_at > now() - interval '7 days';
comment on view attention_item is
  'The items of all companies that need a person of the provider; ''-'' means no company (decision 0033).';
grant select on attention_item to portal_system;

create table attention_resolution (
  account_id text not null check (account_id = '-' or account_id ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'),
  list text not null,
  item_id text not null,
  action text not null,
  actor_name text not null,
  resolved_at timestamptz not null default clock_timestamp(),
  primary key (account_id, list, item_id, resolved_at)
);
comment on table attention_resolution is
  'The resolutions on the page "Needs attention", with their authors, for a second person. The company''s history has the same.';
select protect_company_table('attention_resolution', 'select, insert');

-- The web role sees one company at a time. Functions below return the data of all companies, and only with the digest
-- of a super admin's session.
create function is_session_of_super_admin(token_hash bytea) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from session s join portal_user u on u.account_id = s.account_id and u.id = s.user_id
     where s.id_hash = token_hash and u.role = 'SuperAdmin' and u.deactivated_at is null
       and s.expires_at > now() and s.last_seen_at > now() - s.idle_limit)
$$;

-- Returns the oldest items of each list, or of the wanted one, with the total.
create function attention_items(token_hash bytea, wanted text, at_most int)
returns table (list text, account_id text, company_name text, item_id text, subject text, invoice_number text,
               amount_cents bigint, currency text, detail text, payments jsonb, can_act boolean, since timestamptz,
               total bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
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

create function attention_counts(token_hash bytea) returns table (list text, total bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not is_session_of_super_admin(token_hash) then return; end if;
  -- Refunds and disputes of the week are listed, but most need no action.
  return query select a.list, count(*) from attention_item a where a.list <> 'moneyBack' group by a.list;
end $$;

-- Returns false if another person closed it before.
create function note_rejected_import(token_hash bytea, upload uuid) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with seen as (
    update record_upload u set seen_at = now()
     where u.id = upload and u.seen_at is null and u.state in ('done', 'failed') and is_session_of_super_admin(token_hash)
 returning u.id)
  select exists (select from seen)
$$;

create function confirm_bank_account_change(token_hash bytea, change uuid) returns text
language sql security definer set search_path = public, pg_temp as $$
  update bank_account_change c set seen_at = now()
   where c.id = change and c.seen_at is null and is_session_of_super_admin(token_hash)
returning c.account_key
$$;

create function close_reviewed_purchase(token_hash bytea, purchase uuid, outcome text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with closed as (
    update accreditation_purchase p set state = outcome
     where p.id = purchase and p.state = 'review' and outcome in ('paid', 'expired')
       and is_session_of_super_admin(token_hash)
 returning p.id)
  select exists (select from closed)
$$;

-- Ends stops. With `automatic` it acknowledges unknown payments. Returns the kinds that existed.
create function end_charging_stops(kinds text[]) returns text[]
language sql set search_path = public, pg_temp as $$
  update unknown_intent set acknowledged_at = now() where acknowledged_at is null and 'automatic' = any (kinds);
  with ended as (delete from charging_stop s where s.kind = any (kinds) returning s.kind)
  select coalesce(array_agg(kind), '{}') from ended
$$;
grant execute on function end_charging_stops to portal_system;

-- A database that continues another one is started on the command line, which looks for payments of that one.
create function start_charging(token_hash bytea, kind text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  select case when is_session_of_super_admin(token_hash) and kind in ('all', 'automatic')
              then cardinality(end_charging_stops(array[kind])) > 0 else false end
$$;
grant execute on function attention_items, attention_counts, note_rejected_import, confirm_bank_account_change, close_reviewed_purchase, start_charging
  to portal_app;

-- The columns that the web role may write in the company it sees, for a super admin.
grant update (names_payments, named_by_person, person_collects_at) on invoice to portal_app;
grant insert, delete on invoice_portal_payment to portal_app;
grant update (tries, next_try_at, given_up_at) on mail to portal_app;
grant update (acknowledged_at) on unknown_intent to portal_app;
