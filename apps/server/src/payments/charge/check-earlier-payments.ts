import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { withScope, type Scope } from '../../platform/database/scope.ts'
import { EventUnresolved } from '../events/take-event.ts'
import { compareRefunds } from './record-refunds.ts'
import { visibleCategories } from '../../session/visible-categories.ts'

/**
 * Checks the provider for refunds and disputes of the invoice's earlier payments before the invoice is paid again, because
 * a webhook may be missing. Throws a Refusal if the provider does not respond.
 */
export async function checkEarlierPayments(
  deps: Deps,
  scope: Scope,
  invoiceId: string,
): Promise<void> {
  const { accountId } = scope
  const earlier = await withScope(deps.paymentsDb, scope, (tx) =>
    tx.query<{ intentId: string }>(sql`
      select p.intent_id as "intentId"
        from payment_attempt p join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
       where p.account_id = ${accountId} and p.invoice_id = ${invoiceId} and p.state = 'succeeded'
         and p.intent_id is not null and i.books_balance_cents > 0
             ${visibleCategories(scope)}`),
  )
  for (const { intentId } of earlier)
    await compareRefunds(deps, intentId, accountId).catch((error: unknown) => {
      if (!deps.cards.failureOf(error) && !(error instanceof EventUnresolved)) throw error
      deps.log.warn({ err: error, intentId }, 'earlier payments of an invoice could not be checked')
      throw new Refusal(
        503,
        'An earlier payment of this invoice could not be checked, so nothing was charged. Please try again in a minute.',
      )
    })
}
