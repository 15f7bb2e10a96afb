import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import sql from 'sql-template-tag'
import type { Card } from '@portal/domain/payments/cards.schema'
import { runs } from '../../../../../tools/random-tests.ts'
import { charges, givenPayer } from '../../../test/payments.ts'
import { startTestPortal, type TestPortal } from '../../../test/portal.ts'
import { providerEventTypes, takeProviderEvent } from '../../take-provider-event.ts'
import { takeOrKeep } from '../events/take-event.ts'
import { lookAtMoneyBack } from './take-money-back.ts'

let portal: TestPortal
let count = 0

beforeAll(async () => {
  portal = await startTestPortal()
  await portal.sandbox.control('/webhooks', { drop: true })
})
afterAll(() => portal.close())

/**
 * A step; numbers choose among existing objects. The provider refuses impossible steps, which then
 * have no effect.
 */
const someStep = fc.oneof(
  fc.record({ do: fc.constant('refund' as const), cents: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({
    do: fc.constant('refund becomes' as const),
    which: fc.nat(4),
    status: fc.constantFrom('succeeded', 'failed', 'canceled'),
  }),
  fc.record({ do: fc.constant('dispute' as const), cents: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({
    do: fc.constant('dispute becomes' as const),
    which: fc.nat(2),
    status: fc.constantFrom('won', 'lost', 'won', 'under_review'),
  }),
  // Early, late, twice and at once; events that are never chosen are lost.
  fc.record({
    do: fc.constant('deliver' as const),
    which: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ do: fc.constant('look' as const) }),
)
type Step = typeof someStep extends fc.Arbitrary<infer T> ? T : never

interface ProviderRow {
  id: string
  amount: number
  status: string
}

async function tryAt(origin: string, body: Record<string, string>) {
  await fetch(origin, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_portal' },
    body: new URLSearchParams(body),
  })
}

async function paid(startsPending: boolean) {
  const accountId = `MR${(count += 1)}`
  const payer = await givenPayer(portal, accountId)
  if (startsPending) {
    const card = (
      await payer.post('/api/payment/card?stripeToken=pm_card_pendingRefund')
    ).json<Card>()
    await payer.send('PUT', `/api/payment/card/default?cardId=${card.id}`)
  }
  const invoiceId = await portal.given.invoice(accountId, `MR-${count}`)
  expect((await payer.post(`/api/invoice/${invoiceId}/payment`)).statusCode).toBe(200)
  const [charge] = await charges(portal, invoiceId)
  const { rows } = await portal.system.query<{ intent: string }>(
    sql`select intent_id as intent from payment_attempt where account_id = ${accountId}`,
  )
  return { accountId, charge: charge!.id, intent: rows[0]!.intent, since: new Date() }
}
type Paid = Awaited<ReturnType<typeof paid>>

const listOf = async (what: string, { intent }: Paid) =>
  (
    await portal.sandbox.provider<{ data: ProviderRow[] }>(
      `/${what}?payment_intent=${intent}&limit=100`,
    )
  ).data

async function take(step: Step, one: Paid): Promise<void> {
  const { cardsOrigin, control } = portal.sandbox
  if (step.do === 'refund')
    return tryAt(`${cardsOrigin}/v1/refunds`, { charge: one.charge, amount: String(step.cents) })
  if (step.do === 'dispute')
    return void (await control('/disputes', { charge: one.charge, amount: step.cents }).catch(
      () => {},
    ))
  if (step.do === 'look') return lookAtMoneyBack(portal.deps, one.intent, one.accountId)
  if (step.do === 'deliver') {
    const events = await portal.deps.cards.listEvents(providerEventTypes, one.since)
    const chosen = step.which.flatMap((nth) => events.at(-1 - (nth % events.length)) ?? [])
    await Promise.all(chosen.map((event) => takeOrKeep(portal.deps, event, takeProviderEvent)))
    return
  }
  const what = step.do === 'refund becomes' ? 'refunds' : 'disputes'
  const rows = await listOf(what, one)
  const chosen = rows[step.which % rows.length]
  if (chosen) await control(`/${what}/${chosen.id}`, { status: step.status }).catch(() => {})
}

/** The amount returned at the provider, computed from its own lists. */
async function backAtProvider(one: Paid) {
  const refunds = (await listOf('refunds', one)).filter(({ status }) => status === 'succeeded')
  const disputes = (await listOf('disputes', one)).filter(({ status }) => status === 'lost')
  return [
    ...refunds.map(({ amount }) => `refunded ${amount}`),
    ...disputes.map(({ amount }) => `chargedBack ${amount}`),
  ].sort()
}

const pendingAtProvider = async (one: Paid) =>
  (await listOf('refunds', one)).filter(({ status }) => status === 'pending')

async function backHere({ accountId }: Paid) {
  const { rows } = await portal.system.query<{ back: string }>(
    sql`select kind || ' ' || amount_cents as back from invoice_money_back where account_id = ${accountId}`,
  )
  return rows.map(({ back }) => back).sort()
}

async function written({ accountId }: Paid) {
  const { rows } = await portal.system.query<Record<string, number>>(sql`
    select (select coalesce(-sum(amount_cents), 0)::bigint from ledger_entry
             where account_id = ${accountId} and ledger_account = 'receivable') as net,
           (select coalesce(sum(amount_cents), 0)::bigint from ledger_entry
             where account_id = ${accountId} and ledger_account = 'card_clearing') as clearing,
           (select count(*) from ledger_entry where account_id = ${accountId}) as entries,
           (select count(*) from history_entry where account_id = ${accountId}) as told,
           (select count(*) from mail where account_id = ${accountId}) as mails,
           (select count(*) from outbox_event where account_id = ${accountId}) as events`)
  return rows[0]!
}

const cents = (back: readonly string[]) =>
  back.reduce((sum, one) => sum + Number(one.split(' ')[1]), 0)

/** A pending refund of the test card succeeds after a second: if that was just now, both are compared again. */
async function expectAgreement(one: Paid): Promise<void> {
  const before = await backAtProvider(one)
  await lookAtMoneyBack(portal.deps, one.intent, one.accountId)
  const here = { back: await backHere(one), ...(await written(one)) }
  const back = await backAtProvider(one)
  if (back.join() !== before.join()) return expectAgreement(one)
  const left = 10_000 - cents(back)
  expect(here).toMatchObject({ back, net: left, clearing: left })
}

test('after any refunds, disputes and events, one check makes the ledger agree', async () => {
  let steps = 0
  const report = await fc.check(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(someStep, { minLength: 2, maxLength: 14 }),
      async (startsPending, some) => {
        const one = await paid(startsPending)
        for (const step of some) {
          await take(step, one)
          steps += 1
        }
        await expectAgreement(one)
        await vi.waitFor(async () => expect(await pendingAtProvider(one)).toEqual([]), 5000)
        await expectAgreement(one)
        const after = await written(one)
        // All events again, at once: nothing is booked or mailed twice.
        const events = await portal.deps.cards.listEvents(providerEventTypes, one.since)
        await Promise.all([
          ...events.map((event) => takeOrKeep(portal.deps, event, takeProviderEvent)),
          lookAtMoneyBack(portal.deps, one.intent, one.accountId),
        ])
        expect(await written(one)).toEqual(after)
      },
    ),
    { numRuns: runs(15), endOnFailure: true },
  )
  console.log(`money back: ${report.numRuns} sequences, ${steps} steps, seed ${report.seed}`)
  expect(report.failed ? fc.defaultReportMessage(report) : '').toBe('')
}, 900_000)
