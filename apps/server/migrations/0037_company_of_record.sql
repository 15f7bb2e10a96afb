-- The company of a record that a super admin's call names without its company; null for other users, and for unknown records.
create function company_of_record(token_hash bytea, kind text, key text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select c.account_id
    from session s
    join portal_user u on u.account_id = s.account_id and u.id = s.user_id and u.role = 'SuperAdmin'
    cross join company c
   where s.id_hash = token_hash
     and case kind
           when 'invoice' then exists (select from invoice i where i.account_id = c.account_id and i.id = key::bigint)
           when 'invoiceNumber' then
             exists (select from invoice i where i.account_id = c.account_id and i.invoice_number = key)
           when 'order' then exists (select from license_order o where o.account_id = c.account_id and o.id = key::bigint)
           when 'equipmentRequest' then
             exists (select from equipment_request e where e.account_id = c.account_id and e.equipment_request_id = key)
           when 'user' then exists (select from portal_user m where m.account_id = c.account_id and m.id = key::uuid)
           when 'invite' then exists (select from invite n where n.account_id = c.account_id and n.invite_code = key)
         end
   order by c.account_id <> s.account_id
   limit 1
$$;
grant execute on function company_of_record to portal_app;
