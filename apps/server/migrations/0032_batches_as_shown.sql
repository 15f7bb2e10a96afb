-- {invoices, shownCents, dueCents}: what the payer confirmed and what was charged, if it was less.
alter table payment_batch add column shown jsonb;
