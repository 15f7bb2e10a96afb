import sql from 'sql-template-tag'
import { isOptional, type MailKindName } from '@portal/domain/notifications/mail-kinds'
import type { SendMail, SentFile } from '../../providers/mail/send-mail.ts'
import { inTransaction, type Database } from '../database/database.ts'
import { named, type MailContent } from './mail-content.ts'
import { htmlOf, textOf, type MailFrame } from './mail-layout.ts'
import { queueMail } from './mail-queue.ts'
import { noCompany } from '../outbox/outbox.ts'
import { logStep } from '../log/steps.ts'

interface QueuedMail {
  accountId: string
  id: string
  kind: MailKindName
  isRequired: boolean
  recipient: string
  subject: string
  content: MailContent
  /** This one included. */
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

/** Print the attachments of mails; undefined if there is no such payment, purchase or invoice. */
export interface Printers {
  /** Returns the invoices that no user with this address may see now. */
  hiddenInvoices: (
    accountId: string,
    email: string,
    invoiceNumbers: readonly string[],
  ) => Promise<string[]>
  /** Returns who gets mails about payments of these invoices now. */
  readersOf: (accountId: string, invoiceNumbers: readonly string[]) => Promise<string[]>
  receipt: (accountId: string, paymentId: string) => Promise<SentFile | undefined>
  invoice: (accountId: string, invoiceNumber: string) => Promise<SentFile | undefined>
  purchase: (purchaseId: string) => Promise<SentFile | undefined>
}

/** The files of one mail together: mail servers refuse much larger ones. */
export const mostAttachedBytes = 10_000_000

/** As many tries as a mail has. */
const mostTries = 20

/** A mail about new invoices is sent without a file that cannot be printed in so many tries. */
const mostPrints = 3

/**
 * Sends the mails in the outbox, at least once each: a worker that dies between sending and
 * recording it causes a duplicate with the same Message-ID. A refused mail waits longer each time;
 * a mailbox that does not exist is marked and its mail is not tried again. Returns how many were
 * tried.
 */
export async function sendQueuedMail(
  systemDb: Database,
  settings: MailSettings,
  send: SendMail,
  printers: Printers,
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
  const attach = attachmentsOf(printers)
  for (const mail of mails) {
    const result = await sendOne(systemDb, settings, mail, send, attach, printers.readersOf).then(
      (refusal) => refusal,
      (reason: unknown) => ({ error: String(reason).slice(0, 500), isForGood: false }),
    )
    await record(systemDb, mail, result)
  }
  return mails.length
}

async function sendOne(
  systemDb: Database,
  { origin, seller }: MailSettings,
  mail: QueuedMail,
  send: SendMail,
  attach: ReturnType<typeof attachmentsOf>,
  readersOf: Printers['readersOf'],
) {
  const { accountId, id, kind, recipient, subject, isRequired } = mail
  const { readersOf: numbers } = mail.content
  if (numbers && !isRequired && !(await readersOf(accountId, numbers)).includes(recipient))
    return 'withheld'
  const { files, ...missing } = await attach(mail)
  const content = withNotes(mail.content, missing)
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

interface Attachments {
  files: SentFile[]
  /** The invoices that no longer exist. */
  gone: string[]
  /** The invoices that would make the mail too large. */
  tooLarge: string[]
  /** The invoices that could not be printed. */
  failed: string[]
}

/** The invoices that the recipient may no longer see are missing too. */
type Missing = Omit<Attachments, 'files'> & { hidden: string[] }

/**
 * Prints the attachments of mails. The same mail to several recipients is printed once: the last
 * attachments are kept for the next mail.
 */
function attachmentsOf(printers: Printers) {
  let last: { key: string; printed: Attachments } | undefined
  const print = async (mail: QueuedMail, invoicesOf: readonly string[]): Promise<Attachments> => {
    const { accountId, kind, content, tries } = mail
    const { receiptOf = [], purchaseOf } = content
    const key = JSON.stringify([accountId, receiptOf, invoicesOf, purchaseOf])
    if (last?.key === key) return last.printed
    const printed: Attachments = { files: [], gone: [], tooLarge: [], failed: [] }
    let bytes = 0
    for (const paymentId of [receiptOf].flat()) {
      const receipt = await printers.receipt(accountId, paymentId)
      if (receipt) printed.files.push(receipt)
    }
    const purchase = purchaseOf && (await printers.purchase(purchaseOf))
    if (purchase) printed.files.push(purchase)
    for (const invoiceNumber of invoicesOf) {
      const file = await printers.invoice(accountId, invoiceNumber).catch((error: unknown) => {
        if (kind !== 'newInvoices' || tries < mostPrints) throw error
        return 'failed' as const
      })
      if (file === 'failed') printed.failed.push(named(invoiceNumber))
      else if (!file) printed.gone.push(named(invoiceNumber))
      else if (bytes + file.content.length > mostAttachedBytes)
        printed.tooLarge.push(named(invoiceNumber))
      else {
        bytes += file.content.length
        printed.files.push(file)
      }
    }
    // Another recipient's mail may have more tries left.
    if (printed.failed.length === 0) last = { key, printed }
    return printed
  }
  return async (mail: QueuedMail): Promise<Attachments & Missing> => {
    const { accountId, kind, recipient, content } = mail
    const { invoicesOf = [] } = content
    // These are attached by a choice, not sent by a user; and a mail may wait for days.
    const hidden =
      kind === 'newInvoices' && invoicesOf.length > 0
        ? await printers.hiddenInvoices(accountId, recipient, invoicesOf)
        : []
    const shown = invoicesOf.filter((number) => !hidden.includes(number))
    return { ...(await print(mail, shown)), hidden: hidden.map(named) }
  }
}

/** The mail says which invoices are not attached, and why. */
function withNotes(content: MailContent, missing: Missing): MailContent {
  const { gone, tooLarge, failed, hidden } = missing
  const notes = [
    hidden.length > 0 && `Not attached, because you may no longer see it: ${hidden.join(', ')}.`,
    failed.length > 0 && `Not attached, because it could not be created: ${failed.join(', ')}.`,
    gone.length > 0 && `Not attached, because the portal no longer has it: ${gone.join(', ')}.`,
    tooLarge.length > 0 &&
      `Not attached, because the email would be larger than 10 MB: ${tooLarge.join(', ')}.`,
  ].filter((note) => note !== false)
  return notes.length > 0 ? { ...content, notes: [...(content.notes ?? []), ...notes] } : content
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

/** One address for the page, and for programs that turn mails off by one click (RFC 8058). */
function turnOffLink(origin: string, accountId: string, key: string, kind: string): string {
  return `${origin}/notifications/off?${new URLSearchParams({ accountId, key, kind }).toString()}`
}

async function record(
  systemDb: Database,
  { accountId, id, recipient }: QueuedMail,
  result: Awaited<ReturnType<SendMail>> | 'withheld',
): Promise<void> {
  if (result === 'withheld') {
    logStep('mail.refused', { accountId, mailId: id, code: 'withheld' })
    await systemDb.query(sql`
      update mail set sent_at = now(), last_error = 'Not sent: its reader may no longer see the invoice.'
       where account_id = ${accountId} and id = ${id}`)
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
  if (isForGood) await markRefused(systemDb, { accountId, recipient })
  if (!error)
    await systemDb.query(sql`
      update mail_address set refused_at = null
       where account_id = ${accountId} and email = address_key(${recipient}) and refused_at is not null`)
}

/** Marks a mailbox that does not exist, and mails the company's managers once. */
async function markRefused(
  systemDb: Database,
  { accountId, recipient }: Pick<QueuedMail, 'accountId' | 'recipient'>,
): Promise<void> {
  await inTransaction(systemDb, async (tx) => {
    const marked = await tx.one<{ email: string; at: Date; companyName: string }>(sql`
      update mail_address a set refused_at = portal_now()
        from company c
       where a.account_id = ${accountId} and a.email = address_key(${recipient}) and a.refused_at is null
         and c.account_id = a.account_id
   returning a.email, a.refused_at as at, c.name as "companyName"`)
    if (!marked) return
    const { email, at, companyName } = marked
    const managers = await tx.query<{ email: string }>(sql`
      select address_key(email) as email from portal_user
       where account_id = ${accountId} and deactivated_at is null and 'ManageUsers' = any (permissions)
         and address_key(email) <> ${email}`)
    await queueMail(tx, {
      accountId,
      about: `refused ${email} ${at.toISOString()}`,
      kind: 'refusedAddresses',
      recipients: managers.map((one) => one.email),
      subject: `Emails of ${named(companyName)} to ${email} are refused`,
      heading: `Emails to ${email} are refused`,
      preview: 'The mailbox does not exist.',
      facts: [
        ['Company', companyName],
        ['Address', email],
      ],
      button: { label: 'Open the portal', path: '/' },
      notes: [
        'Its mail server says that the mailbox does not exist.',
        'Please correct or remove the address.',
      ],
    })
  })
}
