import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import {
  readEventVersion,
  type ChangedPayloads,
  type EventVersion,
} from '@portal/domain/integration/event-versions'
import { PortalEvent, portalEvent } from '@portal/domain/integration/events.schema'
import {
  newSecret,
  outboxDatabase,
  senderTo,
  startReceiver,
} from '../../test/integration/event-receiver.ts'
import { givePositions } from './give-positions.ts'

const secret = newSecret()

/** Simulates a product with the third version of a payload. */
const changed: ChangedPayloads = {
  'autopay.opted_out': {
    version: 3,
    older: [
      {
        version: 2,
        data: Type.Object({ name: Type.String() }),
        from: ({ optedOutBy }) => ({ name: (optedOutBy as { name: string }).name }),
      },
      {
        version: 1,
        data: Type.Object({ who: Type.String() }),
        from: ({ name }) => ({ who: name }),
      },
    ],
  },
}
const opted = (version: number): EventVersion => ({ type: 'autopay.opted_out', version })

/** A database in which the events of the current product are the newest version. */
async function versionedDatabase() {
  const outbox = await outboxDatabase()
  return {
    ...outbox,
    happen: async (accountId: string, name: string, version = 3) => {
      await outbox.happen(accountId, name)
      await outbox.systemDb.query(
        `update outbox_event set version = ${version} where position is null`,
      )
    },
    place: (stillSent: EventVersion[]) => givePositions(outbox.systemDb, stillSent, changed),
  }
}

const contentOf = ({ data }: { data: object }) => JSON.stringify(data)

test('an older version that is still sent follows the newest one, under a stable id', async () => {
  const { happen, place, deliver, wait, systemDb } = await versionedDatabase()
  const receiver = await startReceiver(secret)
  const send = senderTo(receiver.url, [secret])
  await happen('A', 'a1')
  await happen('A', 'a2')
  expect(await place([opted(1), opted(3)])).toBe(4)
  const tried: string[] = []
  receiver.answers(({ id }) => {
    tried.push(id)
    return tried.length === 2 ? 500 : 204
  })
  await deliver(send)
  await wait()
  await deliver(send)
  const events = receiver.received.map(({ event }) => event)
  expect(events.map((event) => [event.position, event.previousPosition, event.version])).toEqual([
    [1, null, 3],
    [2, 1, 1],
    [3, 2, 3],
    [4, 3, 1],
  ])
  const newest = expect.stringContaining('"name":"a1"')
  expect(events.slice(0, 2).map(contentOf)).toEqual([newest, '{"who":"a1"}'])
  expect(new Set(events.map(({ id }) => id)).size).toBe(4)
  expect(tried[2]).toBe(tried[1])
  expect(new Set(events.map(({ timestamp }) => timestamp)).size).toBe(2)
  const shape = portalEvent(changed)
  for (const event of events) expect([...Value.Errors(shape, event)]).toEqual([])
  expect([...Value.Errors(PortalEvent, events[1])]).not.toEqual([])
  // Polling reads the same rows.
  const { rows } = await systemDb.query(
    `select id from outbox_event where position > 0 order by position`,
  )
  expect(rows.map(({ id }: { id: string }) => id)).toEqual(events.map(({ id }) => id))
})

test('without the setting only the newest version is sent; events of an earlier release stay unchanged', async () => {
  const { happen, place, systemDb } = await versionedDatabase()
  await happen('A', 'new')
  await place([])
  await happen('A', 'old', 1)
  await place([opted(2), opted(1)])
  await happen('A', 'new')
  await place([opted(2), opted(1)])
  const { rows } = await systemDb.query(
    `select version, previous_position as previous from outbox_event order by position`,
  )
  expect(rows.map(({ version, previous }) => `${version} after ${previous}`)).toEqual([
    '3 after null',
    '1 after 1',
    '3 after 2',
    '2 after 3',
    '1 after 4',
  ])
})

test('the setting accepts only versions that the portal can create', () => {
  expect(readEventVersion('autopay.opted_out@2', changed)).toEqual(opted(2))
  expect(readEventVersion('autopay.opted_out@1')).toEqual(opted(1))
  for (const text of ['autopay.opted_out@4', 'autopay.opted_out', 'x@1', 'toString@1'])
    expect(readEventVersion(text, changed), text).toBeUndefined()
})

test('the description of a changed type names each of its versions', () => {
  const text = JSON.stringify(portalEvent(changed))
  for (const title of ['AutopayOptedOutEvent', 'AutopayOptedOutEventV3', 'AutopayOptedOutEventV1'])
    expect(text).toContain(`"title":"${title}"`)
})
