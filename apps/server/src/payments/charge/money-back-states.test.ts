import { beforeEach, expect, test, vi } from 'vitest'
import sql from 'sql-template-tag'
import { eventsOf } from '../../../test/events.ts'
import { books, givenPayer, keepRefundsPending, refundOf, useCard } from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { queuedMails } from '../../../test/mails.ts'

const portal = testPortal()
let paula: Browser
let accountId: string
let invoiceId: string
let count = 0

beforeEach(async () => {
  accountId = `MS${(count += 1)}`
  paula = await givenPayer(portal, accountId)
  invoiceId = await portal.given.invoice(accountId, `MS-${count}`)
  await portal.sandbox.control('/webhooks', { duplicate: 3, reorder: true, delayMs: 5 })
})

async function payWith(card: string) {
  await useCard(paula, card)
  expect((await paula.post(`/api/invoice/${invoiceId}/payment`)).statusCode).toBe(200)
}
const refund = async (cents: number) => (await refundOf(portal, invoiceId, cents)).id
async function told() {
  const { rows } = await portal.system.query<{ told: string }>(sql`
    select description as told from history_entry
     where account_id = ${accountId} and entry_type in ('Refund', 'Dispute') order by id`)
  return rows.map((row) => row.told)
}
const mails = () =>
  queuedMails(portal, sql`account_id = ${accountId} and about similar to '(refund|dispute) %'`)
const events = async () =>
  (await eventsOf(portal, accountId))
    .filter(({ type }) => /refund|disputed/.test(type))
    .map(({ type, data }) => [type, (data as { remainingCents: number }).remainingCents])
const untilTold = (entries: string[]) =>
  vi.waitFor(async () => expect(await told()).toEqual(entries), 5000)
const ledger = async () => (await books(portal, accountId)).receivableCents

test('a refund that fails later is booked back and mailed, once each', async () => {
  await payWith('pm_card_visa')
  const id = await refund(2_050)
  const refunded = `Refunded $20.50 of the payment of invoice MS-${count}`
  await untilTold([refunded])
  expect(await ledger()).toBe(-7_950)
  await portal.sandbox.control(`/refunds/${id}`, { status: 'failed' })
  const failed = `The refund of $20.50 of the payment of invoice MS-${count} failed`
  await untilTold([refunded, failed])
  expect(await ledger()).toBe(-10_000)
  const [first, second, ...more] = await mails()
  expect([first?.subject, second?.subject, more]).toEqual([refunded, failed, []])
  expect(first?.text).toContain('You do not need to pay this invoice unless we ask you to again.')
  expect(await events()).toEqual([
    ['invoice.payment.refunded', 7_950],
    ['invoice.payment.refund_failed', 10_000],
  ])
})

test('a pending refund shows in the history, and counts once it succeeds', async () => {
  await keepRefundsPending(portal)
  await payWith('pm_card_pendingRefund')
  const id = await refund(2_050)
  const pending = `A refund of $20.50 of the payment of invoice MS-${count} is in progress`
  await untilTold([pending])
  expect([await ledger(), await mails(), await events()]).toEqual([-10_000, [], []])
  await portal.sandbox.control(`/refunds/${id}`, { status: 'succeeded' })
  await untilTold([pending, `Refunded $20.50 of the payment of invoice MS-${count}`])
  expect(await ledger()).toBe(-7_950)
  expect(await mails()).toHaveLength(1)
})

test('a dispute that is won after it was lost gives the payment back', async () => {
  await payWith('pm_card_createDispute')
  const open = `The payment of invoice MS-${count} ($100.00) is disputed by the card's bank`
  await untilTold([open])
  const { rows } = await portal.system.query<{ id: string }>(
    sql`select id from payment_dispute where account_id = ${accountId}`,
  )
  await portal.sandbox.control(`/disputes/${rows[0]!.id}`, { status: 'lost' })
  const lost = `The bank took back $100.00 of the payment of invoice MS-${count}`
  await untilTold([open, lost])
  expect(await ledger()).toBe(0)
  await portal.sandbox.control(`/disputes/${rows[0]!.id}`, { status: 'won' })
  await untilTold([
    open,
    lost,
    `The bank returned $100.00 of the payment of invoice MS-${count} to us: the payment counts again`,
  ])
  expect(await ledger()).toBe(-10_000)
  expect(await events()).toEqual([
    ['invoice.payment.disputed', 10_000],
    ['invoice.payment.disputed', 0],
    ['invoice.payment.disputed', 10_000],
  ])
  const texts = (await mails()).map(({ text }) => text)
  expect(texts).toHaveLength(3)
  expect(texts.join()).not.toMatch(/due again/)
})

test('more refunds than a page of the provider holds are all seen', async () => {
  await portal.sandbox.control('/webhooks', { drop: true })
  await payWith('pm_card_visa')
  for (let nth = 0; nth < 101; nth += 1) await refund(1)
  await portal.sandbox.control('/webhooks', { drop: false })
  await refund(1)
  await vi.waitFor(async () => expect(await ledger()).toBe(-9_898), 20_000)
})
