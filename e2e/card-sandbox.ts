import { onTestFinished } from 'vitest'
import { portal } from './browser.ts'

export interface Charge {
  id: string
  amount: number
  status: 'succeeded' | 'failed'
  description: string
  metadata: { account: string; invoice: string; attempt: string }
}

/** What the card provider charged for an invoice, by its own account of things. */
export async function chargesFor(invoiceNumber: string): Promise<Charge[]> {
  const all = await chargesOfProvider()
  return all.filter(({ description }) => description === `Invoice ${invoiceNumber}`)
}

export async function chargesOfProvider(): Promise<Charge[]> {
  const headers = { authorization: 'Bearer sk_test_journeys' }
  const answer = await fetch(`${portal.cards}/v1/charges?limit=100`, { headers })
  return ((await answer.json()) as { data: Charge[] }).data
}

/** Answers the question of a card's bank without its window. */
export async function passBank(clientSecret: string): Promise<string> {
  const [intent = ''] = clientSecret.split('_secret_')
  const answer = await fetch(`${portal.cards}/_sandbox/three-d-secure`, {
    method: 'POST',
    body: JSON.stringify({ intent }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return intent
}

/** Makes the provider slow or broken for the next calls that match, until the test ends at the latest. */
export async function breakProvider(fault: {
  kind: 'latency' | 'status' | 'reset_after'
  path: string
  method?: string
  times?: number
  ms?: number
  status?: number
}): Promise<void> {
  const answer = await fetch(`${portal.cards}/_sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify(fault),
  })
  if (!answer.ok) throw new Error(await answer.text())
  onTestFinished(healProvider)
}

export async function healProvider(): Promise<void> {
  await fetch(`${portal.cards}/_sandbox/faults`, { method: 'DELETE' })
}
