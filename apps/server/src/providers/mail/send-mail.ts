import nodemailer from 'nodemailer'
import type { Config } from '../../config.ts'

export interface OutgoingMail {
  /** Id of the mail's row; part of its Message-ID, so that duplicates are recognizable. */
  id: string
  recipient: string
  subject: string
  text: string
  html: string
}

export type SendMail = (mail: OutgoingMail) => Promise<void>

/** Sends by SMTP. Throws if the server does not accept the mail. */
export function smtpMail({ smtpUrl, mailFrom, origin }: Config): SendMail {
  const transport = nodemailer.createTransport(smtpUrl, { from: mailFrom })
  const domain = new URL(origin).hostname
  return async ({ id, recipient, subject, text, html }) => {
    await transport.sendMail({
      // An object, not a string: an address is data and names exactly one recipient.
      to: { name: '', address: recipient },
      subject,
      text,
      html,
      messageId: `<${id}@${domain}>`,
    })
  }
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
