import type { Day } from '@portal/domain/kernel/day'
import { catalogue } from './catalogue.ts'
import { aldgate, brightwater, fairhaven } from './customers.ts'
import { equipmentRequests } from './equipment-requests.ts'
import { licenseOrders } from './license-orders.ts'
import { licenseRecords } from './license-records.ts'
import { licenseStory } from './license-story.ts'
import { monthlyInvoices } from './monthly-invoices.ts'
import { people, recipients } from './people.ts'
import { specialInvoices } from './special-invoices.ts'
import { worldInvoices } from './world-customers.ts'

/**
 * Yields a realistic provider of trading software as portal records (the import's format): three customers with users, and eight
 * without, whose names are in other scripts. The records of one day are always the same; all dates are relative to `today`.
 */
export function* demoRecords(today: Day): Generator<Record<string, unknown>> {
  yield* people()
  yield* catalogue()
  for (const customer of [aldgate, fairhaven, brightwater]) {
    const { licenses, orders } = licenseStory(customer, today)
    yield* licenseOrders(customer, orders, today)
    yield* licenseRecords(customer, licenses, today)
    yield* monthlyInvoices(customer, licenses, today)
  }
  yield* specialInvoices(aldgate.accountId, aldgate.name, today)
  yield* worldInvoices(today)
  yield* equipmentRequests(today)
  yield* recipients
}
