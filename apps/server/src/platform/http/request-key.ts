import sql from 'sql-template-tag'
import type { Tx } from '../database/database.ts'
import { Refusal } from './refusal.ts'
import type { Scope } from '../database/scope.ts'

/** The refusal of a key that belongs to another action. */
export const keyOfOtherContent = () =>
  new Refusal(
    409,
    'This idempotency key was sent before, with other content. Nothing was done this time. Send a new key for each action.',
  )

/**
 * Keeps an idempotency key for this content, in the transaction of the effect: a refused call keeps none. A second call with the key
 * waits for the first; `false`: its content is another one.
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
      -- As jsonb: the order of fields is no content.
      select sha256(convert_to(${JSON.stringify(content)}::jsonb::text, 'UTF8')) as digest)
    insert into request_key as known (account_id, actor_id, key, digest)
    select ${accountId}, ${actor.userId}, ${key}, digest from wanted
        on conflict (account_id, actor_id, key) do update set digest = known.digest
 returning digest = (select digest from wanted) as "isSame"`)
  return row!.isSame
}

/** The same; throws a Refusal. */
export async function claimKey(...call: Parameters<typeof holdsKey>): Promise<void> {
  if (!(await holdsKey(...call))) throw keyOfOtherContent()
}
