import type { TSchema } from 'typebox'
import { eventData, type EventType } from './event-data.schema.ts'

type Payload = Record<string, unknown>

interface OlderPayload {
  version: number
  data: TSchema
  /** Converts the payload of the next version to this one. */
  from: (newer: Payload) => Payload
}

/** `version` is the one that `eventData` describes; `older` contains the other versions that can be sent, newest first. */
export type ChangedPayloads = Partial<
  Record<EventType, { version: number; older: readonly OlderPayload[] }>
>

/** The types whose payload has changed since the first release; all other types are at version 1 (decision 0045). */
export const changedPayloads: ChangedPayloads = {}

export interface EventVersion {
  type: EventType
  version: number
}

export function newestVersion(type: EventType, changed = changedPayloads): number {
  return changed[type]?.version ?? 1
}

/** Reads `invoice.payment.succeeded@1`. Returns undefined for a version that the portal cannot send. */
export function readEventVersion(
  text: string,
  changed = changedPayloads,
): EventVersion | undefined {
  const [, name = '', digits = ''] = /^([a-z_.]+)@(\d{1,4})$/.exec(text) ?? []
  const type = (Object.keys(eventData) as EventType[]).find((one) => one === name)
  if (!type) return undefined
  const version = Number(digits)
  const known = [
    newestVersion(type, changed),
    ...(changed[type]?.older ?? []).map((one) => one.version),
  ]
  return known.includes(version) ? { type, version } : undefined
}

/** Returns the requested older payloads of an event, newest first. */
export function olderPayloads(
  { type, version, data }: EventVersion & { data: Payload },
  wanted: readonly EventVersion[],
  changed = changedPayloads,
): { version: number; data: Payload }[] {
  let payload = data
  // An earlier release may have written the event, and versions newer than its own cannot be derived.
  const older = (changed[type]?.older ?? []).filter((one) => one.version < version)
  return older.flatMap((one) => {
    payload = one.from(payload)
    const isWanted = wanted.some((want) => want.type === type && want.version === one.version)
    return isWanted ? [{ version: one.version, data: payload }] : []
  })
}
