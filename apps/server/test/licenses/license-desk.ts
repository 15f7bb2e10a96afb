import type {
  HeldLicense,
  LicenseLife,
  RecordDifferences,
} from '@portal/domain/licenses/held.schema'
import type { LicenseOrderDetails, ShownItem } from '@portal/domain/licenses/licenses.schema'
import { addedItem, cancelledItem, changedItem } from '@portal/domain/licenses/line-items'
import type { Permission, Role } from '@portal/domain/kernel/permissions'
import { beforeAll, beforeEach, expect } from 'vitest'
import { takeRecords } from '../import/import-fixture.ts'
import { givenCatalogue } from './catalogue.ts'
import type { Browser, TestPortal } from '../portal/portal.ts'
import { soon } from '../portal/soon.ts'
import { testPortal } from '../portal/test-portal.ts'

/** The company of the running test, and its user Lia, who orders. */
export let accountId = ''
export let lia: Browser
let portal: TestPortal
let companies = 0
let permissionsOfLia: Permission[]

/** The portal of a test file, with a catalogue; each test has a new company. */
export function licensePortal(permissions: Permission[] = ['AccessLicenses']): TestPortal {
  const own = testPortal()
  beforeAll(async () => {
    portal = own
    permissionsOfLia = permissions
    await givenCatalogue(portal.system)
  })
  beforeEach(newCompany)
  return own
}

export async function newCompany() {
  accountId = `L${(companies += 1)}`
  await portal.given.company(accountId)
  lia = await person('lia', permissionsOfLia)
}

/** Another user, with the category Licenses. */
export async function person(
  name: string,
  permissions: Permission[] = ['AccessLicenses'],
  { of = accountId, role = 'User' }: { of?: string; role?: Role } = {},
): Promise<Browser> {
  const email = `${name}@${of}.example`
  await portal.given.user(email, of, permissions, ['Licenses'], role)
  return portal.signIn(email)
}

/** A user of another company, which is named after the test's. */
export async function outsider(role?: Role): Promise<Browser> {
  const of = `X${accountId}`
  await portal.given.company(of)
  return person('eve', ['AccessLicenses'], { of, ...(role && { role }) })
}

export const names = (userName: string, days: number, networkName = 'ICE') => ({
  networkId: networkName.toUpperCase(),
  networkName,
  userName,
  dateRequired: soon(days),
})
type Chosen = Pick<HeldLicense, 'licenseId' | 'coveredCompany'>
export const chosen = (licenseId: string): Chosen => ({ licenseId, coveredCompany: '' })
export const add = (userName = 'ann', days = 2, network = 'ICE', sku = '10010') =>
  addedItem(sku, names(userName, days, network))
export const cancel = (userName: string, days = 5, license?: Chosen, network = 'ICE') =>
  cancelledItem('10010', names(userName, days, network), license)
export const change = (from: string, to: string, days = 5, license?: Chosen, network = 'ICE') =>
  changedItem(
    '10010',
    {
      ...names(to, days, network),
      oldNetworkName: network,
      oldUserName: from,
      ipAddress: '',
      oldIPAddress: '',
    },
    license,
  )

interface Sending {
  who?: Browser
  of?: string
  /** The id of the order to change. */
  id?: number
  key?: string
  notes?: string
  isDraft?: boolean
  version?: number
  termsVersion?: string
  unsentRevision?: number
  shown?: ShownItem[]
}

/** Sends an order, by default to submit it. */
export function send(lineItems: object[], sending: Sending = {}) {
  const { who = lia, of = accountId, id, key, notes = '', ...more } = sending
  const path = id ? `/api/license/${id}` : '/api/license'
  return who.send(id ? 'PUT' : 'POST', path, {
    payload: { user: { accountId: of }, data: { notes, lineItems }, isDraft: false, ...more },
    headers: key ? { 'idempotency-key': key } : {},
  })
}

/** Submits an order that must be accepted. */
export async function submit(...lineItems: object[]): Promise<LicenseOrderDetails> {
  const answer = await send(lineItems)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** The ids that the portal gave to the items of an order. */
export async function itemsOf(orderId: number): Promise<string[]> {
  const { rows } = await portal.system.query<{ id: string }>(
    `select portal_id as id from license_order_line where order_id = ${orderId} order by line_no`,
  )
  return rows.map(({ id }) => id)
}

/** An id of the provider, unique in the file's portal. */
export const idOf = (name: string) => `${accountId}-${name}`
export const license = (name = 'R', more: object = {}) => ({
  record: 'license',
  licenseId: idOf(name),
  productId: '10010',
  networkId: 'ICE',
  userName: 'ann',
  ...more,
})
export const order = (lineItems: object[], more: object = {}) => ({
  record: 'licenseOrder',
  id: idOf('C'),
  status: 'Submitted',
  createdDate: '2026-01-10T00:00:00Z',
  lineItems,
  ...more,
})
/** Imports records of the company, none of which may be rejected. */
export const take = (...records: object[]) => takeRecords(portal.system, accountId, records)

export const held = async (query = '', who = lia) =>
  (await who.get(`/api/license/held?perPage=500${query}`)).json<HeldLicense[]>()
export const life = (licenseId: string, who = lia) => who.get(`/api/license/held/${licenseId}`)
export const ordersOf = async (licenseId: string) =>
  (await life(licenseId)).json<LicenseLife>().orders
export const differences = async () =>
  (await lia.get('/api/license/differences')).json<RecordDifferences>()
