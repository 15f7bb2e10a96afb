import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { isOfUser, mailboxKind } from '../../invoices/invoice-readers.ts'
import { requestConfirmation } from '../../notifications/outside-addresses.ts'
import type { Tx } from '../../platform/database/database.ts'
import { actorName, type Scope } from '../../platform/database/scope.ts'
import { authorOf, recordHistory } from '../../platform/history/history.ts'
import { missingPermission, notFound, Refusal } from '../../platform/http/refusal.ts'
import { named } from '../../platform/mail/mail-content.ts'
import { queueMail } from '../../platform/mail/mail-queue.ts'

/** Whether the address of the row `a` of mail_address gets the invoices of its categories. */
export const invoicesState = sql`
  case when ${mailboxKind} = any (a.kinds_off) or a.declined_at is not null then 'off'
       when a.confirmed_by_link_at is null then 'waiting' else 'sent' end`

/**
 * Chooses which invoices a mailbox outside gets; the caller holds the turn of the recipients. A user grants what the user
 * sees; categories that the user does not see stay as they are. The managers of users learn who granted what.
 */
export async function chooseMailboxInvoices(
  tx: Tx,
  scope: Scope,
  email: string,
  chosen: readonly number[],
): Promise<void> {
  const { accountId, actor, categoryIds } = scope
  if (categoryIds && chosen.some((id) => !categoryIds.includes(id))) throw missingPermission()
  const known = await tx.one<{ before: number[]; hasRefused: boolean; isUser: boolean }>(sql`
    select case when ${isOfUser} then '{}' else r.invoice_category_ids end as before, a.declined_at is not null as "hasRefused",
           exists (select from portal_user u
                    where u.account_id = r.account_id and address_key(u.email) = address_key(r.email)
                      and u.deactivated_at is null) as "isUser"
      from external_recipient r
      left join mail_address a on a.account_id = r.account_id and a.email = address_key(r.email)
     where r.account_id = ${accountId} and address_key(r.email) = ${email}`)
  if (!known) throw notFound()
  const hidden = known.before.filter((id) => categoryIds && !categoryIds.includes(id))
  const after = [...new Set([...hidden, ...chosen])].toSorted((one, other) => one - other)
  if (after.join() === known.before.join()) return
  if (chosen.length > 0 && known.hasRefused)
    throw new Refusal(409, `${email} has refused the emails of this company.`)
  if (chosen.length > 0 && known.isUser)
    throw new Refusal(
      409,
      `${email} is a user, who gets mails about the invoices that the user sees.`,
    )
  const found = await tx.query<{ id: number; name: string }>(sql`
    select invoice_category_id as id, name from invoice_category
     where invoice_category_id = any (${after}) order by lower(name)`)
  if (found.length < after.length) throw notFound()
  await tx.run(sql`
    update external_recipient
       set invoice_category_ids = ${after}, granted_at = portal_now(), granted_by = ${actor.userId}
     where account_id = ${accountId} and address_key(email) = ${email}`)
  const names = found.map(({ name }) => name)
  const sentence = names.length > 0 ? `gets invoices of ${names.join(', ')}` : 'gets no invoices'
  await recordHistory(tx, authorOf(scope), {
    category: 'Payment',
    entryType: 'Recipient Invoices',
    description: `The payment notification recipient ${email} ${sentence}`,
  })
  const managers = await tx.query<{ email: string }>(sql`
    select address_key(email) as email from portal_user
     where account_id = ${accountId} and deactivated_at is null and 'ManageUsers' = any (permissions)`)
  const heading = `${named(email)} ${names.length > 0 ? 'gets invoices of your company' : 'gets no more invoices'}`
  await queueMail(tx, {
    accountId,
    about: `mailbox ${randomUUID()}`,
    kind: 'mailboxes',
    recipients: managers.map((one) => one.email),
    subject: heading,
    heading,
    preview: `Chosen by ${named(actorName(actor))}.`,
    facts: [
      ['Address', email],
      ['Categories', names.join(', ') || 'None'],
      ['Chosen by', actorName(actor)],
    ],
    button: { label: 'See the recipients', path: '/payments?tab=recipients' },
    notes: names.length > 0 ? ['Nothing is sent until the mailbox confirms by a link.'] : [],
  })
  if (names.length > 0) await requestConfirmation(tx, scope, email, true)
}
