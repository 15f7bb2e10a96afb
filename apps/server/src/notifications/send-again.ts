import { randomUUID } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { OptionalKind } from '@portal/domain/notifications/mail-kinds'
import { leftOutReasons, outsideLimitText } from '@portal/domain/notifications/send-again'
import type { SendRecipient, SentMails } from '@portal/domain/notifications/send-again.schema'
import type { Deps } from '../deps.ts'
import type { Tx } from '../platform/database/database.ts'
import { authorOf, recordHistory, type HistoryEntry } from '../platform/history/history.ts'
import { queueMail, type Mail } from '../platform/mail/mail-queue.ts'
import { limitRate } from '../platform/http/rate-limit.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { claimKey } from '../platform/http/request-key.ts'
import type { Scope } from '../platform/database/scope.ts'
import { takeTurn } from '../platform/database/take-turn.ts'
import { confirmedRecipients, countRequested } from './outside-addresses.ts'

/** How often a user may send documents per day, to at most 20 recipients each. */
const sendsPerDay = 50

/** Conditions: which users `u` of the company are recipients, and which invoice a user may not see. */
interface Users {
  are: Sql
  /** The number of an invoice that the user `u` may not see; null if there is none. */
  hidden?: Sql
}

/**
 * Returns the users and external recipients of the company to whom mails of a kind can be sent, the acting user first. An
 * address of a user of the company is never treated as external, because the user's permissions decide what it may see.
 */
export async function listRecipients(
  tx: Tx,
  scope: Scope,
  kind: OptionalKind,
  users: Users,
): Promise<SendRecipient[]> {
  const found = await findRecipients(tx, scope, kind, users)
  return found.map(({ email, name, isYou, leftOut }) => ({ email, name, isYou, leftOut }))
}

async function findRecipients(
  tx: Tx,
  { accountId, actor }: Scope,
  kind: OptionalKind,
  { are, hidden = sql`null::text` }: Users,
): Promise<(SendRecipient & { isOutside: boolean })[]> {
  const found = await tx.query<
    Omit<SendRecipient, 'leftOut'> & { isOutside: boolean; isOff: boolean; hidden: string | null }
  >(sql`
    with person as (
      select address_key(u.email) as email, trim(u.first_name || ' ' || u.last_name) as name,
             u.id = ${actor.userId} as "isYou", ${hidden} as hidden, false as "isOutside"
        from portal_user u
       where u.account_id = ${accountId} and u.deactivated_at is null and ${are}
       union all
      select e.email, '', false, null, true from ${confirmedRecipients(accountId)} e
       where not exists (select from portal_user u
                          where u.account_id = e.account_id and address_key(u.email) = e.email
                            and u.deactivated_at is null))
    select person.*, ${kind} = any (coalesce(a.kinds_off, '{}')) as "isOff"
      from person left join mail_address a on a.account_id = ${accountId} and a.email = person.email
     order by "isYou" desc, name = '', lower(name), person.email`)
  return found.map(({ isOff, hidden, ...recipient }) => ({
    ...recipient,
    leftOut: hidden !== null ? leftOutReasons.hidden(hidden) : isOff ? leftOutReasons.isOff : null,
  }))
}

interface Sending {
  /** The key of the request, which sends at most once. */
  key: string | undefined
  kind: OptionalKind
  /** The ids of what is sent. */
  what: readonly string[]
  chosen: readonly string[]
  users: Users
  mail: Omit<Mail, 'accountId' | 'about' | 'kind' | 'recipients'>
  /** The history entry, to which the recipients are added. */
  history: HistoryEntry
}

/**
 * Queues a mail to the chosen recipients, and records who sent what to whom. Only addresses of `listRecipients` are
 * accepted: a user cannot make the portal send to other addresses.
 */
export async function sendOnce(tx: Tx, scope: Scope, sending: Sending): Promise<SentMails> {
  const { accountId, actor } = scope
  const { key = randomUUID(), kind, users, mail, history } = sending
  const about = `sent by ${actor.userId} ${key}`
  await claimKey(tx, scope, sending.key, {
    call: kind,
    chosen: sending.chosen.toSorted(),
    what: sending.what,
  })
  await takeTurn(tx, about, accountId)
  const before = await tx.query<{ email: string }>(sql`
    select recipient as email from mail where account_id = ${accountId} and about = ${about} order by recipient`)
  const known = new Map(
    (await findRecipients(tx, scope, kind, users)).map((one) => [one.email, one]),
  )
  const isNew = (email: string) => before.every((one) => one.email !== email)
  const judged: { email: string; reason: string | null }[] = []
  // In a fixed order to prevent deadlocks, because each call locks the count of its address.
  for (const email of sending.chosen.toSorted()) {
    const one = known.get(email)
    const isCounted = one?.isOutside && one.leftOut === null && isNew(email)
    const isFull = isCounted && !(await countRequested(tx, email))
    const reason = isFull ? outsideLimitText : one ? one.leftOut : leftOutReasons.unknown
    judged.push({ email, reason })
  }
  const sent = judged.filter(({ reason }) => reason === null).map(({ email }) => email)
  const leftOut = judged.flatMap(({ email, reason }) => (reason === null ? [] : { email, reason }))
  if (sent.length === 0)
    throw new Refusal(
      409,
      `Nothing was sent: ${leftOut.map(({ email, reason }) => `${email} ${reason}`).join('; ')}.`,
    )
  const recipients = sent.filter(isNew)
  if (recipients.length > 0) {
    await queueMail(tx, { ...mail, accountId, about, kind, recipients })
    await recordHistory(tx, authorOf(scope), {
      ...history,
      description: `${history.description} to ${recipients.join(', ')}`,
    })
  }
  return { sent, leftOut }
}

/** Refuses a user who has sent too many documents today. */
export const limitSends = ({ db }: Deps, { actor }: Scope) =>
  limitRate(db, 'send', actor.userId, sendsPerDay, 'day')
