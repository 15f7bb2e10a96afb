import sql from 'sql-template-tag'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testPortal } from '../../test/portal/test-portal.ts'
import { queuedMails } from '../../test/portal/mails.ts'
import { takeBooks } from '../../test/import/import-fixture.ts'
import { notifyEquipment } from './notify-equipment.ts'

const portal = testPortal()

beforeAll(async () => {
  const { given } = portal
  for (const accountId of ['T1', 'T2']) await given.company(accountId)
  await given.user('may.decide@t.example', 'T1', ['AccessErfs'])
  await given.user('asks@t.example', 'T1', ['AccessLicenses'])
  await given.user('other@t.example', 'T1', ['AccessInvoices'])
  await given.user('gone@t.example', 'T1', ['AccessErfs'])
  await given.user('far@t2.example', 'T2', ['AccessErfs'])
  await portal.system.query(sql`
    update portal_user set deactivated_at = now() where email = 'gone@t.example'`)
})
beforeEach(() => portal.system.query(sql`delete from mail`))

const today = new Date().toISOString().slice(0, 10)
const record = (id: string, more: object = {}) => ({
  record: 'equipmentRequest',
  equipmentRequestId: id,
  accountId: 'T1',
  orderDate: today,
  orderedBy: 'Ask Er',
  orderedByEmail: 'Asks@T.example',
  externalOrderStatus: 'Pending Customer Approval',
  lineItems: [{ id: '1', equipmentName: 'Switch', installationFee: '250.00' }],
  ...more,
})
const take = async (...records: object[]) => {
  await takeBooks(portal.system, records)
  await notifyEquipment(portal.system)
}
const mails = async () =>
  (await queuedMails(portal)).toSorted(
    (one, other) =>
      one.recipient.localeCompare(other.recipient) || one.subject.localeCompare(other.subject),
  )
const heads = async () => (await mails()).map(({ recipient, subject }) => [recipient, subject])

test('a pending request: only users who may decide and the requester get a mail, once', async () => {
  await take(record('W-1'))
  expect(await heads()).toEqual([
    ['asks@t.example', 'Equipment request W-1 waits for approval'],
    ['may.decide@t.example', 'Equipment request W-1 waits for approval'],
  ])
  expect((await mails())[0]!.text).toContain(`${portal.origin}/erf/detail/W-1`)
  await take(record('W-1'))
  await take(record('W-1', { customerNotes: 'other notes' }))
  expect(await mails()).toHaveLength(2)
})

test('many requests of one import are one mail for each person', async () => {
  await take(
    ...Array.from({ length: 5 }, (_, nth) => record(`M-${nth}`)),
    record('FAR', { accountId: 'T2', orderedByEmail: null }),
  )
  expect(await heads()).toEqual([
    ['asks@t.example', '5 equipment requests wait for approval'],
    ['far@t2.example', 'Equipment request FAR waits for approval'],
    ['may.decide@t.example', '5 equipment requests wait for approval'],
  ])
  expect((await mails())[0]!.text).toContain('Equipment request M-4: waits for approval\n')
})

test('old requests of a first import, and new ones that are not pending, send no mail', async () => {
  await take(
    record('OLD', { orderDate: '2026-01-05' }),
    record('CLOSED', { externalOrderStatus: 'Closed' }),
  )
  expect(await mails()).toEqual([])
  // Later changes of these requests are mailed.
  await take(record('OLD', { orderDate: '2026-01-05', externalOrderStatus: 'Expired' }))
  expect((await heads())[0]).toEqual([
    'asks@t.example',
    'Equipment request OLD now has the status Expired',
  ])
})

test('a decision in the portal is mailed immediately with its author, and not again by the worker', async () => {
  await take(record('D-1'), record('D-2'))
  await portal.system.query(sql`delete from mail`)
  const dee = await portal.signIn('may.decide@t.example')
  await dee.send('PUT', '/api/ttnet/approve?requestId=D-1')
  await dee.send('PUT', '/api/ttnet/cancel?requestId=D-2')
  expect((await dee.send('PUT', '/api/ttnet/cancel?requestId=D-1')).statusCode).toBe(409)
  await take(record('D-1'))
  expect(await heads()).toEqual([
    ['asks@t.example', 'Equipment request D-1 was approved'],
    ['asks@t.example', 'Equipment request D-2 was cancelled'],
    ['may.decide@t.example', 'Equipment request D-1 was approved'],
    ['may.decide@t.example', 'Equipment request D-2 was cancelled'],
  ])
  expect((await mails())[0]!.text).toContain(
    'Approved by: may.decide Test\nInstallation fees: $250.00\n',
  )
  // A record sets the request to pending again: its status differs from the previous record.
  await portal.system.query(sql`delete from mail`)
  await take(record('D-2', { externalOrderStatus: 'Revision Requested' }))
  await take(record('D-2'))
  expect((await heads()).map(([, subject]) => subject)).toEqual([
    'Equipment request D-2 now has the status Revision Requested',
    'Equipment request D-2 waits for approval',
    'Equipment request D-2 now has the status Revision Requested',
    'Equipment request D-2 waits for approval',
  ])
})

test('without an address the only user of that name gets the mail; two users of one name do not', async () => {
  await take(record('N-1', { orderedBy: 'OTHER test', orderedByEmail: null }))
  expect((await heads()).map(([to]) => to)).toEqual(['may.decide@t.example', 'other@t.example'])
  await portal.given.user('twin@t.example', 'T1', [])
  await portal.system.query(sql`
    update portal_user set first_name = 'other' where email = 'twin@t.example'`)
  await portal.system.query(sql`delete from mail`)
  await take(record('N-2', { orderedBy: 'OTHER test', orderedByEmail: null }))
  expect((await heads()).map(([to]) => to)).toEqual(['may.decide@t.example'])
})

test('two simultaneous workers send one mail', async () => {
  await takeBooks(portal.system, [record('R-1'), record('R-2')])
  await Promise.all([1, 2, 3].map(() => notifyEquipment(portal.system)))
  expect(await mails()).toHaveLength(2)
})
