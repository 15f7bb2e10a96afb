import sql from 'sql-template-tag'
import type { Tx } from './database.ts'
import { escapeHtml } from './escape-html.ts'

export interface Mail {
  accountId: string
  /** What the mail is about; one address is told about the same thing once. */
  about: string
  recipients: readonly string[]
  subject: string
  paragraphs: readonly Paragraph[]
}

/** Plain text, or a link that is also readable where links are not. */
type Paragraph = string | { label: string; url: string }

/** Writes mails into the outbox, in the transaction of what they tell about; the worker sends them. */
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

/** Company and invoice texts are data: they end neither a header nor an element. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ')
