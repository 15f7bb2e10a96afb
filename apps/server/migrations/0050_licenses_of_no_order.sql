-- The records of no order that have a product and a user.
create index concurrently if not exists provided_license_of_no_order on provided_license (account_id, product_id, plain_name(user_name))
  where license_order_id is null;
