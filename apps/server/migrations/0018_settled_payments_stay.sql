-- What was requested from the provider, and what it answered, is not changed afterwards, whoever writes.
create trigger payments_keep_their_amount before update of amount_cents, currency, state on payment_attempt
  for each row when ((old.amount_cents, old.currency) is distinct from (new.amount_cents, new.currency)
         or (old.state = 'succeeded' and new.state <> 'succeeded'))
  execute function refuse_payment_change();
