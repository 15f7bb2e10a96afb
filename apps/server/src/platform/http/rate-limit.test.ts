import { expect, test } from 'vitest'
import { givenPayer } from '../../../test/payments/payments.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { limitRate } from './rate-limit.ts'
import type { Refusal } from './refusal.ts'
import { sweep } from '../database/sweep.ts'

const portal = testPortal({ PAYMENTS_PER_MINUTE: '3', SIGN_INS_PER_MINUTE: '3' })

test('payments are limited per company and minute, across its users; other companies are not affected', async () => {
  const paula = await givenPayer(portal, 'A1')
  const eve = await givenPayer(portal, 'B1')
  const tries = []
  const waits: number[] = []
  for (let index = 0; index < 8; index++) {
    const id = await portal.given.invoice('A1', `A-${index}`)
    const answer = await paula.post(`/api/invoice/${id}/payment`)
    tries.push(answer.statusCode)
    if (answer.statusCode === 429) waits.push(Number(answer.headers['retry-after']))
  }
  // If a minute of the database's clock ends in between, one more call is allowed.
  expect(tries.filter((status) => status === 429).length).toBeGreaterThan(0)
  // Waits until the minute of the database's clock ends.
  const { rows } = await portal.system.query<{ left: number }>(
    `select 60 - extract(second from now())::int as left`,
  )
  expect(Math.min(...waits)).toBeGreaterThan(0)
  expect(Math.abs(waits.at(-1)! - rows[0]!.left) % 60).toBeLessThanOrEqual(3)
  const id = await portal.given.invoice('B1', 'B-1')
  expect((await eve.post(`/api/invoice/${id}/payment`)).statusCode).toBe(200)
})

const signIn = (remoteAddress: string) =>
  portal.stranger.post('/api/signin', { payload: { returnUrl: '/' }, remoteAddress })
const guessKey = (remoteAddress: string) => {
  const authorization = `Bearer portal_00000000_${'A'.repeat(43)}`
  const url = '/api/integration/events'
  return portal.app.inject({ url, headers: { authorization }, remoteAddress })
}

const malformedKey = (remoteAddress: string) => {
  const headers = { authorization: 'Bearer x' }
  return portal.app.inject({ url: '/api/integration/events', headers, remoteAddress })
}
const unsignedEvent = (remoteAddress: string) => {
  const url = '/api/payment/provider-events'
  const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=0' }
  return portal.app.inject({ method: 'POST', url, headers, payload: '{}', remoteAddress })
}

test.each([
  ['sign-ins', 3, 200, signIn, 1],
  ['guessed keys', 30, 401, guessKey, 2],
  ['malformed keys', 30, 401, malformedKey, 3],
  ['unsigned events', 30, 400, unsignedEvent, 4],
])('%s are limited to %i a minute for each network', async (_what, limit, usual, call, nth) => {
  const network = (at: number) => `2001:db8:${nth}:${at}`
  const statuses = []
  // One more than two minutes of the database's clock allow.
  for (let host = 1; host <= 2 * limit + 1; host += 1)
    statuses.push((await call(`${network(2)}::${host}`)).statusCode)
  expect(statuses.slice(0, limit)).toEqual(Array<number>(limit).fill(usual))
  expect(statuses).toContain(429)
  expect((await call(`${network(3)}::1`)).statusCode).toBe(usual)
})

test.each([
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
] as const)('Retry-After has the seconds to the end of the %s', async (window, seconds) => {
  const secondsNow = async () => {
    const { rows } = await portal.system.query('select extract(epoch from now())::float8 as at')
    return (rows as [{ at: number }])[0].at
  }
  const before = await secondsNow()
  const refused: unknown = await limitRate(portal.deps.db, 'test', window, 0, window).catch(
    (error: unknown) => error,
  )
  const after = await secondsNow()
  const toTheEnd = [before, after].map((at) => Math.ceil(seconds - (at % seconds)))
  const { retryAfter } = refused as Refusal
  expect(retryAfter).toBeGreaterThanOrEqual(Math.min(...toTheEnd))
  expect(retryAfter).toBeLessThanOrEqual(Math.max(...toTheEnd))
})

test('expired windows are deleted', async () => {
  await portal.system.query(`insert into rate_window values ('old', now() - interval '2 days', 1)`)
  await portal.system.query(
    `insert into provider_event values ('evt_old', 't', 'o', now() - interval '40 days', 'x')`,
  )
  await sweep(portal.system, portal.deps.config)
  const { rows } = await portal.system.query(
    `select key from rate_window where key = 'old' union all select id from provider_event where id = 'evt_old'`,
  )
  expect(rows).toEqual([])
})
