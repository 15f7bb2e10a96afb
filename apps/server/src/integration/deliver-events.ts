import sql from 'sql-template-tag'
import { forEachAtOnce } from '../platform/work/at-once.ts'
import type { Database } from '../platform/database/database.ts'
import { eventColumns, toEvent, type EventRow } from './events.queries.ts'
import type { SendWebhook } from './send-webhook.ts'
import {
  leaseStreams,
  noteUnavailable,
  noteRefused,
  noteTaken,
  release,
  wakeDoubtful,
} from './streams.queries.ts'

/** The number of concurrent deliveries. */
const concurrency = 8
/** How many events of one company are sent before other companies get their turn. */
const eventsInTurn = 100

interface Round {
  systemDb: Database
  send: SendWebhook
  signal: AbortSignal
  /** The receiver is unavailable: the round ends, and its other companies are released without a try. */
  isAway: boolean
}

/**
 * Delivers waiting events, at least once each. The events of a company are sent in order, each after the earlier one was
 * accepted; companies do not wait for each other. While the receiver is down, no event is dropped, and one event is tried
 * periodically. A rejected event is retried with growing delays, without end (decision 0045). Any number of workers may
 * run this. Returns the number of companies that it worked on.
 */
export async function deliverEvents(
  systemDb: Database,
  send: SendWebhook,
  signal: AbortSignal,
  onFailure: (error: unknown, accountId: string) => void,
): Promise<number> {
  const streams = await leaseStreams(systemDb)
  const round: Round = { systemDb, send, signal, isAway: false }
  let delivered = 0
  await forEachAtOnce(
    streams,
    concurrency,
    async ({ accountId }) => {
      delivered += await deliverStream(round, accountId)
    },
    (error, { accountId }) => onFailure(error, accountId),
  )
  if (delivered) await wakeDoubtful(systemDb)
  return streams.length
}

/** Sends a company's events in order until one is not accepted. Returns how many were accepted. */
async function deliverStream(round: Round, accountId: string): Promise<number> {
  const { systemDb, send, signal } = round
  const { rows } = await systemDb.query<EventRow>(sql`
    select ${eventColumns} from outbox_event
     where account_id = ${accountId} and delivered_at is null and position is not null
     order by position limit ${eventsInTurn}`)
  let delivered = 0
  for (const row of rows) {
    if (signal.aborted || round.isAway) break
    const event = toEvent(row)
    const answer = await send({ id: event.id, body: JSON.stringify(event) })
    if (answer === 'delivered') {
      await noteTaken(systemDb, accountId, event.id)
      delivered += 1
    } else if (answer.isAway && (await noteUnavailable(systemDb, answer.problem))) {
      round.isAway = true
    } else {
      await noteRefused(systemDb, accountId, answer.problem)
      return delivered
    }
  }
  await release(systemDb, accountId)
  return delivered
}
