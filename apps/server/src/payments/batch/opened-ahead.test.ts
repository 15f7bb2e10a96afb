import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  givenAutoPayBatch,
  givenEnrolled,
  holdBatch,
  itemsOf,
  optOut,
} from '../../../test/batches.ts'
import { isWaitedFor } from '../../../test/is-waited-for.ts'
import { startTestPortal, type TestPortal } from '../../../test/portal.ts'
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
  await givenEnrolled(portal, accountId)
  batchId = await givenAutoPayBatch(portal, accountId, [100, 200, 300])
  vi.useFakeTimers({ toFake: ['Date'] })
  ahead = new OpenedAhead(portal.deps, await holdBatch(portal, accountId, batchId), 4, [])
  await ahead.next()
})
afterEach(() => vi.useRealTimers())

const secondsPass = (seconds: number) => vi.setSystemTime(Date.now() + 1000 * seconds)

test('what is opened is charged in its order, and then the batch is through', async () => {
  expect(await ahead.next()).toMatchObject({ amountCents: 200 })
  expect(await ahead.next()).toMatchObject({ amountCents: 300 })
  expect(await ahead.next()).toBeUndefined()
})

test('what has waited for seconds is looked at again, and given up when the customer has stopped', async () => {
  await optOut(portal, accountId)
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
  await expect.poll(() => isWaitedFor(stopper), { timeout: 10_000 }).toBe(true)
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
