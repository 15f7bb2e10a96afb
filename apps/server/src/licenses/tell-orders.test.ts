import sql from 'sql-template-tag'
import type { LicenseOrder, LicenseOrderDetails } from '@portal/domain/licenses/licenses.schema'
import { addedItem } from '@portal/domain/licenses/line-items'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { givenCatalogue } from '../../test/catalogue.ts'
import { queuedMails } from '../../test/mails.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'
import { tellOrders } from './tell-orders.ts'

const portal = testPortal()
let tom: Browser
let other: Browser

beforeAll(async () => {
  await givenCatalogue(portal.system)
  for (const accountId of ['S1', 'S2']) await portal.given.company(accountId)
  await portal.given.user('tom@s.example', 'S1', ['AccessLicenses'])
  await portal.given.user('boss@s.example', 'S1', ['ManageUsers'])
  await portal.given.user('far@s2.example', 'S2', ['AccessLicenses'])
  tom = await portal.signIn('tom@s.example')
  other = await portal.signIn('far@s2.example')
})
beforeEach(() => portal.system.query(sql`delete from mail`))

const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
async function submitted(): Promise<number> {
  const item = addedItem('10010', {
    networkId: 'ICE',
    networkName: 'ICE',
    userName: 'ann',
    dateRequired: tomorrow,
  })
  const data = { notes: '', lineItems: [item, { ...item, userName: 'ben' }] }
  const payload = { user: { accountId: 'S1' }, data, isDraft: false }
  const answer = await tom.post('/api/license', { payload })
  expect(answer.statusCode).toBe(200)
  await portal.system.query(sql`delete from mail`)
  return answer.json<{ id: number }>().id
}
const says = (orderId: number, status: string, more: object = {}) => ({
  record: 'licenseOrder',
  id: `S-${orderId}`,
  accountId: 'S1',
  orderId: orderNumber(orderId),
  status,
  createdDate: '2026-10-01',
  ...more,
})
const take = async (...records: object[]) => {
  const report = await importRecords(portal.system, [recordSource('orders.ndjson', records)])
  expect(report.rejected).toBe(0)
  await tellOrders(portal.system)
}
const heads = async () =>
  (await queuedMails(portal)).map(({ recipient, subject }) => [recipient, subject])
const history = async () => {
  const { rows } = await portal.system.query<{ description: string }>(sql`
    select description from history_entry where account_id = 'S1' and entry_type = 'Order Status' order by id`)
  return rows.map(({ description }) => description)
}
const events = async (orderId: number) => {
  const { rows } = await portal.system.query<{ data: Record<string, unknown> }>(sql`
    select data from outbox_event
     where type = 'license_order.status_changed' and data ->> 'orderId' = ${orderNumber(orderId)} order by written`)
  return rows.map(({ data }) => data)
}

test('each new status is told once: one mail to the person who ordered, one event, one line of history', async () => {
  const id = await submitted()
  await take(says(id, 'Accepted'))
  await take(says(id, 'Accepted'))
  expect(await heads()).toEqual([['tom@s.example', `License order P-${id}: accepted`]])
  await take(says(id, 'Scheduled', { statusDate: '2027-01-04' }))
  const [, scheduled] = await queuedMails(portal)
  expect(scheduled!.text).toContain('Status: Scheduled for 01/04/2027\n')
  expect(scheduled!.text).toContain(`${portal.origin}/licenses?order=${id}`)
  expect(await history()).toEqual([
    `License order P-${id}: Accepted`,
    `License order P-${id}: Scheduled for 01/04/2027`,
  ])
  expect(await events(id)).toMatchObject([
    { status: 'Accepted', previousStatus: 'Submitted', recordId: `S-${id}`, lineItems: [] },
    {
      status: 'Scheduled',
      previousStatus: 'Accepted',
      statusDate: '2027-01-04T00:00:00.000Z',
    },
  ])
})

test('an item that is rejected is told with its reason, though its order goes on', async () => {
  const id = await submitted()
  const why = { status: 'Rejected', statusReason: 'No free port.' }
  await take(says(id, 'Accepted', { lineItems: [{}, why] }))
  const [mail] = await queuedMails(portal)
  expect(mail!.subject).toBe(`License order P-${id}: accepted`)
  expect(mail!.text).toMatch(/Item 2, .+: Rejected\. No free port\.\n/)
  await take(says(id, 'Provisioned', { lineItems: [{}, why] }))
  expect((await queuedMails(portal)).at(-1)!.text).toContain(
    'What you ordered has been done, except for the items above.',
  )
  expect((await events(id))[0]!.lineItems).toEqual([
    { position: 2, status: 'Rejected', statusReason: 'No free port.' },
  ])
  const details = await tom.get(`/api/license/${id}`)
  const { status, steps, lineItems } = details.json<LicenseOrderDetails>()
  expect([status, steps.map(({ step }) => step)]).toEqual([
    'Provisioned',
    ['Accepted', 'Provisioned'],
  ])
  expect(lineItems.map((item) => [item.userName, item.status, item.statusReason])).toEqual([
    ['ann', undefined, undefined],
    ['ben', 'Rejected', 'No free port.'],
  ])
  const held = (await tom.get('/api/license/held?page=1&perPage=500')).json<{ orderId: number }[]>()
  expect(held.filter(({ orderId }) => orderId === id)).toHaveLength(1)
  expect((await other.get(`/api/license/${id}`)).statusCode).toBe(404)
})

test('many orders of one person are one mail; old steps get none', async () => {
  const ids = [await submitted(), await submitted(), await submitted()]
  await take(...ids.map((id) => says(id, 'Provisioned')))
  expect(await heads()).toEqual([['tom@s.example', '3 license orders have a new status']])
  await portal.system.query(sql`delete from mail`)
  const id = await submitted()
  await take(says(id, 'Accepted', { statusDate: '2026-01-04' }))
  expect(await heads()).toEqual([])
  expect(await events(id)).toHaveLength(1)
})

test('orders that arrive with an old status are not told; with a new one the only user of the name is', async () => {
  const arrived = (id: string, more: object) => ({
    record: 'licenseOrder',
    id,
    accountId: 'S1',
    status: 'Provisioned',
    createdDate: '2026-01-04',
    requestorName: 'BOSS test',
    ...more,
  })
  await take(arrived('OLD', {}))
  expect([await heads(), (await history()).at(-1)]).toEqual([
    [],
    expect.not.stringContaining('OLD'),
  ])
  await take(arrived('NEW', { statusDate: new Date().toISOString() }))
  expect(await heads()).toEqual([['boss@s.example', expect.stringMatching(/: provisioned$/)]])
})

test('the list filters by status, and two workers tell once', async () => {
  const id = await submitted()
  const list = async (status: string) =>
    (await tom.get(`/api/license?page=1&perPage=100&statusFilter=${status}`))
      .json<LicenseOrder[]>()
      .map((order) => order.id)
  expect(await list('Submitted')).toContain(id)
  const why = { statusReason: 'The exchange declined.' }
  await importRecords(portal.system, [recordSource('o.ndjson', [says(id, 'Rejected', why)])])
  await Promise.all([1, 2, 3].map(() => tellOrders(portal.system)))
  expect(await heads()).toEqual([['tom@s.example', `License order P-${id}: rejected`]])
  expect(await list('Submitted')).not.toContain(id)
  expect(await list('Rejected')).toEqual([id])
})

test('who has left gets no mail', async () => {
  const id = await submitted()
  await portal.system.query(sql`
    update portal_user set deactivated_at = now() where email = 'tom@s.example'`)
  await take(says(id, 'Provisioned'))
  expect([await heads(), await events(id)]).toEqual([[], [expect.anything()]])
})
