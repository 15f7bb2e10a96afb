import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { beforeAll, expect, test } from 'vitest'
import { pdfPages } from '../../test/pdf-text.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'

const portal = testPortal()
let ana: Browser

const subject = {
  productId: '10085',
  licenseId: 'L-1',
  userName: '</script>"\\',
  networkId: 'N-1',
  servicePeriodStart: '2026-11-01',
  servicePeriodEnd: '2026-11-30',
  chargeType: 'recurring',
  licenseOrderId: 'LO-1',
  equipmentRequestId: 'ER-1',
  equipmentLineId: '1',
  poNumber: '4711',
}

const period = { servicePeriodStart: '2026-11-01', servicePeriodEnd: '2026-11-30' }

beforeAll(async () => {
  await portal.given.company('A1', 'Aldgate')
  await portal.given.user('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
  const invoice = {
    record: 'invoice',
    accountId: 'A1',
    invoiceNumber: 'INV-1',
    date: '2026-11-01',
    amount: '30.50',
    balanceDue: '30.50',
    currencyIsoCode: 'USD',
    invoiceCategory: 'Licenses',
  }
  const lineItems = [
    { ...subject, productName: 'Gateway', quantity: 2, salesPrice: '10.00', total: '20.00' },
    { productName: 'Adjustment', total: '10.50' },
    { productName: 'Free', quantity: 0, salesPrice: 0, total: 0, poNumber: '4711' },
  ]
  const records = [
    { ...invoice, lineItems },
    {
      ...invoice,
      invoiceNumber: 'INV-2',
      source: 'Salesforce',
      lineItems: [
        { productName: 'Pro', total: '30.50', userName: 'tjones', poNumber: '4711', ...period },
        { productName: 'Free', total: 0 },
      ],
    },
  ]
  await importRecords(portal.system, [recordSource('books', records)])
  ana = await portal.signIn('ana@a.example')
})

test('a line has what the books say of it; what they do not say is absent, and no price is no zero', async () => {
  const { lineItems } = (await ana.get('/api/invoice/details/INV-1')).json<InvoiceDetail>()
  const line = { description: '', moreInfo: '', currency: 'USD', city: '', state: '' }
  expect(lineItems).toEqual([
    { ...line, ...subject, productName: 'Gateway', quantity: 2, salesPrice: 10, total: 20 },
    { ...line, productName: 'Adjustment', quantity: null, salesPrice: null, total: 10.5 },
    { ...line, productName: 'Free', quantity: 0, salesPrice: 0, total: 0, poNumber: '4711' },
  ])
})

test('the files of an invoice have what its lines say, and no column for what none says', async () => {
  const csv = (await ana.get('/invoice/xls/INV-2.xls')).body.replaceAll('"', '').split('\r\n')
  expect(csv[0]).toMatch(/,Currency,User,Period Start,Period End,PO Number,Invoice$/)
  expect(csv[1]).toMatch(/,USD,tjones,2026-11-01,2026-11-30,4711,INV-2$/)
  expect(csv[2]).toMatch(/,USD,,,,,INV-2$/)
  const [page] = pdfPages((await ana.get('/invoice/pdf/INV-2.pdf')).rawPayload)
  expect(page).toMatch(/11\/01\/2026 – 11\/30\/2026 · User tjones · PO\s[^]*4711/)
})
