-- What the matcher still has to match.
create index concurrently if not exists license_order_line_unmatched on license_order_line (account_id, order_id)
  where license_id is null and meant is null and item ->> 'customerOrderRequestTypeId' in ('2', '3');
