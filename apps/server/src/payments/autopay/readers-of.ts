import sql from 'sql-template-tag'
import { findMailboxes } from '../../invoices/invoice-readers.ts'
import type { Tx } from '../../platform/database/database.ts'

/** Readers who get the same mail, because it is about the same categories. */
interface Readers {
  categoryIds: number[]
  emails: string[]
}

/** Returns the readers of a mail about the payment of these invoices. */
export async function readersOf(
  tx: Tx,
  accountId: string,
  invoices: readonly { categoryId: number }[],
): Promise<Readers[]> {
  const byCategory = [...(await readersByCategory(tx, accountId, invoices))]
  const readers = new Map<string, Readers>()
  for (const email of new Set(byCategory.flatMap(([, emails]) => emails))) {
    const categoryIds = byCategory.flatMap(([id, emails]) => (emails.includes(email) ? id : []))
    const same = readers.get(categoryIds.join()) ?? { categoryIds, emails: [] }
    same.emails.push(email)
    readers.set(categoryIds.join(), same)
  }
  return [...readers.values()]
}

/**
 * Returns the readers of mails about payments of each category: users who may pay and see it; if there are none, users
 * who manage users and see it. Also the mailboxes outside that get its invoices.
 */
async function readersByCategory(
  tx: Tx,
  accountId: string,
  invoices: readonly { categoryId: number }[],
): Promise<Map<number, string[]>> {
  const users = await tx.query<{
    email: string
    isPayer: boolean
    categoryIds: number[] | null
  }>(sql`
    select address_key(u.email) as email, 'PayInvoices' = any (u.permissions) as "isPayer",
           case when u.role <> 'SuperAdmin'
                then array(select c.invoice_category_id from user_category c
                            where c.account_id = u.account_id and c.user_id = u.id)
           end as "categoryIds"
      from portal_user u
     where u.account_id = ${accountId} and u.deactivated_at is null and 'AccessInvoices' = any (u.permissions)
       and u.permissions && '{PayInvoices,ManageUsers}'
     order by 1`)
  const mailboxes = await findMailboxes(tx, accountId)
  return new Map(
    [...new Set(invoices.map(({ categoryId }) => categoryId))].map((id) => {
      const seeing = users.filter(({ categoryIds }) => !categoryIds || categoryIds.includes(id))
      const payers = seeing.filter(({ isPayer }) => isPayer)
      const outside = mailboxes.filter(({ categoryIds }) => categoryIds.includes(id))
      const all = [...(payers.length > 0 ? payers : seeing), ...outside]
      return [id, all.map(({ email }) => email)] as const
    }),
  )
}
