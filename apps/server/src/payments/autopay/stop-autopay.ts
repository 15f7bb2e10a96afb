import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../../platform/database/database.ts'
import { recordHistory, systemAuthor, type Author } from '../../platform/history/history.ts'
import { named } from '../../platform/mail/mail-content.ts'
import { queueMail } from '../../platform/mail/mail-queue.ts'
import { receiptRecipients } from '../receipts/receipt.ts'
import { lockAutoPay } from './plan-autopay.ts'

/** Ends the enrollments of the selected companies, in the name of an author. */
export const endEnrollments = (by: Pick<Author, 'actorName' | 'ipAddress'>, accountIds: Sql) => sql`
  update autopay_enrolment
     set ended_at = portal_now(), ended_by_name = ${by.actorName}, ended_ip_address = ${by.ipAddress}
   where account_id in (${accountIds}) and ended_at is null`

/**
 * Ends AutoPay of a company that another one was merged into, in the transaction that ended AutoPay of the other one.
 * Recipients are notified only if one of the two companies was enrolled.
 */
export async function stopAutoPay(tx: Tx, accountId: string, formerName: string): Promise<void> {
  await lockAutoPay(tx, accountId)
  const author = systemAuthor(accountId, 'Import')
  await tx.run(endEnrollments(author, sql`${accountId}`))
  const ended = await tx.one<{ companyName: string }>(sql`
    select c.name as "companyName" from company c
     where c.account_id = ${accountId}
       and exists (select from autopay_enrolment e where e.account_id = c.account_id and e.ended_at = portal_now())`)
  if (!ended) return
  const description = `AutoPay is off: ${formerName} was merged into this company`
  const entryId = await recordHistory(tx, author, {
    category: 'Payment',
    entryType: 'AutoPay Opted Out',
    description,
  })
  await queueMail(tx, {
    accountId,
    about: `autopay ${entryId}`,
    kind: 'autopay',
    recipients: await receiptRecipients(tx, accountId, null),
    subject: `AutoPay is off after a merge (${named(ended.companyName)})`,
    heading: 'AutoPay is off',
    preview: `${named(formerName)} was merged into ${named(ended.companyName)}.`,
    facts: [
      ['Company', ended.companyName],
      ['Merged into it', formerName],
    ],
    button: { label: 'Turn AutoPay on', path: '/payments?tab=autopay' },
    notes: [
      'Planned invoices must be paid manually until AutoPay is turned on again.',
      `The cards of ${named(formerName)} are no longer on file. Please add them again.`,
    ],
  })
}
