import sql from 'sql-template-tag'
import type { PortalEvent } from '@portal/domain/integration/events.schema'
import { noCompany } from '../platform/outbox/outbox.ts'

export interface EventRow {
  account_id: string
  id: string
  position: number
  previous_position: number | null
  type: PortalEvent['type']
  version: number
  data: PortalEvent['data']
  created_at: Date
}

export const eventColumns = sql`
  account_id, id, position, previous_position, type, version, data, created_at`

export function toEvent(row: EventRow): PortalEvent {
  return {
    id: row.id,
    position: row.position,
    previousPosition: row.previous_position,
    type: row.type,
    version: row.version,
    timestamp: row.created_at.toISOString(),
    accountId: row.account_id === noCompany ? null : row.account_id,
    data: row.data,
  }
}
