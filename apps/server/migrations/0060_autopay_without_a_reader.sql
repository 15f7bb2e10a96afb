-- The view of before, with one more list.
do $$ begin
  execute 'create or replace view attention_item with (security_invoker = true) as '
    || rtrim(pg_get_viewdef('attention_item'::regclass), ';')
    || $list$
   union all
  -- Same rule as readersOf() of the mails about AutoPay.
  select 'autoPayReaders', e.account_id, i.invoice_category_id::text, c.name, null, null, null, count(*)::text, null, false,
         e.enrolled_at
    from autopay_enrolment e
    join invoice i on i.account_id = e.account_id and i.books_balance_cents > 0
    join invoice_category c on c.invoice_category_id = i.invoice_category_id
   where e.ended_at is null
     and not exists (
       select from portal_user u
        where u.account_id = e.account_id and u.deactivated_at is null and 'AccessInvoices' = any (u.permissions)
          and u.permissions && '{PayInvoices,ManageUsers}'
          and (u.role = 'SuperAdmin' or exists (
            select from user_category s
             where s.account_id = u.account_id and s.user_id = u.id and s.invoice_category_id = i.invoice_category_id)))
   group by e.account_id, i.invoice_category_id, c.name, e.enrolled_at$list$;
end $$;
