alter table invoice_category add column former_name text;
comment on column invoice_category.former_name is 'The category whose readers were added to those of this one.';

create table billed_category (
  account_id text not null references company,
  invoice_category_id int not null references invoice_category on update cascade on delete cascade,
  billed_at timestamptz not null default now(),
  primary key (account_id, invoice_category_id)
);
comment on table billed_category is 'The categories in which companies have had invoices, with the time of the first one.';
select protect_company_table('billed_category', 'select');
insert into billed_category (account_id, invoice_category_id)
select distinct account_id, invoice_category_id from invoice;

create view unread_category with (security_invoker = true) as
  select b.account_id, b.invoice_category_id, b.billed_at
    from billed_category b
   where exists (select from portal_user u
                  where u.account_id = b.account_id and u.deactivated_at is null and 'AccessInvoices' = any (u.permissions))
     and not exists (select from user_category h join portal_user u on u.account_id = h.account_id and u.id = h.user_id
                      where h.account_id = b.account_id and h.invoice_category_id = b.invoice_category_id
                        and u.deactivated_at is null and 'AccessInvoices' = any (u.permissions));
comment on view unread_category is
  'The categories whose invoices no user of the company sees, of companies with a user who sees invoices.';
grant select on unread_category to portal_app, portal_system;

-- The view of before, with one more list.
do $$ begin
  execute 'create or replace view attention_item with (security_invoker = true) as '
    || rtrim(pg_get_viewdef('attention_item'::regclass), ';')
    || $list$
   union all
  select 'unreadCategories', n.account_id, n.invoice_category_id::text, c.name, null, null, null,
         (select count(*) from invoice i
           where i.account_id = n.account_id and i.invoice_category_id = n.invoice_category_id)::text,
         null, true, n.billed_at
    from unread_category n
    join invoice_category c on c.invoice_category_id = n.invoice_category_id
   where exists (select from invoice i
                  where i.account_id = n.account_id and i.invoice_category_id = n.invoice_category_id)
     and not exists (select from attention_resolution r
                      where r.account_id = n.account_id and r.list = 'unreadCategories'
                        and r.item_id = n.invoice_category_id::text)$list$;
end $$;
