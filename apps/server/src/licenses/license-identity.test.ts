import { beforeEach, expect, test } from 'vitest'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'
import { documentedBlocks } from '../../test/integration/documented-commands.ts'
import * as desk from '../../test/licenses/license-desk.ts'
import {
  accountId,
  add,
  cancel,
  chosen,
  held,
  idOf,
  license,
  order,
  ordersOf,
  submit,
  take,
} from '../../test/licenses/license-desk.ts'
import { soon } from '../../test/portal/soon.ts'
import { matchOldLines } from './settle-licenses.ts'

// One license with several ids, one after the other and at the same time.

const portal = desk.licensePortal()

let [r, s] = ['', '']
beforeEach(() => {
  r = idOf('R')
  s = idOf('S')
})

const itemOf = async (orderId: number) => (await desk.itemsOf(orderId))[0]!
/** Orders a license that the record R describes later, and returns the id of its item. */
async function orderedAs(more: object = {}) {
  const { id } = await submit(add('ann'))
  const item = await itemOf(id)
  await take(license('R', { otherLicenseIds: [item], ...more }))
  return { id, item }
}
const gone = (key: string, more: object = {}) => ({
  record: 'delete',
  accountId: undefined,
  kind: 'license',
  key,
  ...more,
})
async function faults(...records: object[]) {
  const found: string[] = []
  const all = records.map((one) => ({ accountId, ...one }))
  const onReject = ({ field, reason }: { field: string; reason: string }) =>
    found.push(`${field} ${reason}`)
  await importRecords(portal.system, [recordSource('books', all)], { onReject })
  return found.join('\n')
}
const asOf = (day: number) => ({ asOf: `2026-10-0${day}T06:00:00Z` })
const brief = async () => (await held()).map(({ licenseId, endsOn }) => `${licenseId} ${endsOn}`)

test.each(['before', 'with', 'after', 'never'])(
  'renumbering keeps a cancellation, also when the old record is deleted %s the new one',
  async (when) => {
    const { id, item } = await orderedAs()
    const { id: cancelling } = await submit(cancel('ann', 9, chosen(item)))
    const renumbered = license('S', { otherLicenseIds: [r] })
    if (when === 'before') await take(gone(r))
    await take(renumbered, ...(when === 'with' ? [gone(r)] : []))
    if (when === 'after') await take(gone(r))
    if (when === 'never') await take(license('R', { userName: 'of the old system' }))
    expect(await brief()).toEqual([`${s} ${soon(9)}`])
    for (const one of [item, r, s])
      expect((await ordersOf(one)).map(({ orderId }) => orderId)).toEqual([id, cancelling])
    expect(await desk.differences()).toEqual({ requested: [], differences: [] })
    const twice = await desk.send([cancel('ann', 9, chosen(r))])
    expect(twice.body).toContain('This license is already cancelled')
  },
)

test('records of former numbers are counted apart', async () => {
  const sent = async (...names: string[]) => {
    const records = names.map((name) => ({ accountId, ...license(name) }))
    return (await importRecords(portal.system, [recordSource('books', records)])).formerNumbers
  }
  await take(license('S', { otherLicenseIds: [r] }), license('T', { otherLicenseIds: [idOf('Q')] }))
  await take(gone(idOf('T')))
  expect(await sent('R', 'Q', 'S')).toEqual({ records: 2, withoutPresent: 1 })
})

test('after a return to the old system the old number counts again, in any order of arrival', async () => {
  await orderedAs(asOf(1))
  await take(license('S', { otherLicenseIds: [r], ...asOf(2) }))
  await take(license('R', { otherLicenseIds: [s], ...asOf(4) }))
  expect(await brief()).toEqual([`${r} null`])
  await take(license('S', { otherLicenseIds: [r], ...asOf(3) }))
  expect(await brief()).toEqual([`${r} null`])
})

test('a license that moves to another company is visible only there, and its orders stay with the former company', async () => {
  const { id, item } = await orderedAs(asOf(1))
  await submit(cancel('ann', 9, chosen(r)))
  const eve = await desk.outsider()
  const their = { accountId: `X${accountId}` }
  const moved = license('R', { formerAccountId: accountId, otherLicenseIds: [item], ...their })
  expect(await faults(moved)).toContain('asOf is missing: a move needs it')
  expect(await faults({ ...moved, formerAccountId: undefined, ...asOf(2) })).toContain(
    'belongs to another company',
  )
  const other = { ...moved, ...asOf(2), formerAccountId: their.accountId }
  expect(await faults(other)).toContain(`formerAccountId is not the company that has ${r}`)
  await take({ ...moved, ...asOf(2) })
  await take({ ...moved, ...asOf(3) })
  // A late file of the former company causes no fault.
  await take(license('R', asOf(1)))
  expect(await brief()).toEqual([])
  expect(await held('', eve)).toMatchObject([{ licenseId: r, orderId: null, asked: null }])
  for (const one of [item, r]) expect((await desk.life(one)).statusCode).toBe(404)
  expect((await desk.life(r, eve)).json()).toMatchObject({ orders: [] })
  expect(await desk.differences()).toMatchObject({
    requested: [],
    differences: [{ kind: 'noRecord' }],
  })
  expect((await desk.lia.get(`/api/license/${id}`)).statusCode).toBe(200)
})

test('a deletion that arrives before the record that it deletes leaves no license', async () => {
  const { id } = await submit(add('ann'))
  const item = await itemOf(id)
  await take(license('Z', { userName: 'zoe' }), gone(item, asOf(7)))
  await take(license('R', { licenseId: item, ...asOf(6) }))
  expect((await held()).map(({ userName }) => userName)).toEqual(['zoe'])
  // The license ran before, so it is not listed as requested.
  expect((await desk.differences()).requested).toEqual([])
})

test('after the last record is deleted, old orders do not count again', async () => {
  await orderedAs()
  await take(gone(r))
  expect(await held()).toEqual([])
  expect((await desk.differences()).requested).toEqual([])
})

test('a company switches between orders and records as its record requires', async () => {
  await submit(add('ann'), add('ben'))
  const names = async () => (await held()).map(({ userName }) => userName)
  const company = (more: object) => ({ record: 'company', name: 'The company', ...more })
  expect(await names()).toEqual(['ann', 'ben'])
  await take(company({ licensesBy: 'orders' }), license('R', { userName: 'cleo' }))
  expect(await names()).toEqual(['ann', 'ben'])
  await take(company({ licensesBy: 'records' }))
  expect(await names()).toEqual(['cleo'])
  expect((await desk.differences()).requested).toHaveLength(2)
  await take(company({}))
  expect(await names()).toEqual(['cleo'])
})

test('contradicting statements about one id, by two records of a file or by an order, are refused by field', async () => {
  const { id } = await submit(add('ann'), add('ben'))
  const [one, other] = await desk.itemsOf(id)
  expect(await faults(license('R', { otherLicenseIds: [one, other] }))).toContain(
    `${one} and ${other} are items of one order`,
  )
  expect(
    await faults(
      license('R', { otherLicenseIds: [one] }),
      license('S', { otherLicenseIds: [one] }),
    ),
  ).toContain(`${one} is named by ${r} and ${s}`)
  expect(await faults(license('R', { otherLicenseIds: ['P-999999'] }))).toContain(
    'no order in the portal has given it',
  )
  await take(license('R', { otherLicenseIds: [one] }))
  expect(await faults(license('S', { otherLicenseIds: [r, other] }))).toContain(
    'are items of one order',
  )
})

test('an order with a new id is the same order, and licenses that name the former id belong to it', async () => {
  const { id } = await submit(add('ann'))
  const named = (name: string, more: object = {}) => ({
    ...order([], { id: idOf(name), orderId: `P-${id}`, status: 'Accepted', ...more }),
    lineItems: undefined,
  })
  await take(named('LO-1', asOf(1)), license('R', { licenseOrderId: idOf('LO-1') }))
  expect(await faults(named('LO-2', asOf(1)))).toContain(
    `names an order with the id ${idOf('LO-1')}`,
  )
  await take(named('LO-2', asOf(2)))
  await take(named('LO-1', { status: 'Rejected', statusReason: 'Old.', ...asOf(3) }))
  await take(license('R', { licenseOrderId: idOf('LO-1'), userName: 'ben' }))
  expect(await held()).toMatchObject([{ orderId: id }])
  expect((await desk.lia.get(`/api/license/${id}`)).json()).toMatchObject({ status: 'Accepted' })
})

test('lines of the books without an id identify the same licenses in every order of arrival, and after an upgrade', async () => {
  const line = (userName: string, type: number, more: object = {}) => ({
    ...add(userName, -9),
    customerOrderRequestTypeId: type,
    ...more,
  })
  const records = [
    order([line('ann', 1), line('ann', 1, { networkName: 'Eurex' })], {
      id: idOf('1'),
      createdDate: '2026-01-01',
    }),
    order([line('bea', 3, { oldUserName: 'ann', oldNetworkName: 'ICE' })], {
      id: idOf('2'),
      createdDate: '2026-01-02',
    }),
    order([line('ann', 2)], { id: idOf('3'), createdDate: '2026-01-03' }),
    order([line('BEA ', 2)], { id: idOf('4'), createdDate: '2026-01-04' }),
  ]
  const running = async () => {
    const runs = ({ endsOn }: HeldLicense) => endsOn === null
    return (await held())
      .filter(runs)
      .map(({ networkName, userName }) => `${networkName} ${userName}`)
  }
  for (const one of records.toReversed()) await take(one)
  expect(await running()).toEqual(['Eurex ann'])
  // Restores the state in which a server of the previous release left the lines.
  await portal.system.query(
    `update license_order_line set meant = null, license_id = null where account_id = '${accountId}'`,
  )
  expect(await running()).not.toEqual(['Eurex ann'])
  expect(await matchOldLines(portal.system)).toBe(1)
  expect(await running()).toEqual(['Eurex ann'])
  expect(await matchOldLines(portal.system)).toBe(0)
})

test('the records of the documentation fulfill an order', async () => {
  const blocks = documentedBlocks('docs/integration.md').filter(({ heading }) =>
    heading.startsWith('Licenses:'),
  )
  expect(blocks).toHaveLength(3)
  const paste = async ({ code }: { code: string }, item = '') => {
    const own = code
      .replaceAll('10412', accountId)
      .replaceAll('"P-108"', `"${item}"`)
      .replace(/"([LN]-\d+)"/g, `"${accountId}-$1"`)
    await take(...own.split('\n').map((line) => JSON.parse(line) as object))
  }
  for (const [block, licenseId] of [
    [blocks[0]!, 'L-90311'],
    [blocks[1]!, 'N-5501'],
  ] as const) {
    const { id } = await submit(add('ann'))
    const item = await itemOf(id)
    await paste(block, item)
    expect(await ordersOf(item)).toMatchObject([{ orderId: id }])
    expect((await held()).map((one) => one.licenseId)).toContain(idOf(licenseId))
    expect(await desk.differences()).toEqual({ requested: [], differences: [] })
  }
  await paste(blocks[2]!)
  expect((await held()).every(({ isProvided }) => !isProvided)).toBe(true)
})
