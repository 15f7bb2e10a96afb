import { beforeAll, expect, test } from 'vitest'
import { testPortal } from '../../test/portal/test-portal.ts'

type Asked = [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object]

const portal = testPortal()
let asked: Asked[] = []

beforeAll(async () => {
  const { given, system } = portal
  await given.company('A1')
  await given.company('P1')
  await given.user('maya@p.example', 'P1', [], [], 'SuperAdmin')
  await given.user('bob@p.example', 'P1', [
    'AccessInvoices',
    'PayInvoices',
    'AccessLicenses',
    'AccessErfs',
    'ManageUsers',
  ])
  const userId = await given.user('ana@a.example', 'A1', ['AccessInvoices'])
  const invoiceCategoryId = await given.category('Licenses')
  const invoice = await given.invoice('A1', 'A-1.7')
  for (const id of ['E-1', 'E-2']) await given.equipment('A1', id)
  const { rows } = await system.query<{ id: string }>(
    `insert into license_order (account_id, status) values ('A1', 'Draft') returning id`,
  )
  const order = rows[0]!.id
  const code = 'c'.repeat(32)
  await system.query(
    `insert into invite (account_id, email, invite_code, invited_by_account, expires_at)
     values ('A1', 'new@a.example', $1, 'A1', now() + interval '1 day')`,
    [code],
  )
  asked = [
    ['POST', `/api/invoice/${invoice}/payment`],
    ['GET', '/api/invoice/pdf/A-1.7.pdf'],
    ['GET', '/invoice/xls/A-1.7.xls'],
    ['GET', `/api/license/lineitems/${order}`],
    ['DELETE', `/api/license/${order}`],
    ['GET', '/api/ttnet/request/E-1'],
    ['PUT', '/api/ttnet/approve?requestId=E-1'],
    ['PUT', '/api/ttnet/cancel?requestId=E-2'],
    ['POST', '/api/invoice/invoice-categories/allusers', { userIdList: [userId] }],
    ['POST', '/api/invoice/invoice-categories/toggle', { userId, invoiceCategoryId }],
    ['DELETE', `/api/invite/rescind/${code}`],
    ['DELETE', `/api/admin/deactivate?userId=${userId}`],
  ]
})

async function outcomes(email: string, query = ''): Promise<string[]> {
  const who = await portal.signIn(email)
  const answers: string[] = []
  for (const [method, path, payload] of asked) {
    const url = path + (query && (path.includes('?') ? '&' : '?') + query)
    const { statusCode, body } = await who.send(method, url, payload && { payload })
    answers.push(body === '[]' ? '404' : String(statusCode))
  }
  return answers
}

test('only a super admin, without naming a company, reaches a record of another company', async () => {
  const unknown = asked.map(() => '404')
  expect(await outcomes('bob@p.example')).toEqual(unknown)
  expect(await outcomes('maya@p.example', 'companyFilter=P1')).toEqual(unknown)
  // The company has no card, and its draft has no lines.
  const found = asked.map((_, at) => ({ 0: '409', 3: '404' })[at] ?? '200')
  expect(await outcomes('maya@p.example')).toEqual(found)
  const { rows } = await portal.system.query(
    `select account_id, actor_account_id from history_entry where entry_type = 'User Removed'`,
  )
  expect(rows).toEqual([{ account_id: 'A1', actor_account_id: 'P1' }])
})
