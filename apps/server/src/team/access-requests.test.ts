import { beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { AccessRequest } from '@portal/domain/team/access-requests.schema'
import type { Permission } from '@portal/domain/session/permissions'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'

const portal = testPortal()
let ana: Browser
let boss: Browser
let marcus: Browser

beforeAll(async () => {
  const { given } = portal
  await given.company('A1', 'Aldgate')
  await given.company('B1')
  await given.user('boss@a.example', 'A1', ['ManageUsers', 'AccessInvoices', 'PayInvoices'])
  await given.user('marcus@a.example', 'A1', ['ManageUsers'])
  await given.user('ana@a.example', 'A1', ['AccessInvoices'])
  ana = await portal.signIn('ana@a.example')
  boss = await portal.signIn('boss@a.example')
  marcus = await portal.signIn('marcus@a.example')
})

const ask = (permission: Permission, who = ana) =>
  who.post('/api/user/access-requests', { payload: { permission } })
const decide = (id: string, granted: boolean, who = boss) =>
  who.post(`/api/admin/access-requests/${id}`, { payload: { granted } })
const open = async (who = boss) =>
  (await who.get('/api/admin/access-requests')).json<AccessRequest[]>()

async function mails(subject: string) {
  const { rows } = await portal.system.query<{ recipient: string }>(
    sql`select recipient from mail where subject = ${subject} order by recipient`,
  )
  return rows.map(({ recipient }) => recipient)
}

test('three identical requests count as one, and the managers get one mail each', async () => {
  const answers = [
    await ask('PayInvoices'),
    ...(await Promise.all([ask('PayInvoices'), ask('PayInvoices')])),
  ]
  expect(new Set(answers.map((answer) => answer.json<AccessRequest>().id)).size).toBe(1)
  expect(await open()).toHaveLength(1)
  expect((await ana.get('/api/user/access-requests')).json()).toHaveLength(1)
  expect(await mails('ana Test requests Pay Invoices')).toEqual([
    'boss@a.example',
    'marcus@a.example',
  ])
  expect((await ask('AccessInvoices')).statusCode).toBe(409)
})

test('a manager cannot grant a request beyond the own permissions; the request stays', async () => {
  const [request] = await open()
  const answer = await decide(request!.id, true, marcus)
  expect([answer.statusCode, answer.json()]).toEqual([
    403,
    { message: 'You do not hold Pay Invoices yourself.' },
  ])
  expect(await open()).toHaveLength(1)
  expect((await ana.get('/api/payment/card')).statusCode).toBe(403)
})

test('a grant takes effect at once, and two concurrent decisions count once', async () => {
  const [request] = await open()
  const answers = await Promise.all([decide(request!.id, true), decide(request!.id, false)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  expect(await open()).toEqual([])
  const granted = answers[0].statusCode === 200
  expect((await ana.get('/api/payment/card')).statusCode).toBe(granted ? 200 : 403)
  expect(
    await mails(
      granted ? 'You now have Pay Invoices' : 'Your request for Pay Invoices was declined',
    ),
  ).toEqual(['ana@a.example'])
})

test('a declined permission may be requested again', async () => {
  const first = (await ask('AccessErfs')).json<AccessRequest>()
  expect((await decide(first.id, false, marcus)).statusCode).toBe(200)
  expect(await mails('Your request for Requests/ERF was declined')).toEqual(['ana@a.example'])
  const second = (await ask('AccessErfs')).json<AccessRequest>()
  expect(second.id).not.toBe(first.id)
  const { rows } = await portal.system.query(sql`
    select entry_type, description from history_entry
     where description like '%Requests/ERF%' order by id`)
  expect(rows).toEqual([
    { entry_type: 'Access Requested', description: 'Requested the permission Requests/ERF' },
    {
      entry_type: 'Access Declined',
      description: 'Declined the permission Requests/ERF to ana Test',
    },
    { entry_type: 'Access Requested', description: 'Requested the permission Requests/ERF' },
  ])
})
