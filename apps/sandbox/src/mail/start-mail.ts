import type { AddressInfo } from 'node:net'
import { callbackify } from 'node:util'
import { listenOnLoopback, portTaken } from '@portal/card-sandbox/loopback'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { portSetting } from '../settings.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'
import { handleMailPage, type MailFaults } from './mail-page.ts'

export type MailSettings = { pagePort: number; smtpPort: number }

/** Starts a mail server that delivers nothing; its page shows all mails sent to it. */
export async function startMail(settings: MailSettings) {
  const mailbox = createMailbox()
  const faults: MailFaults = { times: 0, code: 451 }
  const smtp = createSmtp(mailbox, faults)
  const smtpPort = await listenSmtp(smtp, settings.smtpPort)
  const page = await listenOnLoopback(
    handleMailPage(mailbox, faults),
    settings.pagePort,
    portSetting('MAIL_PORT'),
  )
  return {
    port: page.port,
    origin: page.origin,
    smtpPort,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    async close() {
      await page.close()
      await new Promise<void>((resolve) => smtp.close(resolve))
    },
  }
}

function createSmtp(mailbox: Mailbox, faults: MailFaults) {
  return new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    // A reverse lookup of the client would wait for DNS, which may be unavailable.
    disableReverseLookup: true,
    closeTimeout: 200,
    size: 25 * 1024 * 1024,
    // A mailbox at this domain can never exist, so tests can write to it.
    onRcptTo: ({ address }, _session, callback) =>
      callback(
        /^unknown[.-]mailbox/i.test(address)
          ? Object.assign(new Error('5.1.1 mailbox unknown'), { responseCode: 550 })
          : undefined,
      ),
    onData: callbackify(async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
      const raw = await readAll(stream)
      if (faults.times > 0) {
        faults.times -= 1
        throw Object.assign(new Error('Try again later'), { responseCode: faults.code })
      }
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      await mailbox.receive(raw, recipients)
    }),
  })
}

async function readAll(stream: SMTPServerDataStream) {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function listenSmtp(smtp: SMTPServer, port: number) {
  return new Promise<number>((resolve, reject) => {
    smtp.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        cause.code === 'EADDRINUSE' ? portTaken(port, portSetting('SMTP_PORT'), cause) : cause,
      ),
    )
    const server = smtp.listen(port, '127.0.0.1', () =>
      resolve((server.address() as AddressInfo).port),
    )
    // If a client disconnects during a mail, the sandbox keeps running.
    smtp.on('error', () => {})
  })
}
