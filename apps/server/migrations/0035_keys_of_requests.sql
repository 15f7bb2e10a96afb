create table request_key (
  account_id text not null references company,
  actor_id uuid not null,
  key text not null,
  -- Of the call and what it was to do.
  digest bytea not null,
  at timestamptz not null default now(),
  primary key (account_id, actor_id, key)
);
comment on table request_key is
  'Idempotency keys that had an effect: with other content a key is refused. Written in the transaction of the effect.';
select protect_company_table('request_key', 'select, insert, update');
-- For the sweep.
create index request_key_by_time on request_key (at);
