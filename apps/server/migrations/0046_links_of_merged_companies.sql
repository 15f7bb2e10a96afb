alter table mail_address
  -- The keys of the same address in companies that were merged into this one: links in their mails keep working.
  add column merged_keys uuid[] not null default '{}';
