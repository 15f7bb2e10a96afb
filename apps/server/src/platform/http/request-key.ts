import sql from 'sql-template-tag'
import type { Tx } from '../database/database.ts'
import { Refusal } from './refusal.ts'
import type { Scope } from '../database/scope.ts'

/** The refusal of a key that was already used for another action. */
export const keyOfOtherContent = () =>
  new Refusal(
    409,
    'This idempotency key was sent before, with other content. Nothing was done this time. Send a new key for each action.',
  )

/**
 * Stores an idempotency key for this content, in the transaction of the effect: a refused call stores no key. A second
 * call with the key waits for the first. Returns false if the key belongs to other content.
 */
export async function holdsKey(
  tx: Tx,
  { accountId, actor }: Scope,
  key: string | undefined,
  content: object,
): Promise<boolean> {
  if (key === undefined) return true
  const row = await tx.one<{ isSame: boolean }>(sql`
    with wanted as (
      -- Compared as jsonb, because the order of fields does not matter.
      select sha256(convert_to(${JSON.stringify(content)}::jsonb::text, 'UTF8')) as digest)
    insert into request_key as known (account_id, actor_id, key, digest)
    select ${accountId}, ${actor.userId}, ${key}, digest from wanted
        on conflict (account_id, actor_id, key) do update set digest = known.digest
 returning digest = (select digest from wanted) as "isSame"`)
  return row!.isSame
}

/** Like `holdsKey`, but throws a Refusal. */
export async function claimKey(...call: Parameters<typeof holdsKey>): Promise<void> {
  if (!(await holdsKey(...call))) throw keyOfOtherContent()
}
