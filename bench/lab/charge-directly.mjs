// The charges of a run and nothing else: a program that asks the card sandbox for them as the portal does, so many at
// once. Like the portal's command it begins with nothing loaded and nothing compiled.
import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'

const { STRIPE_API_BASE, CUSTOMER, CARD, ACCOUNT, CHARGES, CONCURRENCY } = process.env
const { hostname, port } = new URL(STRIPE_API_BASE)
const stripe = new Stripe('sk_test_none', {
  apiVersion: '2026-10-28.endive',
  protocol: 'http',
  host: hostname,
  port,
  maxNetworkRetries: 0,
  timeout: 15_000,
  telemetry: false,
})
const numbers = Array.from({ length: Number(CHARGES) }, (_, at) => at + 1).values()

async function chargeOnAndOn() {
  for (const number of numbers) {
    const attempt = randomUUID()
    const { status } = await stripe.paymentIntents.create(
      {
        amount: 1000 + number,
        currency: 'usd',
        customer: CUSTOMER,
        payment_method: CARD,
        allowed_payment_method_types: ['card'],
        confirm: true,
        off_session: true,
        description: `Invoice INV-${number}`,
        metadata: { attempt, invoice: String(number), account: ACCOUNT },
      },
      { idempotencyKey: `pay:${attempt}` },
    )
    if (status !== 'succeeded') throw new Error(`charge ${number} is ${status}`)
  }
}

await Promise.all(Array.from({ length: Number(CONCURRENCY) }, chargeOnAndOn))
