import { fromCardUnits, toCardUnits } from '@portal/domain/accreditation/card-units'
import Stripe from 'stripe'
import {
  CardDecline,
  OutcomeUnknown,
  type CardProvider,
  type CheckoutWanted,
  type OpenedCheckout,
  type ProviderCheckout,
} from './card-provider.ts'

/** Seconds until a page expires; the provider's minimum is half an hour. */
const openSeconds = 3600

/** The provider's checkout pages: the part of the port for visitors' purchases. */
export function stripeCheckouts(
  stripe: Stripe,
): Pick<CardProvider, 'createCheckout' | 'findCheckout'> {
  async function createCheckout(wanted: CheckoutWanted): Promise<OpenedCheckout> {
    const { purchaseId, buyer } = wanted
    try {
      const metadata = { purchase: purchaseId }
      const { name, line1, line2, city, state, postalCode, country } = buyer
      const address = { line1, line2: line2 ?? '', city, state, postal_code: postalCode, country }
      const customer = await stripe.customers.create(
        { name, address, metadata },
        { idempotencyKey: `accreditation:${purchaseId}:customer` },
      )
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          ui_mode: 'embedded_page',
          redirect_on_completion: 'if_required',
          return_url: wanted.returnUrl,
          customer: customer.id,
          allowed_payment_method_types: ['card'],
          expires_at: Math.floor(Date.now() / 1000) + openSeconds,
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: wanted.currency.toLowerCase(),
                unit_amount: toCardUnits(wanted.amountCents, wanted.currency),
                product_data: { name: wanted.productName },
              },
            },
          ],
          metadata,
          payment_intent_data: { description: wanted.productName, metadata },
        },
        { idempotencyKey: `accreditation:${purchaseId}` },
      )
      if (!session.client_secret) throw new OutcomeUnknown('the checkout has no secret')
      return {
        checkoutId: session.id,
        clientSecret: session.client_secret,
        customerId: customer.id,
        expiresAt: new Date(session.expires_at * 1000),
      }
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && isAddress(error.param))
        throw new CardDecline('The billing address was not accepted.', error.code ?? '', null)
      if (error instanceof Stripe.errors.StripeInvalidRequestError) throw error
      throw new OutcomeUnknown('no checkout was opened', { cause: error })
    }
  }

  async function findCheckout(checkoutId: string): Promise<ProviderCheckout | undefined> {
    try {
      return asCheckout(await stripe.checkout.sessions.retrieve(checkoutId))
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)
        return undefined
      throw error
    }
  }

  return { createCheckout, findCheckout }
}

const isAddress = (param: string | undefined) => /^(address|name)\b/.test(param ?? '')

function asCheckout(session: Stripe.Checkout.Session): ProviderCheckout {
  const { payment_intent: payment, status, payment_status } = session
  const isPaid = status === 'complete' && payment_status === 'paid'
  return {
    checkoutId: session.id,
    purchaseId: session.metadata?.purchase ?? null,
    status: isPaid ? 'paid' : status === 'expired' ? 'expired' : 'open',
    email: session.customer_details?.email ?? null,
    paymentId: typeof payment === 'string' ? payment : (payment?.id ?? null),
    amountCents:
      session.amount_total === null || session.currency === null
        ? null
        : fromCardUnits(session.amount_total, session.currency.toUpperCase()),
    currency: session.currency,
  }
}
