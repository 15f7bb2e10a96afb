import type { RecordDifferences } from '@portal/domain/licenses/held.schema'
import { addedItem } from '@portal/domain/licenses/line-items'
import { beforeAll, expect, test } from 'vitest'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { givenCatalogue } from '../../test/catalogue.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'
import { soon } from '../../test/soon.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'

const portal = testPortal()
let count = 0
let accountId: string
let lia: Browser

beforeAll(async () => {
  await givenCatalogue(portal.system)
})

async function newCompany() {
  count += 1
  accountId = `RD${count}`
  await portal.given.company(accountId)
  await portal.given.user(`lia${count}@d.example`, accountId, ['AccessLicenses'])
  lia = await portal.signIn(`lia${count}@d.example`)
}

const take = async (records: object[]) => {
  const report = await importRecords(portal.system, [recordSource('books', records)])
  expect(report.rejected).toBe(0)
}
const differences = async () => {
  const answer = await lia.get('/api/license/differences')
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<RecordDifferences>()
}

test('a record that has the id of the line, or the number of the order, is what was ordered', async () => {
  await newCompany()
  const names = { networkId: 'ICE', networkName: 'ICE', dateRequired: soon(2) }
  const submit = async (userName: string) => {
    const payload = {
      user: { accountId },
      data: { notes: '', lineItems: [addedItem('10010', { ...names, userName })] },
      isDraft: false,
    }
    const answer = await lia.post('/api/license', { payload })
    return answer.json<{ id: number }>().id
  }
  const first = await submit('ann')
  const second = await submit('ben')
  // Without any record the orders are all that the portal knows.
  expect(await differences()).toEqual({ requested: [], differences: [] })
  const record = { record: 'license', accountId, productId: '10010', userName: 'zoe' }
  await take([{ ...record, licenseId: `${accountId}-Z` }])
  expect((await differences()).requested).toMatchObject([
    { orderId: second, userName: 'ben', productName: 'TT Pro', status: 'Submitted', day: soon(2) },
    { orderId: first, userName: 'ann' },
  ])
  const { rows } = await portal.system.query<{ id: string }>(
    `select portal_id as id from license_order_line where account_id = '${accountId}' and order_id = ${first}`,
  )
  await take([
    { ...record, licenseId: rows[0]!.id },
    {
      ...record,
      licenseId: `${accountId}-B`,
      userName: 'ben',
      licenseOrderId: orderNumber(second),
    },
  ])
  expect(await differences()).toEqual({ requested: [], differences: [] })
})

test('an addition that names its license runs, though another person uses it now', async () => {
  await newCompany()
  const order = {
    record: 'licenseOrder',
    id: `${accountId}-O`,
    accountId,
    status: 'Provisioned',
    createdDate: '2026-01-01T08:00:00Z',
  }
  const names = { networkId: 'ICE', networkName: 'ICE', userName: 'ann', dateRequired: soon(-9) }
  const license = { record: 'license', accountId, productId: '10010', userName: 'zoe' }
  await take([
    { ...license, licenseId: `${accountId}-A`, licenseOrderId: order.id },
    { ...order, lineItems: [addedItem('10010', names)] },
  ])
  expect((await differences()).differences).toMatchObject([{ kind: 'notRunning', userName: 'ann' }])
  await take([
    { ...order, lineItems: [{ ...addedItem('10010', names), licenseId: `${accountId}-A` }] },
  ])
  expect(await differences()).toEqual({ requested: [], differences: [] })
})

test('a change that was done and does not show, and a cancellation that still runs, are told', async () => {
  await newCompany()
  const id = (name: string) => `${accountId}-${name}`
  const license = (name: string) => ({
    record: 'license',
    accountId,
    licenseId: id(name),
    productId: '10010',
    networkId: 'ICE',
    userName: name,
  })
  const line = (name: string, type: number, more: object) => ({
    ...addedItem('10010', {
      networkId: 'ICE',
      networkName: 'ICE',
      userName: 'new',
      dateRequired: soon(-2),
    }),
    customerOrderRequestTypeId: type,
    licenseId: id(name),
    ...more,
  })
  const done = { status: 'Provisioned' }
  const rejected = { status: 'Rejected', statusReason: 'no' }
  await take([
    ...['moved', 'open', 'refused', 'ended', 'kept'].map(license),
    { ...license('last'), until: soon(5) },
    {
      record: 'licenseOrder',
      id: id('O'),
      accountId,
      status: 'Submitted',
      createdDate: '2026-01-01T08:00:00Z',
      lineItems: [
        line('moved', 3, done),
        line('open', 3, {}),
        line('refused', 3, rejected),
        line('ended', 2, {}),
        line('kept', 2, { dateRequired: soon(2) }),
        line('last', 2, done),
      ],
    },
  ])
  const found = (await differences()).differences
  expect(found.map(({ kind, licenseId }) => `${kind} ${licenseId}`).toSorted()).toEqual([
    `notChanged ${id('moved')}`,
    `stillRunning ${id('ended')}`,
  ])
})
