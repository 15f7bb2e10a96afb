-- By default a table is vacuumed and analyzed after a fifth and a tenth of its rows changed: of 50 million invoices, after
-- 10 million. Until then index-only scans read the table too, and the planner does not know the newest days.
do $$
declare
  large_table text;
begin
  foreach large_table in array array['invoice', 'invoice_line', 'payment_attempt', 'ledger_entry', 'history_entry',
                                     'history_seal', 'outbox_event', 'mail'] loop
    execute format('alter table %I set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
                                        autovacuum_analyze_scale_factor = 0.02)', large_table);
  end loop;
end $$;
