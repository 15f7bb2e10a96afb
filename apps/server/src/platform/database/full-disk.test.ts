import { beforeAll, expect, test, vi } from 'vitest'
import { books, charges, givenPayer } from '../../../test/payments/payments.ts'
import type { Browser } from '../../../test/portal/portal.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { webMetrics } from '../work/metrics.ts'

const portal = testPortal()
let payer: Browser

beforeAll(async () => {
  payer = await givenPayer(portal, 'A1')
})

/** Makes each insert into a table fail like on a full disk, until `space` is called. */
const fill = (table: string) =>
  portal.owner.query(`
    create function no_space() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger no_space before insert on ${table} for each statement execute function no_space()`)
const space = () => portal.owner.query('drop function no_space cascade')

test('on a full disk a payment is refused with the next step, charges nothing, and can be repeated later', async () => {
  const id = await portal.given.invoice('A1', 'FULL-1')
  await fill('payment_attempt')
  const answer = await payer.post(`/api/invoice/${id}/payment`)
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('60')
  expect(answer.json()).toEqual({
    message: 'The portal cannot store anything at the moment. Please try again in a few minutes.',
  })
  expect(await charges(portal, id)).toEqual([])
  await space()
  expect((await payer.post(`/api/invoice/${id}/payment`)).statusCode).toBe(200)
  expect((await books(portal, 'A1')).states).toEqual(['succeeded'])
})

test('a server is not ready while its database cannot write', async () => {
  const ready = () => portal.stranger.get('/health/ready')
  const later = () => vi.setSystemTime(Date.now() + 6000)
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    expect((await ready()).json()).toMatchObject({ status: 'ready' })
    await fill('write_probe')
    // The result of the last check is still kept.
    expect((await ready()).statusCode).toBe(200)
    later()
    const full = await ready()
    expect(full.statusCode).toBe(503)
    expect(full.json()).toMatchObject({ status: 'database full' })
    expect((await portal.stranger.get('/health/live')).statusCode).toBe(200)
    const metrics = await webMetrics(portal.app, portal.deps).metrics()
    expect(metrics).toMatch(/^portal_database_up 1$/m)
    expect(metrics).toMatch(/^portal_database_writable 0$/m)
    await space()
    later()
    expect((await ready()).statusCode).toBe(200)
  } finally {
    vi.useRealTimers()
  }
  const { rows } = await portal.system.query<{ bytes: number }>(
    `select pg_relation_size('write_probe')::int as bytes`,
  )
  // The probe wrote something, and none of it remains.
  expect(rows[0]!.bytes).toBeGreaterThan(0)
})
