import { addDays, type Day } from '@portal/domain/kernel/day'
import { openInvoice } from './open-invoice.ts'
import { companyRecords } from './company-records.ts'

/** Visited with Firefox, WebKit and a phone; each has an invoice to pay and a request to decide. */
export const turnstone = {
  accountId: '20051',
  name: 'Turnstone Trading',
  user: { email: 'tess.hale@turnstone.example', firstName: 'Tess', lastName: 'Hale' },
  invoices: 120,
}

/** The records of the journeys in other browsers and on a phone. */
export function* turnstoneRecords(today: Day) {
  const { accountId, name, user, invoices } = turnstone
  yield* companyRecords(
    { accountId, name },
    [user],
    ['AccessInvoices', 'PayInvoices', 'AccessErfs', 'AccessLicenses', 'ManageUsers'],
  )
  for (const browser of ['FIREFOX', 'WEBKIT', 'PHONE'])
    yield {
      record: 'equipmentRequest',
      equipmentRequestId: `TU-${browser}`,
      accountId,
      orderDate: today,
      orderedBy: 'Tess Hale',
      externalOrderStatus: 'Pending Customer Approval',
      customerNotes: '',
      lineItems: [
        {
          id: '1',
          equipmentName: 'Router, managed pair',
          equipmentType: 'Network',
          dataCenter: 'London LD4',
          installationFee: '1250.50',
        },
      ],
    }
  yield openInvoice(today, accountId, 'TU-FIREFOX', '340.00')
  yield openInvoice(today, accountId, 'TU-WEBKIT', '120.00')
  yield openInvoice(today, accountId, 'TU-PHONE', '85.00')
  for (let nth = 4; nth <= invoices; nth += 1)
    yield openInvoice(today, accountId, `TU-${String(nth).padStart(3, '0')}`, '75.00', {
      date: addDays(today, -30 - nth),
      balanceDue: '0.00',
    })
}
