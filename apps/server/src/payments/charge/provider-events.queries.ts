import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { inTransaction, type Tx } from '../../platform/database.ts'
import type { ProviderEvent } from '../../providers/cards/card-provider.ts'

/** Notes an event that has no effect. */
export function store(deps: Deps, event: ProviderEvent, outcome: string): Promise<boolean> {
  return inTransaction(deps.paymentsDb, (tx) => storeEvent(tx, event, outcome))
}

/** False when the event has been here before. */
export async function storeEvent(tx: Tx, event: ProviderEvent, outcome: string): Promise<boolean> {
  const stored = await tx.run(sql`
    insert into provider_event (id, type, object_id, outcome)
    values (${event.id}, ${event.type}, ${event.objectId}, ${outcome})
        on conflict (id) do nothing`)
  return stored > 0
}
