create table license_alias (
  account_id text not null references company,
  alias text not null check (length(alias) between 1 and 64),
  -- The id that was said for it, and the present id of that license.
  is_id text not null,
  license_id text not null,
  said_by text not null check (said_by in ('record', 'person')),
  -- The `asOf` of the record that said it, else when it came.
  said_at timestamptz not null,
  -- The person who linked them under Needs attention.
  said_name text,
  primary key (account_id, alias),
  constraint of_another_id check (alias <> is_id and alias <> license_id)
);
comment on table license_alias is
  'Other ids of a license: that of the ordered item, and those that the books gave it before (decision 0103).';
select protect_company_table('license_alias', 'select, insert, update, delete');
create index license_alias_of_license on license_alias (account_id, license_id);
-- For imports: finds an id that belongs to another company.
create index license_alias_by_id on license_alias (alias);

create table deletion_ahead (
  kind text not null,
  key text not null,
  as_of timestamptz not null,
  primary key (kind, key)
);
comment on table deletion_ahead is
  'When the books wrote a dated deletion of what the portal did not know: an older record that arrives later changes nothing.';
grant select, insert, update, delete on deletion_ahead to portal_system;

alter table company
  -- Which licenses the company holds: those of its orders or of the provider's records. Null: not said yet, its orders.
  add column licenses_by text;
alter table company add constraint licenses_by_known check (licenses_by in ('orders', 'records')) not valid;
alter table license_order
  -- Ids that the books gave it before.
  add column former_ids text[] not null default '{}';
alter table license_order_line
  -- How `license_id` was found for a line without one: 'one', or 'none' and 'several' without it. Null: given, or bound when it
  -- was submitted, or not matched yet.
  add column meant text,
  -- A record has described the license that it adds.
  add column has_run boolean not null default false,
  add column withdrawn_at timestamptz,
  add column withdrawn_by text;
alter table license_order_line add constraint meant_known check (meant in ('one', 'none', 'several')) not valid;
-- Computes the present ids of some companies, and returns the aliases in circles, and those that lead to one.
create function place_license_ids(accounts text[]) returns table (account_id text, alias text) language sql as $$
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
$$;

-- After what was said of the ids of some companies changed. Of a circle, as after a return to a former system, the oldest
-- claim goes.
create function settle_license_ids(accounts text[]) returns void language plpgsql as $$
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
end $$;
grant execute on function place_license_ids, settle_license_ids to portal_app, portal_system;

update company c set licenses_by = 'records'
 where exists (select from provided_license p where p.account_id = c.account_id);
insert into license_alias
select account_id, ordered_as, license_id, license_id, 'person', portal_now()
  from provided_license where ordered_as <> license_id and not is_guess;
update license_order_line x set has_run = true
  from provided_license p
 where x.account_id = p.account_id
   and x.portal_id = case when p.is_guess then p.license_id else coalesce(p.ordered_as, p.license_id) end;

-- How far a line of a submitted order is, and the day for which it asks. A withdrawal stands until the provider says of the
-- line itself that it is done or rejected.
create view asked_line with (security_invoker = true) as
  select x.account_id, x.order_id, x.line_no, x.line_id, x.portal_id, x.license_id, x.meant, x.item, x.has_run, o.submitted_at,
         x.item ->> 'customerOrderRequestTypeId' as type,
         x.item ->> 'customerOrderRequestTypeId' = '1' or x.license_id = x.portal_id as adds,
         day_or(x.item ->> 'dateRequired', (o.submitted_at at time zone 'UTC')::date) as day,
         coalesce(
           (select case when k.step in ('Provisioned', 'Rejected') or x.withdrawn_at is null then k.step else 'Withdrawn' end
              from license_order_step k
             where k.account_id = x.account_id and k.order_id = x.order_id and k.line_id = x.line_id
             order by order_step_rank(k.step) desc limit 1),
           case when x.withdrawn_at is not null then 'Withdrawn' end, o.step, 'Submitted') as step
    from license_order o
    join license_order_line x on x.account_id = o.account_id and x.order_id = o.id
   where o.status = 'Submitted';

-- Every license of a company, also one that ended: by the provider's records, or by its orders.
create view company_license with (security_invoker = true) as
  select x.account_id, x.present as license_id, coalesce(x.item ->> 'productSku', '') as product_sku,
         coalesce(x.item ->> 'coveredCompany', '') as covered_company, x.day as starts_on,
         (select min(greatest(y.day, x.day)) from asked_line y
           where y.account_id = x.account_id and y.license_id = any (x.ids) and y.type = '2'
             and y.step not in ('Rejected', 'Withdrawn') and y.submitted_at >= x.submitted_at) as ends_on,
         coalesce(now.item ->> 'networkName', x.item ->> 'networkName', '') as network_name,
         trim(coalesce(now.item ->> 'userName', x.item ->> 'userName', '')) as user_name,
         coalesce(nullif(now.item ->> 'ipAddress', ''), x.item ->> 'ipAddress', '') as ip_address, x.order_id,
         null::text as ordered_as, null::bigint as price_cents, null::text as price_currency, null::bigint as next_price_cents,
         null::date as next_price_from, false as is_provided, null::text as status, x.day as first_since, true as runs,
         -- The item that added it: what is looked for by an id finds it by an index.
         x.portal_id as item_id
    from company c
    join asked_line one on one.account_id = c.account_id
    left join license_alias a on a.account_id = one.account_id and a.alias = one.portal_id
   cross join lateral (
         select one.*, coalesce(a.license_id, one.portal_id) as present,
                -- Not compared with `coalesce`: under row level security it keeps the planner from the index.
                array[one.portal_id, a.license_id]
                  || array(select b.alias from license_alias b where b.account_id = one.account_id and b.license_id = one.portal_id)
                  || array(select b.alias from license_alias b where b.account_id = one.account_id and b.license_id = a.license_id)
                  as ids) x
    left join lateral (
         select y.item from asked_line y
          where y.account_id = x.account_id and y.license_id = any (x.ids) and y.type = '3'
            and y.step not in ('Rejected', 'Withdrawn') and y.submitted_at >= x.submitted_at
            and greatest(y.day, x.day) <= (portal_now() at time zone 'UTC')::date
          order by y.submitted_at desc, y.order_id desc, y.line_no desc limit 1) now on true
   where c.licenses_by is distinct from 'records' and x.adds and x.step not in ('Rejected', 'Withdrawn')
     -- Ordered again after it ended: the newest item.
     and (cardinality(x.ids) = 2 or not exists (
           select from asked_line z
            where z.account_id = x.account_id and z.portal_id = any (x.ids) and z.adds and z.step not in ('Rejected', 'Withdrawn')
              and (z.submitted_at, z.order_id, z.line_no) > (x.submitted_at, x.order_id, x.line_no)))
   union all
  select p.account_id, p.license_id, p.product_id, coalesce(p.covered_company, ''), p.since, p.until + 1,
         coalesce(own.short_name, shared.short_name, p.network_id, ''), coalesce(p.user_name, ''), '',
         coalesce(
           -- Of several, one after the other: the newest that was not rejected or withdrawn.
           (select x.order_id from asked_line x
             where x.account_id = p.account_id and x.adds
               and x.portal_id = any (array[p.license_id] || array(select a.alias from license_alias a
                                                                   where a.account_id = p.account_id and a.license_id = p.license_id))
             order by x.step in ('Rejected', 'Withdrawn'), x.submitted_at desc, x.order_id desc, x.line_no desc limit 1),
           (select o.id from license_order o where o.account_id = p.account_id and o.external_id = p.license_order_id),
           (select o.id from license_order o where o.account_id = p.account_id and o.portal_id = p.license_order_id)),
         (select a.alias from license_alias a
           where a.account_id = p.account_id and a.license_id = p.license_id and a.alias ~ '^P-' order by a.alias desc limit 1),
         p.monthly_price_cents, p.currency, p.next_price_cents, p.next_price_from, true, p.status, p.first_since,
         p.status is distinct from 'Ended' and (p.until is null or p.until >= (portal_now() at time zone 'UTC')::date), null
    from provided_license p
    join company c on c.account_id = p.account_id and c.licenses_by = 'records'
    left join company_network own on own.account_id = p.account_id and own.network_id = p.network_id
    left join shared_network shared on shared.network_id = p.network_id;
grant select on asked_line, company_license to portal_app, portal_system;

-- The columns that the release before reads; `next_*` go with the release after.
create or replace view held_license with (security_invoker = true) as
  select account_id, license_id, product_sku, covered_company, starts_on, ends_on, network_name, user_name, ip_address,
         null::date as next_from, null::text as next_network_name, null::text as next_user_name, null::text as next_ip_address,
         order_id, ordered_as, price_cents, price_currency, next_price_cents, next_price_from, is_provided, status, first_since
    from company_license where runs;
