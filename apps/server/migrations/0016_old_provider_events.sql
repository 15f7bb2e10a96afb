-- For the sweep, which deletes only events that are resolved.
create index concurrently if not exists provider_event_by_time on provider_event (received_at) where outcome is not null;
