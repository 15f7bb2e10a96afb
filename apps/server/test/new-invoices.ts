import { vi } from 'vitest'
import { takeBooks } from '../src/import/import-fixture.ts'
import type { ImportOptions } from '../src/import/import-records.ts'
import { tellNewInvoices } from '../src/invoices/tell-new-invoices.ts'
import { portalClock } from './portal-clock.ts'
import { startTestPortal } from './portal.ts'

let count = 0
export const newNumber = () => `N-${(count += 1)}`

/** The record of an invoice that is new on 2026-11-25, of A1 and not paid; `rest` is over the usual values. */
export function invoice(invoiceNumber: string, amount: string, rest: object = {}) {
  return {
    record: 'invoice',
    accountId: 'A1',
    invoiceNumber,
    date: '2026-11-24',
    dueDate: '2026-12-24',
    amount,
    balanceDue: amount,
    currencyIsoCode: 'USD',
    customerNumber: `C-${invoiceNumber}`,
    invoiceType: 'License',
    invoiceCategory: 'Licenses',
    lineItems: [{ productName: `Product of ${invoiceNumber}`, quantity: 1, total: amount }],
    ...rest,
  }
}

/**
 * A portal on 2026-11-25 with three companies that each have an old invoice, so that no later import is their
 * first load, and with users who see all, some and no invoices.
 */
export async function startNewInvoices() {
  const portal = await startTestPortal()
  const clock = await portalClock(portal)
  await clock.set('2026-11-25T09:00:00Z')
  const log = { warn: vi.fn<(details: object, message: string) => void>() }
  const load = (records: object[], options?: ImportOptions) =>
    takeBooks(portal.system, records, options)
  const { given, system } = portal
  for (const accountId of ['A1', 'B1', 'C1']) await given.company(accountId)
  const all = ['Licenses', 'Market Data', 'Hosting']
  await given.user('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
  await given.user('max@a.example', 'A1', ['AccessInvoices'], ['Market Data'])
  await given.user('bo@a.example', 'A1', ['AccessInvoices', 'PayInvoices'], all)
  await given.user('tom@a.example', 'A1', ['AccessLicenses'], all)
  await given.user('gone@a.example', 'A1', ['AccessInvoices'], all)
  await system.query(`update portal_user set deactivated_at = now() where email ~ 'gone'`)
  await system.query(
    `insert into external_recipient (account_id, email) values ('A1', 'books@x.example')`,
  )
  await given.user('bea@b.example', 'B1', ['AccessInvoices'], all)
  await given.user('cy@c.example', 'C1', ['AccessErfs'], all)
  for (const accountId of ['A1', 'B1', 'C1'])
    await load([
      invoice(`${accountId}-OCT`, '10.00', {
        accountId,
        date: '2026-10-05',
        customerNumber: 'C-0',
      }),
    ])
  return {
    portal,
    log,
    load,
    take: (...records: object[]) => load(records),
    /** Writes the mails about the new invoices; returns their number. */
    tell: () => tellNewInvoices(portal.system, log),
    close: async () => {
      await clock.close()
      await portal.close()
    },
  }
}
