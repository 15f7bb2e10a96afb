import pg from 'pg'

/** A company far larger than any real one, and a small one with a short history. */
export const big = {
  accountId: 'BIG',
  reader: 'reader@big.example',
  readerOfSmall: 'reader@small.example',
  invoices: 100_000,
  entries: { small: 10_000, large: 1_000_000 },
}

/** Fills an empty migrated database: 100,000 open invoices, of which one in 500 has a payment that is not posted yet. */
export async function fillBigCompany(adminUrl: string): Promise<void> {
  const db = new pg.Client({ connectionString: adminUrl })
  await db.connect()
  // The rows are valid, so triggers need not check them; the seals of the history are not read here.
  await db.query(`set session_replication_role = replica; set synchronous_commit = off`)
  const person = (accountId: string, email: string) => `
    insert into company (account_id, name) values ('${accountId}', '${accountId}');
    insert into company_revision (account_id) values ('${accountId}');
    insert into portal_user (account_id, email, permissions)
    values ('${accountId}', '${email}', '{AccessInvoices,PayInvoices}');`
  await db.query(`
    insert into invoice_category (invoice_category_id, name) values (1, 'License');
    ${person('BIG', big.reader)} ${person('SMALL', big.readerOfSmall)}
    insert into sign_in_directory (email_key, account_id, user_id) select email, account_id, id from portal_user;
    insert into user_category (account_id, user_id, invoice_category_id) select account_id, id, 1 from portal_user;
    insert into invoice (account_id, invoice_number, invoice_category_id, subsidiary, invoice_date, due_date, currency,
                         amount_cents, books_balance_cents)
    select 'BIG', 'INV-' || n, 1, 'MTS-' || n % 4, current_date, current_date - n % 200,
           (array['USD', 'EUR'])[1 + n % 2], 1000 + n, 1000 + n
      from generate_series(1, ${big.invoices}) n;

    insert into card (account_id, provider_card_id, fingerprint, brand, last4, exp_month, exp_year, is_default)
    values ('BIG', 'pm_big', 'f', 'visa', '4242', 1, 2040, true);
    insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, amount_cents, currency, state,
                                 actor_name, ip_address, settled_at)
    select i.account_id, i.id, i.invoice_number, c.id, i.amount_cents, i.currency,
           case when i.id % 1000 = 0 then 'open' else 'succeeded' end, 'Rita Reader', '127.0.0.1',
           case when i.id % 1000 <> 0 then now() end
      from invoice i join card c on c.account_id = i.account_id where i.id % 500 = 0;
    insert into ledger_entry (account_id, transaction_id, ledger_account, invoice_id, payment_id, amount_cents, currency)
    select account_id, id, 'receivable', invoice_id, id, -amount_cents, currency
      from payment_attempt where state = 'succeeded'`)
  for (const [accountId, count] of [
    ['SMALL', big.entries.small],
    ['BIG', big.entries.large],
  ])
    await db.query(`
      insert into history_entry (account_id, created_at, actor_name, ip_address, category, entry_type, description)
      select '${accountId}', timestamptz '2020-01-01Z' + n * interval '1 minute', 'Rita Reader', '10.0.0.1',
             (array['Payment', 'Card', 'Payment', 'Payment'])[1 + n % 4], 'Card Payment', 'Paid invoice INV-' || n
        from generate_series(1, ${count}) n`)
  await db.query('vacuum analyze')
  await db.query('checkpoint')
  await db.end()
}
