-- Whether any ordered item of a company has run.
create index concurrently if not exists license_order_line_run on license_order_line (account_id) where has_run;
