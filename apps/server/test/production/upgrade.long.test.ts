import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newSecret, startReceiver } from '../integration/event-receiver.ts'
import { givenPayer, useMeanwhile } from './people.ts'
import { eventsTo, startProduction } from './production.ts'
import { requirePaidOnce } from './paid-once.ts'
import { newestRelease } from '../releases/releases.ts'

test('users see no error and pay no invoice twice during a documented upgrade', async () => {
  const secret = newSecret()
  const receiver = await startReceiver(secret)
  const settings = eventsTo(receiver.url, secret)
  const production = await startProduction({ release: newestRelease, settings })
  const payers = await Promise.all(['U1', 'U2', 'U3'].map((id) => givenPayer(production, id, 400)))
  const stop = useMeanwhile(payers)
  await sleep(2000)
  expect((await production.run('npm run portal -- doctor')).out).not.toMatch(/^FAIL/m)
  expect(await production.run('npm run portal -- migrate')).toMatchObject({ code: 0 })
  await production.restart('webs', 'workers')
  await sleep(2000)
  const seen = await stop()
  console.log('during an upgrade', seen.statuses, seen.said)
  expect([...seen.statuses.keys()]).toEqual([200])
  expect(production.defects()).toEqual([])
  await requirePaidOnce(production, payers, seen)
  // The stored database of the release already has payments.
  const reportedPayments = () =>
    new Set(
      receiver.received.flatMap(({ event }) =>
        'paymentId' in event.data && seen.paid.has(event.data.invoiceNumber)
          ? event.data.paymentId
          : [],
      ),
    )
  await expect.poll(() => reportedPayments().size, { timeout: 30_000 }).toBe(seen.paid.size)
  expect((await production.run('npm run portal -- doctor')).out).not.toMatch(/^FAIL/m)
}, 480_000)
