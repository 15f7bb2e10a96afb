-- For the sweep, which runs every five minutes in every worker: it would read all events of 400 days.
create index concurrently if not exists outbox_event_by_time on outbox_event (created_at) where position is not null;
