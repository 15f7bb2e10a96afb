import { expect, test } from 'vitest'
import { portal } from '../../test/integration/command-line.ts'
import { outboxDatabase } from '../../test/integration/event-receiver.ts'

test('events are listed, sent again and skipped on the command line', async () => {
  const { happen, place, deliver, systemDb, urls } = await outboxDatabase()
  const env = { SYSTEM_DATABASE_URL: urls.systemUrl }
  const run = (...args: string[]) => portal(['events', ...args], env)
  await happen('A1', 'a1')
  await happen('A2', 'a2')
  await place()
  const refused = { problem: 'answered 422 what?\u001b', isAway: false }
  await deliver(async ({ body }) => (body.includes('"A2"') ? refused : 'delivered'))
  await systemDb.query(`update outbox_receiver set away_since = now(), problem = 'no\u001b answer'`)
  await happen('A2', 'a3')

  const status = await run('status')
  expect(status).toMatchObject({ code: 0, err: '' })
  expect(status.out).toMatch(/Last position 2, 1 not delivered\.\n1 without a position/)
  expect(status.out).toMatch(/The receiver has not responded since \S+Z: no\\u001b answer\n/)
  expect(status.out).toMatch(/A2 +2 +autopay\.opted_out +1 +\S+Z +answered 422 what\?\\u001b\n/)
  const list = await run('list', '--after', '1')
  expect(list.out).toMatch(/^position.*\n2 +\S+Z +A2 +autopay\.opted_out +\S+ +waits\n$/)

  expect((await run('skip', '2')).out).toBe('Event 2 is skipped.\n')
  expect(await run('skip', '2')).toMatchObject({
    code: 1,
    out: 'Event 2 is not waiting for delivery.\n',
  })
  expect((await run('replay', '--from', '1', '--account', 'A1')).out).toMatch(/^1 events/)
  expect((await run('replay', '--from', '2026-01-01T00:00:00Z')).out).toMatch(/^2 events/)
  const waits = `select 1 from outbox_event where delivered_at is null and position is not null`
  expect((await systemDb.query(waits)).rowCount).toBe(2)
  for (const wrong of [['replay'], ['replay', '--from', 'yesterday'], ['skip'], ['explode']])
    expect((await run(...wrong)).code, wrong.join(' ')).toBe(2)
})
