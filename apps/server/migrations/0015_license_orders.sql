alter table license_order
  -- Counts a draft's changes, so that two people who edit it do not undo each other's.
  add column version int not null default 1,
  -- What the browser calls one wish to save; asking again for the same one finds the order it made.
  add column created_key text,
  add column changed_key text,
  add column changed_by uuid;
create unique index license_order_by_key on license_order (account_id, requestor_id, created_key)
  where created_key is not null;
create index license_order_by_status on license_order (account_id, status, created_at desc, id desc);

-- Read with its owner's rights, as the history is (decision 0010): a text index is of no use under row level security.
create index license_order_by_text on license_order using gin (
  account_id,
  (requestor_name || ' ' || id::text || ' ' || coalesce(external_id, '') || ' ' || notes) gin_trgm_ops);
create view company_license_order as
  select id, external_id, status, requestor_name, crm_id, notes, created_at, submitted_at, version,
         requestor_name || ' ' || id::text || ' ' || coalesce(external_id, '') || ' ' || notes as search_text
    from license_order
   where account_id = current_setting('portal.account', true);
grant select on company_license_order to portal_app, portal_system;

-- Who accepted which terms when the order was submitted, and what it changed about the monthly cost by then.
create table license_order_consent (
  account_id text not null,
  order_id bigint not null,
  accepted_at timestamptz not null default portal_now(),
  actor_id uuid not null,
  actor_account_id text not null,
  actor_name text not null,
  ip_address text not null,
  terms_version text not null,
  terms text not null,
  -- {totals: [{currencyIsoCode, amount}], unpriced}
  monthly_effect jsonb not null,
  primary key (account_id, order_id),
  foreign key (account_id, order_id) references license_order on delete cascade
);
select protect_company_table('license_order_consent', 'select, insert');

-- What a company holds by the orders it submitted, one row each: derived, never written by hand.
create table license (
  account_id text not null,
  id bigint generated always as identity,
  product_sku text not null,
  network_name text not null,
  user_name text not null,
  ip_address text not null,
  starts_on date not null,
  ends_on date,
  order_id bigint not null,
  primary key (account_id, id),
  foreign key (account_id, order_id) references license_order on delete cascade
);
select protect_company_table('license', 'select, insert, update, delete');
create index license_held on license (account_id, product_sku, lower(network_name), lower(user_name), id)
  where ends_on is null;
create index license_of_order on license (account_id, order_id);

-- Imported items hold what the books say, which need not be a date.
create function day_or(said text, otherwise date) returns date language plpgsql stable as $$
begin
  if said is null or said !~ '^\d{4}-\d{2}-\d{2}' then return otherwise; end if;
  return left(said, 10)::date;
exception when others then return otherwise;
end $$;

-- What a submitted order does to the licenses, item by item: one added starts on its day; one cancelled ends the one
-- ordered first that fits; one changed ends and starts anew. What was never ordered here ends nothing.
create function apply_license_order(account text, order_no bigint) returns void language plpgsql as $$
declare
  line record;
begin
  for line in
    select item ->> 'customerOrderRequestTypeId' as type, coalesce(item ->> 'productSku', '') as sku,
           coalesce(item ->> 'networkName', '') as network, trim(coalesce(item ->> 'userName', '')) as person,
           coalesce(item ->> 'ipAddress', '') as ip, coalesce(item ->> 'oldNetworkName', '') as old_network,
           trim(coalesce(item ->> 'oldUserName', '')) as old_person,
           day_or(item ->> 'dateRequired', o.submitted_at::date) as day
      from license_order_line l
      join license_order o on o.account_id = l.account_id and o.id = l.order_id
     where l.account_id = account and l.order_id = order_no
     order by l.line_no
  loop
    if line.type in ('2', '3') then
      update license set ends_on = greatest(line.day, starts_on)
       where account_id = account and id = (
             select id from license
              where account_id = account and ends_on is null and product_sku = line.sku
                and lower(network_name) = lower(case when line.type = '3' then line.old_network else line.network end)
                and lower(user_name) = lower(case when line.type = '3' then line.old_person else line.person end)
              order by id limit 1);
    end if;
    if line.type in ('1', '3') then
      insert into license (account_id, product_sku, network_name, user_name, ip_address, starts_on, order_id)
      values (account, line.sku, line.network, line.person, line.ip, line.day, order_no);
    end if;
  end loop;
end $$;

-- The same from the beginning, in the order of submitting, for orders that came in from the books. In one statement:
-- of each kind of license the n-th that was ended is the n-th that was added, and what ended nothing does not count.
create function derive_licenses(account text) returns void language sql as $$
  delete from license where account_id = account;
  with line as (
    select o.id as order_no, o.submitted_at, l.line_no, item ->> 'customerOrderRequestTypeId' as type,
           coalesce(item ->> 'productSku', '') as sku, coalesce(item ->> 'networkName', '') as network,
           trim(coalesce(item ->> 'userName', '')) as person, coalesce(item ->> 'ipAddress', '') as ip,
           coalesce(item ->> 'oldNetworkName', '') as old_network,
           trim(coalesce(item ->> 'oldUserName', '')) as old_person,
           day_or(item ->> 'dateRequired', o.submitted_at::date) as day
      from license_order o
      join license_order_line l on l.account_id = o.account_id and l.order_id = o.id
     where o.account_id = account and o.status = 'Submitted'),
  event as (
    select line.*, part.delta,
           lower(case when part.delta = -1 and type = '3' then old_network else network end) as network_key,
           lower(case when part.delta = -1 and type = '3' then old_person else person end) as person_key,
           row_number() over (order by submitted_at, order_no, line_no, part.delta) as place
      from line
      join (values (-1), (1)) part (delta) on line.type = '3' or line.type = case part.delta when 1 then '1' else '2' end),
  balance as (
    select *, sum(delta) over (partition by sku, network_key, person_key order by place) as after
      from event),
  floor as (
    select *, least(0, min(after) over (partition by sku, network_key, person_key order by place)) as lowest
      from balance),
  told as (
    select *, lowest < coalesce(lag(lowest) over (partition by sku, network_key, person_key order by place), 0) as idle
      from floor),
  numbered as (
    select *, count(*) over (partition by sku, network_key, person_key, delta order by place) as nth
      from told where not idle)
  insert into license (account_id, product_sku, network_name, user_name, ip_address, starts_on, ends_on, order_id)
  select account, sku, max(network) filter (where delta = 1), max(person) filter (where delta = 1),
         max(ip) filter (where delta = 1), max(day) filter (where delta = 1),
         case when bool_or(delta = -1) then max(day) end, max(order_no) filter (where delta = 1)
    from numbered
   group by sku, network_key, person_key, nth
   order by max(place) filter (where delta = 1)
$$;
grant execute on function day_or, apply_license_order to portal_app, portal_system;
grant execute on function derive_licenses to portal_system;

-- Of orders that were there before.
select derive_licenses(account_id) from license_order group by account_id;
