import type { HeldFile, HeldLicense } from '@portal/domain/licenses/licenses.schema'
import { csvFile, type CsvCells } from '../documents/documents.ts'
import type { Database } from '../platform/database.ts'
import { withScope, type Scope } from '../platform/scope.ts'
import { heldIds } from './held-list.queries.ts'
import { heldByIds } from './held.queries.ts'

const portion = 1000

const titles = [
  'License',
  'Product',
  'Product Id',
  'User',
  'Network',
  'Covered Company',
  'IP Address',
  'Since',
  'Ends',
  'Status',
  'Order',
  'Price a Month',
  'Currency',
  'Price Source',
  'Next Price a Month',
  'Next Price Currency',
  'Next Price From',
]

/**
 * Exports the licenses that match. Their ids are read at once, and each portion of their details in its own
 * transaction, so that a slow download holds no connection.
 */
export function heldCsv(db: Database, scope: Scope, asked: HeldFile): AsyncGenerator<string> {
  return csvFile(titles, rows(db, scope, asked))
}

async function* rows(db: Database, scope: Scope, asked: HeldFile): AsyncGenerator<CsvCells> {
  const { accountId } = scope
  const found = await withScope(db, scope, (tx) =>
    tx.query<{ licenseId: string }>(heldIds(accountId, asked)),
  )
  const ids = found.map(({ licenseId }) => licenseId)
  for (let first = 0; first < ids.length; first += portion) {
    const licenses = await withScope(db, scope, (tx) =>
      tx.query<HeldLicense>(heldByIds(accountId, ids.slice(first, first + portion))),
    )
    yield* licenses.map(cells)
  }
}

function cells(license: HeldLicense): CsvCells {
  const { startsOn, endsOn, orderId, monthlyPrice, nextPrice } = license
  return [
    license.licenseId,
    license.productName,
    license.productSku,
    license.userName,
    license.networkName,
    license.coveredCompany,
    license.ipAddress,
    startsOn ?? '',
    endsOn ?? '',
    license.isSuspended ? 'Suspended' : '',
    orderId ?? '',
    monthlyPrice ?? '',
    monthlyPrice === null ? '' : license.currencyIsoCode,
    monthlyPrice === null ? '' : license.isListPrice ? 'List price' : 'Our records',
    nextPrice?.monthlyPrice ?? '',
    nextPrice?.currencyIsoCode ?? '',
    nextPrice?.from ?? '',
  ]
}
