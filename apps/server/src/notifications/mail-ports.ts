import sql from 'sql-template-tag'
import type { Tx } from '../platform/database/database.ts'
import { named } from '../platform/mail/mail-content.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import type { MailPorts, QueuedMail, RefusedAddress } from '../platform/mail/send-queued-mail.ts'
import type { SentFile } from '../providers/mail/send-mail.ts'

/** Functions that print the attachments of mails. Each returns undefined if its payment, purchase or invoice does not exist. */
export interface Printers {
  /** Returns the invoices that no user or mailbox with this address may see at present. */
  hiddenInvoices: (
    accountId: string,
    email: string,
    invoiceNumbers: readonly string[],
  ) => Promise<string[]>
  /** Returns who gets mails about payments of these invoices at present. */
  readersOf: (accountId: string, invoiceNumbers: readonly string[]) => Promise<string[]>
  receipt: (accountId: string, paymentId: string) => Promise<SentFile | undefined>
  invoice: (accountId: string, invoiceNumber: string) => Promise<SentFile | undefined>
  purchase: (purchaseId: string) => Promise<SentFile | undefined>
}

/** The most bytes of all files of a mail: mail servers refuse much larger mails. */
export const mostAttachedBytes = 10_000_000

/** After this many failed tries to print a file, a mail that no user sent is sent without it. */
const mostPrints = 3

const keptMs = 10_000

/** Returns what the mail queue needs from the slices. */
export const mailPorts = (printers: Printers): MailPorts => ({
  mayRead: async ({ accountId, kind, isRequired, recipient, content }) => {
    const { readersOf, invoicesOf } = content
    // Mails of the release before name only what they attach.
    const shows = content.shows ?? (kind === 'newInvoices' ? invoicesOf : undefined)
    if (shows && (await printers.hiddenInvoices(accountId, recipient, shows)).length > 0)
      return false
    if (!readersOf || isRequired) return true
    return (await printers.readersOf(accountId, readersOf)).includes(recipient)
  },
  attach: attachmentsOf(printers),
  onRefused: mailManagers,
})

interface Attachments {
  files: SentFile[]
  /** Invoices that no longer exist. */
  gone: string[]
  /** Invoices that would make the mail too large. */
  tooLarge: string[]
  /** Invoices that could not be printed. */
  failed: string[]
}

/**
 * Prints the attachments of mails. A mail to several recipients is printed once: the last attachments are kept for the next
 * mail, for seconds only, because a later mail has the invoice as it is then.
 */
function attachmentsOf(printers: Printers): MailPorts['attach'] {
  let last: { key: string; at: number; printed: Attachments } | undefined
  const print = async (mail: QueuedMail): Promise<Attachments> => {
    const { accountId, kind, content, tries } = mail
    const { receiptOf = [], invoicesOf = [], purchaseOf } = content
    const key = JSON.stringify([accountId, receiptOf, invoicesOf, purchaseOf])
    if (last?.key === key && Date.now() - last.at < keptMs) return last.printed
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
        // What a user sent by hand is not sent without its files.
        if (kind === 'invoices' || tries < mostPrints) throw error
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
    // Another recipient's mail may still have tries left.
    if (printed.failed.length === 0) last = { key, at: Date.now(), printed }
    return printed
  }
  return async (mail) => {
    const { files, ...missing } = await print(mail)
    return { files, notes: notesOf(missing) }
  }
}

/** Returns notes in the mail about which invoices are not attached, and why. */
const notesOf = ({ gone, tooLarge, failed }: Omit<Attachments, 'files'>): string[] =>
  [
    failed.length > 0 && `Not attached, because it could not be created: ${failed.join(', ')}.`,
    gone.length > 0 && `Not attached, because the portal no longer has it: ${gone.join(', ')}.`,
    tooLarge.length > 0 &&
      `Not attached, because the email would be larger than 10 MB: ${tooLarge.join(', ')}.`,
  ].filter((note) => note !== false)

/** Mails the managers of a company that one of its mailboxes does not exist. */
async function mailManagers(
  tx: Tx,
  { accountId, companyName, email, at }: RefusedAddress,
): Promise<void> {
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
}
