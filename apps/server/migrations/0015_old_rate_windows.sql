-- For the sweep: strangers who try many addresses write many rows.
create index concurrently if not exists rate_window_by_minute on rate_window (minute);
