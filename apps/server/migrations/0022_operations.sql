-- One switch for all charging, of every server and worker at once; no row means that charging goes on.
create table charging_stop (
  one boolean primary key default true check (one),
  reason text not null,
  stopped_at timestamptz not null default now()
);
grant select on charging_stop to portal_app;
grant select, insert, update, delete on charging_stop to portal_system;

-- What is watched all the time must be counted without reading every payment there ever was.
create index payment_attempt_settled on payment_attempt (settled_at) where settled_at is not null;
create index payment_attempt_for_person on payment_attempt (created_at) where needs_person is not null;
