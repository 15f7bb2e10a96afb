import { expect, inject } from 'vitest'
import { portal } from './browser.ts'
import { openVisit } from './open-visit.ts'
import type { Person } from './people.ts'

/** Gives the person's company a card of the provider's test cards, by the call the page makes. */
export async function addCard(as: Person, card: string): Promise<void> {
  const { context } = await openVisit(inject('browser'), portal.origin, { as })
  const cookies = await context.cookies()
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const answer = await context.request.post(`/api/payment/card?stripeToken=${card}`, {
    headers: { 'X-XSRF-TOKEN': decodeURIComponent(token), origin: portal.origin },
  })
  await context.close()
  expect(answer.status()).toBe(200)
}
