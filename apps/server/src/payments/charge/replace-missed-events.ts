import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import type { Database } from '../../platform/database/database.ts'
import { bringOursIntoLine } from './take-charge-event.ts'
import { compareRefunds } from './record-refunds.ts'

/**
 * Checks the refunds and disputes of each payment whose events since an instant may have been missed: the payments that
 * the provider lists since then, and those stored here that may have changed. Calls `onFailure` for each payment that
 * could not be checked.
 */
export async function replaceMissedEvents(
  deps: Deps,
  systemDb: Database,
  since: Date,
  onFailure: (intentId: string, error: unknown) => void,
): Promise<void> {
  const { rows } = await systemDb.query<{ intentId: string }>(sql`
    select intent_id as "intentId" from payment_attempt p
     where intent_id is not null
       and (exists (select from payment_refund r where r.account_id = p.account_id and r.payment_id = p.id)
         or exists (select from payment_dispute d where d.account_id = p.account_id and d.payment_id = p.id))`)
  const intentIds = new Set(rows.map(({ intentId }) => intentId))
  for await (const intentId of deps.cards.listMoneyBack(since)) intentIds.add(intentId)
  for (const intentId of intentIds) {
    try {
      const intent = await bringOursIntoLine(deps, intentId)
      if (intent) await compareRefunds(deps, intent.id, intent.accountId)
    } catch (error) {
      onFailure(intentId, error)
    }
  }
}
