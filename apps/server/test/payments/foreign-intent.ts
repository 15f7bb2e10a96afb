import { expect } from 'vitest'
import type { TestPortal } from '../portal/portal.ts'

/** Creates an intent at the provider as another portal would, and charges it immediately. Returns its id. */
export async function foreignIntent(
  { sandbox }: Pick<TestPortal, 'sandbox'>,
  metadata: Record<string, string>,
  card?: string,
): Promise<string> {
  const body = new URLSearchParams({ amount: '12345', currency: 'usd' })
  for (const [name, value] of Object.entries(metadata)) body.set(`metadata[${name}]`, value)
  body.set('allowed_payment_method_types[0]', 'card')
  if (card) {
    body.set('payment_method', card)
    body.set('confirm', 'true')
  }
  const answer = await fetch(`${sandbox.cardsOrigin}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_portal' },
    body,
  })
  type Intent = { id?: string; error?: { payment_intent: { id: string } } }
  const { id, error } = (await answer.json()) as Intent
  expect(id ?? error?.payment_intent).toBeDefined()
  return id ?? error!.payment_intent.id
}
