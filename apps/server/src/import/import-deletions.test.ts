import { expect, test } from 'vitest'
import { aldgate, fairhaven, importDatabase, invoiceRecord } from './import-fixture.ts'

const of = { accountId: '10412' }
const bankAccount = (subsidiary: string, currencyIsoCode: string) => ({
  record: 'bankAccount',
  subsidiary,
  currencyIsoCode,
  beneficiary: 'Meridian GmbH',
  bankName: 'Example Bank',
  iban: 'DE79000000001234567890',
})
const keep = [
  aldgate,
  fairhaven,
  invoiceRecord(),
  { record: 'invoiceCategory', invoiceCategoryId: 7, name: 'Spare' },
  { record: 'user', email: 'Ana@aldgate.example', ...of, invoiceCategories: ['Spare'] },
  { record: 'product', productId: 'P', description: 'x', itemGroupName: 'Gateways' },
  { record: 'network', networkId: 'N', shortName: 'all' },
  { record: 'network', networkId: 'N', shortName: 'own', ...of },
  { record: 'license', licenseId: 'L-1', productId: 'P', ...of },
  { record: 'licenseOrder', id: 'L', status: 'Draft', createdDate: '2026-09-01', ...of },
  {
    record: 'equipmentRequest',
    equipmentRequestId: 'E',
    orderDate: '2026-09-01',
    ...of,
    externalOrderStatus: 'Closed',
    lineItems: [{ id: '1', equipmentName: 'x' }],
  },
  { record: 'accreditationProduct', productId: 'A', productName: 'x', productPrice: 1 },
  { record: 'externalRecipient', email: 'ap@aldgate.example', ...of },
  bankAccount('MTS EU', 'EUR'),
  bankAccount('', 'EUR'),
]
const remove = [
  ['invoice', 'INV-1'],
  ['invoiceCategory', '7'],
  ['user', 'ana@ALDGATE.example'],
  ['license', 'L-1'],
  ['product', 'P'],
  ['network', 'N'],
  ['licenseOrder', 'L'],
  ['equipmentRequest', 'E'],
  ['accreditationProduct', 'A'],
  ['bankAccount', 'MTS EU EUR'],
].map(([kind, key]) => ({ record: 'delete', kind, key }))

test('deleted records are gone, users are deactivated, and a second time changes nothing', async () => {
  const { take, rejects, rows, column } = await importDatabase()
  await take(keep)
  const recipient = {
    record: 'delete',
    kind: 'externalRecipient',
    key: 'AP@aldgate.example',
    ...of,
  }
  const report = await take([...remove, recipient])
  expect(rejects).toEqual([])
  for (const counts of report.kinds.values())
    expect(counts).toMatchObject({ deleted: 1, unchanged: 0 })
  expect(report.kinds.size).toBe(11)
  for (const table of [
    'invoice',
    'invoice_line',
    'user_category',
    'product',
    'shared_network',
    'license_order',
    'provided_license',
    'equipment_request',
    'equipment_line',
    'accreditation_product',
    'external_recipient',
  ])
    expect([table, await column(`select count(*)::int from ${table}`)]).toEqual([table, [0]])
  expect(await column('select short_name from company_network')).toEqual(['own'])
  expect(await column('select key from bank_account')).toEqual(['EUR'])
  expect(await rows('select deactivated_at is not null as gone from portal_user')).toEqual([
    { gone: true },
  ])

  const again = await take([...remove, recipient])
  for (const counts of again.kinds.values())
    expect(counts).toMatchObject({ deleted: 0, unchanged: 1 })
})

test('records with payments or dependent records are not deleted', async () => {
  const { take, rejects, owner, column } = await importDatabase()
  await take([aldgate, invoiceRecord()])
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
