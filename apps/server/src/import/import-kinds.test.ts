import { expect, test } from 'vitest'
import { documented, exampleOf } from './documented.ts'
import {
  aldgate,
  fairhaven,
  importDatabase,
  invoiceRecord,
  type TestRecord,
} from '../../test/import/import-fixture.ts'

/**
 * The documented record of each kind, which has every field. The answer is left out: it needs a question, which only users ask.
 */
const examples: TestRecord[] = documented
  .filter(({ record }) => !['header', 'delete', 'invoiceAnswer'].includes(record))
  .map(exampleOf)
const changes: Record<string, TestRecord> = {
  company: { name: 'Aldgate Capital Group' },
  invoiceCategory: { name: 'Licences' },
  user: { permissions: [] },
  invoice: { balanceDue: 0, portalPayments: [] },
  license: { status: 'Suspended', until: null },
  product: { monthlyPrice: '735.50' },
  network: { shortName: 'Aldgate LAN' },
  licenseOrder: { notes: 'soon' },
  equipmentRequest: { externalOrderStatus: 'Closed' },
  accreditationProduct: { productPrice: '109.00' },
  bankAccount: { note: 'Two days.' },
}
const counts = { inserted: 0, updated: 0, unchanged: 0, stale: 0, deleted: 0, rejected: 0 }

const keyOf = ({ record, ...one }: TestRecord) =>
  record === 'bankAccount'
    ? `${String(one.subsidiary)} ${String(one.currencyIsoCode)}`
    : String(one[documented.find((kind) => kind.record === record)!.key!.fields[0]]).toUpperCase()

test('every kind is inserted, unchanged, updated and deleted, in any order of the records', async () => {
  const { take, faults, rows, column } = await importDatabase()
  const expectVerdict = async (verdict: keyof typeof counts, records: TestRecord[]) => {
    const { kinds } = await take(records)
    expect(faults()).toEqual([])
    const expected = records.map(({ record, kind = record }) => [kind, { ...counts, [verdict]: 1 }])
    expect(Object.fromEntries(kinds)).toEqual(Object.fromEntries(expected))
  }
  const reversed = examples.toReversed()
  await expectVerdict('inserted', reversed)
  await expectVerdict('unchanged', reversed)
  await expectVerdict(
    'updated',
    reversed
      .filter(({ record }) => changes[record as string])
      .map((one) => ({ ...one, ...changes[one.record as string] })),
  )
  const of = (kind: string) => examples.find(({ record }) => record === kind)!
  // Records with the same keys in other companies, and without a subsidiary, stay.
  await take([
    { ...of('network'), accountId: null },
    { ...of('bankAccount'), subsidiary: '' },
    { ...of('user'), permissions: [], invoiceCategories: ['Licences'] },
  ])
  const deletions = examples
    .filter(({ record }) => record !== 'company')
    .map((one) => ({
      record: 'delete',
      kind: one.record,
      key: keyOf(one),
      asOf: one.asOf,
      ...(['network', 'externalRecipient'].includes(one.record as string) && {
        accountId: one.accountId,
      }),
    }))
  await expectVerdict('deleted', deletions)
  await expectVerdict('unchanged', deletions)
  for (const table of [
    'invoice',
    'invoice_line',
    'user_category',
    'product',
    'company_network',
    'license_order',
    'provided_license',
    'equipment_request',
    'equipment_line',
    'accreditation_product',
    'external_recipient',
  ])
    expect([table, await column(`select count(*)::int from ${table}`)]).toEqual([table, [0]])
  expect(await column('select network_id from shared_network')).toEqual([of('network').networkId])
  expect(await column('select key from bank_account')).toEqual([of('bankAccount').currencyIsoCode])
  const gone = await rows('select deactivated_at is not null as gone from portal_user')
  expect(gone).toEqual([{ gone: true }])

  // A record that is sent again restores the deleted row.
  const { kinds } = await take(reversed)
  expect(faults()).toEqual([])
  // A company stays after a deletion, and the category exists before its record, because a user names it.
  for (const [kind, { inserted, updated }] of kinds)
    expect([kind, inserted + updated]).toEqual([kind, 1])
  expect(await column('select deactivated_at from portal_user')).toEqual([null])
})

test('records with payments or dependent records are not deleted', async () => {
  const { take, rejects, owner, column } = await importDatabase(aldgate, invoiceRecord())
  const category = (await column('select invoice_category_id from invoice_category'))[0]
  await take([{ record: 'delete', kind: 'invoiceCategory', key: String(category) }])
  expect(rejects).toMatchObject([{ field: 'key', reason: 'has invoices' }])

  await owner.query(`
    with card as (
      insert into card (account_id, provider_card_id, fingerprint, brand, last4, exp_month, exp_year)
      values ('10412', 'pm_1', 'f', 'visa', '4242', 1, 2030) returning account_id, id)
    insert into payment_attempt (
           account_id, invoice_id, invoice_number, card_id, amount_cents, currency, actor_name,
           ip_address, state, settled_at)
    select c.account_id, i.id, i.invoice_number, c.id, 10000, 'USD', 'Ana', '::1', 'failed', now()
      from card c, invoice i`)
  await take([{ record: 'delete', kind: 'invoice', key: 'INV-1' }])
  expect(rejects).toMatchObject([{ field: 'key', reason: 'has card payments, which are kept' }])

  await take([invoiceRecord(), { record: 'delete', kind: 'invoice', key: 'INV-1' }])
  expect(rejects.map(({ reason }) => reason)).toContain('is also sent as a record: test.ndjson:1')
})

test('an invoice and its lines are stored as they were sent', async () => {
  const { take, rows } = await importDatabase()
  await take([
    aldgate,
    invoiceRecord({
      invoiceNumber: '00017',
      customerNumber: '0042',
      name: `Ελληνικά 日本語 🙂'); drop table company; --`,
      source: 'Netsuite',
      subsidiary: 'UK',
      dueDate: null,
      serviceMonth: '2026-10',
      servicePeriod: 'October 2026',
      isLateFee: true,
      hasBeenCharged: true,
      hasPdf: false,
      hasXls: false,
      amount: -9999999999999.99,
      balanceDue: '-0.05',
      currencyIsoCode: 'EUR',
      lineItems: [
        {
          description: 'tab\there\nand \\N',
          quantity: '-1.5',
          salesPrice: 0.000125,
          total: '-0.15',
        },
        { productName: 'x', total: 3, city: '\\N', state: 'IL', moreInfo: '="1"' },
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
    name: `Ελληνικά 日本語 🙂'); drop table company; --`,
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
    amount_cents: -999999999999999,
    books_balance_cents: -5,
    category: 'License',
  })
  const price = { quantity: '-1.5', sales_price: '0.000125' }
  expect(await rows('select * from invoice_line order by line_no')).toMatchObject([
    { line_no: 1, description: 'tab\there\nand \\N', total_cents: -15, ...price },
    { product_name: 'x', city: '\\N', state: 'IL', more_info: '="1"', total_cents: 300 },
  ])
})

test('an unchanged invoice is not written, a changed one gets its new lines', async () => {
  const { take, column } = await importDatabase()
  const revision = 'select revision from company_revision'
  const lines = 'select product_name from invoice_line order by invoice_id, line_no'
  await take([aldgate, invoiceRecord(), invoiceRecord({ invoiceNumber: 'INV-2' })])
  const written = async () => [
    await column(revision),
    await column('select xmin::text from invoice order by id'),
  ]
  const before = await written()
  // Equal content in another spelling.
  await take([invoiceRecord({ amount: 100, isLateFee: false, dueDate: '2026-10-31' })])
  expect(await written()).toEqual(before)

  await take([invoiceRecord({ lineItems: [{ productName: 'new', total: 100 }] })])
  expect(await column(lines)).toEqual(['new', 'TT Pro'])
  expect(await column(revision)).not.toEqual(before[0])
})

test('totals are per currency and exact beyond what a float can hold', async () => {
  const { take } = await importDatabase()
  const largest = { amount: '9999999999999.99', balanceDue: '9999999999999.99' }
  const many = Array.from({ length: 10_000 }, (_, at) =>
    invoiceRecord({ invoiceNumber: `B-${at}`, lineItems: [], ...largest }),
  )
  const eur = invoiceRecord({ currencyIsoCode: 'EUR', amount: '-0.05', balanceDue: 0 })
  const { totals } = await take([aldgate, eur, ...many])
  const sum = '99999999999999900.00'
  expect(totals).toEqual([
    { currency: 'EUR', invoices: 1, amount: '-0.05', balanceDue: '0.00' },
    { currency: 'USD', invoices: 1e4, amount: sum, balanceDue: sum },
  ])
})

const ana = {
  record: 'user',
  email: 'ana@aldgate.example',
  accountId: '10412',
  firstName: 'Ana',
  permissions: ['AccessInvoices'],
  invoiceCategories: ['Licenses'],
}
const access = `
  select u.first_name, u.role, u.permissions,
         array(select c.name from user_category h join invoice_category c using (invoice_category_id)
                where h.user_id = u.id order by 1) as categories
    from portal_user u`

test('access that an administrator changed later than the record stays, and names still follow', async () => {
  const { take, owner, rows } = await importDatabase(aldgate, ana)
  await owner.query(`
    update portal_user set permissions = '{AccessInvoices,PayInvoices}',
           access_changed_at = '2026-10-02T12:00:00Z'`)
  const raised = {
    role: 'User',
    permissions: ['AccessInvoices', 'PayInvoices'],
    categories: ['Licenses'],
  }
  const record = { ...ana, role: 'SuperAdmin', permissions: [], invoiceCategories: ['Market Data'] }

  const same = await take([{ ...record, asOf: '2026-10-02T11:59:59Z' }])
  expect(same.kinds.get('user')).toMatchObject({ unchanged: 1 })
  // A record without a time counts as older.
  await take([{ ...record, firstName: 'Anna' }])
  expect(await rows(access)).toEqual([{ first_name: 'Anna', ...raised }])

  await take([{ ...record, asOf: '2026-10-02T12:00:00Z' }])
  expect(await rows(access)).toEqual([
    { first_name: 'Ana', role: 'SuperAdmin', permissions: [], categories: ['Market Data'] },
  ])
})

test('a user deactivated in the portal stays deactivated, and one who joined another company stays there', async () => {
  const { take, rejects, owner, rows } = await importDatabase(aldgate, fairhaven, ana)
  await owner.query(`update portal_user set deactivated_at = now()`)
  const again = await take([{ ...ana, firstName: 'Anna' }])
  expect(again.kinds.get('user')).toMatchObject({ unchanged: 1 })

  await take([{ ...ana, accountId: '10458' }])
  await take([ana])
  expect(rejects).toEqual([])
  expect(
    await rows(`select account_id, deactivated_at is null as active from portal_user order by 1`),
  ).toEqual([
    { account_id: '10412', active: false },
    { account_id: '10458', active: true },
  ])
})

test('a category known only by name gets its number later, and keeps its invoices', async () => {
  const { take, rejects, rows } = await importDatabase(aldgate, ana)
  expect(await rows('select invoice_category_id, name from invoice_category')).toEqual([
    { invoice_category_id: 1000000, name: 'Licenses' },
  ])
  await take([{ record: 'invoiceCategory', invoiceCategoryId: 7, name: 'Licenses' }])
  expect(await rows('select invoice_category_id, name from invoice_category')).toEqual([
    { invoice_category_id: 7, name: 'Licenses' },
  ])
  expect(await rows(access)).toMatchObject([{ categories: ['Licenses'] }])

  await take([{ record: 'invoiceCategory', invoiceCategoryId: 8, name: 'Licenses' }])
  expect(rejects).toMatchObject([{ field: 'name', reason: 'belongs to category 7' }])
})

test('a category that no user of a company has is reported, until its record names the former one', async () => {
  const { take, rows, column } = await importDatabase(aldgate, {
    ...ana,
    permissions: ['AccessInvoices'],
  })
  const { unread } = await take([
    invoiceRecord({ invoiceCategory: 'Licenses' }),
    invoiceRecord({ invoiceNumber: 'INV-2', invoiceCategory: 'Licences' }),
  ])
  expect(unread).toEqual([{ category: 'Licences', companies: 1, invoices: 1 }])
  const listed = `select subject, detail from attention_item where list = 'unreadCategories'`
  expect(await rows(listed)).toEqual([{ subject: 'Licences', detail: '1' }])

  const renamed = {
    record: 'invoiceCategory',
    invoiceCategoryId: 8,
    name: 'Licences',
    formerName: 'Licenses',
  }
  await take([renamed])
  expect(await rows(access)).toMatchObject([{ categories: ['Licences', 'Licenses'] }])
  expect(await rows(listed)).toEqual([])
  expect(
    await column(`select description from history_entry where entry_type = 'Categories Changed'`),
  ).toEqual(['Category Licenses is now Licences: 1 user sees its invoices, too'])

  // A category that an administrator removed from a user stays removed, although the books send the record again.
  await rows(`delete from user_category where invoice_category_id = 8`)
  expect((await take([renamed])).kinds.get('invoiceCategory')).toMatchObject({ unchanged: 1 })
  expect(await rows(access)).toMatchObject([{ categories: ['Licenses'] }])
})

test('a user record with a future time is rejected', async () => {
  const { faultsOf } = await importDatabase(aldgate)
  expect(await faultsOf({ ...ana, asOf: '2099-01-01T00:00:00Z' })).toEqual([
    "1 asOf lies more than 5 minutes ahead of the portal's clock",
  ])
})

test('a product has other names, a successor and its rules of billing', async () => {
  const { verdict, faultsOf, rows } = await importDatabase()
  const product = { record: 'product', productId: 'P', description: 'x', itemGroupName: 'Gateways' }
  const stored = () =>
    rows(`select aliases, replaced_by as "replacedBy", per_user as "perUser", prorates,
                 billing_months as "billingMonths" from product`)
  const rules = {
    aliases: ['TT "Pro", {new}', 'Pro'],
    replacedBy: 'unknown',
    perUser: false,
    prorates: true,
    billingMonths: 3,
  }
  const none = { replacedBy: null, perUser: null, prorates: null, billingMonths: null }
  for (const [record, expected, is] of [
    [product, 'inserted', { aliases: [], ...none }],
    [{ ...product, ...rules }, 'updated', rules],
    [{ ...product, ...rules }, 'unchanged', rules],
    [product, 'updated', { aliases: [], ...none }],
  ] as const) {
    expect(await verdict('product', record)).toEqual([expected])
    expect(await stored()).toEqual([is])
  }
  expect(await faultsOf({ ...product, billingMonths: 2 })).toEqual([
    '1 billingMonths is none of: 1, 3, 12',
  ])
})

test('products never replace each other in a circle, in one import or over several', async () => {
  const { take, rejects, rows } = await importDatabase()
  const product = (productId: string, replacedBy?: string) => ({
    record: 'product',
    productId,
    description: productId,
    itemGroupName: 'Gateways',
    replacedBy,
  })
  await take([product('A', 'B'), product('B', 'C'), product('C'), product('D', 'A')])
  await take([product('C', 'A')])
  expect(rejects).toMatchObject([
    { field: 'replacedBy', reason: 'replaces products in a circle: C → A → B → C' },
  ])
  // C has another replacement in this import, but that record is rejected, so the stored circle stays.
  await take([product('C', 'D'), product('A', 'X'), product('E', 'F'), product('F', 'E')], {
    skipRejects: true,
  })
  expect(rejects.map(({ reason }) => reason)).toEqual([
    'replaces products in a circle: E → F → E',
    'replaces products in a circle: F → E → F',
  ])
  expect(await rows('select product_id, replaced_by from product order by 1')).toEqual([
    { product_id: 'A', replaced_by: 'X' },
    { product_id: 'B', replaced_by: 'C' },
    { product_id: 'C', replaced_by: 'D' },
    { product_id: 'D', replaced_by: 'A' },
  ])
})

test('an invoice gets the category that its record names, even if the category was renamed', async () => {
  const licenses = { record: 'invoiceCategory', invoiceCategoryId: 1, name: 'License' }
  const category = `
    select c.name from invoice i join invoice_category c using (invoice_category_id)`
  const { take, column } = await importDatabase(aldgate, licenses, invoiceRecord())
  await take([{ ...licenses, name: 'Software' }])
  expect(await column(category)).toEqual(['Software'])
  await take([invoiceRecord()])
  expect(await column(category)).toEqual(['License'])
  await take([invoiceRecord({ invoiceCategory: 'Software' })])
  expect(await column(category)).toEqual(['Software'])
  await take([invoiceRecord({ invoiceType: '' })])
  expect(await column(category)).toEqual(['Uncategorized'])
})
