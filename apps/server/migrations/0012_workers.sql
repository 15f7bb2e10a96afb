-- The workers that run, as they report every ten seconds; one that ended reports no more.
create table worker (
  id uuid primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- By name of its timed works: how often each runs (seconds), and when it last succeeded.
  works jsonb not null
);
grant select on worker to portal_app;
grant select, insert, update, delete on worker to portal_system;
