import { randomUUID } from 'node:crypto'
import { queuedMails } from './mails.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import { plural } from '@portal/domain/kernel/plural'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import { readInstanceId } from '../src/platform/instance.ts'
import { books, givenPayer } from './payments.ts'
import type { Browser } from './portal.ts'
import { testPortal } from './test-portal.ts'
import { startReplica, type Replica } from './start-dying-server.ts'

/** `npm run test:soak` extends it. */
const outageSeconds = Number(process.env['OUTAGE_SECONDS'] ?? 20)
/**
 * By then the leases of open payments have expired, and all remaining payments were looked at or
 * opened once more.
 */
const finalWithinSeconds = 150
const count = 300
const priceCents = 10_000
const accountId = 'OUTAGE'

const portal = testPortal()

const path = '/api/invoice/all-invoices/payment'

async function ask(web: Replica, who: Browser, method: 'GET' | 'POST'): Promise<PaymentBatch> {
  const headers = { ...who.headers, 'idempotency-key': randomUUID() }
  const answer = await fetch(`http://localhost:${web.port}${path}`, { method, headers })
  expect([200, 202]).toContain(answer.status)
  return (await answer.json()) as PaymentBatch
}

const paidHere = async () =>
  (await books(portal, accountId)).states.filter((state) => state === 'succeeded').length

/**
 * Returns the outcomes of the provider's intents for each invoice, and checks that all are this
 * portal's.
 */
async function intents(): Promise<Map<string, string[]>> {
  const instance = await readInstanceId(portal.system)
  const found = new Map<string, string[]>()
  for await (const intent of portal.deps.cards.listIntents({ since: null })) {
    expect(intent).toMatchObject({ instance, accountId, amountCents: priceCents })
    found.set(intent.invoiceNumber, [...(found.get(intent.invoiceNumber) ?? []), intent.status])
  }
  return found
}

/**
 * First only responses are lost, then nothing reaches the provider. No webhook arrives until the
 * end. In a long outage, some requests are executed after the portal has timed out; the batch waits
 * half a minute for these.
 */
async function beginOutage(): Promise<() => Promise<void>> {
  const { control, cardsOrigin } = portal.sandbox
  const fault = (kind: string, times: number, ms = 0) =>
    control('/faults', { kind, path: '^/v1/', times, ms })
  await control('/webhooks', { drop: true })
  await fault('reset_after', 16)
  if (outageSeconds > 60) await fault('latency', 8, 18_000)
  await fault('reset_before', 1_000_000)
  return async () => {
    await fetch(`${cardsOrigin}/_sandbox/faults`, { method: 'DELETE' })
    await control('/webhooks', { drop: false })
  }
}

async function isFinal(): Promise<boolean> {
  const { rows } = await portal.system.query(
    `select from payment_attempt where state in ('open', 'requires_action')
      union all select from payment_batch where finished_at is null`,
  )
  return rows.length === 0
}

const mailsOf = (batchId: string) => queuedMails(portal, sql`about = ${`batch ${batchId}`}`)

/** Counts the invoices that the provider charged, and checks that none was charged twice. */
async function requirePaidOnce(): Promise<number> {
  const statuses = await intents()
  for (const of of statuses.values())
    expect(of.filter((status) => status !== 'canceled')).toEqual(
      of.includes('succeeded') ? ['succeeded'] : [],
    )
  const paid = [...statuses.values()].filter((of) => of.includes('succeeded')).length
  const { states, receivableCents, clearingCents } = await books(portal, accountId)
  expect(states.filter((state) => state === 'succeeded')).toHaveLength(paid)
  expect([receivableCents, clearingCents]).toEqual([-paid * priceCents, paid * priceCents])
  return paid
}

test(
  `pay all of 300 invoices through ${outageSeconds} s without the card provider: each is paid once, or told as not paid`,
  async () => {
    const payer = await givenPayer(portal, accountId)
    for (let at = 0; at < count; at += 1) await portal.given.invoice(accountId, `OUT-${at}`)
    const kinds = ['web', 'web', 'worker', 'worker'] as const
    const replicas = await Promise.all(kinds.map((kind) => startReplica(portal, kind)))
    onTestFinished(async () => void (await Promise.all(replicas.map((one) => one.stop()))))
    const [first, second] = replicas as [Replica, Replica]
    await portal.sandbox.control('/latency', { ms: 60 })

    const paying = ask(first, payer, 'POST')
    await expect.poll(paidHere, { interval: 30, timeout: 120_000 }).toBeGreaterThan(count / 3)
    const endOutage = await beginOutage()
    const { id } = await paying
    await sleep(outageSeconds * 1000)
    const paidBefore = await paidHere()
    const during = await ask(second, payer, 'GET')
    expect(during).toMatchObject({
      id,
      status: 'running',
      paid: paidBefore,
      paidAmount: paidBefore * 100,
    })
    expect(during.paid).toBeLessThan(count)
    expect(await mailsOf(id)).toEqual([])
    await endOutage()

    const start = Date.now()
    await expect.poll(isFinal, { interval: 250, timeout: finalWithinSeconds * 1000 }).toBe(true)
    console.log(
      `Final ${((Date.now() - start) / 1000).toFixed(1)} s after an outage of ${outageSeconds} s`,
    )
    const paid = await requirePaidOnce()
    const after = await ask(second, payer, 'GET')
    expect(after).toMatchObject({
      id,
      status: 'done',
      total: count,
      paid,
      pending: 0,
      paidAmount: paid * 100,
    })
    const failed = after.failed.map(({ invoiceNumber }) => invoiceNumber)
    const statuses = await intents()
    expect(failed).toHaveLength(count - paid)
    expect(failed.filter((number) => statuses.get(number)?.includes('succeeded'))).toEqual([])
    const [mail, ...more] = await mailsOf(id)
    expect(more).toEqual([])
    expect(mail!.subject).toBe(
      `Payment of ${count} invoices: ${paid} paid${failed.length > 0 ? `, ${failed.length} not paid` : ''}`,
    )
    expect(mail!.text).toContain(
      `We received $${(paid * 100).toLocaleString('en-US')}.00 for ${plural(paid, 'invoice')}.`,
    )
    expect(mail!.text.includes(`Not paid: ${plural(failed.length, 'invoice')}.`)).toBe(
      failed.length > 0,
    )
    expect(mail!.text).not.toContain('Still being confirmed')
    expect((await books(portal, accountId)).receipts).toBe(0)

    // Exactly the invoices reported as not paid can be paid.
    if (failed.length > 0) await ask(first, payer, 'POST')
    await expect.poll(isFinal, { interval: 250, timeout: 60_000 }).toBe(true)
    expect(await requirePaidOnce()).toBe(count)
    expect((await payer.post(path)).json()).toMatchObject({ message: 'No eligible invoices' })
  },
  240_000 + (outageSeconds + finalWithinSeconds) * 1000,
)
