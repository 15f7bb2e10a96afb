alter table mail_address
  -- When an external recipient was asked last, and what the mailbox answered.
  add column requested_at timestamptz,
  add column confirmed_at timestamptz,
  add column declined_at timestamptz,
  -- Links of mails of 0.1.0 have the key itself, which is of all kinds.
  add column former_links_until timestamptz not null default now() + interval '60 days';
grant update (requested_at, confirmed_at, declined_at) on mail_address to portal_app;

-- Recipients of before need no confirmation.
insert into mail_address (account_id, email, confirmed_at)
select distinct account_id, address_key(email), now() from external_recipient
    on conflict (account_id, email) do update set confirmed_at = excluded.confirmed_at;

-- The key in a link for one purpose: it opens no other.
create function mail_link_key(key uuid, purpose text) returns uuid language sql immutable as $$
  select encode(substr(sha256(convert_to(key::text || ' ' || purpose, 'UTF8')), 1, 16), 'hex')::uuid
$$;
grant execute on function mail_link_key to portal_app, portal_system;
