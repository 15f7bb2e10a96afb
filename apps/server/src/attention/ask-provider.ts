import sql from 'sql-template-tag'
import type { ResolveItem } from '@portal/domain/attention/attention.schema'
import type { Deps } from '../deps.ts'
import { resolveAttempt } from '../payments/charge/resolve-attempt.ts'
import { takeOrKeep, type TakeEvent } from '../payments/events/take-event.ts'
import { queryOne, withAccount } from '../platform/database/database.ts'
import { notFound, Refusal } from '../platform/http/refusal.ts'
import type { ProviderEvent } from '../providers/cards/card-provider.ts'
import { companyOf, idOf, requireNoCompany } from './resolving.ts'

/** Same as `portal payments resolve <attempt>`. Returns false if the attempt no longer needs attention. */
export async function askAboutAttempt(deps: Deps, item: ResolveItem): Promise<boolean> {
  const accountId = companyOf(item)
  const id = idOf(item)
  const attempt = await withAccount(deps.paymentsDb, accountId, (tx) =>
    tx.one<{ isWaiting: boolean }>(sql`
      select needs_person is not null or state in ('open', 'requires_action') as "isWaiting"
        from payment_attempt where account_id = ${accountId} and id = ${id}`),
  )
  if (!attempt) throw notFound()
  if (!attempt.isWaiting) return false
  const settled = await answered(deps, () => resolveAttempt(deps, id, accountId))
  if (settled.length === 0)
    throw new Refusal(
      409,
      'The card provider has no payment for this attempt. Nothing was charged, and the portal will end the attempt.',
    )
  return true
}

/** Returns false if the event was already processed or set aside. */
export async function retryEvent(
  deps: Deps & { take: TakeEvent },
  item: ResolveItem,
): Promise<boolean> {
  requireNoCompany(item)
  const kept = await queryOne<{ event: ProviderEvent | null }>(
    deps.paymentsDb,
    sql`select event from provider_event where id = ${item.id}`,
  )
  if (!kept) throw notFound()
  const { event } = kept
  if (!event) return false
  const whole = { ...event, createdAt: new Date(event.createdAt) }
  await answered(deps, () => takeOrKeep(deps, whole, deps.take))
  return true
}

async function answered<T>({ cards }: Deps, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!cards.failureOf(error)) throw error
    throw new Refusal(
      503,
      'The card provider is not responding. Please try again in a few minutes.',
    )
  }
}
