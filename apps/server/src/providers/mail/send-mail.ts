import { createHash } from 'node:crypto'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import type { Config } from '../../config.ts'
import { calling } from '../../platform/log/trace.ts'

export interface SentFile {
  filename: string
  content: Buffer
  contentType: string
}

export interface OutgoingMail {
  /** The id of the mail's row. It is part of the Message-ID, so that duplicates are recognizable. */
  id: string
  recipient: string
  subject: string
  text: string
  html: string
  replyTo: string
  /** Mails with the same thread are shown together. */
  thread?: string
  /** The address that turns off this kind of mail for this recipient; absent if the mail is always sent. */
  turnOffUrl?: string
  files: readonly SentFile[]
}

/** `isForGood` means that the mailbox does not exist, so another try would be refused too. */
export interface MailRefusal {
  error: string
  isForGood: boolean
}

/** Returns undefined if the mail server accepted the mail. */
export type SendMail = (mail: OutgoingMail) => Promise<MailRefusal | undefined>

/** Sends by SMTP. */
export function smtpMail({ smtpUrl, mailFrom, origin }: Config): SendMail {
  const transport = nodemailer.createTransport(smtpUrl, { from: mailFrom })
  const domain = new URL(origin).hostname
  return async ({ id, recipient, subject, text, html, replyTo, thread, turnOffUrl, files }) => {
    try {
      const message: SendMailOptions = {
        // An object instead of a string: an address is data and names exactly one recipient.
        to: { name: '', address: recipient },
        replyTo: { name: '', address: replyTo },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        ...(thread && { references: `<${threadId(thread)}@${domain}>` }),
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(turnOffUrl && {
            // Prepared, so that the address is neither encoded nor folded.
            'List-Unsubscribe': { prepared: true, value: `<${turnOffUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        attachments: [...files],
      }
      await calling('Mail server', () => transport.sendMail(message))
      return undefined
    } catch (error) {
      return { error: String(error).slice(0, 500), isForGood: isMailboxRefusal(error) }
    }
  }
}

/** All mails of a thread get the same id, so that no mail has to know the first one. */
const threadId = (thread: string) =>
  `thread.${createHash('sha256').update(thread).digest('hex').slice(0, 32)}`

/** True for a permanent refusal of this recipient (RFC 3463, class 5.1), not of the sender or the content. */
function isMailboxRefusal(error: unknown): boolean {
  const { responseCode, command, response } = error as {
    responseCode?: number
    command?: string
    response?: string
  }
  return command === 'RCPT TO' && responseCode === 550 && /^550[ -]5\.1\.\d/.test(response ?? '')
}

/** Throws if the mail server does not respond or rejects our credentials. */
export async function smtpAnswers({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<void> {
  const transport = nodemailer.createTransport({ url: smtpUrl, connectionTimeout: 5000 })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
