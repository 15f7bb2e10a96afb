create table worker (
  id uuid primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- By name of its timed works: how often each runs (seconds), and when it last succeeded.
  works jsonb not null
);
comment on table worker is
  'The workers that run, as they report every ten seconds; one that ended reports no more.';
grant select on worker to portal_app;
grant select, insert, update, delete on worker to portal_system;

create table write_probe (filler text not null);
alter table write_probe alter column filler set storage plain;
comment on table write_probe is
  'Whether the database can write is tried here: a row that fills a page, and is rolled back.';
grant insert on write_probe to portal_app;
