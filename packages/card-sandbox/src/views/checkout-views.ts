import type Stripe from 'stripe'
import type { Account } from '../account.ts'
import type { CheckoutRecord } from '../state/records.ts'

export const totalOf = ({ items }: Pick<CheckoutRecord, 'items'>) =>
  items.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0)

export function checkoutView(account: Account, checkout: CheckoutRecord) {
  const customer = account.customers.get(checkout.customer)
  const amount = totalOf(checkout)
  const email = checkout.payer?.email ?? customer?.email ?? checkout.customerEmail
  const isOpen = checkout.status === 'open'
  return {
    id: checkout.id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: ['card'],
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: null,
    client_reference_id: checkout.clientReferenceId,
    // A page that is complete or expired has no secret.
    client_secret: isOpen ? checkout.clientSecret : null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: checkout.created,
    currency: checkout.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: checkout.customer,
    customer_account: null,
    customer_creation: null,
    customer_details: {
      address: customer?.address ?? null,
      business_name: null,
      email: email ?? null,
      individual_name: null,
      name: checkout.payer?.name ?? customer?.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    customer_email: checkout.customerEmail,
    discounts: [],
    expires_at: checkout.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: checkout.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: checkout.paymentIntent,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: checkout.status === 'complete' ? 'paid' : 'unpaid',
    permissions: null,
    recovered_from: null,
    redirect_on_completion: checkout.redirect,
    ...(checkout.returnUrl && { return_url: checkout.returnUrl }),
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: checkout.status,
    submit_type: null,
    subscription: null,
    success_url: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'embedded_page',
    url: null,
    wallet_options: null,
  } satisfies Stripe.Checkout.Session
}
