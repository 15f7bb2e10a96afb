-- Imports stage all lines and insert them after their invoices. Only servers of release 0.1.0 copy into the parent: the
-- second release after it may detach invoice_line and drop the parent.
comment on table arriving_invoice_line is
  'Has no rows: COPY into it writes to invoice_line, its only partition. Only release 0.1.0 uses it.';
