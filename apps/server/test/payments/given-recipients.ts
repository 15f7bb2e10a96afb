import sql from 'sql-template-tag'
import type { TestPortal } from '../portal/portal.ts'

/** External recipients of a company that have confirmed. */
export async function givenRecipients(
  { system }: TestPortal,
  accountId: string,
  ...emails: string[]
): Promise<void> {
  await system.query(sql`
    insert into external_recipient (account_id, email) select ${accountId}, unnest(${emails}::text[])`)
  await system.query(sql`
    insert into mail_address (account_id, email, confirmed_at) select ${accountId}, unnest(${emails}::text[]), now()
        on conflict (account_id, email) do update set confirmed_at = now()`)
}
