import { formatMoney } from '@portal/domain/kernel/money'
import { howToUse } from '@portal/domain/accreditation/how-to-use'
import type { Deps } from '../deps.ts'
import type { Tx } from '../platform/database/database.ts'
import { named } from '../platform/mail/mail-content.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import { noCompany, publishEvent } from '../platform/outbox/outbox.ts'
import type { ProviderCheckout } from '../providers/cards/card-provider.ts'
import { settle, type Settled } from './accreditation.queries.ts'
import { billedTo } from './purchase-receipt.ts'

/**
 * Records how a checkout ended, with receipt and event in the same transaction. Events and the worker's checks both call this;
 * the first call wins, later ones change nothing. Returns the outcome.
 */
export async function settlePurchase(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'log'>,
  checkout: ProviderCheckout,
): Promise<'paid' | 'expired' | 'review' | 'open' | 'known' | 'unknown'> {
  const { checkoutId, purchaseId, status, paymentId } = checkout
  // An accreditation is granted only after a payment.
  if (!purchaseId || status === 'open') return purchaseId ? 'open' : 'unknown'
  const purchase = await settle(tx, purchaseId, checkoutId, { ...checkout, outcome: status })
  if (!purchase) return 'unknown'
  if (!purchase.settled) return 'known'
  if (purchase.state === 'review') {
    deps.log.error({ purchaseId, checkoutId }, 'a purchase needs a person: another amount was paid')
    return 'review'
  }
  if (purchase.state === 'expired') return 'expired'
  await mailReceipt(tx, deps, purchaseId, purchase)
  await publishEvent(tx, {
    accountId: null,
    type: 'accreditation.purchased',
    data: {
      purchaseId,
      productId: purchase.productId,
      productName: purchase.productName,
      amountCents: purchase.priceCents,
      currency: purchase.currency,
      buyer: {
        name: purchase.buyer.name,
        email: purchase.email,
        line1: purchase.buyer.line1,
        city: purchase.buyer.city,
        state: purchase.buyer.state,
        postalCode: purchase.buyer.postalCode,
        country: purchase.buyer.country,
      },
      providerCheckoutId: checkoutId,
      providerPaymentId: paymentId,
    },
  })
  return 'paid'
}

async function mailReceipt(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  purchaseId: string,
  { email, buyer, productName, priceCents, currency }: Settled,
): Promise<void> {
  if (!email) return
  const { seller } = config
  const amount = formatMoney(priceCents, currency)
  await queueMail(tx, {
    accountId: noCompany,
    about: `accreditation ${purchaseId}`,
    kind: 'purchases',
    recipients: [email],
    subject: `Receipt for ${named(productName)}, ${purchaseId}`,
    heading: `Payment of ${amount} received`,
    preview: `Thank you for your purchase of ${named(productName)}.`,
    lead: `Thank you. We received ${amount} for ${named(productName)}, paid by card. The receipt is attached.`,
    facts: [
      ['Accreditation', productName],
      ['Amount', amount],
      ['Billed to', billedTo(buyer)],
      ['Purchase reference', purchaseId],
    ],
    notes: [howToUse(seller)],
    purchaseOf: purchaseId,
  })
}
