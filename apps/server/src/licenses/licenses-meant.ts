import {
  endedText,
  licensesMeant,
  requestedText,
  type LicensesMeant,
} from '@portal/domain/licenses/license-meant'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type { LineItem, Product } from '@portal/domain/licenses/licenses.schema'
import { openSteps } from '@portal/domain/licenses/order-steps'
import sql from 'sql-template-tag'
import type { Tx } from '../platform/database/database.ts'
import { findEnded, licensesNamedBy } from './held.queries.ts'

/** Finds the licenses that the items of an order change or cancel. */
export async function findLicensesMeant(
  tx: Tx,
  accountId: string,
  items: readonly LineItem[],
  products: ReadonlyMap<string, Product>,
): Promise<LicensesMeant> {
  const found = await tx.query<HeldLicense & { place: number | null }>(
    licensesNamedBy(accountId, items),
  )
  const places = new Set(found.map(({ place }) => place))
  const missing = items.flatMap(({ licenseId }, place) =>
    licenseId && !places.has(place) ? [licenseId] : [],
  )
  return licensesMeant(items, { found, products, gone: await findGone(tx, accountId, missing) })
}

/** Returns, where known, why these ids do not belong to a license in force. */
async function findGone(tx: Tx, accountId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const ended = await findEnded(tx, accountId, ids)
  const requested = await tx.query<{ id: string; orderId: number }>(sql`
    select portal_id as id, order_id as "orderId" from asked_line
     where account_id = ${accountId} and portal_id = any (${ids}) and adds and not has_run
       and step = any (${openSteps})`)
  return new Map([
    ...requested.map(({ id, orderId }) => [id, requestedText(orderId)] as const),
    ...[...ended].map((id) => [id, endedText] as const),
  ])
}
