import sql from 'sql-template-tag'
import { cardName } from '@portal/domain/payments/card-name'
import type { Deps } from '../../deps.ts'
import { withAccount, type Database } from '../../platform/database/database.ts'
import { queueMail } from '../../platform/mail/mail-queue.ts'
import { today } from '../../platform/database/today.ts'
import { receiptRecipients } from '../receipts/receipt.ts'

interface Expiring {
  accountId: string
  id: string
  brand: string
  last4Digits: string
  month: string
  daysLeft: number
}

/**
 * Warns the recipients of companies in AutoPay 30 and 7 days before the last day of the month in which the default card
 * expires. The mail's key allows one mail per card, month and warning. Always returns 0, so that the worker waits an hour
 * before the next run.
 */
export async function warnOfExpiry(deps: Deps, systemDb: Database): Promise<number> {
  const { rows } = await systemDb.query<Expiring>(sql`
    select * from (
      select c.account_id as "accountId", c.id, c.brand, c.last4 as "last4Digits",
             to_char(last.day, 'MM/YYYY') as month,
             last.day - ${today} as "daysLeft"
        from card c
        join autopay_enrolment e on e.account_id = c.account_id and e.ended_at is null,
             lateral (select (make_date(c.exp_year, c.exp_month, 1) + interval '1 month - 1 day')::date as day) last
       where c.is_default) expiring
     where "daysLeft" between 0 and 30`)
  for (const card of rows)
    await withAccount(deps.db, card.accountId, async (tx) =>
      queueMail(tx, {
        accountId: card.accountId,
        about: `card expiry ${card.id} ${card.month} ${card.daysLeft <= 7 ? 7 : 30}`,
        kind: 'cards',
        recipients: await receiptRecipients(tx, card.accountId, null),
        subject: `The card for AutoPay expires at the end of ${card.month}`,
        heading: `The card for AutoPay expires at the end of ${card.month}`,
        preview: `${cardName(card)} can be charged until then.`,
        facts: [
          ['Default card of AutoPay', cardName(card)],
          ['Can be charged until', `The end of ${card.month}`],
        ],
        button: { label: 'Cards on file', path: '/payments' },
        notes: [
          'Please add another card and make it the default, so that your invoices continue to be paid.',
        ],
      }),
    )
  return 0
}
