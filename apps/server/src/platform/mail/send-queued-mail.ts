import sql from 'sql-template-tag'
import { isOptional, type MailKindName } from '@portal/domain/notifications/mail-kinds'
import type { SendMail, SentFile } from '../../providers/mail/send-mail.ts'
import { inTransaction, type Database, type Tx } from '../database/database.ts'
import type { MailContent } from './mail-content.ts'
import { htmlOf, textOf, type MailFrame } from './mail-layout.ts'
import { noCompany } from '../outbox/outbox.ts'
import { logStep } from '../log/steps.ts'

export interface QueuedMail {
  accountId: string
  id: string
  kind: MailKindName
  isRequired: boolean
  recipient: string
  subject: string
  content: MailContent
  /** The number of tries, including the current one. */
  tries: number
}

interface Addressee {
  companyName: string
  isUser: boolean
  key: string
}

interface MailSettings {
  origin: string
  seller: MailFrame['seller'] & { email: string }
}

/** What the mail queue needs from the slices. */
export interface MailPorts {
  /** Whether the recipient may read the mail, which can change while it waits. */
  mayRead: (mail: QueuedMail) => Promise<boolean>
  /** Returns the mail's files, and notes about files that are missing. */
  attach: (mail: QueuedMail) => Promise<{ files: SentFile[]; notes: string[] }>
  /** Called once when a mailbox is found not to exist. */
  onRefused: (tx: Tx, address: RefusedAddress) => Promise<void>
}

export interface RefusedAddress {
  accountId: string
  companyName: string
  email: string
  at: Date
}

/** The most tries of a mail. */
const mostTries = 20

/**
 * Sends the mails in the outbox, at least once each: if a worker dies after sending a mail and before recording it, the
 * mail is sent again with the same Message-ID. A refused mail waits longer each time; a mailbox that does not exist is
 * marked, and its mail is not tried again. Returns how many mails were tried.
 */
export async function sendQueuedMail(
  systemDb: Database,
  settings: MailSettings,
  send: SendMail,
  ports: MailPorts,
): Promise<number> {
  const mails = await inTransaction(systemDb, (tx) =>
    tx.query<QueuedMail & Record<string, unknown>>(sql`
      update mail m set tries = tries + 1, next_try_at = now() + least(interval '1 minute' * 2 ^ tries, interval '6 hours')
        from (select account_id, id from mail where sent_at is null and next_try_at <= now() and tries < ${mostTries}
               order by next_try_at limit 20 for update skip locked) due
       where m.account_id = due.account_id and m.id = due.id
   returning m.account_id as "accountId", m.id, m.kind, m.is_required as "isRequired", m.recipient, m.subject,
             m.content, m.tries`),
  )
  for (const mail of mails) {
    const result = await sendOne(systemDb, settings, mail, send, ports).then(
      (refusal) => refusal,
      (reason: unknown) => ({ error: String(reason).slice(0, 500), isForGood: false }),
    )
    await record(systemDb, mail, result, ports.onRefused)
  }
  return mails.length
}

async function sendOne(
  systemDb: Database,
  { origin, seller }: MailSettings,
  mail: QueuedMail,
  send: SendMail,
  { mayRead, attach }: MailPorts,
) {
  const { accountId, id, kind, recipient, subject, isRequired } = mail
  if (!(await mayRead(mail))) return 'withheld'
  const { files, notes } = await attach(mail)
  const content = { ...mail.content, notes: [...(mail.content.notes ?? []), ...notes] }
  const to = accountId === noCompany ? undefined : await findAddressee(systemDb, mail)
  const canBeOff = to && isOptional(kind) && !isRequired
  const turnOffUrl = canBeOff ? turnOffLink(origin, accountId, to.key, kind) : undefined
  const frame = {
    seller,
    origin,
    kind,
    companyName: to?.companyName ?? '',
    ...(turnOffUrl && { turnOffUrl }),
    isUser: to?.isUser ?? false,
  }
  return send({
    id,
    recipient,
    subject,
    text: textOf(content, frame),
    html: htmlOf(subject, content, frame),
    replyTo: seller.email,
    ...(content.thread && { thread: `${accountId} ${content.thread}` }),
    ...(turnOffUrl && { turnOffUrl }),
    files,
  })
}

/** Returns the recipient's company and the key for mails of this kind. */
async function findAddressee(
  systemDb: Database,
  { accountId, kind, recipient }: QueuedMail,
): Promise<Addressee | undefined> {
  await systemDb.query(sql`
    insert into mail_address (account_id, email)
    select account_id, address_key(${recipient}) from company where account_id = ${accountId}
        on conflict do nothing`)
  const { rows } = await systemDb.query<Addressee>(sql`
    select c.name as "companyName", mail_link_key(a.key, ${kind}) as key,
           exists (select from portal_user u
                    where u.account_id = a.account_id and address_key(u.email) = a.email
                      and u.deactivated_at is null) as "isUser"
      from mail_address a join company c using (account_id)
     where a.account_id = ${accountId} and a.email = address_key(${recipient})`)
  return rows[0]
}

/** One address for the page, and for programs that turn mails off with one click (RFC 8058). */
function turnOffLink(origin: string, accountId: string, key: string, kind: string): string {
  return `${origin}/notifications/off?${new URLSearchParams({ accountId, key, kind }).toString()}`
}

async function record(
  systemDb: Database,
  { accountId, id, recipient }: QueuedMail,
  result: Awaited<ReturnType<SendMail>> | 'withheld',
  onRefused: MailPorts['onRefused'],
): Promise<void> {
  if (result === 'withheld') {
    logStep('mail.refused', { accountId, mailId: id, code: 'withheld' })
    // Its key becomes free: if the reader may see the invoice again, it is new to the reader.
    await systemDb.query(sql`delete from mail where account_id = ${accountId} and id = ${id}`)
    return
  }
  const refusal = result
  const error = refusal?.error ?? null
  const isForGood = refusal?.isForGood ?? false
  const about = { ...(accountId !== noCompany && { accountId }), mailId: id }
  if (refusal) logStep('mail.refused', { ...about, code: isForGood ? 'for_good' : 'again' })
  else logStep('mail.sent', about)
  await systemDb.query(sql`
    update mail set sent_at = case when ${error}::text is null then now() end, last_error = ${error},
                    tries = case when ${isForGood} then ${mostTries} else tries end
     where account_id = ${accountId} and id = ${id}`)
  if (isForGood) await markRefused(systemDb, { accountId, recipient }, onRefused)
  if (!error)
    await systemDb.query(sql`
      update mail_address set refused_at = null
       where account_id = ${accountId} and email = address_key(${recipient}) and refused_at is not null`)
}

/** Marks a mailbox that does not exist. */
async function markRefused(
  systemDb: Database,
  { accountId, recipient }: Pick<QueuedMail, 'accountId' | 'recipient'>,
  onRefused: MailPorts['onRefused'],
): Promise<void> {
  await inTransaction(systemDb, async (tx) => {
    const marked = await tx.one<Omit<RefusedAddress, 'accountId'> & Record<string, unknown>>(sql`
      update mail_address a set refused_at = portal_now()
        from company c
       where a.account_id = ${accountId} and a.email = address_key(${recipient}) and a.refused_at is null
         and c.account_id = a.account_id
   returning a.email, a.refused_at as at, c.name as "companyName"`)
    if (marked) await onRefused(tx, { accountId, ...marked })
  })
}
