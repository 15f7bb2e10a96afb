import { expect, test } from 'vitest'
import {
  aldgate,
  fairhaven,
  importDatabase,
  invoiceRecord,
} from '../../test/import/import-fixture.ts'

const line = { productName: 'x', total: 1 }
const user = { record: 'user', email: 'ana@aldgate.example', accountId: '10412' }
const order = { record: 'licenseOrder', id: 'L', accountId: '10412', status: 'Draft' }
const request = { record: 'equipmentRequest', equipmentRequestId: 'E', accountId: '10412' }

/** An invalid record, its wrong field, and part of the reason. */
const refused: [record: unknown, field: string, reason: string][] = [
  [{ record: 'invoices' }, 'record', 'names no known kind'],
  [{ record: 'constructor' }, 'record', 'names no known kind'],
  [{ record: 'company', accountId: '1' }, 'name', 'is missing'],
  [{ record: 'company', accountId: '1', name: '' }, 'name', 'is empty'],
  [{ record: 'company', accountId: '1', name: 'x', Name: 'y' }, 'Name', 'is not a known field'],
  [{ record: 'invoiceCategory', invoiceCategoryId: 1e6, name: 'x' }, 'invoiceCategoryId', 'whole'],
  [{ ...user, email: 'a@b.example\r\nBcc: c@d.example' }, 'email', 'is not an email address'],
  [{ ...user, role: 'superadmin' }, 'role', 'is none of'],
  [{ ...user, permissions: ['Everything'] }, 'permissions', 'may hold only'],
  [{ ...user, permissions: ['PayInvoices'] }, 'permissions', 'without AccessInvoices'],
  [{ ...user, invoiceCategories: ['a', 3] }, 'invoiceCategories[1]', 'is not a text'],
  [{ ...user, asOf: '2026-10-01' }, 'asOf', 'is not a time'],
  [invoiceRecord({ date: '2026-02-30' }), 'date', 'is not a date'],
  [invoiceRecord({ amount: 0.1 + 0.2 }), 'amount', 'at most 2 decimals'],
  [invoiceRecord({ balanceDue: '10000000000000.01' }), 'balanceDue', 'within'],
  [invoiceRecord({ isLateFee: 'yes' }), 'isLateFee', 'is not true or false'],
  [invoiceRecord({ serviceMonth: '2026-13' }), 'serviceMonth', 'is not a month'],
  [invoiceRecord({ invoiceNumber: 'A\nB' }), 'invoiceNumber', 'more than one line'],
  [invoiceRecord({ name: 'a\u0000b' }), 'name', 'control character'],
  [invoiceRecord({ name: 'a\ud800b' }), 'name', 'half a surrogate pair'],
  [invoiceRecord({ lineItems: {} }), 'lineItems', 'is not a list'],
  [invoiceRecord({ lineItems: [line, 'x'] }), 'lineItems[1]', 'is not an object'],
  [invoiceRecord({ lineItems: [line, { productName: 'x' }] }), 'lineItems[1].total', 'is missing'],
  [{ ...order, createdDate: '2026-09-01T25:00:00Z' }, 'createdDate', 'is not a time'],
  [
    { record: 'accreditationProduct', productId: 'A', productName: 'x', productPrice: 0 },
    'productPrice',
    'above',
  ],
  [
    invoiceRecord({
      lineItems: [
        { total: 1 },
        { total: 1, servicePeriodStart: '2026-10-02', servicePeriodEnd: '2026-10-01' },
      ],
    }),
    'lineItems[1].servicePeriodEnd',
    'is before servicePeriodStart',
  ],
  [
    { record: 'product', productId: 'P', description: 'x', itemGroupName: '', replacedBy: 'P' },
    'replacedBy',
    'names the product itself',
  ],
  [{ record: 'delete', kind: 'company', key: '10412' }, 'kind', 'is none of'],
  [
    invoiceRecord({
      currencyIsoCode: 'JPY',
      amount: 100,
      balanceDue: '100',
      lineItems: [],
      portalPayments: [{ id: '00000000-0000-4000-8000-000000000001', amount: '90.00' }],
    }),
    'portalPayments[0].amount',
    '90.00 is not an amount in JPY with no decimals',
  ],
  // The amounts of such a record cannot be checked.
  [
    invoiceRecord({ currencyIsoCode: 'QQQ', amount: '1.2345' }),
    'currencyIsoCode',
    'QQQ is not a currency',
  ],
  [
    {
      record: 'accreditationProduct',
      productId: 'C',
      productName: 'x',
      productPrice: 5000,
      currencyIsoCode: 'UGX',
    },
    'productPrice',
    'cannot be paid by card in UGX',
  ],
]

test('an invalid record is reported by field, and no part of it is imported', async () => {
  const { take, rejects, column } = await importDatabase()
  const records = refused.map(([record]) => record as Record<string, unknown>)
  const report = await take([aldgate, ...records])

  expect(rejects).toEqual(
    refused.map(([, field, reason], at) => ({
      file: 'test.ndjson',
      line: at + 2,
      field,
      reason: expect.stringContaining(reason),
    })),
  )
  expect(report).toMatchObject({ outcome: 'refused', rejected: refused.length })
  expect(report.firstRejects).toEqual(rejects.slice(0, 20))
  expect(await column('select account_id from company')).toEqual([])
})

test('keys with a meaning in JavaScript are unknown fields like any other', async () => {
  const { take, rejects } = await importDatabase()
  const record = JSON.parse(
    '{"record":"company","accountId":"1","name":"x","__proto__":{"isAdmin":true},"constructor":1}',
  ) as Record<string, unknown>
  await take([record])
  expect(rejects.map(({ field }) => field)).toEqual(['__proto__', 'constructor'])
  expect({}).not.toHaveProperty('isAdmin')
})

test('a company that a record names must exist, in the database or in the same import', async () => {
  const { take, rejects } = await importDatabase()
  await take([invoiceRecord(), user, { ...aldgate, name: '' }])
  expect(rejects).toMatchObject([
    { line: 3, field: 'name' },
    { line: 1, field: 'accountId', reason: 'names no known company: 10412' },
    { line: 2, field: 'accountId' },
  ])
  await take([invoiceRecord(), user, aldgate])
  await take([{ ...user, email: 'b@aldgate.example' }])
  expect(rejects).toEqual([])
})

test('records cannot move from one company to another', async () => {
  const { take, rejects } = await importDatabase()
  const late = { ...order, createdDate: '2026-09-01T09:00:00Z' }
  const closed = { ...request, orderDate: '2026-09-01', externalOrderStatus: 'Closed' }
  await take([aldgate, fairhaven, invoiceRecord(), user, late, closed])
  const moved = [invoiceRecord(), { ...user, email: 'ANA@aldgate.example' }, late, closed]
  await take(moved.map((record) => ({ ...record, accountId: '10458' })))
  expect(rejects.map(({ field, reason }) => `${field} ${reason}`)).toEqual(
    ['invoiceNumber', 'email', 'id', 'equipmentRequestId'].map(
      (field) => `${field} belongs to another company: 10412`,
    ),
  )
})

test('contradicting records are both rejected, copies are imported once', async () => {
  const { take, rejects, column } = await importDatabase()
  const second = invoiceRecord({ amount: '90.00' })
  await take([aldgate, invoiceRecord(), second], { skipRejects: true })
  expect(rejects).toMatchObject([
    { line: 2, field: 'invoiceNumber', reason: expect.stringMatching(/test\.ndjson:3$/) },
    { line: 3, field: 'invoiceNumber', reason: expect.stringMatching(/test\.ndjson:2$/) },
  ])
  expect(await column('select invoice_number from invoice')).toEqual([])

  const report = await take([invoiceRecord(), aldgate, invoiceRecord(), aldgate])
  expect(report.kinds.get('invoice')).toMatchObject({ inserted: 1, unchanged: 1 })
  expect(report.totals).toMatchObject([{ invoices: 1, amount: '100.00' }])
  expect(await column('select count(*)::int from invoice_line')).toEqual([1])
})
