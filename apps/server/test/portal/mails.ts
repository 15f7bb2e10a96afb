import sql, { type Sql } from 'sql-template-tag'
import type { MailKindName } from '@portal/domain/notifications/mail-kinds'
import type { MailContent } from '../../src/platform/mail/mail-content.ts'
import { htmlOf, textOf } from '../../src/platform/mail/mail-layout.ts'
import { mailPorts, type Printers } from '../../src/notifications/mail-ports.ts'
import { sendQueuedMail } from '../../src/platform/mail/send-queued-mail.ts'
import type { OutgoingMail } from '../../src/providers/mail/send-mail.ts'
import { purchaseReceipts } from '../../src/accreditation/purchase-receipt.ts'
import { invoiceFiles } from '../../src/invoices/send-invoices.ts'
import { hiddenInvoices } from '../../src/invoices/invoice-readers.ts'
import { readersOfPayments } from '../../src/payments/receipts/receipt.ts'
import { receiptFiles } from '../../src/payments/receipts/receipt-file.ts'
import type { TestPortal } from './portal.ts'

interface Queued {
  accountId: string
  about: string
  kind: MailKindName
  recipient: string
  isRequired: boolean
  subject: string
}

/**
 * Returns the mails in the outbox that meet a condition, oldest first, with both of their parts as
 * sent to a recipient who is no user.
 */
export async function queuedMails(portal: TestPortal, condition: Sql = sql`true`) {
  const { rows } = await portal.system.query<Queued & { content: MailContent }>(sql`
    select account_id as "accountId", about, kind, recipient, is_required as "isRequired", subject, content
      from mail where ${condition} order by created_at, recipient, subject`)
  return rows.map(({ content, ...mail }) => {
    const { seller } = portal.deps.config
    const frame = {
      seller,
      origin: portal.origin,
      kind: mail.kind,
      companyName: mail.accountId,
      isUser: false,
    }
    return { ...mail, text: textOf(content, frame), html: htmlOf(mail.subject, content, frame) }
  })
}

/** Sends the mails in the outbox, as the worker does, and returns them. */
export async function sentMails(
  portal: TestPortal,
  printers: Partial<Printers> = {},
): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = []
  const keep = async (mail: OutgoingMail) => {
    sent.push(mail)
    return undefined
  }
  const ports = mailPorts({ ...printersOf(portal), ...printers })
  await sendQueuedMail(portal.system, portal.deps.config, keep, ports)
  return sent
}

/** Prints attachments as the worker does. */
export const printersOf = ({ deps, system }: Pick<TestPortal, 'deps' | 'system'>) => ({
  receipt: receiptFiles(deps),
  invoice: invoiceFiles(deps),
  hiddenInvoices: hiddenInvoices(deps),
  readersOf: readersOfPayments(deps),
  purchase: purchaseReceipts({ ...deps, db: system }),
})
