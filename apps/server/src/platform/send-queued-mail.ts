import sql from 'sql-template-tag'
import type { SendMail } from '../providers/mail/send-mail.ts'
import { inTransaction, type Database } from './database.ts'

interface QueuedMail {
  accountId: string
  id: string
  recipient: string
  subject: string
  text: string
  html: string
}

/**
 * Sends the mails in the outbox, at least once each: a worker that dies between sending and
 * recording it causes a duplicate with the same Message-ID. A refused mail waits longer each time.
 * Returns how many were tried.
 */
export async function sendQueuedMail(systemDb: Database, send: SendMail): Promise<number> {
  const mails = await inTransaction(systemDb, (tx) =>
    tx.query<QueuedMail>(sql`
      update mail m set tries = tries + 1, next_try_at = now() + least(interval '1 minute' * 2 ^ tries, interval '6 hours')
        from (select account_id, id from mail where sent_at is null and next_try_at <= now() and tries < 20
               order by next_try_at limit 20 for update skip locked) due
       where m.account_id = due.account_id and m.id = due.id
   returning m.account_id as "accountId", m.id, m.recipient, m.subject, m.text_body as text, m.html_body as html`),
  )
  for (const mail of mails) {
    const error = await send(mail).then(
      () => null,
      (reason: unknown) => String(reason).slice(0, 500),
    )
    await systemDb.query(sql`
      update mail set sent_at = case when ${error}::text is null then now() end, last_error = ${error}
       where account_id = ${mail.accountId} and id = ${mail.id}`)
  }
  return mails.length
}
