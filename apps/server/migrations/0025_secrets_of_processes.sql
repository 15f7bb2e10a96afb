create table process_secrets (
  id uuid primary key,
  -- What it is and where it runs, for an operator.
  name text not null,
  seen_at timestamptz not null default now(),
  -- A digest of each secret that the process has, by the name of its setting.
  digests jsonb not null
);
comment on table process_secrets is
  'Which secrets the processes have that run, as they report every minute: a different one is named by doctor.';
grant select on process_secrets to portal_app, portal_system;
grant insert, update on process_secrets to portal_app, portal_system;
grant delete on process_secrets to portal_system;
