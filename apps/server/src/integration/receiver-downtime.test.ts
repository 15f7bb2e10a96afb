import { expect, test } from 'vitest'
import type { PortalEvent } from '@portal/domain/integration/events.schema'
import { documentedFunction } from '../../test/integration/documented-commands.ts'
import {
  nameOf,
  newSecret,
  outboxDatabase,
  senderTo,
  startReceiver,
} from '../../test/integration/event-receiver.ts'
import { listEvents, outboxStatus, stuckStreams } from './manage-events.ts'

const secret = newSecret()

type Place = (event: PortalEvent, lastPosition: number | null) => 'known' | 'next' | 'gap'

/** A receiver stores the last position of each company, and where an event is missing. */
async function receiverBook() {
  const place = await documentedFunction<Place>('place')
  const last = new Map<string | null, number>()
  const gaps: { after: number | null; before: number }[] = []
  return {
    gaps,
    take(event: PortalEvent) {
      const known = last.get(event.accountId) ?? null
      const found = place(event, known)
      if (found === 'gap') gaps.push({ after: known, before: event.position })
      if (found !== 'known') last.set(event.accountId, event.position)
    },
  }
}

test('after an hour without the receiver, everything arrives within 30 seconds, in order, and nothing is missing', async () => {
  const { happen, place, deliver, later, systemDb, failures } = await outboxDatabase()
  const receiver = await startReceiver(secret)
  let sent = 0
  const sender = senderTo(receiver.url, [secret])
  const send: typeof sender = (webhook) => {
    sent += 1
    return sender(webhook)
  }
  const companies = ['A', 'B', 'C', 'D']
  const happenEverywhere = async (minute: number) => {
    for (const company of companies) await happen(company, `${company}${minute}`)
    await place()
  }
  await happenEverywhere(0)
  await deliver(send)
  await receiver.stop()
  sent = 0
  // Each pass simulates 30 seconds, during which a worker runs many times.
  for (let pass = 1; pass <= 120; pass += 1) {
    await later(30)
    if (pass % 10 === 0) await happenEverywhere(pass)
    for (let round = 0; round < 3; round += 1) await deliver(send)
  }
  expect(sent).toBeLessThanOrEqual(120)
  expect(await outboxStatus(systemDb)).toMatchObject({
    undelivered: 48,
    problem: expect.stringContaining('ECONNREFUSED') as unknown,
  })
  // An outage does not mark any event as rejected.
  expect(await stuckStreams(systemDb)).toEqual([])

  await receiver.start()
  await later(30)
  while (await deliver(send));
  expect(failures).toEqual([])
  expect(await outboxStatus(systemDb)).toMatchObject({ undelivered: 0, awaySince: null })
  for (const company of companies)
    expect(receiver.names().filter((name) => name.startsWith(company))).toEqual(
      Array.from({ length: 13 }, (_, nth) => `${company}${nth * 10}`),
    )
  const book = await receiverBook()
  for (const { event } of [...receiver.received, receiver.received[3]!]) book.take(event)
  expect(book.gaps).toEqual([])

  // A lost event is detected with the next event of its company, and polling returns the events in between.
  const lost = receiver.received.findIndex(({ event }) => nameOf(event) === 'B50')
  const leaky = await receiverBook()
  for (const { event } of receiver.received.toSpliced(lost, 1)) leaky.take(event)
  expect(leaky.gaps).toHaveLength(1)
  const [{ after, before }] = leaky.gaps as [(typeof leaky.gaps)[0]]
  const between = await listEvents(systemDb, { after: after!, account: 'B' })
  expect(between.filter(({ position }) => position < before)).toMatchObject([
    { id: receiver.received[lost]!.event.id },
  ])
})

test('a single event without a response delays its own company only, after one pause', async () => {
  const { happen, place, deliver, later, wait, systemDb } = await outboxDatabase()
  const receiver = await startReceiver(secret)
  const send = senderTo(receiver.url, [secret], 200)
  receiver.answers((event) => (nameOf(event) === 'slow' ? 'never' : 204))
  await happen('A', 'slow')
  await place()
  await deliver(send)
  expect(await outboxStatus(systemDb)).toMatchObject({ awaySince: expect.any(Date) as unknown })
  await happen('B', 'b1')
  await place()
  await deliver(send)
  expect(receiver.names()).toEqual([])
  await later(30)
  while (await deliver(send));
  expect(receiver.names()).toEqual(['b1'])
  expect(await outboxStatus(systemDb)).toMatchObject({ awaySince: null })
  expect(await stuckStreams(systemDb)).toMatchObject([{ accountId: 'A', tries: 1 }])
  // The event is now known to be the cause, so its next try pauses no other company.
  await wait()
  await happen('B', 'b2')
  await place()
  await deliver(send)
  await happen('C', 'c1')
  await place()
  await deliver(send)
  expect(receiver.names()).toEqual(['b1', 'b2', 'c1'])
})

test('one rejected event is tried rarely while the receiver accepts others, and delays its own company only', async () => {
  const { happen, place, deliver, later } = await outboxDatabase()
  const receiver = await startReceiver(secret)
  const send = senderTo(receiver.url, [secret])
  let refused = 0
  receiver.answers((event) => {
    if (nameOf(event) !== 'odd') return 204
    refused += 1
    return 400
  })
  await happen('B', 'b')
  await happen('A', 'odd')
  await place()
  await deliver(send)
  // Another company has an event every ten seconds, for ten minutes.
  for (let nth = 1; nth <= 60; nth += 1) {
    await later(10)
    await happen('B', `b${nth}`)
    await place()
    while (await deliver(send));
  }
  expect(receiver.names()).toHaveLength(61)
  expect(refused).toBeLessThanOrEqual(2)
})

test('a receiver that rejects everything is tried every 30 seconds; once it accepts, all events follow at once', async () => {
  const { happen, place, deliver, later, systemDb } = await outboxDatabase()
  const receiver = await startReceiver(secret)
  const send = senderTo(receiver.url, [secret])
  receiver.answers(() => 500)
  const companies = ['A', 'B', 'C']
  for (const company of companies) await happen(company, company)
  await place()
  await deliver(send)
  // The next tries of the waiting companies are due in an hour.
  await systemDb.query(
    `update outbox_stream set tries = 8, next_try_at = now() + interval '1 hour'`,
  )
  const before = receiver.paths.length
  await later(29)
  await deliver(send)
  expect(receiver.paths).toHaveLength(before)
  await later(1)
  await deliver(send)
  await deliver(send)
  expect(receiver.paths).toHaveLength(before + 1)
  receiver.answers(() => 204)
  await later(30)
  while (await deliver(send));
  expect(receiver.names().sort()).toEqual(companies)
})
