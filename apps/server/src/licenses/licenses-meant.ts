import { licenseMeant } from '@portal/domain/licenses/license-meant'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type { LineItem, Product } from '@portal/domain/licenses/licenses.schema'
import type { LineItemFault } from '@portal/domain/licenses/order-rules'
import { requestTypes } from '@portal/domain/licenses/request-types'
import type { Tx } from '../platform/database.ts'
import { findEnded, licensesNamedBy } from './held.queries.ts'

interface LicensesMeant {
  /** The items, each with the id of the license that it changes or cancels. */
  items: LineItem[]
  /** The licenses that the items change or cancel, by id. */
  licenses: Map<string, HeldLicense>
  /** By the item's number, counted from 1: not held, already canceled, or in two items. */
  faults: (LineItemFault & { item: number })[]
}

/** Finds the licenses that the items of an order change or cancel. */
export async function findLicensesMeant(
  tx: Tx,
  accountId: string,
  items: readonly LineItem[],
  products: ReadonlyMap<string, Product>,
): Promise<LicensesMeant> {
  const found = await tx.query<HeldLicense & { place: number }>(licensesNamedBy(accountId, items))
  const missing = items.filter(
    ({ licenseId }, place) => licenseId && found.every((license) => license.place !== place),
  )
  const ended = await findEnded(
    tx,
    accountId,
    missing.flatMap(({ licenseId }) => licenseId ?? []),
  )
  const taken = new Map<string, number>()
  const meant: LicensesMeant = { items: [...items], licenses: new Map(), faults: [] }
  // Chosen licenses first: items that match by name must not take them.
  for (const isChosen of [true, false])
    for (const [place, item] of items.entries()) {
      if (item.customerOrderRequestTypeId === requestTypes.add) continue
      if (Boolean(item.licenseId) !== isChosen) continue
      const candidates = found.filter((license) => license.place === place)
      const name = products.get(item.productSku)?.description ?? item.productSku
      const hasEnded = ended.has(item.licenseId ?? '')
      const one = licenseMeant(item, name, candidates, taken, hasEnded)
      if ('fault' in one) meant.faults.push({ item: place + 1, ...one.fault })
      else {
        const { licenseId } = one.license
        taken.set(licenseId, place + 1)
        meant.licenses.set(licenseId, one.license)
        meant.items[place] = { ...item, licenseId }
      }
    }
  meant.faults.sort((one, other) => one.item - other.item)
  return meant
}
