import type { Deps } from '../../deps.ts'
import type { ProviderEvent } from '../../providers/cards/card-provider.ts'
import { isStored, keepEvent } from './provider-events.queries.ts'

/** Carries out what an event of the card provider says. Throws `EventUnresolved` when that is not possible yet. */
export type TakeEvent = (deps: Deps, event: ProviderEvent) => Promise<void>

/** The event came early, or names something the portal does not know. It is kept and tried again. */
export class EventUnresolved extends Error {
  override name = 'EventUnresolved'
}

/**
 * Takes an event, or keeps it when it cannot be resolved yet. Events come twice, late and in any order, so an event
 * only says "look again": the object is fetched, and what it says is stored in the same transaction as the event's id.
 * Throws what says nothing about the event: no answer of the provider or the database.
 */
export async function takeOrKeep(deps: Deps, event: ProviderEvent, take: TakeEvent): Promise<void> {
  if (await isStored(deps, event.id)) return
  try {
    await take(deps, event)
  } catch (error) {
    const problem = problemOf(deps, error)
    if (problem === undefined) throw error
    await keepEvent(deps, event, problem)
    const { id: eventId, type, objectId } = event
    deps.log.warn({ eventId, type, objectId, problem }, 'an event of the card provider is kept')
  }
}

function problemOf(deps: Deps, error: unknown): string | undefined {
  if (error instanceof EventUnresolved) return error.message
  if (deps.cards.failureOf(error) === 'unknownObject')
    return 'The card provider does not know the object.'
  return undefined
}
