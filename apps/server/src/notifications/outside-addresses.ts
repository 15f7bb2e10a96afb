import { randomUUID } from 'node:crypto'
import sql, { raw, type Sql } from 'sql-template-tag'
import { outsideLimitText } from '@portal/domain/notifications/send-again'
import type {
  RecipientLink,
  RecipientRequest,
} from '@portal/domain/notifications/recipient-request.schema'
import type { Tx } from '../platform/database/database.ts'
import { named } from '../platform/mail/mail-content.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import { countHit } from '../platform/http/rate-limit.ts'
import { tooMany } from '../platform/http/refusal.ts'
import type { Scope } from '../platform/database/scope.ts'
import { isLinkKey } from './notifications.queries.ts'

/** How many mails an external address may get per day because users request them, over all companies (decision 0059). */
const requestedPerDay = 10
const limited = 'mail to outside'

/** Counts a mail to an external address. Returns false if it may not be sent today. */
export async function countRequested(tx: Tx, email: string): Promise<boolean> {
  const { hits } = await countHit(tx, limited, email, 'day')
  return hits <= requestedPerDay
}

/** Selects the external recipients of a company who have confirmed that they want its mails. */
export const confirmedRecipients = (accountId: string): Sql => sql`(
  select a.account_id, a.email from external_recipient r
    join mail_address a on a.account_id = r.account_id and a.email = address_key(r.email)
   where r.account_id = ${accountId} and a.confirmed_at is not null)`

/** The state of the row `a` of mail_address. */
export const recipientState = sql`
  case when a.confirmed_at is not null then 'confirmed' when a.declined_at is not null then 'declined' else 'waiting' end`

const nothingYet = {
  mails: 'You get no other email unless you confirm.',
  invoices: 'You get no invoices unless you confirm.',
}

/** Within this time a second request counts as the same one, such as after a double click. */
const oneRequest = sql`interval '1 minute'`
const validFor = sql`interval '14 days'`

/**
 * Sends a mail to ask whether an address wants the mails of the company, unless the address has answered before. A user of
 * the company can sign in, so the address needs no confirmation. The result must not reveal whether the address belongs to
 * a user of another company. Invoices are sent only to a mailbox that confirmed by its link, not to one that a record named.
 */
export async function requestConfirmation(
  tx: Tx,
  scope: Scope,
  email: string,
  ofInvoices = false,
): Promise<void> {
  const { accountId, companyName } = scope
  const confirmed = ofInvoices ? 'confirmed_by_link_at' : 'confirmed_at'
  const asked = await tx.one<{ key: string }>(sql`
    insert into mail_address as a (account_id, email, requested_at, confirmed_at)
    select ${accountId}, address_key(${email}), now(),
           (select now() from portal_user u
             where u.account_id = ${accountId} and address_key(u.email) = address_key(${email})
               and u.deactivated_at is null limit 1)
        on conflict (account_id, email) do update
       set requested_at = now(), confirmed_at = coalesce(a.confirmed_at, excluded.confirmed_at)
     where a.declined_at is null and a.${raw(confirmed)} is null
       and (a.requested_at is null or a.requested_at < now() - ${oneRequest})
 returning case when ${raw(confirmed)} is null then mail_link_key(key, 'recipient') end as key`)
  if (!asked?.key) return
  const { hits, left } = await countHit(tx, limited, email, 'day')
  if (hits > requestedPerDay)
    throw tooMany(`${email} ${outsideLimitText}.`, left, limited, hits === requestedPerDay + 1)
  const heading = `${named(companyName)} asks to send you ${ofInvoices ? 'its invoices' : 'emails'}`
  await queueMail(tx, {
    accountId,
    about: `recipient request ${randomUUID()}`,
    kind: 'recipientRequests',
    recipients: [email],
    subject: heading,
    heading,
    preview: ofInvoices ? nothingYet.invoices : nothingYet.mails,
    lead: ofInvoices
      ? `A user of ${named(companyName)} chose that this address gets its invoices as PDF. ${nothingYet.invoices}`
      : `A user of ${named(companyName)} added this address as a recipient of receipts, failed payments and invoices. ${nothingYet.mails}`,
    facts: [['Address', email]],
    button: {
      label: 'Confirm or refuse',
      path: `/notifications/recipient?${new URLSearchParams({ accountId, key: asked.key }).toString()}`,
    },
    notes: ['The link is valid for 14 days. If you do not know the company, refuse or do nothing.'],
  })
}

/** Returns the request that a link belongs to; undefined unless the link is valid. */
export function findRequest(
  tx: Tx,
  { accountId, key }: RecipientLink,
): Promise<RecipientRequest | undefined> {
  return tx.one(sql`
    select a.email, c.name as "companyName",
           case when a.confirmed_by_link_at is null and a.confirmed_at is not null then 'waiting' else ${recipientState} end as state
      from mail_address a join company c using (account_id)
     where a.account_id = ${accountId} and ${isLinkKey(key, 'recipient')}
       and a.requested_at > now() - ${validFor}
       and exists (select from external_recipient r
                    where r.account_id = a.account_id and address_key(r.email) = a.email)`)
}

/** Stores the answer of the mailbox. Returns false if the same answer was stored before. */
export async function answerRequest(
  tx: Tx,
  accountId: string,
  email: string,
  isWanted: boolean,
): Promise<boolean> {
  const changed = await tx.run(sql`
    update mail_address
       set confirmed_at = case when ${isWanted} then now() end, declined_at = case when ${!isWanted} then now() end,
           confirmed_by_link_at = case when ${isWanted} then now() end
     where account_id = ${accountId} and email = ${email}
       and (case when ${isWanted} then confirmed_by_link_at else declined_at end) is null`)
  return changed > 0
}
