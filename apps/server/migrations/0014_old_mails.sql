-- For the sweep: mails that were sent, or that a person stopped.
create index concurrently if not exists mail_by_end on mail (coalesce(sent_at, given_up_at))
  where coalesce(sent_at, given_up_at) is not null;
