-- Files of many invoices that a user asked for in one ZIP (decision 0109): a worker makes them, and a day later they go.
create table invoice_archive (
  account_id text not null references company,
  id uuid not null default gen_random_uuid(),
  actor_account_id text not null,
  user_id uuid not null,
  invoice_ids bigint[] not null,
  requested_at timestamptz not null default now(),
  -- A worker makes some of the files until then.
  leased_until timestamptz not null default '-infinity',
  ready_at timestamptz,
  primary key (account_id, id)
);
comment on table invoice_archive is
  'ZIPs of the files of many invoices, at most one for each user of a company. Kept for a day.';
create unique index one_archive_of_a_user on invoice_archive (account_id, user_id);
select protect_company_table('invoice_archive', 'select, insert, delete');

-- Without WAL: after a crash of the database a worker makes the files again.
create unlogged table invoice_archive_part (
  account_id text not null,
  archive_id uuid not null,
  invoice_id bigint not null,
  -- Null if the invoice has no such file, or if the user does not see the invoice any more.
  summary bytea,
  details bytea,
  primary key (account_id, archive_id, invoice_id),
  foreign key (account_id, archive_id) references invoice_archive on delete cascade
);
comment on table invoice_archive_part is 'The files of one invoice in an archive.';
select protect_company_table('invoice_archive_part', 'select');
