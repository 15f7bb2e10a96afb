import Stripe from 'stripe'
import { expect } from 'vitest'
import type { Payer, Seen } from './people.ts'
import type { Production } from './production.ts'

/** The numbers of the invoices that the card provider charged, each as often as it was charged. */
async function chargedNumbers({ providers }: Production): Promise<string[]> {
  const { hostname: host, port } = new URL(providers.cardsOrigin)
  const stripe = new Stripe('sk_test_dashboard', { host, port, protocol: 'http' })
  const charges = await stripe.charges.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  return charges.flatMap(({ paid, metadata }) => (paid ? metadata['invoice']! : []))
}

/** No invoice was charged twice, each invoice that the portal called paid was charged, and the portal knows all charges. */
export async function requirePaidOnce(
  production: Production,
  payers: readonly Payer[],
  seen: Seen,
): Promise<void> {
  const charged = await chargedNumbers(production)
  expect(new Set(charged).size).toBe(charged.length)
  expect([...seen.paid].filter((number) => !charged.includes(number))).toEqual([])
  const { rows } = await production.system.query<{ number: string }>(
    `select invoice_number as number from payment_attempt where state = 'succeeded' and account_id = any ($1)`,
    [payers.map(({ accountId }) => accountId)],
  )
  expect(rows.map(({ number }) => number).toSorted()).toEqual(charged.toSorted())
}
