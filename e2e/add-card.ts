import { callAs } from './call-as.ts'
import { passBank } from './card-sandbox.ts'
import type { Person } from './people.ts'

/** Gives the person's company a card of the provider's test cards, by the call the page makes. */
export async function addCard(as: Person, card: string): Promise<void> {
  const save = (token: string) =>
    callAs<{ clientSecret?: string }>(as, 'post', `/payment/card?stripeToken=${token}`)
  const { clientSecret } = await save(card)
  if (clientSecret) await save(await passBank(clientSecret))
}
