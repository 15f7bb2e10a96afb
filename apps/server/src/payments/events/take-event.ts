import type { Deps } from '../../deps.ts'
import type { ProviderEvent } from '../../providers/cards/card-provider.ts'
import { isStored, keepEvent } from './provider-events.queries.ts'

/** Processes an event of the card provider. Throws `EventUnresolved` if this is not possible yet. */
export type TakeEvent = (deps: Deps, event: ProviderEvent) => Promise<void>

/** The event arrived early or names an unknown object. It is stored and tried again. */
export class EventUnresolved extends Error {
  override name = 'EventUnresolved'
}

/**
 * Processes an event, or stores it while it cannot be resolved. Events arrive twice, late and in any order, so an event
 * only triggers a fetch of its object; the object's state is stored in the same transaction as the event's id. Throws
 * errors that are not caused by the event: the provider or the database did not respond.
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
