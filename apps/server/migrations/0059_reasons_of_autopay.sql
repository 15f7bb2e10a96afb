-- Why invoices that are due are not charged, as the mail of the day said: the reason by the number of the invoice.
alter table autopay_day add column reasons jsonb not null default '{}';
