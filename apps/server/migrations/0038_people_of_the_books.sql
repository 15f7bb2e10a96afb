alter table portal_user
  -- When the books deleted the user, who is then deactivated since that moment, and the `asOf` of the deletion.
  add column books_deleted_at timestamptz,
  add column books_deleted_as_of timestamptz,
  -- Keys of the addresses that the user had before: the books may still name them.
  add column former_keys text[] not null default '{}';

-- Whether a record brings a deactivated user back: the books deleted the user, not a person, and the record is not older.
create function returns_by_record(u portal_user, as_of timestamptz) returns boolean
language sql immutable as $$
  select coalesce(u.deactivated_at = u.books_deleted_at
                  and (as_of is null or u.books_deleted_as_of is null or as_of >= u.books_deleted_as_of), false)
$$;
grant execute on function returns_by_record to portal_system;
