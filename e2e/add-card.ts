import { expect, inject } from 'vitest'
import { portal } from './browser.ts'
import { passBank } from './card-sandbox.ts'
import { openVisit } from './open-visit.ts'
import type { Person } from './people.ts'

/** Gives the person's company a card of the provider's test cards, by the call the page makes. */
export async function addCard(as: Person, card: string): Promise<void> {
  const { context } = await openVisit(inject('browser'), portal.origin, { as })
  const cookies = await context.cookies()
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const save = async (stripeToken: string) => {
    const answer = await context.request.post(`/api/payment/card?stripeToken=${stripeToken}`, {
      headers: { 'X-XSRF-TOKEN': decodeURIComponent(token), origin: portal.origin },
    })
    expect(answer.status()).toBe(200)
    return (await answer.json()) as { clientSecret?: string }
  }
  const { clientSecret } = await save(card)
  if (clientSecret) await save(await passBank(clientSecret))
  await context.close()
}
