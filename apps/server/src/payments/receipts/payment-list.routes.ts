import type { FastifyPluginAsync } from 'fastify'
import type { FileCell } from '@portal/domain/kernel/csv'
import { parseIsoDay } from '@portal/domain/kernel/day'
import { decimalString, toCents } from '@portal/domain/kernel/money'
import { cardName } from '@portal/domain/payments/card-name'
import { PaymentEntry, PaymentFilter } from '@portal/domain/payments/payment-list.schema'
import { paymentStatuses } from '@portal/domain/payments/payment-status'
import { paymentCalls } from '@portal/domain/payments/payments.calls'
import type { Deps } from '../../deps.ts'
import { sendFile, tableFile } from '../../documents/documents.ts'
import type { Database } from '../../platform/database/database.ts'
import { authorOf, recordHistory } from '../../platform/history/history.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { readInScope, scopeOf, withScope, type Scope } from '../../platform/database/scope.ts'
import { serve } from '../../platform/http/serve.ts'
import {
  countPayments,
  listPayments,
  listPaymentsBelow,
  type Below,
} from './payment-list.queries.ts'

export const paymentListRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, paymentCalls.listPayments, async (request, reply) => {
    const scope = scopeOf(request)
    const { page, perPage, ...filter } = request.query
    requireDays(filter)
    const [entries, total] = await readInScope(deps.db, scope, (tx) =>
      Promise.all([
        listPayments(tx, scope, filter, { page, perPage }),
        countPayments(tx, scope, filter),
      ]),
    )
    reply.header('x-count', total)
    return entries
  })

  serve(app, paymentCalls.downloadPayments, async (request, reply) => {
    const scope = scopeOf(request)
    const { format = 'csv', ...filter } = request.query
    requireDays(filter)
    await withScope(deps.db, scope, (tx) =>
      recordHistory(tx, authorOf(scope), {
        category: 'Invoice',
        entryType: 'Download',
        description: `Downloaded the payments as ${format === 'csv' ? 'CSV' : 'a spreadsheet'}`,
      }),
    )
    const table = { name: 'Payments', titles, rows: rows(deps.db, scope, filter) }
    return sendFile(reply, `payments-${scope.accountId}.${format}`).send(tableFile(table, format))
  })
}

/** A day that does not exist is the user's mistake; the database would fail on it. */
function requireDays({ from, to }: PaymentFilter): void {
  for (const day of [from, to])
    if (day !== undefined && !parseIsoDay(day)) throw new Refusal(400, 'Date input not valid.')
}

const titles = [
  'Date (UTC)',
  'Invoice',
  'Amount',
  'Refunded',
  'Currency',
  'Card',
  'Status',
  'Why not charged',
  'Paid by',
  'Reference',
]

const portion = 2000

/** Reads in portions, so that a slow download holds no connection. */
async function* rows(
  db: Database,
  scope: Scope,
  filter: PaymentFilter,
): AsyncGenerator<readonly FileCell[]> {
  for (let below: Below | undefined, isLast = false; !isLast;) {
    const entries = await readInScope(db, scope, (tx) =>
      listPaymentsBelow(tx, scope, filter, { below, most: portion }),
    )
    yield* entries.map(cells)
    below = entries.at(-1)?.below
    isLast = entries.length < portion
  }
}

const cells = (entry: PaymentEntry): readonly FileCell[] => [
  { minute: entry.date },
  entry.invoiceNumber,
  { decimal: decimalString(toCents(entry.amount, entry.currencyIsoCode), entry.currencyIsoCode) },
  { decimal: decimalString(toCents(entry.refunded, entry.currencyIsoCode), entry.currencyIsoCode) },
  entry.currencyIsoCode,
  entry.card ? cardName(entry.card) : '',
  paymentStatuses[entry.status],
  entry.message,
  entry.paidBy,
  entry.id,
]
