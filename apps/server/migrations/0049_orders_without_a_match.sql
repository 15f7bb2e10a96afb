-- As the matcher compares names (`by-names`).
create function plain_name(name text) returns text language sql immutable as $$
  select lower(trim(regexp_replace(normalize(coalesce(name, ''), NFKC), '\s+', ' ', 'g')))
$$;

create function license_words(product text, network text, person text) returns text language sql immutable as $$
  select concat(product, ' on ' || nullif(network, ''), ' for ' || nullif(trim(person), ''))
$$;

-- Of the views and functions below every part is found by its whole key, order by order: a company may have a thousand
-- times as many orders as the average, by which the planner would choose. Hence `offset 0`.

-- The lines that add a license which no record has described, of companies by records.
create view missing_license with (security_invoker = true) as
  select m.*, m.submitted_at > portal_now() - interval '6 months' and m.is_cancelled is not true as needs_link
    from (select o.account_id, o.id as order_id, o.submitted_at, x.line_no, x.line_id, x.portal_id, x.license_id, x.type, x.adds, x.item,
                 x.day, x.step, x.has_run, present.id as present_id,
                 -- Null: not asked for. False: the provider still has to do it.
                 (select bool_or(y.step = 'Provisioned') from asked_line y
                   where y.account_id = x.account_id and y.type = '2' and y.step not in ('Rejected', 'Withdrawn')
                     and y.license_id in (x.portal_id, present.id)) as is_cancelled,
                 -- Whether it says anything that there is no record: some record names an order, or some item has run.
                 exists (select from provided_license p where p.account_id = x.account_id and p.license_order_id is not null)
                 or exists (select from license_order_line n where n.account_id = x.account_id and n.has_run) as is_compared
            from company c
            join license_order o on o.account_id = c.account_id and o.status = 'Submitted'
           cross join lateral (
                 select * from asked_line y
                  where y.account_id = o.account_id and y.order_id = o.id and y.adds and not y.has_run
                    and y.step not in ('Rejected', 'Withdrawn') offset 0) x
           cross join lateral (
                 select coalesce((select a.license_id from license_alias a
                                   where a.account_id = x.account_id and a.alias = x.portal_id), x.portal_id) as id offset 0) present
           where c.licenses_by = 'records'
             and not exists (select from provided_license p
                              where p.account_id = x.account_id and p.license_id = present.id offset 0)) m;

-- The lines under way that change or cancel a license which is gone: it has no record in its company, and waits for none.
create view gone_license with (security_invoker = true) as
  select o.account_id, o.id as order_id, o.submitted_at, x.line_no, x.line_id, x.portal_id, x.license_id, x.type, x.adds, x.item, x.day,
         x.step, x.has_run, present.id as present_id, added.order_id as added_in, added.item as added
    from company c
    join license_order o on o.account_id = c.account_id and o.status = 'Submitted'
   cross join lateral (
         select * from asked_line y
          where y.account_id = o.account_id and y.order_id = o.id and y.type in ('2', '3') and y.license_id <> y.portal_id
            and y.step in ('Submitted', 'Accepted', 'Scheduled') offset 0) x
   cross join lateral (
         select coalesce((select a.license_id from license_alias a
                           where a.account_id = x.account_id and a.alias = x.license_id), x.license_id) as id offset 0) present
    left join lateral (
         select z.order_id, z.item, z.step, z.has_run
           from (select present.id union all
                 select b.alias from license_alias b where b.account_id = x.account_id and b.license_id = present.id) one
           join asked_line z on z.account_id = x.account_id and z.adds and z.portal_id = one.id
          order by z.step in ('Rejected', 'Withdrawn'), z.submitted_at desc, z.order_id desc, z.line_no desc limit 1) added on true
   where c.licenses_by = 'records'
     and not exists (select from provided_license p
                      where p.account_id = x.account_id and p.license_id = present.id offset 0)
     and (added.order_id is null or added.step = 'Provisioned'
          or added.step in ('Submitted', 'Accepted', 'Scheduled') and added.has_run);
grant select on missing_license, gone_license to portal_app, portal_system;

-- The records that may be the license which an item adds: of no item, of its product, and of its order; or of no order, and
-- alike in all words. Exact: alike, and not known to run before it was ordered.
create function possible_licenses(company text, ordered bigint, item jsonb)
returns table (license_id text, words text, since date, is_exact boolean, names_order boolean) language sql stable as $$
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
$$;

-- Whether another company has the license.
create function has_moved(company text, ids text[]) returns boolean language sql stable as $$
  select exists (select from provided_license p where p.license_id = any (ids) and p.account_id <> company)
      or exists (select from license_alias a where a.alias = any (ids) and a.account_id <> company)
$$;
grant execute on function plain_name, license_words, possible_licenses, has_moved to portal_app, portal_system;

-- The view of before, with two more lists.
do $do$ begin
  execute 'create or replace view attention_item with (security_invoker = true) as '
    || rtrim(pg_get_viewdef('attention_item'::regclass), ';')
    || $list$
   union all
  select 'licenses', n.account_id, n.portal_id || coalesce(' ' || r.license_id, ''),
         license_words(coalesce(p.description, n.item ->> 'productSku'), n.item ->> 'networkName', n.item ->> 'userName'),
         null, null, null,
         concat_ws(' ',
           case n.type when '2' then 'Cancellation ordered' when '3' then 'Change ordered' else 'Ordered' end,
           'by ' || nullif(o.requestor_name, ''), 'on', to_char(n.submitted_at at time zone 'UTC', 'MM/DD/YYYY'),
           '(' || coalesce(o.external_id, o.portal_id) || ').',
           n.gone_id || case when moved.yes then ' moved to another company.' else ' has no record.' end,
           coalesce(r.license_id || case when r.is_exact then ' has all the same words' else ' may be it: ' || r.words end
                    || coalesce(', since ' || to_char(r.since, 'MM/DD/YYYY'), '') || '.', n.problem)),
         null, r.license_id is not null, n.submitted_at
    from (select x.account_id, x.portal_id, x.order_id, x.type, x.item, x.submitted_at, x.order_id as added_in, x.item as added,
                 array[x.portal_id, x.present_id] as ids, null as gone_id,
                 case when x.step = 'Provisioned' and x.is_compared then 'Provisioned, but no record may be it.' end as problem
            from missing_license x where x.needs_link
           union all
          select x.account_id, x.portal_id, x.order_id, x.type, x.item, x.submitted_at, x.added_in, x.added,
                 array[x.license_id, x.present_id] as ids, x.present_id as gone_id, null as problem
            from gone_license x
           where x.submitted_at > portal_now() - interval '6 months'
           union all
          select x.account_id, x.portal_id, x.order_id, x.type, x.item, x.submitted_at, null as added_in, null as added,
                 null as ids, null as gone_id, 'Several licenses have these names.' as problem
            from asked_line x
           where x.meant = 'several' and x.step not in ('Rejected', 'Withdrawn')
             and x.submitted_at > portal_now() - interval '6 months') n
    join license_order o on o.account_id = n.account_id and o.id = n.order_id
   cross join lateral (select has_moved(n.account_id, n.ids) as yes) moved
    left join lateral (
         select * from possible_licenses(n.account_id, n.added_in, n.added) m where not moved.yes
          order by m.is_exact desc, m.names_order desc, m.since, m.license_id limit 3) r on true
    left join product p on p.product_id = n.item ->> 'productSku'
   where n.gone_id is not null or r.license_id is not null or n.problem is not null and not moved.yes
   union all
  select 'licenseLinks', a.account_id, a.alias, a.alias || ' is ' || a.is_id, null, null, null, 'Linked by ' || a.said_name, null, true, a.said_at
    from license_alias a
   where a.said_by = 'person' and a.said_name is not null and a.said_at > portal_now() - interval '90 days'$list$;
end $do$;

create or replace function attention_counts(token_hash bytea) returns table (list text, total bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not is_session_of_super_admin(token_hash) then return; end if;
  -- What is listed for information: most of it needs no action.
  return query select a.list, count(*) from attention_item a where a.list not in ('moneyBack', 'licenseLinks') group by a.list;
end $$;

-- The items of a company with the records that have all of their words, the first ordered first.
create function exact_licenses(token_hash bytea, company text) returns table (item_id text, from_id text, license_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select x.portal_id, x.present_id, r.license_id
    from missing_license x
   cross join lateral (
         select * from possible_licenses(x.account_id, x.order_id, x.item) m
          where m.is_exact order by m.names_order desc, m.since, m.license_id limit 100) r
   where x.account_id = company and x.needs_link and not has_moved(company, array[x.portal_id, x.present_id])
     and is_session_of_super_admin(token_hash)
   order by x.submitted_at, x.order_id, x.line_no, r.names_order desc, r.since, r.license_id
$$;

-- Notes of ordered items that a record has described their license: a record of one of its ids, or the time of one that was
-- dated. The web role, which does not see these times, notes the same after a link.
create function note_license_runs(accounts text[]) returns void
language sql security definer set search_path = public, pg_temp as $$
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
$$;
grant execute on function exact_licenses, note_license_runs to portal_app, portal_system;
