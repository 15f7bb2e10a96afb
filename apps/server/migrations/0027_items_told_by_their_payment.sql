-- What has become of an invoice of a batch is told by its payment alone, from the moment it is opened (decision 0012):
-- the item itself is written once more only when it is given up. Processes of the version before may still note 'pending'
-- while they are replaced; a payment says more than that.
drop index payment_batch_queued;

-- Nobody looks an entry up by its transaction since what is written is checked by itself (0025).
drop index ledger_entry_by_transaction;
-- Payments end about in the order they are kept in, and only the last day's are counted.
drop index payment_attempt_settled;
create index payment_attempt_settled on payment_attempt using brin (settled_at) with (pages_per_range = 32, autosummarize = on);
