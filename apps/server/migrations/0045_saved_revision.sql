alter table unsent_order
  -- The revision that was saved last: a change that was made on it or before is not made again on a newer one.
  add column saved_from int;
