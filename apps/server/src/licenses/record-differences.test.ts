import type { RecordDifferences } from '@portal/domain/licenses/held.schema'
import { addedItem } from '@portal/domain/licenses/line-items'
import { orderSteps } from '@portal/domain/licenses/order-steps'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { runs } from '../../../../tools/random-tests.ts'
import { givenCatalogue } from '../../test/catalogue.ts'
import { startTestPortal, type Browser, type TestPortal } from '../../test/portal.ts'
import { soon } from '../../test/soon.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'
import { findFulfillments } from './fulfillment.ts'

let portal: TestPortal
let count = 0
let accountId: string
let lia: Browser

beforeAll(async () => {
  portal = await startTestPortal()
  await givenCatalogue(portal.system)
})
afterAll(() => portal.close())

async function newCompany() {
  count += 1
  accountId = `RD${count}`
  await portal.given.company(accountId)
  await portal.given.user(`lia${count}@d.example`, accountId, ['AccessLicenses'])
  lia = await portal.signIn(`lia${count}@d.example`)
}

const take = async (records: object[]) => {
  const report = await importRecords(portal.system, [recordSource('books', records)])
  expect(report.rejected).toBe(0)
}
const differences = async () => {
  const answer = await lia.get('/api/license/differences')
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<RecordDifferences>()
}

interface Running {
  user: string
  network: 'ICE' | 'Eurex'
  until: number | null
  status: 'Active' | 'Ended'
  /** The number of the order that its record names. */
  order: number | null
}
interface Line {
  type: 1 | 2 | 3
  /** The number of the license; of an addition nothing. */
  license: number
  user: string
  network: 'ICE' | 'Eurex'
  day: number
  step: (typeof orderSteps)[number] | 'Submitted'
}

const user = fc.constantFrom('ann', 'Ben', '')
const network = fc.constantFrom('ICE' as const, 'Eurex' as const)
const running: fc.Arbitrary<Running> = fc.record({
  user,
  network,
  until: fc.constantFrom(null, null, 5, -1),
  status: fc.constantFrom('Active', 'Active', 'Ended'),
  order: fc.option(fc.nat(2)),
})
const line: fc.Arbitrary<Line> = fc.record({
  type: fc.constantFrom(1, 2, 3),
  license: fc.nat(1),
  user,
  network,
  day: fc.constantFrom(-2, 0, 0, 1),
  step: fc.constantFrom('Submitted', ...orderSteps, 'Provisioned'),
})

const isHeld = ({ until, status }: Running) => status === 'Active' && (until ?? 1) >= 0
const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The rule in its simplest form: each difference as words, sorted. */
function expected(licenses: Running[], orders: Line[][]): string[] {
  if (licenses.length === 0) return []
  const said: string[] = []
  const all = orders.flatMap((lines, order) => lines.map((one) => ({ ...one, order })))
  const added = all.flatMap(({ type, order, user, network, step }, nth) =>
    type === 1
      ? {
          addedId: `P-${nth}`,
          licenseId: null,
          orderId: order,
          isRejected: step === 'Rejected',
          productId: '10010',
          networkName: network,
          userName: user,
          coveredCompany: '',
          said: `${step === 'Provisioned' ? 'notRunning' : 'requested'} ${order} ${network} ${user}`,
        }
      : [],
  )
  const fulfilled = findFulfillments(
    licenses.map(({ user, network, order }, nth) => ({
      licenseId: `${nth}`,
      orderId: order !== null && orders[order] ? order : null,
      fulfills: null,
      productId: '10010',
      networkName: network,
      userName: user,
      coveredCompany: '',
    })),
    added,
  )
  const described = new Set([...fulfilled.values()].map(({ addedId }) => addedId))
  for (const { addedId, isRejected, said: words } of added)
    if (!isRejected && !described.has(addedId)) said.push(words)
  for (const [nth, license] of licenses.entries()) {
    const last = all.findLast(
      (one) => one.type !== 1 && one.license === nth && one.step !== 'Rejected',
    )
    if (!last || !isHeld(license)) continue
    const { type, step, day, order } = last
    if (type === 2 && license.until === null && (step === 'Provisioned' || day < 0))
      said.push(`stillRunning ${order} ${nth}`)
    const hasOther =
      (last.user !== '' && license.user !== '' && !same(last.user, license.user)) ||
      last.network !== license.network
    if (type === 3 && step === 'Provisioned' && hasOther) said.push(`notChanged ${order} ${nth}`)
  }
  return said.toSorted()
}

test('what was ordered and does not run, and what runs otherwise than ordered, is what a plain reading of both gives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(running, { maxLength: 4 }),
      fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
      async (licenses, orders) => {
        await newCompany()
        const idOf = (order: number) => `${accountId}-O${order}`
        await take([
          ...licenses.map(({ user, network, until, status, order }, nth) => ({
            record: 'license',
            licenseId: `${accountId}-${nth}`,
            accountId,
            productId: '10010',
            networkId: network.toUpperCase(),
            userName: user,
            status,
            ...(until !== null && { until: soon(until) }),
            ...(order !== null && { licenseOrderId: idOf(order) }),
          })),
          ...orders.map((lines, nth) => ({
            record: 'licenseOrder',
            id: idOf(nth),
            accountId,
            status: 'Submitted',
            createdDate: `2026-01-0${nth + 1}T08:00:00Z`,
            lineItems: lines.map(({ type, license, user, network, day, step }) => ({
              ...addedItem('10010', {
                networkId: network.toUpperCase(),
                networkName: network,
                userName: user,
                dateRequired: soon(day),
              }),
              customerOrderRequestTypeId: type,
              ...(type !== 1 && { licenseId: `${accountId}-${license}` }),
              ...(step !== 'Submitted' && { status: step }),
              ...(step === 'Rejected' && { statusReason: 'no' }),
            })),
          })),
        ])
        const { rows } = await portal.system.query<{ id: number; place: number }>(
          `select id::int, right(external_id, 1)::int as place from license_order where account_id = '${accountId}'`,
        )
        const placeOf = new Map(rows.map(({ id, place }) => [id, place]))
        const found = await differences()
        const said = [
          ...found.requested.map(
            ({ orderId, networkName, userName }) =>
              `requested ${placeOf.get(orderId)} ${networkName} ${userName}`,
          ),
          ...found.differences.map(({ kind, orderId, licenseId, networkName, userName }) =>
            [kind, placeOf.get(orderId), licenseId?.at(-1) ?? `${networkName} ${userName}`].join(
              ' ',
            ),
          ),
        ]
        expect(said.toSorted()).toEqual(expected(licenses, orders))
      },
    ),
    { numRuns: runs(25) },
  )
})

test('a record that has the id of the line, or the number of the order, is what was ordered', async () => {
  await newCompany()
  const names = { networkId: 'ICE', networkName: 'ICE', dateRequired: soon(2) }
  const submit = async (userName: string) => {
    const payload = {
      user: { accountId },
      data: { notes: '', lineItems: [addedItem('10010', { ...names, userName })] },
      isDraft: false,
    }
    const answer = await lia.post('/api/license', { payload })
    return answer.json<{ id: number }>().id
  }
  const first = await submit('ann')
  const second = await submit('ben')
  // Without any record the orders are all that the portal knows.
  expect(await differences()).toEqual({ requested: [], differences: [] })
  const record = { record: 'license', accountId, productId: '10010', userName: 'zoe' }
  await take([{ ...record, licenseId: `${accountId}-Z` }])
  expect((await differences()).requested).toMatchObject([
    { orderId: second, userName: 'ben', productName: 'TT Pro', status: 'Submitted', day: soon(2) },
    { orderId: first, userName: 'ann' },
  ])
  const { rows } = await portal.system.query<{ id: string }>(
    `select portal_id as id from license_order_line where account_id = '${accountId}' and order_id = ${first}`,
  )
  await take([
    { ...record, licenseId: rows[0]!.id },
    {
      ...record,
      licenseId: `${accountId}-B`,
      userName: 'ben',
      licenseOrderId: orderNumber(second),
    },
  ])
  expect(await differences()).toEqual({ requested: [], differences: [] })
})

test('an addition that names its license runs, though another person uses it now', async () => {
  await newCompany()
  const order = {
    record: 'licenseOrder',
    id: `${accountId}-O`,
    accountId,
    status: 'Provisioned',
    createdDate: '2026-01-01T08:00:00Z',
  }
  const names = { networkId: 'ICE', networkName: 'ICE', userName: 'ann', dateRequired: soon(-9) }
  const license = { record: 'license', accountId, productId: '10010', userName: 'zoe' }
  await take([
    { ...license, licenseId: `${accountId}-A`, licenseOrderId: order.id },
    { ...order, lineItems: [addedItem('10010', names)] },
  ])
  expect((await differences()).differences).toMatchObject([{ kind: 'notRunning', userName: 'ann' }])
  await take([
    { ...order, lineItems: [{ ...addedItem('10010', names), licenseId: `${accountId}-A` }] },
  ])
  expect(await differences()).toEqual({ requested: [], differences: [] })
})

test('another company, a missing permission and a stranger learn nothing', async () => {
  await newCompany()
  const at = `/api/license/differences?companyFilter=${accountId}`
  await portal.given.user(`ana${count}@d.example`, accountId, ['AccessInvoices'])
  const ana = await portal.signIn(`ana${count}@d.example`)
  await newCompany()
  expect((await portal.stranger.get(at)).statusCode).toBe(401)
  expect((await ana.get(at)).statusCode).toBe(403)
  expect((await lia.get(at)).statusCode).toBe(403)
})
