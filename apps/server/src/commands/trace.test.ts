import { beforeAll, expect, test } from 'vitest'
import { portal as run } from '../../test/integration/command-line.ts'
import { givenPayer } from '../../test/payments/payments.ts'
import { sentMails } from '../../test/portal/mails.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'

const portal = testPortal()
let payer: Browser
let refused: Browser
let paid: { requestId: string; attemptId: string; intentId: string }

const trace = (...args: string[]) => run(['trace', ...args], portal.env)
const attemptOf = async (number: string) => {
  const { rows } = await portal.system.query<{ attemptId: string; intentId: string }>(
    `select id as "attemptId", intent_id as "intentId" from payment_attempt where invoice_number = $1`,
    [number],
  )
  return rows[0]!
}

beforeAll(async () => {
  payer = await givenPayer(portal, 'A1')
  refused = await givenPayer(portal, 'B1', undefined, 'pm_card_chargeCustomerFail')
  const invoice = await portal.given.invoice('A1', 'TRACE-1')
  const answer = await payer.post(`/api/invoice/${invoice}/payment`)
  const requestId = String(answer.headers['x-request-id'])
  paid = { requestId, ...(await attemptOf('TRACE-1')) }
  await sentMails(portal)
})

test('a payment is found by each of its ids, with its whole history', async () => {
  const { requestId, attemptId, intentId } = paid
  for (const id of [attemptId, intentId, requestId]) {
    const { code, out } = await trace(id)
    expect(code).toBe(0)
    const lines = out.split('\n').map((line) => line.trim())
    expect(lines[0]).toBe(`Payment ${attemptId} of invoice TRACE-1, company A1`)
    for (const words of [
      `by request ${requestId}`,
      'is succeeded',
      'history        Card Payment: Paid invoice TRACE-1',
      'event          invoice.payment.succeeded',
      'waits for delivery or for EVENTS_URL',
      'was sent',
      `Now at the card provider: ${intentId} is succeeded`,
      `In the logs: attemptId ${attemptId}, intentId ${intentId}, requestId ${requestId}`,
    ])
      expect([words, lines.some((line) => line.includes(words))]).toEqual([words, true])
    const instants = lines.flatMap((line) => /^\d{4}-\S+Z/.exec(line)?.[0] ?? [])
    expect(instants.length).toBeGreaterThan(4)
    expect(instants).toEqual(instants.toSorted())
  }
})

test('customer B1 reports a failed payment of an invoice: the number leads to the reason', async () => {
  const invoice = await portal.given.invoice('B1', 'TRACE-2')
  expect((await refused.post(`/api/invoice/${invoice}/payment`)).statusCode).toBe(402)
  // Another company has an invoice with the same number.
  await portal.given.invoice('A1', 'TRACE-2')
  const { out } = await trace('TRACE-2', '--company', 'B1')
  expect(out).toMatch(/is failed \(generic_decline\): /)
  expect(out).toMatch(/Payment Failed by .*: Payment of invoice TRACE-2 failed: /)
  expect(out).not.toContain('company A1')
  expect((await trace('TRACE-2')).out).toContain('Invoice TRACE-2, company A1')
})

test('missing information of the card provider is reported', async () => {
  const away = { ...portal.env, STRIPE_API_BASE: 'http://127.0.0.1:9' }
  const { code, out } = await run(['trace', paid.attemptId], away)
  expect(code).toBe(0)
  expect(out).toContain('Now at the card provider: not known, ')
})

test('orders, mails and uploads can be traced too', async () => {
  await portal.given.user('orders@a.example', 'A1', ['AccessLicenses'])
  const { rows } = await portal.system.query<{ portalId: string }>(
    `insert into license_order (account_id, status, requestor_name, submitted_at, created_at)
     values ('A1', 'Submitted', 'Olga \u001b[2J', now(), now() - interval '1 hour') returning portal_id as "portalId"`,
  )
  const order = await trace(rows[0]!.portalId)
  expect(order.out).toMatch(/begun by Olga \\u001b\[2J\n.*submitted\n/)
  const { rows: mails } = await portal.system.query<{ id: string }>('select id from mail limit 1')
  expect((await trace(mails[0]!.id)).out).toMatch(
    /^Mail .* \(\w+\), company A1\n.*was queued\n.*was sent\n/,
  )
})

test('unknown ids and wrong arguments are reported', async () => {
  const err = 'Nothing in the database has the id nothing\\u001b[2J.\n'
  expect(await trace('nothing\u001b[2J')).toMatchObject({ code: 1, out: '', err })
  for (const args of [[], ['a', 'b']])
    expect(await trace(...args)).toMatchObject({ code: 2, out: '' })
})
