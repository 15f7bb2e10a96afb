create table payment_elsewhere (
  account_id text not null,
  payment_id uuid not null,
  to_account_id text not null,
  to_invoice_id bigint not null,
  amount_cents bigint not null check (amount_cents > 0),
  noted_at timestamptz not null default now(),
  released_at timestamptz,
  primary key (account_id, payment_id, to_invoice_id),
  foreign key (account_id, payment_id) references payment_attempt,
  foreign key (to_account_id, to_invoice_id) references invoice (account_id, id) on update cascade on delete cascade
);
comment on table payment_elsewhere is
  'Payments that the newest records name in invoices of another company. From `released_at` on that amount is owed again for the invoice that was paid.';
create index payment_elsewhere_by_invoice on payment_elsewhere (to_account_id, to_invoice_id);
create index payment_elsewhere_open on payment_elsewhere (noted_at) where released_at is null;
-- The people of a company do not learn which other company it is.
select protect_company_table('payment_elsewhere',
  'select (account_id, payment_id, to_invoice_id, amount_cents, released_at), update (released_at)');
create trigger revision_on_insert after insert on payment_elsewhere referencing new table as changed
  for each statement execute function bump_company_revision();
create trigger revision_on_update after update on payment_elsewhere referencing new table as changed
  for each statement execute function bump_company_revision();
create trigger revision_on_delete after delete on payment_elsewhere referencing old table as changed
  for each statement execute function bump_company_revision();

insert into payment_elsewhere (account_id, payment_id, to_account_id, to_invoice_id, amount_cents)
select p.account_id, p.id, n.account_id, n.invoice_id, n.amount_cents
  from invoice_portal_payment n
  join payment_attempt p on p.id = n.payment_id and p.account_id <> n.account_id
 where n.amount_cents > 0;

-- As before, also less what is released; a refund of what is elsewhere makes no room for more.
create or replace function chargeable_cents(company text, invoice bigint) returns bigint language sql stable as $$
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
$$;

-- As before; what the account of before sent is no conflict any more.
create or replace function reset_sign_in(company text, member uuid) returns boolean
language plpgsql set search_path = public, pg_temp as $$
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
end $$;

-- The view of before, with three more lists.
do $do$ begin
  execute 'create or replace view attention_item with (security_invoker = true) as '
    || rtrim(pg_get_viewdef('attention_item'::regclass), ';')
    || $list$
   union all
  select 'appliedElsewhere', e.account_id, e.payment_id || '.' || e.to_invoice_id, p.invoice_number, p.invoice_number,
         e.amount_cents, p.currency, i.invoice_number || ' of ' || c.name || ' (' || c.account_id || ')', null, true, e.noted_at
    from payment_elsewhere e
    join payment_attempt p on p.account_id = e.account_id and p.id = e.payment_id
    join invoice i on i.account_id = e.to_account_id and i.id = e.to_invoice_id
    join company c on c.account_id = e.to_account_id
   where e.released_at is null
   union all
  select 'otherCurrency', i.account_id, i.invoice_number, i.invoice_number, i.invoice_number, i.books_balance_cents, i.currency,
         'A payment of it was in ' || min(p.currency), null, false, min(p.settled_at)
    from invoice i join payment_attempt p on p.account_id = i.account_id and p.invoice_id = i.id
   where i.books_balance_cents > 0 and p.state = 'succeeded' and p.currency <> i.currency
     and payment_net_cents(p.account_id, p.id) > 0
   group by i.account_id, i.id
   union all
  -- Their provider's domain is that of their address in the portal.
  select 'superAdmins', u.account_id, u.id::text, u.email, null, null, null,
         'The sign-in provider sends ' || d.conflict_email, null, false, d.conflict_at
    from sign_in_directory d
    join portal_user u on u.account_id = d.account_id and u.id = d.user_id
   where d.conflict_email is not null and u.role = 'SuperAdmin'
     and split_part(address_key(d.conflict_email), '@', 2) <> split_part(d.email_key, '@', 2)$list$;
end $do$;
