-- Prices and quantities have up to six decimals and, in IDR or VND, more than ten digits before them. Without bounds the
-- columns need no rewrite, here and in the partition invoice_line; imports check the digits. Servers of the release before
-- read and write them as before.
alter table arriving_invoice_line
  -- squawk-ignore changing-column-type
  alter column quantity type numeric,
  -- squawk-ignore changing-column-type
  alter column sales_price type numeric;
