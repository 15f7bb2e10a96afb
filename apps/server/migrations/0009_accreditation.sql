create table accreditation_product (
  product_id text primary key check (length(product_id) between 1 and 64),
  product_name text not null,
  price_cents bigint not null check (price_cents > 0),
  currency text not null default 'USD'
);
comment on table accreditation_product is 'The accreditations that visitors can buy.';
grant select on accreditation_product to portal_app;
grant select, insert, update, delete on accreditation_product to portal_system;

-- A purchase belongs to no company, so row level security cannot protect it. The web role has no rights on the table
-- and uses the functions below (decision 0017).
create table accreditation_purchase (
  -- Created by the server, and part of the provider's idempotency keys.
  id uuid primary key,
  product_id text not null,
  -- The values when the purchase started; the payment is compared with them.
  product_name text not null,
  price_cents bigint not null check (price_cents > 0),
  currency text not null,
  -- name, line1, line2, city, state, postalCode, country
  buyer jsonb not null,
  ip_address text not null,
  -- opened: no response from the provider yet; review: a different amount was paid.
  state text not null default 'opened' check (state in ('opened', 'open', 'paid', 'expired', 'review')),
  -- The provider's id; a visitor who knows it is the buyer.
  checkout_id text unique,
  customer_id text,
  buyer_email text,
  payment_id text,
  paid_cents bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  settled_at timestamptz,
  -- When the worker checks with the provider if no event arrives, and when it last did.
  look_at timestamptz not null default now() + interval '5 minutes',
  looked_at timestamptz
);
comment on table accreditation_purchase is 'The purchases of visitors.';
grant select, update, delete on accreditation_purchase to portal_system;
create index accreditation_purchase_to_look_at on accreditation_purchase (look_at) where state = 'open';
create index accreditation_purchase_in_review on accreditation_purchase (settled_at) where state = 'review';
create index accreditation_purchase_unpaid on accreditation_purchase (created_at) where state in ('opened', 'expired');

-- Records that a visitor is about to buy; name and price are the product's. Returns no row for an unknown product.
create function open_accreditation_purchase(purchase uuid, product text, who jsonb, address text)
returns table (product_name text, price_cents bigint, currency text)
language sql security definer set search_path = public, pg_temp as $$
  insert into accreditation_purchase as p (id, product_id, product_name, price_cents, currency, buyer, ip_address)
  select purchase, a.product_id, a.product_name, a.price_cents, a.currency, who, address
    from accreditation_product a where a.product_id = product
  returning p.product_name, p.price_cents, p.currency
$$;

create function note_accreditation_checkout(purchase uuid, checkout text, customer text, ends timestamptz)
returns void
language sql security definer set search_path = public, pg_temp as $$
  update accreditation_purchase
     set state = 'open', checkout_id = checkout, customer_id = customer, expires_at = ends
   where id = purchase and state = 'opened'
$$;

-- For a caller who knows the checkout's id; returns only what its buyer has seen. The buyer is waiting, so the worker
-- checks with the provider soon, at most every 15 seconds.
create function accreditation_purchase_status(checkout text)
returns table (id uuid, state text, product_name text, price_cents bigint, currency text)
language sql security definer set search_path = public, pg_temp as $$
  update accreditation_purchase p set look_at = now()
   where p.checkout_id = checkout and p.state = 'open' and p.look_at > now()
     and (p.looked_at is null or p.looked_at < now() - interval '15 seconds');
  select p.id, p.state, p.product_name, p.price_cents, p.currency
    from accreditation_purchase p where p.checkout_id = checkout
$$;

-- Settles a checkout. The first call changes the purchase; later calls get the same row with `settled` false, and no
-- row if there is no such purchase.
create function settle_accreditation_purchase(
  purchase uuid, checkout text, outcome text, email text, payment text, cents bigint, paid_currency text)
returns table (settled boolean, state text, product_id text, product_name text, price_cents bigint, currency text,
               buyer jsonb, buyer_email text)
language plpgsql security definer set search_path = public, pg_temp as $$
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
grant execute on function open_accreditation_purchase, note_accreditation_checkout, accreditation_purchase_status,
  settle_accreditation_purchase to portal_app, portal_system;
