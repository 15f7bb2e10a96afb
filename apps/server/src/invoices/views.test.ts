import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { InvoiceView } from '@portal/domain/invoices/views.schema'
import { outcomeOf, statuses } from '../../test/payments/payer.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'

const portal = testPortal()
let ana: Browser
let bob: Browser
let root: Browser

beforeAll(async () => {
  const { given } = portal
  for (const accountId of ['A1', 'B1']) await given.company(accountId)
  const emails = ['ana@a.example', 'bob@a.example'] as const
  for (const email of emails) await given.user(email, 'A1', ['AccessInvoices'])
  ana = await portal.signIn(emails[0])
  bob = await portal.signIn(emails[1])
  root = await portal.person('root@b.example', 'B1', [], [], 'SuperAdmin')
})
beforeEach(async () => {
  await portal.system.query('delete from invoice_view')
})

const path = '/api/invoice/views'
const open = { status: 'open' }
interface Saving {
  who?: Browser
  query?: string
  id?: string
  search?: object
  isDefault?: boolean
}
const save = (name: string, { who = ana, query = '', ...rest }: Saving = {}) =>
  who.post(path + query, { payload: { id: randomUUID(), name, search: open, ...rest } })
const change = (id: string, payload: object, who = ana) =>
  who.send('PUT', `${path}/${id}`, { payload })
const views = async (who = ana, query = '') => (await who.get(path + query)).json<InvoiceView[]>()
const names = async (who = ana, query = '') => (await views(who, query)).map(({ name }) => name)
const saved = async (name: string, rest: object = {}) => {
  const id = randomUUID()
  expect((await save(name, { id, ...rest })).statusCode).toBe(200)
  return id
}

test("a colleague's view cannot be seen, changed, ordered or removed", async () => {
  const id = await saved('Mine', { isDefault: true })
  expect(await views(bob)).toEqual([])
  expect((await change(id, { name: 'Taken' }, bob)).statusCode).toBe(404)
  await bob.send('DELETE', `${path}/${id}`)
  await bob.send('PUT', path, { payload: { viewIds: [id] } })
  // For another user, the same id is another view.
  expect((await save('Mine', { who: bob, id, isDefault: true })).statusCode).toBe(200)
  expect(await views()).toEqual([{ id, name: 'Mine', search: open, isDefault: true }])
})

test('a super admin has separate views in each company', async () => {
  await saved('Of Ana')
  const query = '?companyFilter=A1'
  expect((await save('Of root in A1', { who: root, query })).statusCode).toBe(200)
  expect(await names(root, query)).toEqual(['Of root in A1'])
  expect(await names(root)).toEqual([])
  expect(await names()).toEqual(['Of Ana'])
})

test('a name is refused if it is empty, invisible, too long, has control characters or is taken', async () => {
  await saved('Straße')
  await saved('שלום')
  for (const [name, message] of [
    [' STRAßE ', 'You already have a view with the name Straße.'],
    ['שלום', 'You already have a view with the name \u2068שלום\u2069.'],
    ['   ', 'Please enter a name.'],
    ['a\nb', 'A name cannot contain line breaks or control characters.'],
    ['x'.repeat(61), 'A name has at most 60 characters.'],
  ] as const)
    expect(await outcomeOf(save(name))).toBe(`409 ${message}`)
  expect((await save('😀'.repeat(60))).statusCode).toBe(200)
  expect(await names()).toEqual(['Straße', 'שלום', '😀'.repeat(60)])
})

test('a name is kept as text, and a view may be renamed to another spelling of its name', async () => {
  const id = await saved(' <script>  alert(1)</script> ')
  expect(await names()).toEqual(['<script> alert(1)</script>'])
  expect((await change(id, { name: '<SCRIPT>' })).statusCode).toBe(200)
  const other = await saved('Other')
  expect(await outcomeOf(change(other, { name: '<script>' }))).toBe(
    '409 You already have a view with the name <SCRIPT>.',
  )
})

test('a stored value that is no longer valid is left out, and the rest is shown', async () => {
  const id = await saved('Old')
  await portal.system.query(
    `update invoice_view set search = '{"status": "unknown", "due": "7", "gone": 1, "min": 5}'`,
  )
  expect(await views()).toEqual([{ id, name: 'Old', search: { due: '7' }, isDefault: false }])
})

test('filters that the list does not have are refused', async () => {
  for (const search of [{}, { due: '8' }])
    expect((await save('X', { search })).statusCode).toBe(400)
})

test('a removed view returns to its place; an order keeps the views that it does not name', async () => {
  const ids = [await saved('A'), await saved('B'), await saved('C')] as const
  await ana.send('DELETE', `${path}/${ids[1]}`)
  await ana.post(path, { payload: { id: ids[1], name: 'B', search: open, place: 1 } })
  expect(await names()).toEqual(['A', 'B', 'C'])
  await ana.send('PUT', path, { payload: { viewIds: [ids[2], ids[0]] } })
  expect(await names()).toEqual(['C', 'B', 'A'])
})

test('at most 30 views', async () => {
  for (let nth = 1; nth <= 30; nth += 1) await saved(`V${nth}`)
  expect(await outcomeOf(save('V31'))).toBe(
    '409 You have 30 views, the most that are possible. Delete one first.',
  )
  expect(await names()).toHaveLength(30)
})

test('a repeated save is one view; the same name saved simultaneously in two tabs is one view', async () => {
  const id = randomUUID()
  await Promise.all([save('Once', { id }), save('Once', { id })])
  expect(await names()).toEqual(['Once'])
  expect(await statuses([save('Twice'), save('twice')])).toEqual([200, 409])
})

test('saved simultaneously in two tabs, all views stay, and one is the default', async () => {
  const ids = [await saved('A'), await saved('B')] as const
  await Promise.all([
    save('C'),
    save('D'),
    change(ids[0], { isDefault: true }),
    change(ids[1], { isDefault: true }),
    ana.send('PUT', path, { payload: { viewIds: ids.toReversed() } }),
  ])
  const now = await views()
  expect(now.map(({ name }) => name).slice(0, 2)).toEqual(['B', 'A'])
  expect(now).toHaveLength(4)
  expect(now.filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

test('a view that is gone cannot be changed; removing it again changes nothing', async () => {
  const id = await saved('Gone')
  for (const _ of [1, 2])
    expect((await ana.send('DELETE', `${path}/${id}`)).json<InvoiceView[]>()).toEqual([])
  expect(await outcomeOf(change(id, { name: 'Back' }))).toBe('404 This view no longer exists.')
  expect((await change('not-an-id', { name: 'X' })).statusCode).toBe(400)
})
