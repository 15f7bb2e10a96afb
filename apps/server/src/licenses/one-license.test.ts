import type { LicenseLife, RecordDifferences } from '@portal/domain/licenses/held.schema'
import { addedItem } from '@portal/domain/licenses/line-items'
import { orderNumber } from '@portal/domain/licenses/order-number'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { givenCatalogue } from '../../test/catalogue.ts'
import { OrderedCompany, type Step } from '../../test/ordered-licenses.ts'
import { startTestPortal, type TestPortal } from '../../test/portal.ts'
import { soon } from '../../test/soon.ts'

// The portal gives an ordered license an id, and the provider's record may have another: it stays one license, whichever
// of the two an order names, and in whatever order they arrive.

let portal: TestPortal
let count = 0
beforeAll(async () => {
  portal = await startTestPortal()
  await givenCatalogue(portal.system)
})
afterAll(() => portal.close())

async function newCompany(...users: string[]): Promise<OrderedCompany> {
  count += 1
  const company = await OrderedCompany.found(portal, `OL${count}`)
  await company.take({ do: 'order', users })
  return company
}

const user = fc.constantFrom('ann', 'ben', 'cara', 'Dan')
const nth = fc.nat(5)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('order' as const),
    users: fc.uniqueArray(user, { minLength: 1, maxLength: 3 }),
  }),
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('record' as const), nth, isOwn: fc.boolean() }),
  },
  fc.record({ do: fc.constant('user' as const), nth, user }),
  fc.record({ do: fc.constant('rename' as const), nth }),
  fc.record({ do: fc.constant('delete' as const), nth }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('cancel' as const),
      nth,
      byPortalId: fc.boolean(),
      inBooks: fc.boolean(),
    }),
  },
  fc.record({ do: fc.constant('again' as const) }),
)

test('what was ordered and what the provider records is one license, by whichever id it is named', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const company = await newCompany('ann', 'ben')
      for (const one of steps) {
        await company.take(one)
        expect(await company.said()).toEqual(company.expected())
      }
    }),
    { numRuns: runs(4) },
  )
})

test('an item of the books that adds a license, and names that of another item, is not part of its life', async () => {
  const company = await newCompany('ann')
  const [ordered] = company.licenses
  const { accountId } = company
  const licenseId = ordered!.portalId
  const names = { networkId: 'ICE', networkName: 'ICE', userName: 'ben', dateRequired: soon(2) }
  await company.import([
    {
      record: 'licenseOrder',
      id: `${accountId}-X`,
      accountId,
      status: 'Submitted',
      createdDate: new Date().toISOString(),
      lineItems: [{ ...addedItem('10010', names), licenseId }],
    },
    { record: 'license', licenseId, accountId, productId: '10010', userName: 'ann' },
  ])
  const { orders } = await company.read<LicenseLife>(`/api/license/held/${licenseId}`)
  expect(orders.map(({ orderId }) => orderId)).toEqual([ordered!.orderId])
  const { requested } = await company.read<RecordDifferences>('/api/license/differences')
  expect(requested.map(({ userName }) => userName)).toEqual(['ben'])
})

test('a record that names the order by an id of the books describes its license once the books tell that id', async () => {
  const company = await newCompany('ann')
  const [ordered] = company.licenses
  const { accountId } = company
  const licenseId = `${accountId}-R`
  const orderId = `${accountId}-O`
  await company.import([
    {
      record: 'license',
      licenseId,
      accountId,
      productId: '10010',
      userName: 'ann',
      licenseOrderId: orderId,
    },
  ])
  const requested = async () =>
    (await company.read<RecordDifferences>('/api/license/differences')).requested.length
  expect(await requested()).toBe(1)
  await company.import([
    {
      record: 'licenseOrder',
      id: orderId,
      orderId: orderNumber(ordered!.orderId),
      accountId,
      status: 'Submitted',
      createdDate: new Date().toISOString(),
    },
  ])
  expect(await requested()).toBe(0)
})
