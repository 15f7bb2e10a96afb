import sql from 'sql-template-tag'
import type { LicenseOrder, LicenseOrderDetails } from '@portal/domain/licenses/licenses.schema'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { expect, test } from 'vitest'
import * as desk from '../../test/licenses/license-desk.ts'
import { accountId, add, lia, person, submit } from '../../test/licenses/license-desk.ts'
import { queuedMails } from '../../test/portal/mails.ts'
import { notifyOrders } from './notify-orders.ts'

const portal = desk.licensePortal()

const clear = () => portal.system.query(sql`delete from mail`)
async function submitted(): Promise<number> {
  const { id } = await submit(add('ann'), add('ben'))
  await clear()
  return id
}
const says = (orderId: number, status: string, more: object = {}) =>
  desk.order([], { id: `S-${orderId}`, orderId: orderNumber(orderId), status, ...more })
const take = async (...records: object[]) => {
  await desk.take(...records)
  await notifyOrders(portal.system)
}
const heads = async () =>
  (await queuedMails(portal)).map(({ recipient, subject }) => [recipient.split('@')[0], subject])
const history = async () => {
  const { rows } = await portal.system.query<{ description: string }>(sql`
    select description from history_entry where account_id = ${accountId} and entry_type = 'Order Status' order by id`)
  return rows.map(({ description }) => description)
}
const events = async (orderId: number) => {
  const { rows } = await portal.system.query<{ data: Record<string, unknown> }>(sql`
    select data from outbox_event
     where type = 'license_order.status_changed' and data ->> 'orderId' = ${orderNumber(orderId)} order by written`)
  return rows.map(({ data }) => data)
}

test('each new status is reported once: one mail to the person who ordered, one event, one line of history', async () => {
  const id = await submitted()
  await take(says(id, 'Accepted'))
  await take(says(id, 'Accepted'))
  expect(await heads()).toEqual([['lia', `License order P-${id}: accepted`]])
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
    { status: 'Scheduled', previousStatus: 'Accepted', statusDate: '2027-01-04T00:00:00.000Z' },
  ])
})

test('a rejected item is reported with its reason, although its order continues', async () => {
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
  expect((await events(id))[0]!.lineItems).toEqual([{ position: 2, ...why }])
  const details = (await lia.get(`/api/license/${id}`)).json<LicenseOrderDetails>()
  expect(details).toMatchObject({
    status: 'Provisioned',
    steps: [{ step: 'Accepted' }, { step: 'Provisioned' }],
    lineItems: [{ userName: 'ann' }, { userName: 'ben', ...why }],
  })
  expect(details.lineItems[0]!.status).toBeUndefined()
  expect(await desk.held()).toMatchObject([{ orderId: id }])
})

test('many orders of one person are one mail; old steps are not mailed', async () => {
  const ids = [await submitted(), await submitted(), await submitted()]
  await take(...ids.map((id) => says(id, 'Provisioned')))
  expect(await heads()).toEqual([['lia', '3 license orders have a new status']])
  const id = await submitted()
  await take(says(id, 'Accepted', { statusDate: '2026-01-04' }))
  expect(await heads()).toEqual([])
  expect(await events(id)).toHaveLength(1)
})

test('orders that arrive with an old status are not mailed; a new status is mailed to the only user of the name', async () => {
  await person('boss', ['ManageUsers'])
  await clear()
  const arrived = (id: string, more: object = {}) =>
    desk.order([], { id, status: 'Provisioned', requestorName: 'BOSS test', ...more })
  await take(arrived('OLD'))
  expect([await heads(), await history()]).toEqual([[], []])
  await take(arrived('NEW', { statusDate: new Date().toISOString() }))
  expect(await heads()).toEqual([['boss', expect.stringMatching(/: provisioned$/)]])
})

test('the list filters by status, and two workers send one mail', async () => {
  const id = await submitted()
  const list = async (status: string) =>
    (await lia.get(`/api/license?page=1&perPage=100&statusFilter=${status}`))
      .json<LicenseOrder[]>()
      .map((order) => order.id)
  expect(await list('Submitted')).toEqual([id])
  await desk.take(says(id, 'Rejected', { statusReason: 'The exchange declined.' }))
  await Promise.all([1, 2, 3].map(() => notifyOrders(portal.system)))
  expect(await heads()).toEqual([['lia', `License order P-${id}: rejected`]])
  expect([await list('Submitted'), await list('Rejected')]).toEqual([[], [id]])
})

test('a person who left gets no mail', async () => {
  const id = await submitted()
  await portal.system.query(sql`update portal_user set deactivated_at = now()`)
  await take(says(id, 'Provisioned'))
  expect([await heads(), await events(id)]).toEqual([[], [expect.anything()]])
})
