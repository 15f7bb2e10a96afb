import type Stripe from 'stripe'
import type { TokenRecord } from '../state/records.ts'
import { brandOf } from '../brands.ts'
import { fingerprint } from '../test-cards.ts'

/** Tokens and their cards are older than payment methods, and spell the brands differently. */
const brandNames: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  diners: 'Diners Club',
  unionpay: 'UnionPay',
}

export function tokenView({ id, cardId, card, created, isUsed }: TokenRecord) {
  return {
    id,
    object: 'token',
    card: {
      id: cardId,
      object: 'card',
      address_city: null,
      address_country: null,
      address_line1: null,
      address_line1_check: null,
      address_line2: null,
      address_state: null,
      address_zip: card.postalCode,
      address_zip_check: card.postalCode ? 'unchecked' : null,
      allow_redisplay: 'unspecified',
      brand: brandNames[brandOf(card.number)] ?? 'Unknown',
      country: 'US',
      cvc_check: card.hasCvc ? 'unchecked' : null,
      dynamic_last4: null,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: fingerprint(card.number),
      funding: 'credit',
      last4: card.number.slice(-4),
      metadata: {},
      name: card.name,
      networks: { preferred: null },
      regulated_status: 'unregulated',
      tokenization_method: null,
    },
    client_ip: '127.0.0.1',
    created,
    livemode: false,
    type: 'card',
    used: isUsed,
  } satisfies Stripe.Token
}
