import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { portal } from '../../test/integration/command-line.ts'
import { foreignIntent } from '../../test/payments/foreign-intent.ts'
import { startTestPortal } from '../../test/portal/portal.ts'
import { outboxDatabase } from '../../test/integration/event-receiver.ts'
import { inTransaction } from '../platform/database/database.ts'
import { pauseAutomaticCharging } from '../payments/charge/charging-stop.ts'

async function chargingCommands() {
  const { urls, systemDb } = await outboxDatabase()
  const run = (args: string[], input = '') =>
    portal(['charging', ...args], { SYSTEM_DATABASE_URL: urls.systemUrl }, input)
  return { run, systemDb }
}

test('charging is stopped with a reason, and started again', async () => {
  const { run } = await chargingCommands()
  expect((await run(['stop'])).code).toBe(2)
  expect(await run(['stop', '--reason', 'odd\u001b charges'])).toMatchObject({ code: 0, err: '' })
  const stopped = /^Charging is stopped since .*Z: odd\\u001b charges\n$/
  expect((await run(['status'])).out).toMatch(stopped)
  expect((await run(['start'])).out).toBe('Charging is on.\n')
  expect((await run(['start'])).out).toBe('There was nothing to start.\nCharging is on.\n')
  expect((await run(['status'])).out).toBe('Charging is on.\n')
})

test('after a restore the pause of AutoPay ends only after the books were sent again', async () => {
  const { run, systemDb } = await chargingCommands()
  const pause = (reason: string) =>
    inTransaction(systemDb, (tx) => pauseAutomaticCharging(tx, reason))
  await run(['stop', '--reason', 'restoring'])
  await pause('commits were lost')
  await pause('found again')
  const paused =
    /AutoPay and payments of several invoices are paused since .*Z: commits were lost\n$/
  expect((await run(['status'])).out).toMatch(paused)
  for (const input of ['', 'no\n', 'y\n'])
    expect(await run(['start', '--after-restore'], input)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing was changed.') as string,
    })
  // A plain start does not cover a restore: the pause stays.
  expect((await run(['start'])).out).toMatch(/^AutoPay .* paused since .*: commits were lost\n$/)
  const asked = await run(['start', '--after-restore'], 'yes\n')
  expect(asked).toMatchObject({ code: 0, err: '' })
  const lost =
    'Transfers that customers announced since the backup are lost. The events transfer.announced of that time name them.\nCharging is on.\n'
  expect(asked.out).toMatch(/sent all records again since the restore\? /)
  expect(asked.out.endsWith(lost)).toBe(true)
  await run(['stop', '--reason', 'again'])
  await pause('again')
  const scripted = await run(['start', '--after-restore', '--books-were-sent-again'])
  expect(scripted).toMatchObject({ code: 0, out: lost })
})

test('an operator names the instance that a new database continues', async () => {
  const { env, system, sandbox, close } = await startTestPortal()
  onTestFinished(close)
  const run = (id: string) => portal(['charging', 'start', '--continue-instance', id], env)
  const former = randomUUID()
  const early = 'This database does not wait for an instance. Nothing was changed.\n'
  expect(await run(former)).toMatchObject({ code: 1, err: early })
  await system.query(`insert into charging_stop (kind, reason) values ('new_instance', 'test')`)
  expect((await run('acct_1')).code).toBe(2)
  const unknown = `The account has no payment of ${former}. Nothing was changed.\n`
  expect(await run(former)).toMatchObject({ code: 1, err: unknown })
  const about = { account: 'X1', invoice: 'X-1', attempt: randomUUID() }
  await foreignIntent({ sandbox }, { instance: former, ...about })
  const named = await run(former)
  expect([named.code, named.err]).toEqual([0, ''])
  expect(named.out).toMatch(/^AutoPay and payments of several invoices are paused since /)
  expect(named.out).toContain(`The database continues ${former}, whose payments it may not know`)
})
