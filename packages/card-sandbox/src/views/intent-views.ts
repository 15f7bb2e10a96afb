import type Stripe from 'stripe'
import type { PaymentIntentRecord, SetupIntentRecord } from '../state/records.ts'

const onlyCards: 'card'[] = ['card']

export function paymentIntentView(intent: PaymentIntentRecord) {
  return {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: onlyCards,
    amount: intent.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.cancellationReason,
    capture_method: 'automatic_async',
    client_secret: intent.clientSecret,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: intent.currency,
    customer: intent.customer,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    last_payment_error: intent.lastError,
    latest_charge: intent.latestCharge,
    livemode: false,
    managed_payments: null,
    metadata: intent.metadata,
    next_action: nextAction(intent),
    on_behalf_of: null,
    // The provider removes a declined card from the intent; the error names the card.
    payment_method: intent.status === 'requires_payment_method' ? null : intent.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: onlyCards,
    payment_record: null,
    processing: intent.status === 'processing' ? { type: 'card' as const, card: {} } : null,
    receipt_email: intent.receiptEmail,
    review: null,
    setup_future_usage: intent.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.descriptorSuffix,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.PaymentIntent
}

export function setupIntentView(intent: SetupIntentRecord) {
  return {
    id: intent.id,
    object: 'setup_intent',
    allowed_payment_method_types: onlyCards,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: intent.cancellationReason,
    client_secret: intent.clientSecret,
    created: intent.created,
    customer: intent.customer,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: intent.lastError,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: intent.metadata,
    next_action: nextAction(intent),
    on_behalf_of: null,
    payment_method: intent.status === 'requires_payment_method' ? null : intent.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: onlyCards,
    single_use_mandate: null,
    status: intent.status,
    usage: intent.usage,
  } satisfies Stripe.SetupIntent
}

/** Only the browser script reads this, to show 3-D Secure. */
function nextAction({ id, status }: { id: string; status: string }) {
  if (status !== 'requires_action') return null
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', source: id },
  }
}
