import type {
  InvoiceAuthorization,
  LineAuthorization,
} from '@portal/domain/authorization/authorization.schema'
import { orderIdOf, type Authorization } from '@portal/domain/authorization/authorization'
import { authorizeCharges } from '@portal/domain/authorization/authorize-charges'
import type { Grants, KnownLicense } from '@portal/domain/authorization/grants'
import {
  authorizationSentence,
  authorizationWords,
  wholeSight,
  type KnownOrder,
  type Sight,
} from '@portal/domain/authorization/show-authorization'
import type { EarlierCharge } from '@portal/domain/authorization/taken-times'
import { comparable, type Bill, type BillLine } from '@portal/domain/changes/bill'
import { fromCents } from '@portal/domain/kernel/money'
import type { Month } from '@portal/domain/kernel/month'
import { newestProduct } from '@portal/domain/licenses/newest-product'
import { mayUse, type Holder } from '@portal/domain/kernel/permissions'
import {
  billReading,
  billsOfMonth,
  findBill,
  readCatalog,
  type BillReader,
} from '../changes/bills.queries.ts'
import { productOf, productsByName, type Catalog } from '../changes/catalog.ts'
import type { Tx } from '../platform/database/database.ts'
import { notFound } from '../platform/http/refusal.ts'
import { seesOnlySome } from '../session/visible-categories.ts'
import { earlierCharges, hasLaterBills } from './charges.queries.ts'
import {
  findOrderIds,
  findOrders,
  findRequests,
  hasLicenseRecords,
  knowsGrants,
  orderedLicenses,
  providedLicenses,
  searchableProducts,
  type Named,
  type OrderIds,
} from './grants.queries.ts'

interface ReadOptions {
  monthOf?: ReadMonth | undefined
  /** Adds what was not charged in the month. */
  tell?: (month: AuthorizedMonth) => Promise<Pick<InvoiceAuthorization, 'notCharged'>>
}

/** Returns what authorizes each line of an invoice. Throws a refusal if the reader may not see the invoice. */
export async function readAuthorization(
  tx: Tx,
  scope: BillReader & { actor: Holder },
  invoiceNumber: string,
  { monthOf = authorizeMonth, tell }: ReadOptions = {},
): Promise<InvoiceAuthorization> {
  const head = await findBill(tx, scope, invoiceNumber)
  if (!head) throw notFound()
  const { revision } = head
  const isOfVisible = await seesOnlySome(tx, scope)
  if (!(await knowsGrants(tx, scope.accountId)))
    return { invoiceNumber, revision, sentence: '', toCheck: 0, isOfVisible, lines: [] }
  const month = await monthOf(tx, scope, head.serviceMonth)
  const { bills, states, orders, grants } = month
  const bill = bills.find(({ id }) => id === head.id)
  if (!bill) throw notFound()
  const sight: Sight = {
    invoiceNumber,
    seesLicenses: mayUse(scope.actor, 'AccessLicenses'),
    seesRequests: mayUse(scope.actor, 'AccessErfs'),
    orderOf: (orderId) => orders.get(orderId),
  }
  const none: Authorization = { state: 'none' }
  const found = bill.lines.map((line) => ({ line, authorization: states.get(line) ?? none }))
  const all = found.map(({ authorization }) => authorization)
  const sentence = authorizationSentence(all, grants.isWhole)
  return {
    invoiceNumber,
    revision,
    sentence: sentence ?? '',
    toCheck: all.filter(({ state }) => state === 'toCheck').length,
    isOfVisible,
    // Without any license, order or request of the company, no line is judged.
    lines: sentence
      ? found.map(({ line, authorization }) => ({
          ...shown(authorization, sight, bill.currency),
          total: fromCents(line.totalCents, bill.currency),
        }))
      : [],
    ...(await tell?.(month)),
  }
}

/** Returns what authorizes a line, in words for the provider, who may see everything; null if nothing is known. */
export async function lineEvidence(
  tx: Tx,
  accountId: string,
  invoiceNumber: string,
  place: number,
): Promise<string | null> {
  const reader = { accountId, categoryIds: null }
  const head = await findBill(tx, reader, invoiceNumber)
  if (!head || !(await knowsGrants(tx, accountId))) return null
  const { bills, states, orders } = await authorizeMonth(tx, reader, head.serviceMonth)
  const line = bills.find(({ id }) => id === head.id)?.lines[place]
  const found = line && states.get(line)
  if (!found || found.state === 'unexplained') return null
  return authorizationWords(found, wholeSight(invoiceNumber, orders), head.currency) || null
}

function shown(
  found: Authorization,
  sight: Sight,
  currency: string,
): Omit<LineAuthorization, 'total'> {
  const { license, request } = found
  const orderId = orderIdOf(found)
  const order = orderId ? sight.orderOf(orderId) : undefined
  return {
    state: found.state,
    ...('by' in found && found.by && { by: found.by }),
    ...(found.state === 'toCheck' && { reason: found.reason }),
    words: authorizationWords(found, sight, currency),
    ...(sight.seesLicenses && license && { licenseId: license.licenseId }),
    ...(sight.seesLicenses && order && { orderId: order.id }),
    ...(sight.seesRequests && request && { equipmentRequestId: request.equipmentRequestId }),
  }
}

export interface AuthorizedMonth {
  month: Month
  bills: readonly Bill[]
  states: ReadonlyMap<BillLine, Authorization>
  orders: ReadonlyMap<string, KnownOrder>
  grants: Grants
  catalog: Catalog
}

export type ReadMonth = typeof authorizeMonth

/** Caches the last month, for a caller that reads many invoices in order of time. */
export function keepingMonth(): ReadMonth {
  let last: AuthorizedMonth | undefined
  return async (tx, reader, month) => {
    if (last?.month !== month) last = await authorizeMonth(tx, reader, month)
    return last
  }
}

/**
 * Checks all lines of a month's bills that the reader may see. Of all these lines, one may charge a license; a second
 * charge is a duplicate.
 */
export async function authorizeMonth(
  tx: Tx,
  reader: BillReader,
  month: Month,
): Promise<AuthorizedMonth> {
  const { accountId } = reader
  const heads = await billsOfMonth(tx, reader, month)
  const read = await billReading(tx, reader)(heads)
  const orderIds = await findOrderIds(
    tx,
    accountId,
    distinct(read, ({ licenseOrderId }) => licenseOrderId),
  )
  const bills = withKnownOrders(read, orderIds)
  const catalog = productsByName(await readCatalog(tx))
  const all = namedBy(bills, catalog)
  const named = {
    ...all,
    orderIds: [...all.orderIds, ...orderIds.flatMap(({ recordId }) => recordId ?? [])],
    productIds: await searchableProducts(tx, accountId, all.productIds),
  }
  const isWhole = await hasLicenseRecords(tx, accountId)
  const readLicenses = isWhole ? providedLicenses : orderedLicenses
  const licenses = withNewest(await readLicenses(tx, accountId, named), catalog)
  const orders = await findOrders(tx, accountId, [
    ...new Set([...named.orderIds, ...licenses.flatMap(({ orderId }) => orderId ?? [])]),
  ])
  const requests = await findRequests(tx, accountId, named.requestIds)
  const grants: Grants = {
    licenses,
    isWhole,
    orders: new Map(
      orders.map(({ orderId, productIds }) => [
        orderId,
        new Set(productIds.map((id) => newestId(catalog, id))),
      ]),
    ),
    requests: new Map(requests.map((one) => [one.equipmentRequestId, one])),
    productOf: (line) => {
      const product = productOf(catalog, line)
      return (
        product && {
          productId: newestId(catalog, product.productId),
          prorates: product.prorates,
          isRecurring: product.perUser === true || product.hasPrice,
        }
      )
    },
  }
  const states = authorizeCharges(bills, grants, {
    earlier: await chargedBefore(tx, reader, bills, grants),
    isNewest: !(await hasLaterBills(tx, reader, month)),
  })
  return {
    month,
    bills,
    states,
    orders: new Map(orders.map((one) => [one.orderId, one])),
    grants,
    catalog,
  }
}

/** Lines name an order by an id of its record or by the portal's id. Here every line gets the portal's id. */
function withKnownOrders(bills: readonly Bill[], orders: readonly OrderIds[]): Bill[] {
  const portalIds = new Map(orders.map(({ portalId, named }) => [named, portalId]))
  const named = (line: BillLine): BillLine => {
    const licenseOrderId = line.licenseOrderId && portalIds.get(line.licenseOrderId)
    return licenseOrderId ? { ...line, licenseOrderId } : line
  }
  return bills.map((bill) => ({ ...bill, lines: bill.lines.map(named) }))
}

const newestId = (catalog: Catalog, productId: string) =>
  newestProduct(productId, (id) => catalog.get(id)?.replacedBy)

const withNewest = (licenses: readonly KnownLicense[], catalog: Catalog): KnownLicense[] =>
  licenses.map((one) => ({ ...one, productId: newestId(catalog, one.productId) }))

const namedBy = (bills: readonly Bill[], catalog: Catalog): Named => ({
  licenseIds: distinct(bills, ({ licenseId }) => licenseId),
  productIds: productsOf(bills, catalog, ({ licenseId }) => !licenseId),
  orderIds: distinct(bills, ({ licenseOrderId }) => licenseOrderId),
  requestIds: distinct(bills, ({ equipmentRequestId }) => equipmentRequestId),
})

/** Returns the products of lines and the products that these replaced: a license may still have the id of a replaced product. */
function productsOf(
  bills: readonly Bill[],
  catalog: Catalog,
  isMeant: (line: BillLine) => boolean,
): string[] {
  const lines = bills.flatMap((bill) => bill.lines.filter(isMeant))
  const newest = new Set(
    lines.flatMap((line) => {
      const product = productOf(catalog, line)
      return product ? newestId(catalog, product.productId) : []
    }),
  )
  const ids = [...new Set([...catalog.values()].map(({ productId }) => productId))]
  return ids.filter((id) => newest.has(newestId(catalog, id)))
}

/** Returns all licenses of the bills' products by the provider's records; none if there are too many. */
export async function licensesOfProducts(
  tx: Tx,
  accountId: string,
  bills: readonly Bill[],
  catalog: Catalog,
): Promise<KnownLicense[]> {
  const productIds = await searchableProducts(
    tx,
    accountId,
    productsOf(bills, catalog, () => true),
  )
  const named = { licenseIds: [], productIds, orderIds: [], requestIds: [] }
  return withNewest(await providedLicenses(tx, accountId, named), catalog)
}

const distinct = (bills: readonly Bill[], of: (line: BillLine) => string | null | undefined) => [
  ...new Set(bills.flatMap(({ lines }) => lines.flatMap((line) => of(line) ?? []))),
]

async function chargedBefore(
  tx: Tx,
  reader: BillReader,
  bills: readonly Bill[],
  grants: Grants,
): Promise<EarlierCharge[]> {
  const found = await earlierCharges(tx, reader, bills)
  return found.map(({ productName, productId, ...charge }) => {
    const product = comparable(productName)
    return {
      ...charge,
      product: grants.productOf({ productId, words: { product } })?.productId ?? product,
    }
  })
}
