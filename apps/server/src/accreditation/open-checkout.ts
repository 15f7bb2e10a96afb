import { randomUUID } from 'node:crypto'
import type {
  CheckoutAnswer,
  CheckoutRequest,
} from '@portal/domain/accreditation/accreditation.schema'
import { changedProduct } from '@portal/domain/accreditation/product-shown'
import type { Deps } from '../deps.ts'
import { requireCharging } from '../payments/charge/charging-stop.ts'
import { inTransaction } from '../platform/database/database.ts'
import { networkOf } from '../platform/log/network-of.ts'
import { limitRate } from '../platform/http/rate-limit.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { CardDecline, OutcomeUnknown } from '../providers/cards/card-provider.ts'
import { asAnswer, noteCheckout, openPurchase, type Buyer } from './accreditation.queries.ts'

/**
 * Opens the provider's page for one purchase. The purchase is recorded first, with the product's
 * own price. Payment requires the secret in the response: if that is lost, nothing is charged.
 */
export async function openCheckout(
  deps: Deps,
  { productId, shown, ...address }: CheckoutRequest,
  ipAddress: string,
): Promise<CheckoutAnswer> {
  const { perAddress, inAll } = deps.config.checkoutsPerHour
  // Thieves test stolen cards on pages like this one.
  await limitRate(deps.db, 'accreditation', networkOf(ipAddress), perAddress, 'hour')
  await limitRate(deps.db, 'accreditation', 'in all', inAll, 'hour')
  await inTransaction(deps.db, requireCharging)
  const { postal_code: postalCode, line2 = null, ...rest } = address
  const buyer: Buyer = { ...rest, line2, postalCode }
  const purchaseId = randomUUID()
  const product = await inTransaction(deps.db, async (tx) => {
    const opened = await openPurchase(tx, purchaseId, productId, buyer, ipAddress)
    if (!opened) throw new Refusal(404, 'This product does not exist.')
    const changed = shown && changedProduct(shown, asAnswer(opened))
    if (changed) throw new Refusal(409, changed)
    return opened
  })
  const checkout = await deps.cards
    .createCheckout({
      purchaseId,
      productName: product.productName,
      amountCents: product.priceCents,
      currency: product.currency,
      buyer,
      returnUrl:
        `${deps.config.origin}/accreditation/purchase?productId=${encodeURIComponent(productId)}` +
        '&session={CHECKOUT_SESSION_ID}',
    })
    .catch((error: unknown) => {
      if (error instanceof CardDecline) throw new Refusal(422, error.message)
      if (!(error instanceof OutcomeUnknown)) throw error
      deps.log.warn({ err: error, purchaseId }, 'the card provider opened no checkout')
      throw new Refusal(503, 'The card provider is not responding. Please try again in a moment.')
    })
  await noteCheckout(deps.db, purchaseId, checkout)
  return { clientSecret: checkout.clientSecret, sessionId: checkout.checkoutId }
}
