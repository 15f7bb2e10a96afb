import { expect, test } from 'vitest'
import { portal } from '../../test/command-line.ts'
import { outboxDatabase } from '../integration/events-fixture.ts'

test('charging is stopped with a reason, and started again', async () => {
  const { urls } = await outboxDatabase()
  const run = (...args: string[]) =>
    portal(['charging', ...args], { SYSTEM_DATABASE_URL: urls.systemUrl })
  expect((await run('stop')).code).toBe(2)
  expect(await run('stop', '--reason', 'odd\u001b charges')).toMatchObject({ code: 0, err: '' })
  expect((await run('status')).out).toMatch(/^Stopped since .*Z: odd\\u001b charges\n$/)
  expect((await run('start')).out).toBe('Charging goes on.\n')
  expect((await run('status')).out).toBe('Charging goes on.\n')
})
