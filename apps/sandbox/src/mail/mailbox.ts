import { simpleParser, type ParsedMail } from 'mailparser'

export type Mail = {
  id: string
  messageId: string
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  /** ISO 8601, from the mail's header. */
  date: string
  headers: Record<string, string>
  attachments: { filename: string; contentType: string; size: number }[]
}

const keptMails = 1000
const shownHeaders = [
  'reply-to',
  'cc',
  'references',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'auto-submitted',
  'x-mailer',
]

/** Keeps the last thousand mails, newest first. */
export function createMailbox() {
  let mails: Mail[] = []
  let received = 0
  return {
    all: () => mails,
    find: (id: string) => mails.find((mail) => mail.id === id),
    clear: () => void (mails = []),
    /** Takes the recipients from the envelope, because blind copies are not in the headers. */
    async receive(raw: Buffer, recipients: string[]) {
      const parsed = await simpleParser(raw)
      received += 1
      mails = [describe(String(received), parsed, recipients), ...mails].slice(0, keptMails)
    },
  }
}

export type Mailbox = ReturnType<typeof createMailbox>

function describe(id: string, parsed: ParsedMail, recipients: string[]): Mail {
  return {
    id,
    messageId: parsed.messageId ?? '',
    from: parsed.from?.text ?? '',
    to: recipients,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html || '',
    date: (parsed.date ?? new Date()).toISOString(),
    headers: Object.fromEntries(
      parsed.headerLines
        .filter(({ key }) => shownHeaders.includes(key) || key.startsWith('x-'))
        .map(({ key, line }) => [key, line.slice(key.length + 1).trim()]),
    ),
    attachments: parsed.attachments.map(({ filename, contentType, size }) => ({
      filename: filename ?? '',
      contentType,
      size,
    })),
  }
}
