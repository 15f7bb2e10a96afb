create index concurrently if not exists sign_in_conflict on sign_in_directory (conflict_at)
  where conflict_email is not null;
