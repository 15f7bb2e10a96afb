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
export const queueMail = (tx: Tx, mail: Mail): Promise<void> => queueMails(tx, [mail])

/** Like `queueMail`, for thousands of mails in one statement. */
export async function queueMails(tx: Tx, mails: readonly Mail[]): Promise<void> {
  const rows = mails.map(
    ({ accountId, about, kind, recipients, required = [], subject, ...content }) => ({
      accountId,
      about,
      kind,
      recipients,
      required,
      subject: asText(subject),
      content: shortened(content),
    }),
  )
  await tx.run(sql`
    insert into mail (account_id, about, kind, recipient, is_required, subject, content)
    select m."accountId", m.about, m.kind, recipient, recipient = any (m.required), m.subject, m.content
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             as m ("accountId" text, about text, kind text, recipients text[], required text[], subject text, content jsonb)
     cross join unnest(m.recipients) as recipient
      left join mail_address a on a.account_id = m."accountId" and a.email = recipient
     where recipient = any (m.required) or m.kind <> all (coalesce(a.kinds_off, '{}'))
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
