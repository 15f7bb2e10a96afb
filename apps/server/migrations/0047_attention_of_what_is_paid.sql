-- A payment that was refunded holds no invoice, so no person has to decide about it.
do $$ begin
  execute 'create or replace view attention_item with (security_invoker = true) as '
    || replace(rtrim(pg_get_viewdef('attention_item'::regclass), ';'), 'WHERE (e.released_at IS NULL)',
               'WHERE e.released_at IS NULL AND payment_net_cents(p.account_id, p.id) > 0');
end $$;

-- One item, so that an action compares it with what was shown without reading its whole list.
create function attention_of(token_hash bytea, wanted text, company text, item text) returns setof attention_item
language sql stable security definer set search_path = public, pg_temp as $$
  select * from attention_item a
   where is_session_of_super_admin(token_hash) and a.list = wanted and a.account_id = company and a.item_id = item
$$;
grant execute on function attention_of to portal_app;
