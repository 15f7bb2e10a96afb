import { expect, onTestFinished } from 'vitest'
import { portal } from './browser.ts'

export interface Charge {
  id: string
  amount: number
  status: 'succeeded' | 'failed'
  description: string
  metadata: { account: string; invoice: string; attempt: string }
}

export async function chargesFor(invoiceNumber: string): Promise<Charge[]> {
  const all = await chargesOfProvider()
  return all.filter(({ description }) => description === `Invoice ${invoiceNumber}`)
}

export async function chargesOfProvider(): Promise<Charge[]> {
  const headers = { authorization: 'Bearer sk_test_journeys' }
  const answer = await fetch(`${portal.cards}/v1/charges?limit=100`, { headers })
  return ((await answer.json()) as { data: Charge[] }).data
}

/** Completes the bank's authentication without its window. */
export async function passBank(clientSecret: string): Promise<string> {
  const [intent = ''] = clientSecret.split('_secret_')
  const answer = await fetch(`${portal.cards}/_sandbox/three-d-secure`, {
    method: 'POST',
    body: JSON.stringify({ intent }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return intent
}

/** Makes the provider slow or faulty for the next matching calls, at most until the test ends. */
export async function breakProvider(fault: {
  kind: 'latency' | 'slow_execute' | 'status' | 'reset_after'
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

/** Holds the next confirmation of a payment, until `release`. */
export async function holdConfirmation() {
  const faults = `${portal.cards}/_sandbox/faults`
  await breakProvider({ kind: 'slow_execute', method: 'POST', path: '/confirm$', ms: 12_000 })
  return {
    /** Waits until it has arrived at the provider, which uses the fault up. */
    isHeld: async () => {
      await expect.poll(async () => (await fetch(faults)).json()).toEqual([])
    },
    release: () => fetch(`${portal.cards}/_sandbox/release`, { method: 'POST' }),
  }
}

export async function healProvider(): Promise<void> {
  await fetch(`${portal.cards}/_sandbox/faults`, { method: 'DELETE' })
}
