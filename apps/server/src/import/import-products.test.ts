import { expect, test } from 'vitest'
import { importDatabase } from './import-fixture.ts'

test('a product has other names, a successor and its rules of billing', async () => {
  const { take, rejects, rows } = await importDatabase()
  const product = { record: 'product', productId: 'P', description: 'x', itemGroupName: 'Gateways' }
  const query = `
    select aliases, replaced_by, per_user, prorates, billing_months from product`
  const none = {
    aliases: [],
    replaced_by: null,
    per_user: null,
    prorates: null,
    billing_months: null,
  }
  await take([product])
  expect(await rows(query)).toEqual([none])
  const full = {
    ...product,
    aliases: ['TT "Pro", {new}', 'Pro'],
    replacedBy: 'unknown',
    perUser: false,
    prorates: true,
    billingMonths: 3,
  }
  expect((await take([full])).kinds.get('product')).toMatchObject({ updated: 1 })
  expect((await take([full])).kinds.get('product')).toMatchObject({ unchanged: 1 })
  expect(await rows(query)).toEqual([
    {
      aliases: full.aliases,
      replaced_by: 'unknown',
      per_user: false,
      prorates: true,
      billing_months: 3,
    },
  ])
  await take([{ ...full, replacedBy: 'P' }])
  await take([{ ...full, billingMonths: 2 }])
  expect(rejects).toMatchObject([{ field: 'billingMonths', reason: 'is none of: 1, 3, 12' }])
  await take([product])
  expect(await rows(query)).toEqual([none])
})

test('products never replace each other in a circle, in one import or over several', async () => {
  const { take, rejects, rows } = await importDatabase()
  const product = (productId: string, replacedBy?: string) => ({
    record: 'product',
    productId,
    description: productId,
    itemGroupName: 'Gateways',
    replacedBy,
  })
  await take([product('A', 'B'), product('B', 'C'), product('C'), product('D', 'A')])
  await take([product('C', 'A')])
  expect(rejects).toMatchObject([
    { field: 'replacedBy', reason: 'replaces products in a circle: C → A → B → C' },
  ])
  // The circle is not open if the product that would open it is rejected itself.
  await take([product('C', 'D'), product('A', 'X'), product('E', 'F'), product('F', 'E')], {
    skipRejects: true,
  })
  expect(rejects.map(({ reason }) => reason)).toEqual([
    'replaces products in a circle: E → F → E',
    'replaces products in a circle: F → E → F',
  ])
  expect(await rows('select product_id, replaced_by from product order by 1')).toEqual([
    { product_id: 'A', replaced_by: 'X' },
    { product_id: 'B', replaced_by: 'C' },
    { product_id: 'C', replaced_by: 'D' },
    { product_id: 'D', replaced_by: 'A' },
  ])
})
