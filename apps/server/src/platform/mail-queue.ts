import sql from 'sql-template-tag'
import type { Tx } from './database.ts'
import { escapeHtml } from './escape-html.ts'

export interface Mail {
  accountId: string
  /** The key of the mail; an address gets one mail per key. */
  about: string
  recipients: readonly string[]
  subject: string
  paragraphs: readonly Paragraph[]
}

/** Plain text, or a link that is also readable in plain text. */
type Paragraph = string | { label: string; url: string }

/** Writes mails into the outbox, in the transaction of their change; the worker sends them. */
export async function queueMail(tx: Tx, mail: Mail): Promise<void> {
  const text = `${mail.paragraphs.map(textOf).join('\n\n')}\n`
  const html = mail.paragraphs.map((paragraph) => `<p>${htmlOf(paragraph)}</p>`).join('\n')
  await tx.run(sql`
    insert into mail (account_id, about, recipient, subject, text_body, html_body)
    select ${mail.accountId}, ${mail.about}, recipient, ${oneLine(mail.subject)}, ${text}, ${html}
      from unnest(${mail.recipients}::text[]) as recipient
        on conflict (account_id, about, recipient) do nothing`)
}

const textOf = (paragraph: Paragraph) =>
  typeof paragraph === 'string' ? paragraph : `${paragraph.label}:\n${paragraph.url}`

function htmlOf(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return escapeHtml(paragraph)
  const url = escapeHtml(paragraph.url)
  return `<a href="${url}">${escapeHtml(paragraph.label)}</a><br>${url}`
}

/** Company and invoice texts are data: they must not end a header or an element. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ')

/** A mail with more lines would be too long to read, or to send. */
const linesAtMost = 200

/** The first lines of a list in a mail, and the number of further ones. */
export function linesOfMail(lines: readonly string[]): string[] {
  const more = lines.length - linesAtMost
  return more > 0
    ? [...lines.slice(0, linesAtMost), `… and ${more} more, which the portal lists.`]
    : [...lines]
}
