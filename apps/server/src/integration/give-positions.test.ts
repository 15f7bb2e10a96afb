import { expect, test } from 'vitest'
import { examineEvents } from '../commands/examine-operations.ts'
import { withAccount } from '../platform/database/database.ts'
import {
  newSecret,
  outboxDatabase,
  senderTo,
  startReceiver,
} from '../../test/integration/event-receiver.ts'

test('an event that commits late follows those placed earlier, and is not skipped', async () => {
  const { db, systemDb, write, happen, place } = await outboxDatabase()
  const order = async () =>
    (
      await systemDb.query<{ name: string }>(
        `select data -> 'optedOutBy' ->> 'name' as name from outbox_event
          where position is not null order by position`,
      )
    ).rows.map(({ name }) => name)
  await withAccount(db, 'A', async (tx) => {
    await write(tx, 'A', 'written first')
    await happen('B', 'committed first')
    expect(await place()).toBe(1)
  })
  expect(await order()).toEqual(['committed first'])
  expect(await place()).toBe(1)
  expect(await order()).toEqual(['committed first', 'written first'])
})

test('many writers, two workers and a receiver with occasional failures: no event is lost or out of order in its company', async () => {
  const { happen, place, deliver, wait, systemDb, failures } = await outboxDatabase()
  const secret = newSecret()
  const receiver = await startReceiver(secret)
  const send = senderTo(receiver.url, [secret])
  let answers = 0
  receiver.answers(() => ((answers += 1) % 7 === 0 ? 500 : 204))
  const companies = ['A', 'B', 'C', 'D', 'E']
  const perCompany = 40
  const written = new AbortController()
  const worker = async () => {
    while (!written.signal.aborted) {
      await place()
      await wait()
      await deliver(send)
    }
  }
  const workers = [worker(), worker()]
  await Promise.all(
    companies.map(async (company) => {
      for (let nth = 0; nth < perCompany; nth += 1) await happen(company, `${company}${nth}`)
    }),
  )
  written.abort()
  await Promise.all(workers)
  receiver.answers(() => 204)
  await place()
  await wait()
  for (;;) if (!(await deliver(send))) break
  expect(failures).toEqual([])
  for (const company of companies)
    expect(receiver.names().filter((name) => name.startsWith(company))).toEqual(
      Array.from({ length: perCompany }, (_, nth) => `${company}${nth}`),
    )
  const { rows } = await systemDb.query(
    `select count(*) as all, count(distinct position) as distinct, max(position) as last from outbox_event`,
  )
  expect(rows).toEqual([{ all: 200, distinct: 200, last: 200 }])
})

test('doctor reports an event that waits for its position, even beside older events that no receiver takes', async () => {
  const { happen, place, systemDb } = await outboxDatabase()
  const age = (condition: string) =>
    systemDb.query(
      `update outbox_event set created_at = created_at - interval '1 hour' where ${condition}`,
    )
  await happen('A', 'old')
  await place()
  await age('true')
  await happen('A', 'new')
  expect(await examineEvents(systemDb)).toBe('1 waiting for delivery or for EVENTS_URL')
  await age('position is null')
  await expect(examineEvents(systemDb)).rejects.toThrow('1 event without a position')
})
