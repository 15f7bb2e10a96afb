import sql from 'sql-template-tag'
import { queuedMails } from '../portal/mails.ts'
import { expect, vi } from 'vitest'
import type { CheckoutAnswer } from '@portal/domain/accreditation/accreditation.schema'
import type { Browser, TestPortal } from '../portal/portal.ts'

export const address = {
  name: 'Ana Novak',
  line1: '1 Harbor Way',
  line2: null,
  city: 'Chicago',
  country: 'US',
  state: 'IL',
  postal_code: '60606',
}

/** An accreditation for sale, as an import inserts it. */
export async function givenProduct(
  portal: TestPortal,
  id: string,
  cents = 24_900,
  currency = 'USD',
): Promise<void> {
  await portal.system.query(`insert into accreditation_product values ($1, $2, $3, $4)`, [
    id,
    `Certified Trader ${id}`,
    cents,
    currency,
  ])
}

export async function openCheckout(
  who: Browser,
  productId: string,
): Promise<CheckoutAnswer & { purchaseId: string }> {
  const answer = await who.post('/api/accreditation/create-checkout-session', {
    payload: { productId, ...address },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** Pays on the provider's page, like its script. */
export async function payOnPage(
  portal: TestPortal,
  { sessionId, clientSecret }: CheckoutAnswer,
  card = 'pm_card_visa',
): Promise<{
  status?: string
  intent?: { id: string; status: string }
  error?: { message: string }
}> {
  const form = { key: 'pk_test_portal', client_secret: clientSecret, payment_method: card }
  const answer = await fetch(
    `${portal.sandbox.cardsOrigin}/v1/payment_pages/${sessionId}/confirm`,
    { method: 'POST', body: new URLSearchParams({ ...form, email: 'ana@b.example', name: 'Ana' }) },
  )
  return (await answer.json()) as { status?: string }
}

export const statusOf = async (who: Browser, sessionId: string) =>
  (await who.get(`/api/accreditation/purchase-status?sessionId=${sessionId}`)).json<{
    status: string
  }>().status

/** Everything that a purchase leaves behind. */
export async function traces(portal: TestPortal, sessionId: string) {
  const one = async (query: string) =>
    (await portal.system.query<Record<string, unknown>>(query, [sessionId])).rows
  const [purchase] = await one(
    `select id, state, paid_cents, buyer_email from accreditation_purchase where checkout_id = $1`,
  )
  const mails = await queuedMails(
    portal,
    sql`about = (select 'accreditation ' || id from accreditation_purchase
                  where checkout_id = ${sessionId})`,
  )
  const events = await one(
    `select account_id, type, data from outbox_event where data->>'providerCheckoutId' = $1`,
  )
  return { purchase, mails, events }
}

export const paid = (who: Browser, sessionId: string) =>
  vi.waitFor(async () => expect(await statusOf(who, sessionId)).toBe('paid'), 5000)
