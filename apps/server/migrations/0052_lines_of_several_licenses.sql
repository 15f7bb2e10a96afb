create index concurrently if not exists license_order_line_of_several on license_order_line (account_id, order_id)
  where meant = 'several';
