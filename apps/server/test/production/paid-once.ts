import { expect } from 'vitest'
import type { Payer, Seen } from './people.ts'
import type { Production } from './production.ts'

interface Charge {
  id: string
  paid: boolean
  metadata: Record<string, string>
}

/** The numbers of the invoices that the card provider charged, each as often as it was charged. */
export async function chargedNumbers({ providers }: Production): Promise<string[]> {
  const numbers: string[] = []
  for (let after = ''; ;) {
    const answer = await fetch(`${providers.cardsOrigin}/v1/charges?limit=100${after}`, {
      headers: { authorization: 'Bearer sk_test_dashboard' },
    })
    const { data, has_more: hasMore } = (await answer.json()) as {
      data: Charge[]
      has_more: boolean
    }
    numbers.push(...data.flatMap(({ paid, metadata }) => (paid ? metadata['invoice']! : [])))
    if (!hasMore) return numbers
    after = `&starting_after=${data.at(-1)!.id}`
  }
}

/**
 * No invoice was charged twice, each that the portal called paid was charged, and the portal knows all charges.
 */
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
