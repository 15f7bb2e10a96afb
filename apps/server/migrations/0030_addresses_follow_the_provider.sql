alter table sign_in_directory
  -- The verified address of the person's account, while it belongs to another person.
  add column conflict_email text,
  add column conflict_at timestamptz;

create function note_address_conflict(company text, member uuid, address text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update sign_in_directory d
     set conflict_email = address, conflict_at = case when address is not null then coalesce(d.conflict_at, now()) end
   where d.account_id = company and d.user_id = member and d.conflict_email is distinct from address
$$;
grant execute on function note_address_conflict to portal_app;

-- The view of before, with one more list.
do $$ begin
  execute 'create or replace view attention_item with (security_invoker = true) as '
    || rtrim(pg_get_viewdef('attention_item'::regclass), ';')
    || $list$
   union all
  select 'signIns', u.account_id, u.id::text, u.email, null, null, null,
         'The sign-in provider sends ' || d.conflict_email || ', which is the address of a user of company ' || o.account_id,
         null, false, d.conflict_at
    from sign_in_directory d
    join portal_user u on u.account_id = d.account_id and u.id = d.user_id
    join sign_in_directory o on o.email_key = address_key(d.conflict_email) and o.user_id <> d.user_id
   where d.conflict_email is not null$list$;
end $$;
