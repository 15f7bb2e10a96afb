import { expect, test } from 'vitest'
import { aldgate, importDatabase, invoiceRecord, type TestRecord } from './import-fixture.ts'

/** One record of every kind with every field, and the same record changed. */
const everyKind: [first: TestRecord, changed: TestRecord][] = [
  [aldgate, { ...aldgate, name: 'Aldgate Capital Group' }],
  ...(
    [
      [{ record: 'invoiceCategory', invoiceCategoryId: 7, name: 'Licenses' }, { name: 'Licences' }],
      [
        {
          record: 'user',
          email: 'Ana.Kim@aldgate.example',
          accountId: '10412',
          firstName: 'Ana',
          lastName: 'Kim',
          permissions: ['AccessInvoices'],
          invoiceCategories: ['Licenses', 'Market Data'],
        },
        { email: 'ana.kim@ALDGATE.example', permissions: ['PayInvoices', 'AccessInvoices'] },
      ],
      [invoiceRecord(), { balanceDue: 0 }],
      [
        {
          record: 'license',
          licenseId: 'L-1',
          accountId: '10412',
          productId: '10085',
          networkId: 'N-1',
          userName: 'tjones',
          coveredCompany: 'Aldgate Ltd',
          since: '2026-09-01',
          until: '2027-08-31',
          monthlyPrice: '735.00',
          currencyIsoCode: 'EUR',
          licenseOrderId: 'LO-1',
          status: 'Active',
        },
        { status: 'Suspended', until: null },
      ],
      [
        {
          record: 'product',
          productId: '10085',
          description: 'TT Gateway',
          itemGroupName: 'Gateways',
          monthlyPrice: 735,
        },
        { monthlyPrice: '735.50' },
      ],
      [{ record: 'network', networkId: 'N-1', shortName: 'CME' }, { shortName: 'CME Globex' }],
      [
        { record: 'network', networkId: 'N-1', accountId: '10412', shortName: 'Aldgate' },
        { shortName: 'Aldgate LAN' },
      ],
      [
        {
          record: 'licenseOrder',
          id: 'LO-1',
          accountId: '10412',
          status: 'Draft',
          createdDate: '2026-09-01',
          requestorName: 'Tom Whitfield',
          crmId: '10412',
          notes: 'two users\nsoon',
          lineItems: [{ networkName: 'CME', customerOrderRequestTypeId: 1, productSku: '10085' }],
        },
        { status: 'Submitted' },
      ],
      [
        {
          record: 'equipmentRequest',
          equipmentRequestId: 'ER-1',
          accountId: '10412',
          orderDate: '2026-09-01',
          orderedBy: 'Ingrid Solberg',
          externalOrderStatus: 'Pending Customer Approval',
          customerNotes: 'back door',
          lineItems: [{ id: '1', equipmentName: 'Switch', installationFee: '250.00' }],
        },
        { externalOrderStatus: 'Closed' },
      ],
      [
        {
          record: 'accreditationProduct',
          productId: 'A-1',
          productName: 'TT Basics',
          productPrice: 99,
        },
        { productPrice: '109.00' },
      ],
      [
        {
          record: 'bankAccount',
          currencyIsoCode: 'GBP',
          beneficiary: 'Meridian Ltd',
          bankName: 'Example Bank',
          sortCode: '12-34-56',
          accountNumber: '12345678',
        },
        { iban: 'GB52 EXMP 1234 5612 3456 78' },
      ],
    ] as const
  ).map(([first, change]): [TestRecord, TestRecord] => [first, { ...first, ...change }]),
]
const recipient = { record: 'externalRecipient', email: 'ap@aldgate.example', accountId: '10412' }

const counts = { inserted: 0, updated: 0, unchanged: 0, stale: 0, deleted: 0, rejected: 0 }

test('every kind is inserted, then unchanged, then updated, in whatever order the records come', async () => {
  const { take, rejects } = await importDatabase()
  const first = [recipient, ...everyKind.map(([record]) => record)].reverse()

  const inserted = await take(first)
  expect(rejects).toEqual([])
  expect(inserted.outcome).toBe('loaded')
  for (const [kind, found] of inserted.kinds)
    expect([kind, found]).toEqual([kind, { ...counts, inserted: kind === 'network' ? 2 : 1 }])
  expect(inserted.kinds.size).toBe(12)

  const again = await take(first)
  for (const [kind, found] of again.kinds)
    expect([kind, found]).toEqual([kind, { ...counts, unchanged: kind === 'network' ? 2 : 1 }])

  const changed = await take(everyKind.map(([, record]) => record))
  for (const [kind, found] of changed.kinds)
    expect([kind, found]).toEqual([kind, { ...counts, updated: kind === 'network' ? 2 : 1 }])
})

test('an invoice and its lines arrive as they were sent', async () => {
  const { take, rows } = await importDatabase()
  await take([
    aldgate,
    invoiceRecord({
      invoiceNumber: '00017',
      customerNumber: '0042',
      name: 'Ελληνικά 日本語 🙂',
      source: 'Netsuite',
      subsidiary: 'UK',
      dueDate: null,
      serviceMonth: '2026-10',
      servicePeriod: 'October 2026',
      isLateFee: true,
      hasBeenCharged: true,
      hasPdf: false,
      hasXls: false,
      amount: -9999999999.99,
      balanceDue: '-0.05',
      currencyIsoCode: 'EUR',
      lineItems: [
        { description: 'tab\there\nand \\N', quantity: '-1.5', salesPrice: 0.0001, total: '-0.15' },
        { productName: 'x', total: 3, city: 'Chicago', state: 'IL', moreInfo: '="1"' },
      ],
    }),
  ])
  const [invoice] = await rows(`
    select i.*, c.name as category, i.invoice_date::text, i.due_date::text from invoice i
      join invoice_category c using (invoice_category_id)`)
  expect(invoice).toMatchObject({
    account_id: '10412',
    invoice_number: '00017',
    customer_number: '0042',
    name: 'Ελληνικά 日本語 🙂',
    source: 'Netsuite',
    subsidiary: 'UK',
    due_date: null,
    service_month: '2026-10',
    service_period: 'October 2026',
    is_late_fee: true,
    charged_in_books: true,
    has_pdf: false,
    has_xls: false,
    currency: 'EUR',
    amount_cents: -999999999999,
    books_balance_cents: -5,
    category: 'License',
  })
  const lines = await rows('select * from invoice_line order by line_no')
  expect(lines).toMatchObject([
    {
      line_no: 1,
      description: 'tab	here\nand \\N',
      total_cents: -15,
      quantity: '-1.5000',
      sales_price: '0.0001',
    },
    {
      line_no: 2,
      product_name: 'x',
      city: 'Chicago',
      state: 'IL',
      more_info: '="1"',
      total_cents: 300,
    },
  ])
})

test('an unchanged invoice is not written, a changed one gets its new lines', async () => {
  const { take, column } = await importDatabase()
  const revision = 'select revision from company_revision'
  const lines = 'select product_name from invoice_line order by invoice_id, line_no'
  await take([aldgate, invoiceRecord(), invoiceRecord({ invoiceNumber: 'INV-2' })])
  const before = [
    await column(revision),
    await column('select xmin::text from invoice order by id'),
  ]

  // The same content in another spelling.
  await take([invoiceRecord({ amount: 100, isLateFee: false, dueDate: '2026-10-31' })])
  expect([
    await column(revision),
    await column('select xmin::text from invoice order by id'),
  ]).toEqual(before)

  await take([invoiceRecord({ lineItems: [{ productName: 'new', total: 100 }] })])
  expect(await column(lines)).toEqual(['new', 'TT Pro'])
  expect(await column(revision)).not.toEqual(before[0])
})

test('totals are per currency and exact beyond what a float can hold', async () => {
  const { take } = await importDatabase()
  const largest = { amount: '9999999999.99', balanceDue: '9999999999.99' }
  const many = Array.from({ length: 10_000 }, (_, at) =>
    invoiceRecord({ invoiceNumber: `B-${at}`, lineItems: [], ...largest }),
  )
  const eur = invoiceRecord({ currencyIsoCode: 'EUR', amount: '-0.05', balanceDue: 0 })
  const { totals } = await take([aldgate, eur, ...many])
  expect(totals).toEqual([
    { currency: 'EUR', invoices: 1, amount: '-0.05', balanceDue: '0.00' },
    {
      currency: 'USD',
      invoices: 1e4,
      amount: '99999999999900.00',
      balanceDue: '99999999999900.00',
    },
  ])
})
