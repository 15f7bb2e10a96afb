import sql from 'sql-template-tag'
import type {
  LicenseOrder,
  LicenseOrderDetails,
  SaveOrder,
} from '@portal/domain/licenses/licenses.schema'
import { itemCount } from '@portal/domain/licenses/line-items'
import { lineItemFault, shapeFault } from '@portal/domain/licenses/order-rules'
import { termsVersion } from '@portal/domain/licenses/schedule-c'
import type { Deps } from '../deps.ts'
import type { Tx } from '../platform/database.ts'
import { authorOf, recordHistory } from '../platform/history.ts'
import { Refusal } from '../platform/refusal.ts'
import { actorName, withScope, type Scope } from '../platform/scope.ts'
import { findOffer } from './catalogue.queries.ts'
import { findOrder, orderDetails, requireOrder, type StoredOrder } from './orders.queries.ts'
import { submitOrder } from './submit-order.ts'

/** A wish to save, which the browser gives a name so that it may ask twice. */
interface Wish {
  order: SaveOrder
  key: string | undefined
}

/** Makes a draft, or an order submitted at once. The same key by the same person finds the order it made. */
export function createOrder(deps: Deps, scope: Scope, wish: Wish): Promise<LicenseOrderDetails> {
  const { accountId, actor } = scope
  return withScope(deps.db, scope, async (tx) => {
    const id = await insertOrder(tx, scope, wish)
    const made = sql`o.created_key = ${wish.key} and o.requestor_id = ${actor.userId}`
    const order = await findOrder(tx, scope, id === undefined ? made : sql`o.id = ${id}`)
    if (!order) throw new Error(`the order of ${accountId} is not there`)
    if (id !== undefined) return fill(tx, deps, scope, order, wish)
    if (!(await holds(tx, scope, order, wish)))
      throw new Refusal(
        409,
        `An earlier state of this order has reached us as #${order.id}. Open that one to go on.`,
      )
    return orderDetails(tx, scope, order)
  })
}

/** Changes a draft of the company, or submits it. A submitted order stays as it is. */
export function changeOrder(
  deps: Deps,
  scope: Scope,
  id: string,
  wish: Wish,
): Promise<LicenseOrderDetails> {
  const { userId } = scope.actor
  return withScope(deps.db, scope, async (tx) => {
    const found = await requireOrder(tx, scope, id, true)
    const isRepeated = wish.key && found.changedKey === wish.key && found.changedBy === userId
    if (isRepeated && (await holds(tx, scope, found, wish))) return orderDetails(tx, scope, found)
    refuseUnlessDraft(found)
    const { version } = wish.order
    if (version !== undefined && version !== found.version)
      throw new Refusal(
        409,
        'Somebody has changed this draft in the meantime. Open it again to see what it is now.',
      )
    await tx.run(sql`
      update license_order
         set notes = ${wish.order.data.notes}, version = version + 1, changed_key = ${wish.key ?? null},
             changed_by = ${userId}
       where account_id = ${scope.accountId} and id = ${id}`)
    await tx.run(sql`
      delete from license_order_line where account_id = ${scope.accountId} and order_id = ${id}`)
    return fill(tx, deps, scope, await requireOrder(tx, scope, id), wish)
  })
}

export function deleteDraft(deps: Deps, scope: Scope, id: string): Promise<void> {
  return withScope(deps.db, scope, async (tx) => {
    refuseUnlessDraft(await requireOrder(tx, scope, id, true))
    await tx.run(sql`
      delete from license_order where account_id = ${scope.accountId} and id = ${id}`)
    await recordHistory(tx, authorOf(scope), {
      category: 'License',
      entryType: 'Draft Deleted',
      description: `Deleted the draft of license order #${id}`,
    })
  })
}

function refuseUnlessDraft({ status }: LicenseOrder): void {
  if (status !== 'Draft')
    throw new Refusal(409, 'This order has been submitted and can no longer be changed.')
}

/** Whether an order is what a wish asks for: its state, notes and items. */
async function holds(tx: Tx, scope: Scope, order: StoredOrder, { order: wanted }: Wish) {
  if (order.isDraft !== wanted.isDraft || order.notes !== wanted.data.notes) return false
  const row = await tx.one<{ same: boolean }>(sql`
    select coalesce(jsonb_agg(item order by line_no), '[]') = ${JSON.stringify(wanted.data.lineItems)}::jsonb as same
      from license_order_line where account_id = ${scope.accountId} and order_id = ${order.id}`)
  return row?.same === true
}

/** Answers the new order's id, or nothing when the key has made one before. */
async function insertOrder(tx: Tx, scope: Scope, { order, key }: Wish) {
  const { accountId, actor } = scope
  const row = await tx.one<{ id: number }>(sql`
    insert into license_order (account_id, status, requestor_id, requestor_name, crm_id, notes, created_at, created_key)
    values (${accountId}, 'Draft', ${actor.userId}, ${actorName(actor)}, ${accountId}, ${order.data.notes},
            portal_now(), ${key ?? null})
        on conflict (account_id, requestor_id, created_key) where created_key is not null do nothing
 returning id`)
  return row?.id
}

/** Puts the items into an order that has none, after looking at each of them, and submits it when that is wanted. */
async function fill(
  tx: Tx,
  deps: Deps,
  scope: Scope,
  order: StoredOrder,
  { order: wanted }: Wish,
): Promise<LicenseOrderDetails> {
  const { isDraft } = wanted
  const { lineItems } = wanted.data
  const { accountId } = scope
  if (!isDraft && wanted.termsVersion !== undefined && wanted.termsVersion !== termsVersion)
    throw new Refusal(409, 'The terms have changed. Please load the page again and read them.')
  if (!isDraft && lineItems.length === 0)
    throw new Refusal(400, 'lineItems: the order has no items')
  const offer = await findOffer(tx, accountId)
  const today = (await tx.one<{ day: string }>(
    sql`select (portal_now() at time zone 'UTC')::date as day`,
  ))!.day
  lineItems.forEach((item, index) => {
    const fault = isDraft ? shapeFault(item, offer) : lineItemFault(item, offer, today)
    if (fault) throw new Refusal(400, `Item ${index + 1}: ${fault}`)
  })
  await tx.run(sql`
    insert into license_order_line (account_id, order_id, line_no, item)
    select ${accountId}, ${order.id}, nth, item
      from jsonb_array_elements(${JSON.stringify(lineItems)}::jsonb) with ordinality as given (item, nth)`)
  if (!isDraft) await submitOrder(tx, deps, scope, order, { lineItems, products: offer.products })
  else
    await recordHistory(tx, authorOf(scope), {
      category: 'License',
      entryType: order.version === 1 ? 'Draft Saved' : 'Draft Changed',
      description: `Saved the draft of license order #${order.id} (${itemCount(lineItems.length)})`,
    })
  return orderDetails(tx, scope, await requireOrder(tx, scope, order.id))
}
