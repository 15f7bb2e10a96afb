-- For the numbers that an import brings; the second column spares the doctor the table.
create index concurrently if not exists invoice_by_compared_number on invoice (spelling_key(invoice_number), invoice_number);
