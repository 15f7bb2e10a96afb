import sql from 'sql-template-tag'
import { mailboxes, seesCategory } from '../../invoices/invoice-readers.ts'
import type { Tx } from '../../platform/database/database.ts'

/** Readers who get the same mail, because it is about the same categories. */
interface Readers {
  categoryIds: number[]
  emails: string[]
}

/**
 * Returns the readers of a mail about the payment of these invoices. Of each category: users who may pay and see it; if there
 * are none, users who manage users and see it. Also the mailboxes outside that get its invoices.
 */
export const readersOf = (
  tx: Tx,
  accountId: string,
  invoices: readonly { categoryId: number }[],
): Promise<Readers[]> =>
  tx.query<Readers & Record<string, unknown>>(sql`
    with wanted as (
      select distinct unnest(${invoices.map(({ categoryId }) => categoryId)}::int[]) as category),
    seen as (
      select w.category, address_key(u.email) as email, 'PayInvoices' = any (u.permissions) as pays
        from wanted w, portal_user u
       where u.account_id = ${accountId} and u.deactivated_at is null and 'AccessInvoices' = any (u.permissions)
         and u.permissions && '{PayInvoices,ManageUsers}' and ${seesCategory(sql`w.category`)}),
    reader as (
      select category, email from seen s
       where pays or not exists (select from seen p where p.category = s.category and p.pays)
       union
      select w.category, a.email from wanted w, ${mailboxes(accountId)} and w.category = any (r.invoice_category_ids))
    select "categoryIds", array_agg(email order by email) as emails
      from (select email, array_agg(category order by category) as "categoryIds" from reader group by email) one
     group by 1 order by 1`)
