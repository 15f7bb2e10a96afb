import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { documentedCommands } from '../integration/documented-commands.ts'
import { requirePaidOnce } from './paid-once.ts'
import { givenPayer, pay, useMeanwhile } from './people.ts'
import { startProduction } from './production.ts'

const [, , , compare = '', start = ''] = documentedCommands('Restoring', 'sh')
const [raisePositions = ''] = documentedCommands('Restoring', 'sql')

test('a standby without the last commits is promoted while people pay: no invoice is paid twice', async () => {
  const production = await startProduction()
  const { cluster, run } = production
  const payers = await Promise.all(['P1', 'P2', 'P3'].map((id) => givenPayer(production, id, 400)))
  const standby = await cluster.startStandby()
  const stop = useMeanwhile(payers)
  await sleep(3000)
  await standby.caughtUp()
  const replicatedAt = new Date().toISOString()
  await standby.stopReceiving()
  // These payments exist only at the provider.
  await sleep(3000)
  await cluster.kill()
  await standby.promote()
  production.leadTo(standby.port)
  await production.restart('workers')
  await sleep(5000)
  const seen = await stop()
  console.log('during a promotion', seen.statuses, seen.said)
  expect(production.defects()).toEqual([])
  expect(
    [...seen.statuses.keys()].filter((status) => ![0, 200, 402, 409, 503].includes(status)),
  ).toEqual([])
  // The same web servers work again as soon as PgBouncer and the proxy have found the new primary.
  const key = randomUUID()
  const payLast = async () => (await pay(payers[0]!, 'P1-399', key)).status
  await expect.poll(payLast, { timeout: 30_000, interval: 500 }).toBe(200)

  expect((await run('npm run portal -- charging stop --reason failover')).code).toBe(0)
  await production.system.query(raisePositions)
  expect((await run(compare, { BACKED_UP_AT: replicatedAt })).code).toBe(0)
  expect((await run(start, {}, 'yes\n')).code).toBe(0)
  await requirePaidOnce(production, payers, seen)
  expect((await run('npm run portal -- doctor')).out).not.toMatch(/^FAIL/m)
}, 300_000)
