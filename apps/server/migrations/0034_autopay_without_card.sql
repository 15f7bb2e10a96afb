-- The view of before, with one more list.
do $$ begin
  execute 'create or replace view attention_item with (security_invoker = true) as '
    || rtrim(pg_get_viewdef('attention_item'::regclass), ';')
    || $list$
   union all
  select 'autoPayCards', e.account_id, e.account_id, c.name, null, null, null, null, null, false, gone.at
    from autopay_enrolment e
    join company c on c.account_id = e.account_id,
         lateral (select max(k.removed_at) as at from card k where k.account_id = e.account_id) gone
   where e.ended_at is null and gone.at is not null
     and not exists (select from card k where k.account_id = e.account_id and k.is_default)$list$;
end $$;
