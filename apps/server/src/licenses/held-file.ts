import type { Readable } from 'node:stream'
import type { FileCell } from '@portal/domain/kernel/csv'
import type { Day } from '@portal/domain/kernel/day'
import { cancelledState, lastDayOf } from '@portal/domain/licenses/license-end'
import type { HeldFile, HeldLicense } from '@portal/domain/licenses/held.schema'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { tableFile } from '../documents/documents.ts'
import type { Database } from '../platform/database/database.ts'
import { withScope, type Scope } from '../platform/database/scope.ts'
import { heldIds } from './held-list.queries.ts'
import { heldByIds } from './held.queries.ts'
import { findToday } from '../platform/database/today.ts'

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
  'Last Day',
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
 * Exports the licenses that match. Their ids are read at once, and each portion of their details in its own transaction,
 * so that a slow download holds no connection.
 */
export function heldFile(db: Database, scope: Scope, asked: HeldFile): Readable {
  const { format = 'csv', ...filter } = asked
  return tableFile({ name: 'Licenses', titles, rows: rows(db, scope, filter) }, format)
}

async function* rows(
  db: Database,
  scope: Scope,
  asked: HeldFile,
): AsyncGenerator<readonly FileCell[]> {
  const { accountId } = scope
  const { found, today } = await withScope(db, scope, async (tx) => ({
    found: await tx.query<{ licenseId: string }>(heldIds(accountId, asked)),
    today: await findToday(tx),
  }))
  const ids = found.map(({ licenseId }) => licenseId)
  for (let first = 0; first < ids.length; first += portion) {
    const licenses = await withScope(db, scope, (tx) =>
      tx.query<HeldLicense>(heldByIds(accountId, ids.slice(first, first + portion))),
    )
    yield* licenses.map((license) => cells(license, today))
  }
}

function cells(license: HeldLicense, today: Day): readonly FileCell[] {
  const { startsOn, endsOn, isSuspended, orderId, monthlyPrice, nextPrice } = license
  const lastDay = lastDayOf(license, today)
  const states = [
    isSuspended && 'Suspended',
    endsOn !== null && lastDay === undefined && cancelledState(license, today),
  ]
  return [
    license.licenseId,
    license.productName,
    license.productSku,
    license.userName,
    license.networkName,
    license.coveredCompany,
    license.ipAddress,
    dayCell(startsOn),
    dayCell(lastDay),
    states.filter(Boolean).join('; '),
    orderId === null ? '' : orderNumber(orderId),
    monthlyPrice ?? '',
    monthlyPrice === null ? '' : license.currencyIsoCode,
    monthlyPrice === null ? '' : license.isListPrice ? 'List price' : 'Our records',
    nextPrice?.monthlyPrice ?? '',
    nextPrice?.currencyIsoCode ?? '',
    dayCell(nextPrice?.from),
  ]
}

const dayCell = (day: Day | null | undefined): FileCell => (day ? { day } : '')
