import { Value } from 'typebox/value'
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import { eventData, type EventType } from '@portal/domain/integration/event-data.schema'
import type { TestPortal } from '../portal/portal.ts'

interface TestEvent {
  type: EventType
  data: Record<string, unknown>
}

/** Returns all events about a company (`-`: about none), each in its published shape. */
export async function eventsOf(
  { system }: Pick<TestPortal, 'system'>,
  accountId: string,
): Promise<TestEvent[]> {
  const { rows } = await system.query<TestEvent>(sql`
    select type, data from outbox_event where account_id = ${accountId} order by written`)
  for (const { type, data } of rows)
    expect([...Value.Errors(eventData[type], data)], type).toEqual([])
  return rows
}
