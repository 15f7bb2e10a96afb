import sql from 'sql-template-tag'
import type { MailKindName } from '@portal/domain/notifications/mail-kinds'
import type { Tx } from '../database/database.ts'
import { asText, type Fact, type MailContent } from './mail-content.ts'

export interface Mail extends MailContent {
  accountId: string
  /** The key of the mail; an address gets one mail per key. */
  about: string
  kind: MailKindName
  recipients: readonly string[]
  /** Recipients who get this mail even if they turned off its kind. */
  required?: readonly string[]
  /** Starts with the fact and ends with the number. */
  subject: string
}

/**
 * Writes mails into the outbox, in the transaction of the change; the worker sends them. A recipient who turned off this
 * kind gets none.
 */
export async function queueMail(tx: Tx, mail: Mail): Promise<void> {
  const { accountId, about, kind, recipients, required = [], subject, ...content } = mail
  await tx.run(sql`
    insert into mail (account_id, about, kind, recipient, is_required, subject, content)
    select ${accountId}, ${about}, ${kind}, recipient, recipient = any (${required}::text[]),
           ${asText(subject)}, ${JSON.stringify(shortened(content))}
      from unnest(${recipients}::text[]) as recipient
      left join mail_address a on a.account_id = ${accountId} and a.email = recipient
     where recipient = any (${required}::text[]) or ${kind} <> all (coalesce(a.kinds_off, '{}'))
        on conflict (account_id, about, recipient) do nothing`)
}

/** More rows would be too long to read; 100 rows stay below 60 kB. */
const rowsAtMost = 100

/** Shortens all tables of a mail together. */
export function shortened({ facts, lists = [], ...rest }: MailContent): MailContent {
  const each = Math.floor(rowsAtMost / (lists.length || 1))
  return {
    ...rest,
    facts: firstRows(facts, rowsAtMost),
    lists: lists.map(({ title, rows }) => ({ title, rows: firstRows(rows, each) })),
  }
}

/** Returns the first rows, and the number of further rows. */
export function firstRows(rows: readonly Fact[], atMost: number): readonly Fact[] {
  const more = rows.length - atMost
  return more > 0
    ? [...rows.slice(0, atMost), ['Further', `… and ${more} more, which the portal lists.`]]
    : rows
}
