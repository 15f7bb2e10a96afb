import pg from 'pg'

/** Two companies that hold very different numbers of licenses, by the provider's records. */
export const holders = {
  few: { accountId: 'FEW', reader: 'reader@few.example', licenses: 2000 },
  many: { accountId: 'MANY', reader: 'reader@many.example', licenses: 200_000 },
}

/** Fills an empty migrated database with the two companies: 60 products, 7 networks, four licenses per user. */
export async function fillLicenses(adminUrl: string): Promise<void> {
  const db = new pg.Client({ connectionString: adminUrl })
  await db.connect()
  // These rows are valid, so the checks of the triggers are not needed.
  await db.query(`set session_replication_role = replica; set synchronous_commit = off`)
  await db.query(`
    insert into shared_network (network_id, short_name) select 'N' || n, 'Network ' || n from generate_series(1, 7) n;
    insert into product (product_id, description, item_group_name, monthly_price_cents, currency)
    select 'P' || n, 'Product ' || n * 7 % 61, 'Trading Products', 15000, 'USD' from generate_series(1, 60) n`)
  for (const { accountId, reader, licenses } of Object.values(holders))
    await db.query(`
      insert into company (account_id, name) values ('${accountId}', '${accountId}');
      insert into company_revision (account_id) values ('${accountId}');
      insert into portal_user (account_id, email, permissions) values ('${accountId}', '${reader}', '{AccessLicenses}');
      insert into provided_license (account_id, license_id, product_id, network_id, user_name, since,
                                    monthly_price_cents, currency, license_order_id, record_digest)
      select '${accountId}', '${accountId}' || n, 'P' || n % 60 + 1, 'N' || n % 7 + 1, 'trader.' || n * 7919 % ${licenses} / 4,
             date '2024-01-01' + n % 900, 15000 + n % 50 * 100, 'USD', n::text, ''
        from generate_series(1, ${licenses}) n`)
  await db.query(`
    insert into sign_in_directory (email_key, account_id, user_id) select email, account_id, id from portal_user`)
  await db.query('vacuum analyze')
  await db.query('checkpoint')
  await db.end()
}
