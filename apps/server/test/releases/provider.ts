import { expect } from 'vitest'
import { apiScopes } from '@portal/domain/kernel/api-scopes'
import type { RecordsReport } from '@portal/domain/integration/records.schema'
import { invoiceRecord, type TestRecord } from '../import/import-fixture.ts'
import { documented, exampleOf } from '../../src/import/documented.ts'
import { importUploads } from '../../src/integration/import-uploads.ts'
import { withNewKey } from '../integration/api-keys.ts'
import type { TestPortal } from '../portal/portal.ts'
import { soon } from '../portal/soon.ts'

/** The company of the documented records, with licenses, equipment and orders. */
export const aldgate = '10412'
/** Pays by card, one by one and several at once. */
export const fairhaven = '10458'
/** Pays by AutoPay. */
export const granite = '10471'
/** The provider's own company. */
const provider = '1'

export const people = {
  admin: 'nadia.brandt@aldgate.example',
  payer: 'piotr.zielinski@fairhaven.example',
  member: 'mia.torres@fairhaven.example',
  autoPayer: 'greta.lund@granite.example',
  superAdmin: 'maya.okafor@meridian.example',
}

const everything = [
  'AccessInvoices',
  'PayInvoices',
  'AccessLicenses',
  'AccessErfs',
  'ManageUsers',
] as const

const user = (email: string, accountId: string, permissions: readonly string[], more = {}) => {
  const [firstName = '', lastName = ''] = email.split('@')[0]!.split('.')
  const names = { firstName: capital(firstName), lastName: capital(lastName) }
  return { record: 'user', email, accountId, ...names, permissions, ...more }
}
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

const categories = { invoiceCategories: ['Licenses', 'Market Data'] }

/** The documented record of each kind. */
const examples = Object.fromEntries(
  documented
    .filter(({ record }) => record !== 'delete' && record !== 'invoiceAnswer')
    .map((one) => [one.record, exampleOf(one)]),
)

/** Each record that the documentation shows, companies and their users, and invoices of all kinds. */
export const firstRecords = (): TestRecord[] => [
  ...Object.values(examples),
  { record: 'company', accountId: provider, name: 'Example Software Inc.' },
  { record: 'company', accountId: fairhaven, name: 'Fairhaven Markets' },
  { record: 'company', accountId: granite, name: 'Granite & Söhne GmbH' },
  { record: 'invoiceCategory', invoiceCategoryId: 8, name: 'Market Data' },
  { record: 'network', networkId: 'EUREX', shortName: 'Eurex' },
  user(people.superAdmin, provider, [], { role: 'SuperAdmin' }),
  user(people.admin, aldgate, everything, categories),
  user(people.payer, fairhaven, everything, categories),
  user(people.member, fairhaven, ['AccessInvoices'], categories),
  user(people.autoPayer, granite, ['AccessInvoices', 'PayInvoices'], categories),
  ...invoices(),
]

/** The number of an invoice of a company: `FM-3`, `GS-1`. */
const numbered = (accountId: string, nth: number) =>
  `${accountId === fairhaven ? 'FM' : 'GS'}-${nth}`

function invoices(): TestRecord[] {
  const of = (accountId: string, nth: number, more: TestRecord = {}) =>
    invoiceRecord({
      accountId,
      invoiceNumber: numbered(accountId, nth),
      date: soon(-20),
      dueDate: soon(10),
      invoiceType: 'License',
      invoiceCategory: 'Licenses',
      hasPdf: true,
      hasXls: true,
      portalPayments: [],
      ...more,
    })
  const paid = { balanceDue: '0.00', hasBeenCharged: true }
  return [
    ...Array.from({ length: 10 }, (_, nth) => of(fairhaven, nth + 1)),
    of(fairhaven, 11, { currencyIsoCode: 'EUR', subsidiary: 'MTS-EU' }),
    of(fairhaven, 12, { ...paid, date: soon(-50), dueDate: soon(-20) }),
    of(fairhaven, 13, { dueDate: soon(-15), balanceDue: '40.00' }),
    of(fairhaven, 14, { isLateFee: true, invoiceCategory: 'Market Data', lineItems: [] }),
    of(fairhaven, 15, { amount: '-25.00', balanceDue: '-25.00', lineItems: [] }),
    of(fairhaven, 16, {
      dueDate: null,
      currencyIsoCode: 'JPY',
      amount: '100',
      balanceDue: '100',
      lineItems: [],
    }),
    of(granite, 1, { dueDate: soon(0) }),
    of(granite, 2, { dueDate: soon(25) }),
    of(granite, 3, { dueDate: soon(0), amount: '900.00', balanceDue: '900.00', lineItems: [] }),
  ]
}

/** Later records of the books: a new invoice, an order's first step, and the end of a license that they never sent. */
export function laterRecords(): TestRecord[] {
  const asOf = new Date().toISOString()
  const { licenseOrder } = examples
  const step = { status: 'Accepted', statusReason: '', statusDate: asOf }
  return [
    { ...invoices()[0]!, invoiceNumber: numbered(fairhaven, 17), date: soon(0), asOf },
    { ...licenseOrder!, ...step, asOf },
    { record: 'delete', kind: 'license', key: 'L-99', asOf },
  ]
}

/** The books apply a payment: they name it. */
export const appliedIn = (accountId: string, nth: number, paymentId: string): TestRecord =>
  invoices()
    .filter(({ invoiceNumber }) => invoiceNumber === numbered(accountId, nth))
    .map((one) => ({
      ...one,
      balanceDue: '0.00',
      hasBeenCharged: true,
      portalPayments: [{ id: paymentId, amount: '100.00' }],
      asOf: new Date().toISOString(),
    }))[0]!

/** The provider's system, with a separate key. */
export async function startBooks(portal: TestPortal) {
  const key = await withNewKey(portal, ...apiScopes)
  const upload = async (records: TestRecord[]) => {
    const sent = await key.call('POST', '/api/integration/records?wait=0', {
      headers: { 'content-type': 'application/x-ndjson' },
      payload: records.map((record) => JSON.stringify(record)).join('\n'),
    })
    expect(sent.statusCode, sent.body).toBe(202)
    return String(sent.headers['location'])
  }
  return {
    /** Sends records that no worker has imported yet. */
    upload,
    send: async (records: TestRecord[]) => {
      const address = await upload(records)
      await importUploads(portal.system, portal.deps.log, portal.deps.config)
      const report = (await key.call('GET', address)).json<RecordsReport>()
      expect(report.rejects).toEqual([])
      expect(report.state).toBe('loaded')
    },
  }
}
