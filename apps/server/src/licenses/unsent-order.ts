import sql from 'sql-template-tag'
import type {
  DraftState,
  KeepUnsentOrder,
  KeptUnsentOrder,
  UnsentOrder,
} from '@portal/domain/licenses/licenses.schema'
import type { Tx } from '../platform/database/database.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { Scope } from '../platform/database/scope.ts'

interface Row {
  revision: number
  content: UnsentOrder | null
  became: number | null
  savedFrom: number | null
}

/** Returns the order that the user is building for the company, with the current state of its draft. */
export async function readUnsent(tx: Tx, scope: Scope): Promise<KeptUnsentOrder> {
  const { accountId, actor } = scope
  // Servers of the previous release store no saved_from when they save.
  const row = await tx.one<Row>(sql`
    select revision, content, became, greatest(saved_from, case when became is not null then revision - 1 end) as "savedFrom"
      from unsent_order where account_id = ${accountId} and person_id = ${actor.userId}`)
  const { revision, content, became, savedFrom } = row ?? nothingYet
  const draftId = content ? content.draft?.id : became
  const draft = draftId == null ? null : await draftState(tx, accountId, draftId)
  return { revision, order: content, savedFrom, draft }
}

const nothingYet: Row = { revision: 0, content: null, became: null, savedFrom: null }

export async function draftState(tx: Tx, accountId: string, id: number): Promise<DraftState> {
  const row = await tx.one<Omit<DraftState, 'id' | 'changedDate'> & { changedAt: Date | null }>(sql`
    select status, version, changed_by_name as "changedBy", changed_at as "changedAt"
      from license_order where account_id = ${accountId} and id = ${id}`)
  if (!row) return { id, status: 'Deleted', version: 0, changedBy: null, changedDate: null }
  const { changedAt, ...state } = row
  return { id, ...state, changedDate: changedAt?.toISOString() ?? null }
}

/**
 * Replaces the unsent order of this revision with a newer version. If it became an order, it is removed in the transaction
 * that saves the order.
 */
export async function replaceUnsent(
  tx: Tx,
  { accountId, actor }: Scope,
  { revision, order }: KeepUnsentOrder,
  became: number | null = null,
): Promise<void> {
  const content = order && JSON.stringify(order)
  const savedFrom = became === null ? null : revision
  const row =
    revision === 0
      ? await tx.one(sql`
          insert into unsent_order (account_id, person_id, revision, content, became, saved_from)
          values (${accountId}, ${actor.userId}, 1, ${content}, ${became}, ${savedFrom})
              on conflict do nothing
       returning revision`)
      : await tx.one(sql`
          update unsent_order
             set revision = revision + 1, content = ${content}, became = ${became}, kept_at = portal_now(),
                 saved_from = coalesce(${savedFrom}, saved_from)
           where account_id = ${accountId} and person_id = ${actor.userId} and revision = ${revision}
       returning revision`)
  if (!row)
    throw new Refusal(
      409,
      'Your order was changed in another window. Nothing was stored. Please review it, then try again.',
    )
}
