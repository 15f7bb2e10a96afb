import { beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'

const portal = testPortal()
let ana: Browser

beforeAll(async () => {
  const { given } = portal
  await given.company('A1', 'Aldgate')
  await given.company('P1', 'Provider')
  await given.user('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
  await given.user('chief@p.example', 'P1', [], [], 'SuperAdmin')
  await given.invoice('A1', 'A-1', { category: 'Licenses' })
  ana = await portal.signIn('ana@a.example')
})

const rightsOf = async (who: Browser, url = '/api/user/myself', headers = {}) =>
  (await who.get(url, { headers })).headers['x-rights']

test('every response to a person names the same rights: lists, files, 304, refusals, another company', async () => {
  const rights = await rightsOf(ana)
  expect(rights).toMatch(/^[\w-]{22}$/)
  const etag = String((await ana.get('/api/invoice')).headers.etag)
  const asked: [string, Record<string, string>?][] = [
    ['/api/invoice'],
    ['/api/invoice', { 'if-none-match': etag }],
    ['/api/invoice/pdf/A-1.pdf'],
    ['/api/invoice/details/unknown'],
    ['/api/invoice?page=-1'],
    ['/api/admin/users'],
    ['/api/invoice?companyFilter=P1'],
  ]
  const answers = await Promise.all(asked.map(([url, headers = {}]) => ana.get(url, { headers })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 304, 200, 404, 400, 403, 403])
  expect(new Set(answers.map(({ headers }) => headers['x-rights']))).toEqual(new Set([rights]))
})

test('the rights of a super admin are the same in every company', async () => {
  const chief = await portal.signIn('chief@p.example')
  const urls = [
    '/api/user/myself',
    '/api/invoice?companyFilter=A1',
    '/api/invoice?companyFilter=Z9',
  ]
  const all = await Promise.all(urls.map((url) => rightsOf(chief, url)))
  expect(new Set(all).size).toBe(1)
  expect(all[0]).not.toBe(await rightsOf(ana))
})

test('strangers and public calls have no rights; an invitee has the rights of an invitee', async () => {
  expect(await rightsOf(portal.stranger)).toBeUndefined()
  expect(await rightsOf(ana, '/api/is-authenticated')).toBeUndefined()
  const nina = await portal.signIn('nina@elsewhere.example')
  expect(await rightsOf(nina)).toMatch(/^[\w-]{22}$/)
  expect(await rightsOf(nina)).not.toBe(await rightsOf(ana))
})

test.each([
  `update portal_user set permissions = '{AccessInvoices,AccessErfs}' where email = 'ana@a.example'`,
  `update portal_user set first_name = 'Anna' where email = 'ana@a.example'`,
  `delete from user_category where account_id = 'A1'`,
  `update portal_user set role = 'SuperAdmin' where email = 'ana@a.example'`,
  `update company set name = 'Aldgate Capital' where account_id = 'A1'`,
])('after "%s" the rights differ', async (change) => {
  const before = await rightsOf(ana)
  await portal.system.query(change)
  expect(await rightsOf(ana)).not.toBe(before)
})

test('the order in which permissions were granted does not matter', async () => {
  const set = (permissions: string) =>
    portal.system.query(
      `update portal_user set permissions = '${permissions}' where email = 'ana@a.example'`,
    )
  await set('{AccessErfs,AccessInvoices}')
  const before = await rightsOf(ana)
  await set('{AccessInvoices,AccessErfs}')
  expect(await rightsOf(ana)).toBe(before)
})
