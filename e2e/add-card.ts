import { callAs } from './call-as.ts'
import { passBank } from './card-sandbox.ts'
import type { Person } from './people.ts'

/** Adds one of the provider's test cards to the person's company, by the call that the page makes. */
export async function addCard(as: Person, card: string): Promise<void> {
  const save = (token: string) =>
    callAs<{ clientSecret?: string }>(as, 'post', `/payment/card?stripeToken=${token}`)
  const { clientSecret } = await save(card)
  if (clientSecret) await save(await passBank(clientSecret))
}
