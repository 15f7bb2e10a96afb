-- A payment that was refunded holds no invoice, so no person has to decide about it.
do $$ begin
  execute 'create or replace view attention_item with (security_invoker = true) as '
    || replace(rtrim(pg_get_viewdef('attention_item'::regclass), ';'), 'WHERE (e.released_at IS NULL)',
               'WHERE e.released_at IS NULL AND payment_net_cents(p.account_id, p.id) > 0');
end $$;
