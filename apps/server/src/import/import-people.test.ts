import { expect, test } from 'vitest'
import { aldgate, fairhaven, importDatabase } from './import-fixture.ts'

const ana = {
  record: 'user',
  email: 'ana@aldgate.example',
  accountId: '10412',
  firstName: 'Ana',
  permissions: ['AccessInvoices'],
  invoiceCategories: ['Licenses'],
}
const access = `
  select u.first_name, u.role, u.permissions,
         array(select c.name from user_category h join invoice_category c using (invoice_category_id)
                where h.user_id = u.id order by 1) as categories
    from portal_user u`

test('access that an administrator changed later than the record stays, and names still follow', async () => {
  const { take, owner, rows } = await importDatabase()
  await take([aldgate, ana])
  await owner.query(`
    update portal_user set permissions = '{AccessInvoices,PayInvoices}',
           access_changed_at = '2026-10-02T12:00:00Z'`)
  const raised = {
    role: 'User',
    permissions: ['AccessInvoices', 'PayInvoices'],
    categories: ['Licenses'],
  }
  const record = { ...ana, role: 'SuperAdmin', permissions: [], invoiceCategories: ['Market Data'] }

  const same = await take([{ ...record, asOf: '2026-10-02T11:59:59Z' }])
  expect(same.kinds.get('user')).toMatchObject({ unchanged: 1 })
  // A record without a time counts as older.
  await take([{ ...record, firstName: 'Anna' }])
  expect(await rows(access)).toEqual([{ first_name: 'Anna', ...raised }])

  await take([{ ...record, asOf: '2026-10-02T12:00:00Z' }])
  expect(await rows(access)).toEqual([
    { first_name: 'Ana', role: 'SuperAdmin', permissions: [], categories: ['Market Data'] },
  ])
})

test('a user deactivated in the portal stays deactivated, and one who joined another company stays there', async () => {
  const { take, rejects, owner, rows } = await importDatabase()
  await take([aldgate, fairhaven, ana])
  await owner.query(`update portal_user set deactivated_at = now()`)
  const again = await take([{ ...ana, firstName: 'Anna' }])
  expect(again.kinds.get('user')).toMatchObject({ unchanged: 1 })

  await take([{ ...ana, accountId: '10458' }])
  await take([ana])
  expect(rejects).toEqual([])
  expect(
    await rows(`select account_id, deactivated_at is null as active from portal_user order by 1`),
  ).toEqual([
    { account_id: '10412', active: false },
    { account_id: '10458', active: true },
  ])
})

test('a category known only by name gets its number later, and keeps its invoices', async () => {
  const { take, rejects, rows } = await importDatabase()
  await take([aldgate, ana])
  expect(await rows('select * from invoice_category')).toEqual([
    { invoice_category_id: 1000000, name: 'Licenses' },
  ])
  await take([{ record: 'invoiceCategory', invoiceCategoryId: 7, name: 'Licenses' }])
  expect(await rows('select invoice_category_id, name from invoice_category')).toEqual([
    { invoice_category_id: 7, name: 'Licenses' },
  ])
  expect(await rows(access)).toMatchObject([{ categories: ['Licenses'] }])

  await take([{ record: 'invoiceCategory', invoiceCategoryId: 8, name: 'Licenses' }])
  expect(rejects).toMatchObject([{ field: 'name', reason: 'belongs to category 7' }])
})

test('a user from the future is rejected', async () => {
  const { take, rejects } = await importDatabase()
  await take([aldgate, { ...ana, asOf: '2099-01-01T00:00:00Z' }])
  expect(rejects).toMatchObject([
    { field: 'asOf', reason: "lies more than 5 minutes ahead of the portal's clock" },
  ])
})
