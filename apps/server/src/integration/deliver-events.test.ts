import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import {
  newSecret,
  nameOf,
  outboxDatabase,
  senderTo,
  startReceiver,
} from '../../test/integration/event-receiver.ts'
import { outboxStatus, replayEvents, skipEvent, stuckStreams } from './manage-events.ts'

const secret = newSecret()

test('an event arrives once, signed for the old and the new secret, and for no other', async () => {
  const { happen, place, deliver, systemDb } = await outboxDatabase()
  const older = newSecret()
  const receiver = await startReceiver(older)
  await happen('A1', 'first')
  await place()
  const send = senderTo(receiver.url, [secret, older])
  expect(await deliver(send)).toBe(1)
  expect(await deliver(send)).toBe(0)
  const [{ headers, body, event }] = receiver.received as [(typeof receiver.received)[0]]
  expect(receiver.received).toHaveLength(1)
  const of = { accountId: 'A1', type: 'autopay.opted_out', version: 1 }
  expect(event).toMatchObject({ position: 1, previousPosition: null, ...of })
  expect(headers['webhook-id']).toBe(event.id)
  const verify = (key: string, text = body) =>
    new Webhook(key).verify(text, headers as Record<string, string>)
  expect(verify(secret)).toEqual(verify(older))
  expect(() => verify(newSecret())).toThrow(/No matching signature/)
  expect(() => verify(secret, body.replace('first', 'worst'))).toThrow(/No matching signature/)
  expect(await outboxStatus(systemDb)).toMatchObject({ undelivered: 0, lastPosition: 1 })
  expect((await systemDb.query('select from outbox_stream')).rowCount).toBe(0)
})

test('a rejected event delays its own company only, and arrives in order later', async () => {
  const { happen, place, deliver, wait, systemDb } = await outboxDatabase()
  const receiver = await startReceiver(secret)
  const send = senderTo(receiver.url, [secret])
  for (const name of ['a1', 'a2', 'a3']) await happen('A', name)
  for (const name of ['b1', 'b2']) await happen('B', name)
  await place()
  receiver.answers((event) => (nameOf(event) === 'a2' ? 500 : 204))
  await deliver(send)
  expect(receiver.names().sort()).toEqual(['a1', 'b1', 'b2'])
  expect(await stuckStreams(systemDb)).toMatchObject([
    { accountId: 'A', tries: 1, position: 2, lastError: 'answered 500' },
  ])
  // The next try is not due yet.
  expect(await deliver(send)).toBe(0)
  await happen('A', 'a4')
  await place()
  await wait()
  receiver.answers(() => 204)
  await deliver(send)
  expect(receiver.names().filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3', 'a4'])
})

test('a rejected event is retried with delays of up to an hour, without end', async () => {
  const { happen, place, deliver, wait, systemDb } = await outboxDatabase()
  const receiver = await startReceiver(secret)
  const send = senderTo(receiver.url, [secret])
  receiver.answers(() => 404)
  await happen('A', 'a1')
  await place()
  const minutes: number[] = []
  for (let nth = 0; nth < 8; nth += 1) {
    await deliver(send)
    const { rows } = await systemDb.query<{ left: number }>(
      `select round(extract(epoch from next_try_at - now()) / 60)::float as left from outbox_stream`,
    )
    minutes.push(rows[0]!.left)
    await wait()
  }
  expect(minutes).toEqual([0, expect.toBeOneOf([0, 1]), 2, 10, 30, 60, 60, 60])
  receiver.answers(() => 204)
  await deliver(send)
  expect(receiver.names()).toEqual(['a1'])
})

test('if a worker dies after sending, another worker sends the event under the same id', async () => {
  const { happen, place, deliver, systemDb } = await outboxDatabase()
  const receiver = await startReceiver(secret)
  const send = senderTo(receiver.url, [secret])
  await happen('A', 'a1')
  await place()
  await deliver(async (webhook) => {
    await send(webhook)
    throw new Error('died')
  })
  expect(await deliver(send)).toBe(0)
  await systemDb.query(`update outbox_stream set lease_until = now()`)
  await deliver(send)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toEqual([ids[0], ids[0]])
})

test('events are sent again from a position or an instant, for one company or all; one event can be skipped', async () => {
  const { happen, place, deliver, systemDb } = await outboxDatabase()
  const receiver = await startReceiver(secret)
  const send = senderTo(receiver.url, [secret])
  for (const name of ['a1', 'a2', 'a3']) await happen('A', name)
  await happen('B', 'b1')
  await place()
  await deliver(send)
  receiver.received.length = 0
  expect(await replayEvents(systemDb, { position: 2 }, 'A')).toBe(2)
  receiver.answers((event) => (nameOf(event) === 'a2' ? 422 : 200))
  await deliver(send)
  expect(receiver.names()).toEqual([])
  expect(await skipEvent(systemDb, 2)).toBe(true)
  expect(await skipEvent(systemDb, 2)).toBe(false)
  await deliver(send)
  expect(receiver.names()).toEqual(['a3'])
  expect(await replayEvents(systemDb, { instant: new Date(Date.now() - 60_000) })).toBe(4)
  receiver.answers(() => 200)
  await deliver(send)
  expect(receiver.names().sort()).toEqual(['a1', 'a2', 'a3', 'a3', 'b1'])
})
