import type { Day } from '@portal/domain/kernel/day'
import { pia, rob } from '../people.ts'
import { kestrel, longlist } from './companies.ts'
import { kestrelInvoices } from './kestrel-invoices.ts'
import { longList } from './long-list.ts'

/** What the journeys need beside the demo, as portal records (the import's format). */
export function* journeyRecords(today: Day): Generator<Record<string, unknown>> {
  for (const company of [kestrel, longlist]) yield { record: 'company', ...company }
  const user = { record: 'user', invoiceCategories: ['License'] }
  yield {
    ...user,
    ...pia,
    accountId: kestrel.accountId,
    permissions: ['AccessInvoices', 'PayInvoices'],
  }
  yield { ...user, ...rob, accountId: longlist.accountId, permissions: ['AccessInvoices'] }
  yield* kestrelInvoices(today)
  yield* longList(today)
}
