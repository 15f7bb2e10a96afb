import { beforeAll, expect, test } from 'vitest'
import { Value } from 'typebox/value'
import { EventPage, PortalEvent } from '@portal/domain/integration/events.schema'
import { withNewKey } from '../../test/integration/api-keys.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { withAccount } from '../platform/database/database.ts'
import { publishEvent } from '../platform/outbox/outbox.ts'
import { sweep } from '../platform/database/sweep.ts'
import { givePositions } from './give-positions.ts'

const portal = testPortal()
let ask: (query: string) => Promise<{ statusCode: number; json: () => Page }>

interface Page {
  events: PortalEvent[]
  position: number
  message: string
}

beforeAll(async () => {
  const { call } = await withNewKey(portal, 'events:read')
  ask = (query) => call('GET', `/api/integration/events${query}`)
  for (let nth = 1; nth <= 5; nth += 1)
    await withAccount(portal.deps.db, `A${nth % 2}`, (tx) =>
      publishEvent(tx, {
        accountId: `A${nth % 2}`,
        type: 'user.removed',
        data: {
          userId: `u${nth}`,
          email: 'x@x.example',
          reason: 'removed',
          removedBy: { userId: null, name: 'Ana' },
        },
      }),
    )
})

const positions = ({ events }: Page) => events.map(({ position }) => position)

test('polling from the last position returns each event once, as soon as it has a position', async () => {
  expect((await ask('')).json()).toEqual({ events: [], position: 0 })
  await givePositions(portal.system, [])
  const first = (await ask('?limit=2')).json()
  expect([...Value.Errors(EventPage, first)]).toEqual([])
  expect(positions(first)).toEqual([1, 2])
  expect(first.events[0]).toMatchObject({ type: 'user.removed', accountId: 'A1' })
  const rest = (await ask(`?after=${first.position}`)).json()
  expect(positions(rest)).toEqual([3, 4, 5])
  expect((await ask(`?after=${rest.position}`)).json()).toEqual({ events: [], position: 5 })
})

test('a position that was never assigned is refused, until the operator raises the positions', async () => {
  const refused = await ask('?after=6')
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'There is no position 6 here: the last one is 5. Either it is from another portal, or this portal was restored from ' +
      'a backup and its positions have not been raised yet. Keep your position and ask the operator.',
  ])
  expect((await ask(`?after=${Number.MAX_SAFE_INTEGER}`)).statusCode).toBe(409)
  await portal.system.query('update outbox_end set position = position + 1000')
  expect((await ask('?after=6')).json()).toEqual({ events: [], position: 6 })
  await portal.system.query('update outbox_end set position = position - 1000')
})

test('old events are deleted; a receiver that missed them gets an error instead of skipping them silently', async () => {
  await portal.system.query(
    `update outbox_event set created_at = now() - interval '401 days' where position <= 3`,
  )
  // With a configured endpoint, events wait for delivery.
  await sweep(portal.system, { eventsKeptDays: 400, events: {} })
  expect(positions((await ask('?after=0')).json())).toHaveLength(5)
  await sweep(portal.system, { eventsKeptDays: 400 })
  expect(positions((await ask('')).json())).toEqual([4, 5])
  expect(positions((await ask('?after=3')).json())).toEqual([4, 5])
  const late = await ask('?after=2')
  expect([late.statusCode, late.json().message]).toEqual([
    410,
    'Events up to 3 are no longer kept. Use a position of at least 3.',
  ])
  await sweep(portal.system, { eventsKeptDays: 400 })
  expect(positions((await ask('')).json())).toEqual([4, 5])
})
