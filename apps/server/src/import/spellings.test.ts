import { expect, test } from 'vitest'
import {
  aldgate,
  importDatabase,
  invoiceRecord,
  licenseRecord,
  orderRecord,
  type TestRecord,
} from '../../test/import/import-fixture.ts'
import { storedTwins } from './spellings.ts'

const category = { record: 'invoiceCategory', invoiceCategoryId: 7, name: 'Märkte Data' }
const equipment = {
  record: 'equipmentRequest',
  equipmentRequestId: 'ERF-1',
  accountId: '10412',
  orderDate: '2026-10-01',
  externalOrderStatus: 'Order Submitted',
}
const product = { record: 'product', productId: 'P', description: 'Gateway', itemGroupName: '' }
const accreditation = {
  record: 'accreditationProduct',
  productId: 'ACC',
  productName: 'Basics',
  productPrice: '9.00',
}
const network = { record: 'network', networkId: 'N-CME', shortName: 'CME' }
const account = {
  record: 'bankAccount',
  subsidiary: 'MTS-EU',
  currencyIsoCode: 'EUR',
  beneficiary: 'MTS',
  bankName: 'Bank',
  iban: 'DE89370400440532013000',
}
const letters = { record: 'company', accountId: 'Ald', name: 'Aldgate' }
const stored: TestRecord[] = [
  aldgate,
  letters,
  category,
  product,
  network,
  equipment,
  accreditation,
  account,
  licenseRecord(),
  orderRecord(),
  invoiceRecord(),
]
const line = (fields: TestRecord) =>
  invoiceRecord({ invoiceNumber: 'INV-2', lineItems: [{ total: 1, ...fields }] })

test('a key that is stored in another spelling is refused with both spellings, in any field', async () => {
  const { faultsOf } = await importDatabase(...stored)
  const differs = 'differs only in case, blanks or invisible characters from the stored key'
  const faults = await faultsOf(
    invoiceRecord({ invoiceNumber: 'inv-1' }),
    invoiceRecord({ invoiceNumber: 'INV-4', accountId: 'ALD' }),
    { ...letters, accountId: 'ald' },
    invoiceRecord({ invoiceNumber: 'INV-3', invoiceCategory: 'ma\u0308rkte\u00a0 data ' }),
    {
      record: 'user',
      email: 'a@b.example',
      accountId: '10412',
      invoiceCategories: ['x', 'MÄRKTE DATA'],
    },
    { ...category, invoiceCategoryId: 8, name: 'Märkte Data\u200b' },
    licenseRecord({ licenseId: '\uff2c-1' }),
    licenseRecord({
      licenseId: 'L-2',
      productId: 'p',
      networkId: 'N-CME\u00a0',
      licenseOrderId: 'lo-1',
    }),
    orderRecord({ id: ' LO-1' }),
    orderRecord({
      id: 'LO-2',
      lineItems: [{ productSku: 'P ', networkId: 'n-cme', licenseId: 'l-1' }],
    }),
    line({ licenseId: 'l-1', licenseOrderId: 'lo-1', equipmentRequestId: 'erf-1' }),
    { ...equipment, equipmentRequestId: 'ERF\u00ad-1' },
    { ...product, productId: 'P2', replacedBy: 'p' },
    { ...accreditation, productId: 'acc' },
    { ...network, networkId: 'n-cme' },
    { ...account, subsidiary: 'mts-eu' },
    { record: 'delete', kind: 'invoice', key: 'INV-1 ' },
  )
  expect(faults.map((fault) => fault.replace(` ${differs}`, ' ≠'))).toEqual([
    '1 invoiceNumber "inv-1" ≠ "INV-1"',
    '2 accountId "ALD" ≠ "Ald"',
    '3 accountId "ald" ≠ "Ald"',
    '4 invoiceCategory "märkte<U+00A0> data " ≠ "Märkte Data"'.replace('ä', 'a\u0308'),
    '5 invoiceCategories[1] "MÄRKTE DATA" ≠ "Märkte Data"',
    '6 name "Märkte Data<U+200B>" ≠ "Märkte Data"',
    '7 licenseId "\uff2c-1" ≠ "L-1"',
    '8 licenseOrderId "lo-1" ≠ "LO-1"',
    '8 networkId "N-CME<U+00A0>" ≠ "N-CME"',
    '8 productId "p" ≠ "P"',
    '9 id " LO-1" ≠ "LO-1"',
    '10 lineItems[0].licenseId "l-1" ≠ "L-1"',
    '10 lineItems[0].networkId "n-cme" ≠ "N-CME"',
    '10 lineItems[0].productSku "P " ≠ "P"',
    '11 lineItems[0].equipmentRequestId "erf-1" ≠ "ERF-1"',
    '11 lineItems[0].licenseId "l-1" ≠ "L-1"',
    '11 lineItems[0].licenseOrderId "lo-1" ≠ "LO-1"',
    '12 equipmentRequestId "ERF<U+00AD>-1" ≠ "ERF-1"',
    '13 replacedBy "p" ≠ "P"',
    '14 productId "acc" ≠ "ACC"',
    '15 networkId "n-cme" ≠ "N-CME"',
    '16 subsidiary "mts-eu" ≠ "MTS-EU"',
    '17 key "INV-1 " ≠ "INV-1"',
  ])
})

test('two spellings in a delivery are both refused; of a record and a reference to it, only the reference', async () => {
  const { faultsOf } = await importDatabase(aldgate)
  const differs = 'differs only in case, blanks or invisible characters from'
  expect(
    await faultsOf(
      invoiceRecord({ invoiceNumber: 'DUP-1' }),
      invoiceRecord({ invoiceNumber: 'DUP-1 ' }),
      // A single blank between words is visible, so a text without it is another name.
      invoiceRecord({ invoiceNumber: 'DUP-1 2' }),
      invoiceRecord({ invoiceNumber: 'DUP-12' }),
      licenseRecord({ licenseId: 'L-9' }),
      line({ licenseId: 'l-9', licenseOrderId: 'X' }),
      licenseRecord({ licenseId: 'L-8', licenseOrderId: 'x' }),
    ),
  ).toEqual([
    `1 invoiceNumber "DUP-1" ${differs} "DUP-1 " in test.ndjson:2`,
    `2 invoiceNumber "DUP-1 " ${differs} "DUP-1" in test.ndjson:1`,
    `6 lineItems[0].licenseId "l-9" ${differs} "L-9" in test.ndjson:5`,
    `6 lineItems[0].licenseOrderId "X" ${differs} "x" in test.ndjson:7`,
    `7 licenseOrderId "x" ${differs} "X" in test.ndjson:6`,
  ])
})

test('a key that is stored in two spellings is updated as before, and doctor names it', async () => {
  const { db, owner, faultsOf, verdict } = await importDatabase(...stored, {
    ...line({ licenseId: 'L-1', licenseOrderId: 'LO-1' }),
    invoiceNumber: 'dup-1',
  })
  expect(await storedTwins(db)).toEqual([])
  await owner.query(`update provided_license set license_id = 'l-1'`)
  await owner.query(
    `update invoice set invoice_number = 'DUP-1\u00a0' where invoice_number = 'INV-1'`,
  )
  expect(await storedTwins(db)).toEqual(['invoice "DUP-1<U+00A0>" and "dup-1"'])
  const twin = { ...line({ licenseId: 'L-1', licenseOrderId: 'LO-1' }), invoiceNumber: 'dup-1' }
  expect(await verdict('invoice', twin)).toEqual(['unchanged'])
  expect(await faultsOf(invoiceRecord({ invoiceNumber: 'dup-1', name: 'Changed' }))).toEqual([])
  // The record spells the category itself differently.
  expect(await verdict('invoiceCategory', { ...category, name: 'MÄRKTE DATA' })).toEqual([
    'updated',
  ])
})

test('a name or key of blanks is refused; a blank reference counts as absent', async () => {
  const { faultsOf, column } = await importDatabase(aldgate)
  expect(
    await faultsOf(
      { ...letters, name: ' \u200b' },
      { ...product, description: '\u2060' },
      { ...category, name: '\u3000' },
      invoiceRecord({ invoiceNumber: '\u00a0' }),
    ),
  ).toEqual([
    '1 name is blank',
    '2 description is blank',
    '3 name is blank',
    '4 invoiceNumber is blank',
  ])
  expect(await faultsOf(line({ licenseId: ' ', poNumber: '\u200b' }))).toEqual([])
  expect(await column('select coalesce(license_id, po_number) from invoice_line')).toEqual([null])
})
