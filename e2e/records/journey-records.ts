import type { Day } from '@portal/domain/kernel/day'
import { olga, pia, pete, rob, type Person } from '../people.ts'
import { askedCompanyRecords } from './asked-companies.ts'
import { autoPayRecords } from './autopay-companies.ts'
import { cardCompanyRecords } from './card-companies.ts'
import { kestrel, longlist, osprey, petrel } from './companies.ts'
import { linnetRecords, pipitRecords } from './changed-company.ts'
import { draftCompanyRecords } from './draft-company.ts'
import { equipmentCompanyRecords } from './equipment-company.ts'
import { gannetRecords } from './home-company.ts'
import { sanderlingRecords } from './forecast-companies.ts'
import { kestrelInvoices } from './kestrel-invoices.ts'
import { largeAmountRecords } from './large-amounts.ts'
import { licenseCompanyRecords } from './license-company.ts'
import { longList } from './long-list.ts'
import { merlinRecords } from './month-end-company.ts'
import { openInvoice } from './open-invoice.ts'
import { avocetRecords } from './questions-company.ts'
import { wrenRecords } from './send-company.ts'
import { ploverRecords } from './spend-company.ts'
import { turnstoneRecords } from './turnstone-company.ts'
import { vireoRecords } from './views-company.ts'

/** The records that the journeys need in addition to the demo, in the import's format. */
export function* journeyRecords(today: Day): Generator<Record<string, unknown>> {
  for (const company of [kestrel, longlist, osprey, petrel]) yield { record: 'company', ...company }
  yield user(rob, longlist, 'AccessInvoices')
  yield user(pia, kestrel, 'AccessInvoices', 'PayInvoices')
  yield user(olga, osprey, 'AccessInvoices', 'PayInvoices')
  yield user(pete, petrel, 'AccessInvoices', 'PayInvoices')
  yield* cardCompanyRecords(today)
  yield* askedCompanyRecords(today)
  yield* autoPayRecords(today)
  yield* draftCompanyRecords()
  yield* equipmentCompanyRecords(today)
  yield* licenseCompanyRecords(today)
  yield* gannetRecords(today)
  yield* kestrelInvoices(today)
  yield* largeAmountRecords(today)
  yield* longList(today)
  yield* merlinRecords(today)
  yield* ploverRecords(today)
  yield* sanderlingRecords(today)
  yield* linnetRecords(today)
  yield* pipitRecords(today)
  yield* turnstoneRecords(today)
  yield* vireoRecords(today)
  yield* wrenRecords(today)
  yield* avocetRecords(today)
  yield openInvoice(today, osprey.accountId, 'O-1', '120.00')
  yield openInvoice(today, petrel.accountId, 'P-1', '340.00')
}

function user(person: Person, { accountId }: { accountId: string }, ...permissions: string[]) {
  return { record: 'user', ...person, accountId, permissions, invoiceCategories: ['License'] }
}
