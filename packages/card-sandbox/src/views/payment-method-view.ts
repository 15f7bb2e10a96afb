import type Stripe from 'stripe'
import type { PaymentMethodRecord } from '../state/records.ts'
import { brandOf } from '../brands.ts'
import { fingerprint } from '../test-cards.ts'

export function paymentMethodView(method: PaymentMethodRecord) {
  const { card } = method
  const brand = brandOf(card.number)
  return {
    id: method.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingDetails(method),
    card: {
      brand,
      checks: cardChecks(method),
      country: 'US',
      display_brand: brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: fingerprint(card.number),
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: method.created,
    customer: method.customer,
    customer_account: null,
    livemode: false,
    metadata: method.metadata,
    type: 'card',
  } satisfies Stripe.PaymentMethod
}

function billingDetails({ card, email, phone, address }: PaymentMethodRecord) {
  return {
    address: {
      city: address?.city ?? null,
      country: address?.country ?? null,
      line1: address?.line1 ?? null,
      line2: address?.line2 ?? null,
      postal_code: address?.postal_code ?? card.postalCode,
      state: address?.state ?? null,
    },
    email,
    name: card.name,
    phone,
    tax_id: null,
  }
}

/** The bank checks security code and postal code when the card is first saved or used, not before. */
function cardChecks({ card, customer }: PaymentMethodRecord) {
  const outcome = customer ? 'pass' : 'unchecked'
  return {
    address_line1_check: null,
    address_postal_code_check: card.postalCode ? outcome : null,
    cvc_check: card.hasCvc ? outcome : null,
  }
}
