alter table session
  -- As the provider sent them, possibly only at its userinfo address: for an invitee who becomes a user.
  add column first_name text not null default '',
  add column last_name text not null default '';

create function name_session(token_hash bytea, given_first_name text, given_last_name text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update session s set first_name = given_first_name, last_name = given_last_name where s.id_hash = token_hash
$$;

create function name_of_session(token_hash bytea) returns table (first_name text, last_name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.first_name, s.last_name from session s where s.id_hash = token_hash
$$;
grant execute on function name_session, name_of_session to portal_app;
