import type Stripe from 'stripe'
import type { ChargeRecord } from '../state/records.ts'
import { brandOf } from '../brands.ts'
import { statementDescriptor } from '../statement-descriptor.ts'
import { fingerprint } from '../test-cards.ts'

export function chargeView(charge: ChargeRecord) {
  const isPaid = charge.status === 'succeeded'
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: isPaid ? charge.amount : 0,
    amount_refunded: charge.amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: {
      address: {
        city: null,
        country: null,
        line1: null,
        line2: null,
        postal_code: charge.card.postalCode,
        state: null,
      },
      email: null,
      name: charge.card.name,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: statementDescriptor(charge.descriptorSuffix),
    captured: isPaid,
    created: charge.created,
    currency: charge.currency,
    customer: charge.customer,
    description: charge.description,
    disputed: charge.isDisputed,
    failure_balance_transaction: null,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: charge.status === 'pending' ? null : outcome(charge),
    paid: isPaid,
    payment_intent: charge.paymentIntent,
    payment_method: charge.paymentMethod,
    payment_method_details: { type: 'card', card: cardOf(charge) },
    receipt_email: charge.receiptEmail,
    receipt_number: null,
    receipt_url: null,
    refunded: isPaid && charge.amountRefunded >= charge.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: charge.descriptorSuffix,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.Charge
}

function cardOf({ card, amount, status }: ChargeRecord) {
  const brand = brandOf(card.number)
  return {
    amount_authorized: status === 'succeeded' ? amount : null,
    authorization_code: null,
    brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: card.postalCode ? 'pass' : null,
      cvc_check: card.hasCvc ? 'pass' : null,
    },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: fingerprint(card.number),
    funding: 'credit',
    installments: null,
    last4: card.number.slice(-4),
    mandate: null,
    network: brand,
    network_transaction_id: null,
    regulated_status: 'unregulated' as const,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  }
}

function outcome({ failure }: ChargeRecord) {
  const shared = {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    risk_level: 'normal',
    risk_score: 12,
  }
  if (failure)
    return {
      ...shared,
      network_status: 'declined_by_network',
      reason: failure.declineCode ?? failure.code,
      seller_message: 'The bank did not return any further details with this decline.',
      type: 'issuer_declined',
    }
  return {
    ...shared,
    network_status: 'approved_by_network',
    reason: null,
    seller_message: 'Payment complete.',
    type: 'authorized',
  }
}
