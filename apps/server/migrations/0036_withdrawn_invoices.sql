-- For the question before a payment: few invoices are withdrawn, and books that name payments apply their money themselves.
create index concurrently if not exists invoice_withdrawn on invoice (account_id)
  where amount_cents <= 0 and not names_payments;
