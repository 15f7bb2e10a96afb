import sql from 'sql-template-tag'
import type { Deps } from '../deps.ts'
import { withAccount, type Database } from '../platform/database/database.ts'
import { noCompany } from '../platform/outbox/outbox.ts'
import { settlePurchase } from './settle-purchase.ts'

interface Due {
  id: string
  checkoutId: string
  isOver: boolean
}

/**
 * Looks up at the provider the purchases for which no event arrived, so that a paid purchase is never lost. Any number of
 * workers may run this; one of them checks each purchase every few minutes, or sooner while its buyer waits.
 */
export async function lookUpPurchases(deps: Deps, systemDb: Database): Promise<number> {
  const { rows } = await systemDb.query<Due>(sql`
    update accreditation_purchase p set look_at = now() + interval '5 minutes', looked_at = now()
      from (select id from accreditation_purchase where state = 'open' and look_at <= now()
             order by look_at limit 20 for update skip locked) due
     where p.id = due.id
 returning p.id, p.checkout_id as "checkoutId", p.expires_at < now() - interval '1 hour' as "isOver"`)
  for (const purchase of rows) {
    try {
      await lookUp(deps, purchase)
    } catch (error) {
      deps.log.warn({ err: error, purchaseId: purchase.id }, 'a purchase is still open')
    }
  }
  return rows.length
}

async function lookUp(deps: Deps, { id, checkoutId, isOver }: Due): Promise<void> {
  const found = await deps.cards.findCheckout(checkoutId)
  // Without a checkout at the provider, an expired purchase cannot be paid any more.
  if (!found && !isOver) return
  const gone = { email: null, paymentId: null, amountCents: null, currency: null }
  const checkout = found ?? { checkoutId, purchaseId: id, status: 'expired' as const, ...gone }
  await withAccount(deps.paymentsDb, noCompany, (tx) => settlePurchase(tx, deps, checkout))
}
