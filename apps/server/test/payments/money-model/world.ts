import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { importRecords } from '../../../src/import/import-records.ts'
import { recordSource } from '../../../src/import/sources.ts'
import type { Checkpoint } from '../../../src/deps.ts'
import type { ProviderEvent } from '../../../src/providers/cards/card-provider.ts'
import { providerEventTypes } from '../../../src/take-provider-event.ts'
import { startTestPortal, type TestPortal } from '../../portal/portal.ts'

type AtPlace = (place: Checkpoint) => Promise<void>

/** The handlers for the payment steps of one company. */
export const places = new AsyncLocalStorage<AtPlace | undefined>()

/** A portal with many companies and its own clock, shared by the database, the provider and the books. */
export interface World {
  portal: TestPortal
  /** Moves the clock to an hour of a day, only forwards. */
  setClock(day: number, hour: number): Promise<void>
  now(): Date
  /** The provider's events so far, oldest first. */
  events(): Promise<readonly ProviderEvent[]>
  /** Imports a record of the books. Returns whether it was imported. */
  import(record: object): Promise<boolean>
  close(): Promise<void>
}

export async function startWorld(): Promise<World> {
  const portal = await startTestPortal({}, async (place) => {
    const atPlace = places.getStore()
    // Handlers do not trigger further handlers.
    if (atPlace) await places.run(undefined, () => atPlace(place))
  })
  await portal.sandbox.control('/webhooks', { drop: true })
  const owner = new pg.Pool({ connectionString: portal.database.ownerUrl, max: 1 })
  // A restore ends its connection.
  owner.on('error', () => {})
  owner.on('connect', (client) => client.on('error', () => {}))
  const midnight = new Date().setUTCHours(24, 0, 0, 0)
  let offset = 0
  const world: World = {
    portal,
    async setClock(day, hour) {
      offset = midnight + (day * 24 + hour) * 3_600_000 - Date.now()
      const seconds = Math.ceil(offset / 1000)
      await portal.sandbox.control('/clock', { skewSeconds: seconds })
      await owner.query(
        `create or replace function portal_now() returns timestamptz language sql stable
             as $$ select now() + interval '${seconds} seconds' $$`,
      )
    },
    now: () => new Date(Date.now() + Math.ceil(offset / 1000) * 1000),
    events: eventsOf(portal),
    import: importTogether(portal),
    async close() {
      await owner.end()
      await portal.close()
    },
  }
  await world.setClock(0, 6)
  return world
}

/** Reads the list once for all companies: each read continues after the last one. */
function eventsOf({ deps }: TestPortal): World['events'] {
  const read = new Map<string, ProviderEvent>()
  let since = new Date()
  let reading: Promise<void> | undefined
  const readOn = async () => {
    for (const event of await deps.cards.listEvents(providerEventTypes, since)) {
      read.set(event.id, event)
      if (event.createdAt > since) since = event.createdAt
    }
  }
  return async () => {
    // A read in progress may have started too early.
    await reading
    reading ??= readOn().finally(() => (reading = undefined))
    await reading
    return [...read.values()]
  }
}

interface Waiting {
  record: object
  isTaken: (isTaken: boolean) => void
}

/**
 * Imports records of many companies in one file: an import takes a tenth of a second, whatever its
 * size. Returns whether a record was imported, not rejected.
 */
function importTogether(portal: TestPortal): World['import'] {
  let waiting: Waiting[] = []
  let importing: Promise<void> | undefined
  const importAll = async () => {
    while (waiting.length > 0) {
      const some = waiting
      waiting = []
      const rejected = new Set<number>()
      const records = some.map(({ record }) => record)
      await importRecords(portal.system, [recordSource('books.ndjson', records)], {
        skipRejects: true,
        onReject: ({ line }) => rejected.add(line - 1),
      })
      for (const [nth, { isTaken }] of some.entries()) isTaken(!rejected.has(nth))
    }
  }
  return (record) =>
    new Promise((resolve, reject) => {
      waiting.push({ record, isTaken: resolve })
      // Runs after all records of this moment have arrived.
      importing ??= new Promise((done) => setImmediate(done))
        .then(importAll)
        .catch(reject)
        .finally(() => (importing = undefined))
    })
}
