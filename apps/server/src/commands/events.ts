import {
  accountName,
  listEvents,
  outboxStatus,
  replayEvents,
  skipEvent,
  stuckStreams,
} from '../integration/manage-events.ts'
import type { Database } from '../platform/database/database.ts'
import { readArgs, UsageProblem, type Command } from './command.ts'
import { readInstant } from './instant.ts'
import { grouped, printable, table } from './printing.ts'
import { withDatabase } from './with-database.ts'

interface Given {
  after?: string
  limit?: string
  account?: string
  from?: string
}

export const eventsCommand: Command = {
  usage:
    'events status | list [--after position] [--limit n] [--account id] | replay --from <position | instant> [--account id] | skip <position>',
  summary: "list the events for the provider's systems, send them again, or skip one",
  async run(args) {
    const text = { type: 'string' } as const
    const { values, positionals } = readArgs(args, {
      after: text,
      limit: text,
      account: text,
      from: text,
    })
    const [action = '', position, ...more] = positionals
    const act = actions[action]
    if (!act || more.length > 0 || (action === 'skip') !== (position !== undefined))
      throw new UsageProblem('Name an action: status, list, replay or skip POSITION.')
    return withDatabase('events', (db) => act(db, values, position ?? ''))
  },
}

const actions: Record<string, (db: Database, given: Given, position: string) => Promise<number>> = {
  async status(db) {
    const { unplaced, undelivered, oldestUndelivered, lastPosition, ...receiver } =
      await outboxStatus(db)
    console.log(`Last position ${lastPosition}, ${grouped(undelivered)} not delivered.`)
    if (unplaced) console.log(`${grouped(unplaced)} without a position: is a worker running?`)
    if (oldestUndelivered)
      console.log(`The oldest undelivered event is from ${oldestUndelivered.toISOString()}.`)
    if (receiver.awaySince)
      console.log(
        `The receiver has not responded since ${receiver.awaySince.toISOString()}: ${printable(receiver.problem ?? '')}`,
      )
    const stuck = await stuckStreams(db)
    if (stuck.length === 0) return 0
    console.log('\nCompanies whose next event was rejected:\n')
    console.log(
      table(
        ['company', 'position', 'type', 'tries', 'next try', 'why'],
        stuck.map((stream) => [
          accountName(stream.accountId),
          String(stream.position),
          stream.type,
          String(stream.tries),
          stream.nextTryAt.toISOString(),
          printable(stream.lastError),
        ]),
      ),
    )
    return 0
  },

  async list(db, { after, limit, account }) {
    const events = await listEvents(db, {
      after: wholeNumber('--after', after ?? '0'),
      limit: wholeNumber('--limit', limit ?? '50'),
      ...(account && { account }),
    })
    console.log(
      table(
        ['position', 'happened', 'company', 'type', 'id', 'delivered'],
        events.map((event) => [
          String(event.position),
          event.createdAt.toISOString(),
          accountName(event.accountId),
          event.type,
          event.id,
          event.skippedAt ? 'skipped' : (event.deliveredAt?.toISOString() ?? 'waits'),
        ]),
      ),
    )
    return 0
  },

  async replay(db, { from, account }) {
    if (!from) throw new UsageProblem('--from is required: a position or an instant.')
    const start = /^\d+$/.test(from) ? { position: Number(from) } : { instant: readInstant(from) }
    const count = await replayEvents(db, start, account)
    console.log(`${grouped(count)} events will be sent again, in order.`)
    return 0
  },

  async skip(db, _given, position) {
    const done = await skipEvent(db, wholeNumber('the position', position))
    console.log(
      done ? `Event ${position} is skipped.` : `Event ${position} is not waiting for delivery.`,
    )
    return done ? 0 : 1
  },
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageProblem(`${name} must be a whole number.`)
  return Number(text)
}
