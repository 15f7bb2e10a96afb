-- `portal migrate` writes the time zone that BUSINESS_TIME_ZONE names.
alter table portal_instance add column business_time_zone text not null default 'UTC';

-- Read it once per statement: `(select business_today())`.
create function business_today() returns date language sql stable parallel safe as $$
  select (portal_now() at time zone business_time_zone)::date from portal_instance
$$;
comment on function business_today is 'Today in the time zone of the provider: decides what is due, overdue and in force.';
grant execute on function business_today to portal_app, portal_system;

do $$
declare
  utc_day constant text := '(portal_now() AT TIME ZONE ''UTC''::text)::date';
  definition text := pg_get_viewdef('company_license'::regclass, true);
begin
  if position(utc_day in definition) = 0 then raise exception 'the view company_license has no day in UTC'; end if;
  execute 'create or replace view company_license with (security_invoker=true) as '
    || replace(definition, utc_day, '(select business_today())');
end $$;
