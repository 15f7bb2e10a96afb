alter table mail_address
  -- The keys of the same address in companies that were merged into this one: links in their mails keep working.
  add column merged_keys uuid[] not null default '{}';

-- Merging companies needs `records:companies`.
alter table api_key drop constraint api_key_scopes_check;
-- There are a few keys: the check takes no time.
-- squawk-ignore constraint-missing-not-valid
alter table api_key add constraint api_key_scopes_check check (cardinality(scopes) > 0 and scopes <@ array[
  'records:write', 'records:people', 'records:super-admins', 'records:companies', 'records:invoices',
  'records:licenses', 'records:equipment', 'records:catalog', 'records:bank', 'events:read']);
