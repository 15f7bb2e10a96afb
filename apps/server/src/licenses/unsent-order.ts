import sql from 'sql-template-tag'
import type {
  DraftState,
  KeepUnsentOrder,
  KeptUnsentOrder,
  UnsentOrder,
} from '@portal/domain/licenses/licenses.schema'
import type { Tx } from '../platform/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Scope } from '../platform/scope.ts'

interface Row {
  revision: number
  content: UnsentOrder | null
  became: number | null
}

/**
 * Returns the order that the person is building for the company, with the current state of its
 * draft.
 */
export async function readUnsent(tx: Tx, scope: Scope): Promise<KeptUnsentOrder> {
  const { accountId, actor } = scope
  const row = await tx.one<Row>(sql`
    select revision, content, became from unsent_order
     where account_id = ${accountId} and person_id = ${actor.userId}`)
  const order = row?.content ?? null
  const draftId = order ? (order.draft?.id ?? (await savedWith(tx, scope, order.key))) : row?.became
  const draft = draftId == null ? null : await draftState(tx, accountId, draftId)
  return { revision: row?.revision ?? 0, order, draft }
}

/** The order that was saved with the key. A browser that lost the response continues with the same key. */
async function savedWith(tx: Tx, { accountId, actor }: Scope, key: string | null) {
  if (key === null) return undefined
  const row = await tx.one<{ id: number }>(sql`
    select id from license_order
     where account_id = ${accountId} and requestor_id = ${actor.userId} and created_key = ${key}`)
  return row?.id
}

async function draftState(tx: Tx, accountId: string, id: number): Promise<DraftState> {
  const row = await tx.one<Omit<DraftState, 'id' | 'changedDate'> & { changedAt: Date | null }>(sql`
    select status, version, changed_by_name as "changedBy", changed_at as "changedAt"
      from license_order where account_id = ${accountId} and id = ${id}`)
  if (!row) return { id, status: 'Deleted', version: 0, changedBy: null, changedDate: null }
  const { changedAt, ...state } = row
  return { id, ...state, changedDate: changedAt?.toISOString() ?? null }
}

/** Replaces the order with a newer version. A repeat changes nothing. */
export async function keepUnsent(
  tx: Tx,
  scope: Scope,
  { revision, order }: KeepUnsentOrder,
): Promise<KeptUnsentOrder> {
  if (!(await replace(tx, scope, revision, order, null))) {
    const kept = await tx.one(sql`
      select from unsent_order
       where account_id = ${scope.accountId} and person_id = ${scope.actor.userId} and revision = ${revision + 1}
         and content is not distinct from ${order && JSON.stringify(order)}::jsonb and became is null`)
    if (!kept) refuseStale()
  }
  return readUnsent(tx, scope)
}

/** Empties the order that was saved, in the same transaction. */
export async function settleUnsent(
  tx: Tx,
  scope: Scope,
  revision: number | undefined,
  orderId: number,
): Promise<void> {
  if (revision === undefined) return
  if (!(await replace(tx, scope, revision, null, orderId))) refuseStale()
}

async function replace(
  tx: Tx,
  { accountId, actor }: Scope,
  revision: number,
  order: UnsentOrder | null,
  became: number | null,
): Promise<boolean> {
  const content = order && JSON.stringify(order)
  const row =
    revision === 0
      ? await tx.one(sql`
          insert into unsent_order (account_id, person_id, revision, content, became)
          values (${accountId}, ${actor.userId}, 1, ${content}, ${became})
              on conflict do nothing
       returning revision`)
      : await tx.one(sql`
          update unsent_order
             set revision = revision + 1, content = ${content}, became = ${became}, kept_at = portal_now()
           where account_id = ${accountId} and person_id = ${actor.userId} and revision = ${revision}
       returning revision`)
  return row !== undefined
}

function refuseStale(): never {
  throw new Refusal(
    409,
    'You changed this order in another window or on another device. Review both versions and choose one.',
  )
}
