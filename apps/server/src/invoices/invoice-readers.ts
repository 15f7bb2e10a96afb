import sql, { type Sql } from 'sql-template-tag'
import type { Mailbox } from '@portal/domain/invoices/mailbox-copies'
import type { OptionalKind } from '@portal/domain/notifications/mail-kinds'
import type { Deps } from '../deps.ts'
import { withAccount, type Tx } from '../platform/database/database.ts'
import type { Printers } from '../notifications/mail-ports.ts'

/** The kind of mails with which mailboxes outside get invoices. */
export const mailboxKind = 'mailboxInvoices' satisfies OptionalKind

/** Users who see the same categories and chose the same settings; all of them get the same mail. */
export interface Readers {
  attachesInvoices: boolean
  /** Null for super admins, who see all categories. */
  categoryIds: number[] | null
  emails: string[]
}

/** Finds the users who may see invoices. The mail queue leaves out those who turned a kind off. */
export const findReaders = (tx: Tx, accountId: string) =>
  tx.query<Readers & Record<string, unknown>>(sql`
    select "categoryIds", "attachesInvoices", array_agg(email order by email) as emails
      from (select address_key(u.email) as email, coalesce(a.attaches_invoices, false) as "attachesInvoices",
                   case when u.role <> 'SuperAdmin'
                        then array(select c.invoice_category_id from user_category c
                                    where c.account_id = u.account_id and c.user_id = u.id order by 1)
                   end as "categoryIds"
              from portal_user u
              left join mail_address a on a.account_id = u.account_id and a.email = address_key(u.email)
             where u.account_id = ${accountId} and u.deactivated_at is null
               and 'AccessInvoices' = any (u.permissions)
               -- Both kinds off: computing the sentences would be in vain.
               and not '{newInvoices,invoiceChanges}' <@ coalesce(a.kinds_off, '{}')) reader
     group by "categoryIds", "attachesInvoices"`)

/**
 * Whether the address of the recipient `r` belongs to a user, whose permissions decide, or belonged to one after the
 * categories were chosen: who left gets invoices only if a user chooses that again.
 */
export const isOfUser = sql`exists (
  select from portal_user u
   where u.account_id = r.account_id and address_key(u.email) = address_key(r.email)
     and (u.deactivated_at is null or u.deactivated_at > r.granted_at))`

/** The mailbox `r` with its row `a` of mail_address: it confirmed by its link. */
const isMailbox = sql`
  a.confirmed_by_link_at is not null and a.declined_at is null and not ${isOfUser}`

/** Whether the user `u` sees a category. */
export const seesCategory = (category: Sql): Sql => sql`
  (u.role = 'SuperAdmin' or exists (
     select from user_category c
      where c.account_id = u.account_id and c.user_id = u.id and c.invoice_category_id = ${category}))`

/** Selects from the mailboxes outside that get invoices; conditions can follow. */
export const mailboxes = (accountId: string): Sql => sql`
  external_recipient r join mail_address a on a.account_id = r.account_id and a.email = address_key(r.email)
   where r.account_id = ${accountId} and r.invoice_category_ids <> '{}' and ${isMailbox}`

/** Finds the mailboxes outside that get invoices. */
export const findMailboxes = (tx: Tx, accountId: string) =>
  tx.query<Mailbox & Record<string, unknown>>(sql`
    select a.email, r.invoice_category_ids as "categoryIds", r.granted_at as "grantedAt"
      from ${mailboxes(accountId)} order by a.email`)

/** Returns which of these invoices no user or mailbox with this address may see: rights may be removed while a mail waits. */
export function hiddenInvoices({ db }: Pick<Deps, 'db'>): Printers['hiddenInvoices'] {
  return (accountId, email, invoiceNumbers) =>
    withAccount(db, accountId, async (tx) => {
      const hidden = await tx.query<{ number: string }>(sql`
        with named as (
          select n.number, coalesce(
                   (select i.invoice_category_id from invoice i
                     where i.account_id = ${accountId} and i.invoice_number = n.number),
                   -- A mail may say that the invoice was withdrawn.
                   (select m.invoice_category_id from invoice_movement m
                     where m.account_id = ${accountId} and m.invoice_number = n.number order by m.id desc limit 1)) as category
            from unnest(${invoiceNumbers}::text[]) as n (number))
        select n.number from named n
         where n.category is not null
           and not exists (select from portal_user u
                            where u.account_id = ${accountId} and address_key(u.email) = address_key(${email})
                              and u.deactivated_at is null and 'AccessInvoices' = any (u.permissions)
                              and ${seesCategory(sql`n.category`)})
           and not exists (select from ${mailboxes(accountId)}
                              and a.email = address_key(${email}) and n.category = any (r.invoice_category_ids))
         order by n.number`)
      return hidden.map(({ number }) => number)
    })
}
