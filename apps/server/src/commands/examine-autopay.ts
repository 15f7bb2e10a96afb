import sql from 'sql-template-tag'
import { unfixedHourUtc } from '@portal/domain/payments/autopay'
import { plural } from '@portal/domain/kernel/plural'
import { readFigures } from '../integration/business-metrics.ts'
import { findNotApplied } from '../invoices/not-applied.queries.ts'
import { findAutomaticStop } from '../payments/charge/charging-stop.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import { lateAfterSeconds } from '../platform/work/thresholds.ts'
import { autoPayDay } from '../platform/database/today.ts'
import { minutes } from './examine-operations.ts'
import { printable } from './printing.ts'

const namedAtMost = 3

export async function examineAutoPay(db: Database): Promise<string> {
  const {
    portal_autopay_waiting: notBegun,
    portal_autopay_lag_seconds: lag,
    portal_autopay_unfixed: unfixed,
  } = await readFigures(db)
  if (unfixed)
    throw new Error(
      `the charges of the last day were not fixed by ${unfixedHourUtc}:00 UTC for ${unfixed} enrolled ${unfixed === 1 ? 'company' : 'companies'}, so that day is not run: is a worker running? Due invoices are planned again for the next day`,
    )
  const stop = await findAutomaticStop(db)
  if (!stop && lag > lateAfterSeconds.autoPay)
    throw new Error(
      `${plural(notBegun, 'day')} not started ${minutes(lag)} after its hour: is a worker running? A late run is possible until that day ends`,
    )
  const stuck = await leftOutForDays(db)
  if (stuck.length > 0) {
    const some = stuck
      .slice(0, namedAtMost)
      .map((one) => `${one.number} of ${one.accountId}: ${one.reason}`)
    throw new Error(
      `${plural(stuck.length, 'invoice')} fixed and left out three days in a row (${printable(some.join(', '))}${stuck.length > namedAtMost ? ', …' : ''}): do the books change it every day after 9:00 UTC?`,
    )
  }
  const waiting = await findWaitingCompanies(db)
  if (waiting.length > 0)
    throw new Error(
      `AutoPay waits for ${printable(waiting.slice(0, namedAtMost).join(', '))}${waiting.length > namedAtMost ? ', …' : ''}: docs/operations.md, "AutoPay"`,
    )
  if (stop) return `${plural(notBegun, 'day')} waiting: charging is stopped`
  return 'all due days were run'
}

interface LeftOut {
  accountId: string
  number: string
  reason: string
}

/**
 * Invoices that were left out on three days in a row, the last of them today or yesterday, and not
 * charged since.
 */
async function leftOutForDays(db: Database): Promise<LeftOut[]> {
  const { rows } = await db.query<LeftOut & Record<string, unknown>>(sql`
    select t.account_id as "accountId", i.invoice_number as number, t.left_out as reason
      from autopay_item t
      join invoice i on i.account_id = t.account_id and i.id = t.invoice_id
     where t.left_out is not null and t.day >= ${autoPayDay} - 1
       and (select count(*) from autopay_item e
             where e.account_id = t.account_id and e.invoice_id = t.invoice_id and e.left_out is not null
               and e.day between t.day - 2 and t.day - 1) = 2
       and not exists (select from autopay_item n join autopay_day d on d.account_id = n.account_id and d.day = n.day
                        where n.account_id = t.account_id and n.invoice_id = t.invoice_id and n.day > t.day
                          and d.started_at is not null)
     order by t.account_id, i.invoice_number`)
  return rows
}

/** How long the books may take to apply a payment before doctor reports it. */
const appliedWithinMs = 3 * 86_400_000

/**
 * Returns enrolled companies that AutoPay skips because money they paid by card is not applied,
 * with the invoices paid.
 */
async function findWaitingCompanies(db: Database): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const enrolled = await tx.query<{ accountId: string; now: Date }>(sql`
      select account_id as "accountId", portal_now() as now from autopay_enrolment
       where ended_at is null order by account_id`)
    const waiting: string[] = []
    for (const { accountId, now } of enrolled) {
      const found = await findNotApplied(tx, accountId, null)
      if (found && now.getTime() - found.at.getTime() > appliedWithinMs)
        waiting.push(`${accountId} (${found.invoiceNumbers.join(', ')})`)
    }
    return waiting
  })
}
