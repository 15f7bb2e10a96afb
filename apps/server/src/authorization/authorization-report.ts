import sql from 'sql-template-tag'
import {
  authorizationSentence,
  authorizationWords,
  wholeSight,
} from '@portal/domain/authorization/show-authorization'
import { formatDay, monthName } from '@portal/domain/kernel/day'
import { moneyWithCode } from '@portal/domain/kernel/money'
import type { Month } from '@portal/domain/kernel/month'
import type { Tx } from '../platform/database/database.ts'
import { monthOfInvoice } from '../changes/month-of-invoice.ts'
import { unbilledRequests } from './grants.queries.ts'
import { findUnbilled } from './not-charged.ts'
import { authorizeMonth } from './read-authorization.ts'

/**
 * Yields the lines of a report on a company's bills, month by month: lines to check, and licenses that ran but were not
 * charged. The current month has no uncharged licenses yet, because more bills may arrive.
 */
export async function* authorizationReport(
  tx: Tx,
  accountId: string,
  today: string,
): AsyncGenerator<string> {
  const months = await tx.query<{ month: Month }>(sql`
    select distinct ${monthOfInvoice} as month from invoice i where i.account_id = ${accountId} order by 1`)
  const reader = { accountId, categoryIds: null }
  for (const { month } of months) {
    const authorized = await authorizeMonth(tx, reader, month)
    const { bills, states, orders, grants } = authorized
    const sentence = authorizationSentence([...states.values()], grants.isWhole)
    if (!sentence) continue
    yield `${monthName(month)}: ${sentence}`
    for (const { invoiceNumber, currency, lines } of bills)
      for (const [place, line] of lines.entries()) {
        const found = states.get(line)
        if (found?.state !== 'toCheck') continue
        const words = authorizationWords(found, wholeSight(invoiceNumber, orders), currency)
        const what = [line.productName, line.userName ?? line.note].filter(Boolean).join(', ')
        yield `  ${invoiceNumber}, line ${place + 1}, ${what}, ${moneyWithCode(line.totalCents, currency)}: ${words}`
      }
    if (month >= today.slice(0, 7)) continue
    for (const { licenseId, productId, userNames } of await findUnbilled(tx, accountId, authorized))
      yield `  Not charged: license ${licenseId}, product ${productId}${userNames[0] ? `, ${userNames[0]}` : ''}`
  }
  for (const { equipmentRequestId, orderDate } of await unbilledRequests(tx, accountId))
    yield `Never charged: equipment request ${equipmentRequestId} of ${formatDay(orderDate)}`
}
