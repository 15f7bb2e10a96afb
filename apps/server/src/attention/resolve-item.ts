import sql from 'sql-template-tag'
import type { AttentionKey } from '@portal/domain/attention/attention-lists'
import type { ResolveItem } from '@portal/domain/attention/attention.schema'
import { changedItem } from '@portal/domain/attention/attention-shown'
import type { Deps } from '../deps.ts'
import { switchAccount, withAccount, type Tx } from '../platform/database/database.ts'
import { authorOf, recordHistory } from '../platform/history/history.ts'
import { notFound, Refusal } from '../platform/http/refusal.ts'
import { actorName, type Scope } from '../platform/database/scope.ts'
import { takeTurn } from '../platform/database/take-turn.ts'
import type { TakeEvent } from '../payments/events/take-event.ts'
import { actions, type Action } from './actions.ts'
import { findItem } from './attention.queries.ts'
import { accountOf } from './resolving.ts'

export interface Order {
  list: string
  action: string
  item: ResolveItem
  scope: Scope
  sessionHash: Buffer
}

/**
 * Carries out a super admin's decision about an item, once, in the item's company: a second super admin gets the name of
 * the first. The change, its history and the resolution are one transaction.
 */
export async function resolveItem(deps: Deps & { take: TakeEvent }, order: Order): Promise<string> {
  const { list, action, item, scope, sessionHash } = order
  const wanted = findAction(list, action)
  const accountId = accountOf(item)
  const before = await withAccount(deps.paymentsDb, accountId, (tx) => lastResolution(tx, order))
  const needsAttention = (await wanted.first?.(deps, item)) ?? true
  return withAccount(deps.paymentsDb, accountId, async (tx) => {
    await takeTurn(tx, `attention ${list} ${item.id}`, accountId)
    await wanted.hold?.(tx, accountId)
    const last = await lastResolution(tx, order)
    // An action with `first` only asks the provider, and the provider's answer may already have changed the item.
    if (!wanted.first) await requireShown(tx, order)
    const isFirst = last?.at.getTime() === before?.at.getTime()
    const authorIn = (company: string) => ({ ...authorOf(scope), accountId: company })
    const done =
      needsAttention && isFirst
        ? await wanted.resolve(tx, { item, sessionHash, authorIn, config: deps.config })
        : undefined
    if (!done) throw alreadyResolved(last)
    await tx.run(sql`
      insert into attention_resolution (account_id, list, item_id, action, actor_name)
      values (${accountId}, ${list}, ${item.id}, ${action}, ${actorName(scope.actor)})`)
    if (done.history) {
      // The history entry of an item without a company is stored in the provider's company.
      const company = item.accountId ?? scope.actor.accountId
      await switchAccount(tx, company)
      await recordHistory(tx, authorIn(company), done.history)
    }
    return done.message
  })
}

function findAction(list: string, action: string): Action {
  const found = Object.hasOwn(actions, list)
    ? (actions[list as keyof typeof actions] as Record<string, Action>)
    : {}
  const wanted = Object.hasOwn(found, action) ? found[action] : undefined
  if (!wanted) throw notFound()
  return wanted
}

/**
 * Throws a Refusal if the item differs from what the person saw. A lock on the item's invoice prevents changes until the
 * transaction ends.
 */
async function requireShown(tx: Tx, { list, item, sessionHash }: Order): Promise<void> {
  const { shown } = item
  if (!shown) return
  const key = list as AttentionKey
  await tx.run(sql`
    select from invoice where account_id = ${accountOf(item)} and invoice_number = ${shown.subject} for update`)
  const now = await findItem(tx, sessionHash, key, item)
  const changed = now && changedItem(key, shown, { ...now, bankAccounts: null })
  if (changed) throw new Refusal(409, changed)
}

interface Resolution {
  by: string
  at: Date
}

function lastResolution(tx: Tx, { list, item }: Order): Promise<Resolution | undefined> {
  return tx.one<Resolution & Record<string, unknown>>(sql`
    select actor_name as by, resolved_at as at from attention_resolution
     where account_id = ${accountOf(item)} and list = ${list} and item_id = ${item.id}
     order by resolved_at desc limit 1`)
}

function alreadyResolved(last: Resolution | undefined): Refusal {
  if (!last)
    return new Refusal(409, 'It was resolved in the meantime and no longer needs attention.')
  const at = `${last.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return new Refusal(409, `${last.by} already resolved it (${at}).`)
}
