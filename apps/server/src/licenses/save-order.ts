import sql from 'sql-template-tag'
import type {
  CheckOrder,
  ItemFault,
  LicenseOrder,
  LicenseOrderDetails,
  LineItem,
  Product,
  SaveOrder,
} from '@portal/domain/licenses/licenses.schema'
import { isolated } from '@portal/domain/kernel/isolated'
import { itemCount } from '@portal/domain/licenses/line-items'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { lineItemFault, shapeFault, type Offer } from '@portal/domain/licenses/order-rules'
import { termsVersion } from '@portal/domain/licenses/schedule-c'
import { movedText } from '@portal/domain/licenses/unsent-changes'
import type { Deps } from '../deps.ts'
import type { Tx } from '../platform/database/database.ts'
import { authorOf, recordHistory } from '../platform/history/history.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { claimKey, holdsKey } from '../platform/http/request-key.ts'
import { actorName, withScope, type Scope } from '../platform/database/scope.ts'
import { findOffer } from './catalogue.queries.ts'
import { takeLicenseTurn } from './license-turn.ts'
import { excludeImports } from '../platform/database/take-turn.ts'
import { findToday } from '../platform/database/today.ts'
import { findLicensesMeant } from './licenses-meant.ts'
import { findOrder, orderDetails, requireOrder, type StoredOrder } from './orders.queries.ts'
import { submitOrder, type Ordered } from './submit-order.ts'
import { draftState, replaceUnsent } from './unsent-order.ts'

/** A request to save an order. The browser chose its key, which makes repeats safe. */
interface Wish {
  order: SaveOrder
  key: string | undefined
}

/**
 * Creates a draft, or an order that is submitted at once. A repeat with the same key by the same user returns the first order.
 */
export function createOrder(deps: Deps, scope: Scope, wish: Wish): Promise<LicenseOrderDetails> {
  const { accountId, actor } = scope
  return withScope(deps.db, scope, async (tx) => {
    const id = await insertOrder(tx, scope, wish)
    if (id !== undefined) await claimKey(tx, scope, wish.key, contentOf(wish))
    const made = sql`o.created_key = ${wish.key} and o.requestor_id = ${actor.userId}`
    const order = await findOrder(tx, scope, id === undefined ? made : sql`o.id = ${id}`)
    if (!order) throw new Error(`the order of ${accountId} is not there`)
    if (id !== undefined) return fill(tx, scope, order, wish)
    if (!(await holdsKey(tx, scope, wish.key, contentOf(wish))))
      throw new Refusal(
        409,
        `An earlier version of this order was saved as ${orderNumber(order.id)}. Open that order to continue.`,
      )
    return orderDetails(tx, scope, order)
  })
}

/** Changes or submits a draft of the company. A submitted order never changes. */
export function changeOrder(
  deps: Deps,
  scope: Scope,
  id: string,
  wish: Wish,
): Promise<LicenseOrderDetails> {
  const { userId } = scope.actor
  return withScope(deps.db, scope, async (tx) => {
    if (!wish.order.isDraft) await awaitBooks(tx, scope, id)
    const found = await requireOrder(tx, scope, id, true)
    await claimKey(tx, scope, wish.key, contentOf(wish, id))
    const isRepeated = wish.key && found.changedKey === wish.key && found.changedBy === userId
    if (isRepeated) return orderDetails(tx, scope, found)
    refuseUnlessDraft(found)
    const { version } = wish.order
    if (version !== undefined && version !== found.version)
      throw new Refusal(409, movedText(await draftState(tx, scope.accountId, found.id)))
    await tx.run(sql`
      update license_order
         set notes = ${wish.order.data.notes}, version = version + 1, changed_key = ${wish.key ?? null},
             changed_by = ${userId}, changed_by_name = ${actorName(scope.actor)}, changed_at = portal_now()
       where account_id = ${scope.accountId} and id = ${id}`)
    await tx.run(sql`
      delete from license_order_line where account_id = ${scope.accountId} and order_id = ${id}`)
    return fill(tx, scope, await requireOrder(tx, scope, id), wish)
  })
}

/**
 * Waits for a running import before anything is locked. Records about a draft of the books may be part of that import. It
 * would not see that the draft is submitted, and would lock the draft's rows.
 */
async function awaitBooks(tx: Tx, { accountId }: Scope, id: string): Promise<void> {
  const ofBooks = await tx.one(sql`
    select from license_order
     where account_id = ${accountId} and id = ${id} and status = 'Draft' and external_id is not null`)
  if (ofBooks) await excludeImports(tx)
}

export function deleteDraft(deps: Deps, scope: Scope, id: string): Promise<void> {
  return withScope(deps.db, scope, async (tx) => {
    refuseUnlessDraft(await requireOrder(tx, scope, id, true))
    await tx.run(sql`
      delete from license_order where account_id = ${scope.accountId} and id = ${id}`)
    await recordHistory(tx, authorOf(scope), {
      category: 'License',
      entryType: 'Draft Deleted',
      description: `Deleted the draft of license order ${orderNumber(id)}`,
    })
  })
}

function refuseUnlessDraft({ status }: LicenseOrder): void {
  if (status !== 'Draft')
    throw new Refusal(409, 'This order has been submitted and can no longer be changed.')
}

/** The content to which an idempotency key belongs. */
const contentOf = ({ order: { isDraft, data } }: Wish, id?: string) => ({
  call: 'saveOrder',
  id,
  isDraft,
  data,
})

/** Returns the new order's id, or undefined if the key already created an order. */
async function insertOrder(tx: Tx, scope: Scope, { order, key }: Wish) {
  const { accountId, actor } = scope
  const row = await tx.one<{ id: number }>(sql`
    insert into license_order (account_id, status, requestor_id, requestor_name, crm_id, notes, created_at, created_key,
                               changed_by_name, changed_at)
    values (${accountId}, 'Draft', ${actor.userId}, ${actorName(actor)}, ${accountId}, ${order.data.notes},
            portal_now(), ${key ?? null}, ${actorName(actor)}, portal_now())
        on conflict (account_id, requestor_id, created_key) where created_key is not null do nothing
 returning id`)
  return row?.id
}

/** Checks the items, inserts them into an empty order, and submits the order if requested. */
async function fill(
  tx: Tx,
  scope: Scope,
  order: StoredOrder,
  { order: wanted }: Wish,
): Promise<LicenseOrderDetails> {
  const { isDraft } = wanted
  const { lineItems } = wanted.data
  const { accountId } = scope
  if (!isDraft && wanted.termsVersion !== undefined && wanted.termsVersion !== termsVersion)
    throw new Refusal(409, 'The terms have changed. Please load the page again and read them.')
  if (!isDraft && lineItems.length === 0) throw new Refusal(400, 'The order has no items.')
  const offer = await findOffer(tx, accountId)
  const [fault] = await faultsOf(tx, lineItems, offer, isDraft)
  if (fault) throw itemRefusal(400, fault, lineItems, offer.products)
  const ordered: Ordered = {
    lineItems,
    licenses: new Map(),
    products: offer.products,
    shown: wanted.shown,
  }
  if (!isDraft) {
    // From here on, no other order can change the company's licenses.
    await takeLicenseTurn(tx, accountId)
    const meant = await findLicensesMeant(tx, accountId, lineItems, offer.products)
    const [fault] = meant.faults
    if (fault) throw itemRefusal(409, fault, lineItems, offer.products)
    ordered.lineItems = meant.items
    ordered.licenses = meant.licenses
  }
  await tx.run(sql`
    insert into license_order_line (account_id, order_id, line_no, item, license_id)
    select ${accountId}, ${order.id}, nth, item, nullif(license_id, '')
      from jsonb_array_elements(${JSON.stringify(lineItems)}::jsonb) with ordinality as given (item, nth)
      join unnest(${ordered.lineItems.map(({ licenseId }) => licenseId)}::text[]) with ordinality as meant (license_id, nth)
           using (nth)`)
  const revision = wanted.unsentRevision
  if (revision !== undefined) await replaceUnsent(tx, scope, { revision, order: null }, order.id)
  if (!isDraft) await submitOrder(tx, scope, order, ordered)
  else
    await recordHistory(tx, authorOf(scope), {
      category: 'License',
      entryType: order.version === 1 ? 'Draft Saved' : 'Draft Changed',
      description: `Saved the draft of license order ${orderNumber(order.id)} (${itemCount(lineItems.length)})`,
    })
  return orderDetails(tx, scope, await requireOrder(tx, scope, order.id))
}

/** Returns what would prevent the items from being submitted, so that the user sees it before the terms. */
export function checkOrder(
  deps: Deps,
  scope: Scope,
  { lineItems }: CheckOrder,
): Promise<ItemFault[]> {
  const { accountId } = scope
  return withScope(deps.db, scope, async (tx) => {
    const offer = await findOffer(tx, accountId)
    const faults = await faultsOf(tx, lineItems, offer, false)
    const meant = await findLicensesMeant(tx, accountId, lineItems, offer.products)
    // One problem per item is enough; a problem of the item itself has priority.
    const others = meant.faults.filter(({ item }) => faults.every((one) => one.item !== item))
    return [...faults, ...others].toSorted((one, other) => one.item - other.item)
  })
}

async function faultsOf(
  tx: Tx,
  lineItems: readonly LineItem[],
  offer: Offer,
  isDraft: boolean,
): Promise<ItemFault[]> {
  const day = await findToday(tx)
  return lineItems.flatMap((item, index) => {
    const fault = isDraft ? shapeFault(item, offer) : lineItemFault(item, offer, day)
    return fault ? [{ item: index + 1, ...fault }] : []
  })
}

/** Returns a refusal that names the item by its number and product. */
function itemRefusal(
  status: 400 | 409,
  { item, words }: { item: number; words: string },
  lineItems: readonly LineItem[],
  products: ReadonlyMap<string, Product>,
): Refusal {
  const { productSku } = lineItems[item - 1]!
  const name = products.get(productSku)?.description ?? productSku
  return new Refusal(status, `Item ${item}, ${isolated(name)}: ${words}`)
}
