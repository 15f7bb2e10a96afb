-- A person at the screen can be asked by the card's bank, a batch cannot. It is part of what the provider was asked
-- under the attempt's key, so it is kept for whoever asks again.
alter table payment_attempt add column on_session boolean not null default false,
  add constraint a_batch_has_nobody_at_the_screen check (not on_session or batch_id is null);
