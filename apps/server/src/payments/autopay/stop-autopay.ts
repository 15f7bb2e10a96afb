import sql from 'sql-template-tag'
import type { Tx } from '../../platform/database.ts'
import { recordHistory, systemAuthor } from '../../platform/history.ts'
import { named } from '../../platform/mail-content.ts'
import { queueMail } from '../../platform/mail-queue.ts'
import { receiptRecipients } from '../receipts/receipt.ts'
import { lockAutoPay } from './plan-autopay.ts'

/**
 * Ends AutoPay of a company that another one was merged into, in the transaction that ended that of the other one. Told
 * only if one of them was enrolled.
 */
export async function stopAutoPay(tx: Tx, accountId: string, formerName: string): Promise<void> {
  await lockAutoPay(tx, accountId)
  await tx.run(sql`
    update autopay_enrolment set ended_at = portal_now(), ended_by_name = 'Import', ended_ip_address = 'system'
     where account_id = ${accountId} and ended_at is null`)
  const ended = await tx.one<{ companyName: string }>(sql`
    select c.name as "companyName" from company c
     where c.account_id = ${accountId}
       and exists (select from autopay_enrolment e where e.account_id = c.account_id and e.ended_at = portal_now())`)
  if (!ended) return
  const description = `AutoPay is off: ${formerName} was merged into this company`
  const entryId = await recordHistory(tx, systemAuthor(accountId, 'Import'), {
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
