import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { givenAutoPayBatch, holdBatch, itemsOf } from '../../test/batches.ts'
import { givenPayer } from '../../test/payments.ts'
import { startTestPortal, type TestPortal } from '../../test/portal.ts'
import { BatchLost } from './open-chunk.ts'
import { OpenedAhead } from './opened-ahead.ts'

let portal: TestPortal
let accountId: string
let batchId: string
let ahead: OpenedAhead
let count = 0

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

// Three invoices, all of them opened, the first one on its way to the provider.
beforeEach(async () => {
  accountId = `O${++count}`
  const paula = await givenPayer(portal, accountId)
  await paula.post('/api/payment/autopay/enable')
  batchId = await givenAutoPayBatch(portal, accountId, [100, 200, 300])
  vi.useFakeTimers({ toFake: ['Date'] })
  ahead = new OpenedAhead(portal.deps, await holdBatch(portal, accountId, batchId), 4, [])
  await ahead.next()
})
afterEach(() => vi.useRealTimers())

const secondsPass = (seconds: number) => vi.setSystemTime(Date.now() + 1000 * seconds)

const optOut = () =>
  portal.system.query(`update autopay_enrolment set ended_at = now() where account_id = $1`, [
    accountId,
  ])

test('what is opened is charged in its order, and then the batch is through', async () => {
  expect(await ahead.next()).toMatchObject({ amountCents: 200 })
  expect(await ahead.next()).toMatchObject({ amountCents: 300 })
  expect(await ahead.next()).toBeUndefined()
})

test('what has waited for seconds is looked at again, and given up when the customer has stopped', async () => {
  await optOut()
  expect(await ahead.next()).toMatchObject({ amountCents: 200 })
  secondsPass(6)
  expect(await ahead.next()).toBeUndefined()
  expect(await itemsOf(portal, batchId)).toEqual([
    'pending',
    'pending',
    'failed: AutoPay was stopped before this charge.',
  ])
})

test('whoever comes while it is looked at waits for what is left', async () => {
  expect(await ahead.next()).toMatchObject({ amountCents: 200 })
  // By now it has seen that nothing more is to be opened; otherwise this would show nothing.
  await new Promise((resolve) => setTimeout(resolve, 200))
  const stopper = await portal.system.connect()
  await stopper.query(`select pg_advisory_lock(hashtext('portal charging'))`)
  secondsPass(6)
  const all = [ahead.next(), ahead.next()]
  for (let waits = 0; !waits;) {
    const { rowCount } = await portal.system.query(
      `select from pg_locks where locktype = 'advisory' and not granted`,
    )
    waits = rowCount!
  }
  let isAnswered = false
  const last = ahead.next().finally(() => (isAnswered = true))
  await new Promise((resolve) => setTimeout(resolve, 50))
  const wasAnswered = isAnswered
  await stopper.query(`select pg_advisory_unlock(hashtext('portal charging'))`)
  stopper.release()
  expect(wasAnswered).toBe(false)
  const attempts = await Promise.all([...all, last])
  expect(attempts.map((attempt) => attempt?.amountCents)).toEqual([300, undefined, undefined])
})

test('a batch that somebody else has taken is left', async () => {
  await portal.system.query('update payment_batch set hold = hold + 1 where id = $1', [batchId])
  secondsPass(6)
  await expect(ahead.next()).rejects.toThrow(BatchLost)
})
