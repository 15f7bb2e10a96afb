import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { bookMissing } from '../../src/invoices/book-movements.ts'
import { inTransaction } from '../../src/platform/database/database.ts'
import { signInThroughProvider, type Visitor } from '../session/sign-in.ts'
import type { Production } from './production.ts'

export interface Payer {
  accountId: string
  who: Visitor
  /** The ids of open invoices of $100.00, by number. */
  invoices: Map<string, string>
}

/** A company with a card, one payer who has signed in through the proxy, and so many open invoices. */
export async function givenPayer(
  production: Production,
  accountId: string,
  invoiceCount: number,
): Promise<Payer> {
  const { given } = production
  const email = `payer@${accountId.toLowerCase()}.example`
  await given.company(accountId)
  await given.user(email, accountId, ['AccessInvoices', 'PayInvoices'], ['Licenses'])
  const who = production.visitor()
  expect(await signInThroughProvider(who, { email })).toBe('/manage')
  const added = await who.fetch('/api/payment/card?stripeToken=pm_card_visa', { method: 'POST' })
  expect(added.status).toBe(200)
  const invoices = new Map<string, string>()
  for (let at = 0; at < invoiceCount; at += 1) {
    const number = `${accountId}-${at}`
    invoices.set(number, await given.invoice(accountId, number))
  }
  await inTransaction(production.system, (tx) => bookMissing(tx, accountId))
  return { accountId, who, invoices }
}

export const pay = (payer: Payer, number: string, key: string = randomUUID()) =>
  payer.who.fetch(`/api/invoice/${payer.invoices.get(number)}/payment`, {
    method: 'POST',
    headers: { 'idempotency-key': key },
  })

export const seesInvoices = (payer: Payer) => payer.who.fetch('/api/invoice')

/** The responses to the users. */
export interface Seen {
  /** How often each status was the response; 0 is a lost connection. */
  statuses: Map<number, number>
  /** The messages with each status other than 200. */
  said: Map<number, Set<string>>
  /** The invoices that the portal reported as paid. */
  paid: Set<string>
}

/**
 * Every user repeatedly lists invoices and pays one, as a page does: with the same key until there is a response
 * that is not "try again". Returns a function that stops the users and returns the responses.
 */
export function useMeanwhile(payers: readonly Payer[]): () => Promise<Seen> {
  const seen: Seen = { statuses: new Map(), said: new Map(), paid: new Set() }
  const stopped = new AbortController()
  const ask = async (call: () => Promise<Response>) => {
    const answer = await call().catch((error: Error) => error)
    const status = answer instanceof Error ? 0 : answer.status
    const text = answer instanceof Error ? answer.message : await answer.text()
    seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1)
    if (status !== 200) seen.said.set(status, (seen.said.get(status) ?? new Set()).add(text))
    return status
  }
  const using = payers.map(async (payer) => {
    for (const number of payer.invoices.keys()) {
      if (stopped.signal.aborted) return
      await ask(() => seesInvoices(payer))
      const key = randomUUID()
      let status = 0
      do {
        status = await ask(() => pay(payer, number, key))
        await sleep(100)
      } while ([0, 502, 503, 504].includes(status) && !stopped.signal.aborted)
      if (status === 200) seen.paid.add(number)
    }
    throw new Error(`${payer.accountId} has no more invoices: give it more`)
  })
  return async () => {
    stopped.abort()
    await Promise.all(using)
    return seen
  }
}
