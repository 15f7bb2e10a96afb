// Sends only the requests of a run: makes the same charges at the card sandbox as the portal, with the same
// concurrency. For each chunk it creates the intents, lists all of the customer's intents, and confirms the new ones.
// Like the portal's command, it starts without loaded or compiled code.
import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'

const { STRIPE_API_BASE, CUSTOMER, CARD, ACCOUNT, CHARGES, CONCURRENCY, CHUNK } = process.env
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
const since = Math.floor(Date.now() / 1000) - 3600

async function create(number) {
  const attempt = randomUUID()
  const { id } = await stripe.paymentIntents.create(
    {
      amount: 1000 + number,
      currency: 'usd',
      customer: CUSTOMER,
      payment_method: CARD,
      allowed_payment_method_types: ['card'],
      description: `Invoice INV-${number}`,
      metadata: { attempt, invoice: `INV-${number}`, account: ACCOUNT, instance: ACCOUNT },
    },
    { idempotencyKey: `create:${attempt}` },
  )
  return { id, attempt }
}

async function confirm({ id, attempt }) {
  const { status } = await stripe.paymentIntents.confirm(
    id,
    { off_session: true },
    { idempotencyKey: `confirm:${attempt}` },
  )
  if (status !== 'succeeded') throw new Error(`charge ${id} is ${status}`)
}

async function eachAtOnce(items, work) {
  const done = []
  const left = items.values()
  const workOnAndOn = async () => {
    for (const item of left) done.push(await work(item))
  }
  await Promise.all(Array.from({ length: Number(CONCURRENCY) }, workOnAndOn))
  return done
}

for (let first = 1; first <= Number(CHARGES); first += Number(CHUNK)) {
  const size = Math.min(Number(CHUNK), Number(CHARGES) - first + 1)
  const created = await eachAtOnce(
    Array.from({ length: size }, (_, at) => first + at),
    create,
  )
  const listed = new Set()
  for await (const { id } of stripe.paymentIntents.list({
    customer: CUSTOMER,
    created: { gte: since },
    limit: 100,
  }))
    listed.add(id)
  if (created.some(({ id }) => !listed.has(id))) throw new Error('an intent is not in the list')
  await eachAtOnce(created, confirm)
}
