import { beforeAll, expect, test } from 'vitest'
import type { AttentionItem } from '@portal/domain/attention/attention.schema'
import { shownItem } from '@portal/domain/attention/attention-shown'
import { openDesk, type Desk } from '../../test/attention/attention-desk.ts'
import * as licenses from '../../test/licenses/license-desk.ts'
import {
  accountId,
  add,
  cancel,
  chosen,
  held,
  idOf,
  license,
  order,
  submit,
  take,
} from '../../test/licenses/license-desk.ts'
import { soon } from '../../test/portal/soon.ts'
import { examineOrders } from '../commands/examine-operations.ts'

const portal = licenses.licensePortal()
let desk: Desk
beforeAll(async () => {
  desk = await openDesk(portal)
})

const listed = async (key: 'licenses' | 'licenseLinks' = 'licenses') =>
  (await desk.list(key)).filter((item) => item.accountId === accountId)
const details = async () =>
  (await listed()).map(({ detail }) => detail!.replace(/^.*? \(\S+\)\. /, ''))
const act = (what: string, item: AttentionItem, who = desk.maya) =>
  desk.act(who, what, item, { shown: shownItem(item) })
const requested = async () => (await licenses.differences()).requested.length
const gone = (name: string) => ({
  record: 'delete',
  accountId: undefined,
  kind: 'license',
  key: idOf(name),
})
/** Orders licenses and returns the ids of the order and of its items. */
async function ordered(...lines: object[]) {
  const { id } = await submit(...lines)
  return { id: `P-${id}`, items: await licenses.itemsOf(id) }
}
/** Creates an ordered item for ann, and the record R, which names that item's order. */
async function unlinked(more: object = {}) {
  const { id, items } = await ordered(add('ann'))
  await take(license('R', { licenseOrderId: id, userName: 'ann k', since: '2026-01-02', ...more }))
  return { id, item: items[0]!, r: idOf('R') }
}

test('an ordered license is linked to a record by one of two people, and unlinked again', async () => {
  await take(license('Z', { userName: 'zoe' }))
  const { id, item, r } = await unlinked()
  const [row] = (await listed()) as [AttentionItem]
  expect(row).toMatchObject({ id: `${item} ${r}`, subject: 'TT Pro on ICE for ann', canAct: true })
  expect(row.detail).toMatch(
    new RegExp(
      `^Ordered by lia Test on [\\d/]{10} \\(${id}\\)\\. ${r} may be it: TT Pro on ICE for ann k, since 01/02/2026\\.$`,
    ),
  )
  await expect(examineOrders(portal.system)).rejects.toThrow(
    /^1 entry about license orders without a match, first of \w+ for TT Pro on ICE for ann: Ordered by lia /,
  )
  await take(license('R', { licenseOrderId: id, userName: 'ann b' }))
  expect((await act('licenses/link', row)).message).toMatch(/^The item has changed\. .* ann b/)
  const [now] = (await listed()) as [AttentionItem]
  const count = await desk.count()
  const answers = await Promise.all(
    [desk.maya, desk.omar].map((who) => act('licenses/link', now, who)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.map(({ message }) => message).toSorted()).toEqual([
    `${item} and ${r} are one license now.`,
    expect.stringMatching(/^(maya|omar) Test already resolved it/),
  ])
  expect([await listed(), await requested(), await desk.count()]).toEqual([[], 0, count - 1])
  const at = (await held()).find(({ licenseId }) => licenseId === r)
  expect(`P-${at!.orderId}`).toBe(id)
  const [link] = (await listed('licenseLinks')) as [AttentionItem]
  expect(link).toMatchObject({ id: item, subject: `${item} is ${r}` })
  expect(link.detail).toMatch(/^Linked by (maya|omar) Test$/)
  expect(await act('licenseLinks/part', link)).toEqual({
    status: 200,
    message: `${item} and ${r} are two licenses again.`,
  })
  expect((await act('licenseLinks/part', link, desk.omar)).status).toBe(409)
  expect([await details(), await requested(), await listed('licenseLinks')]).toEqual([
    [`${r} may be it: TT Pro on ICE for ann b, since 01/02/2026.`],
    1,
    [],
  ])
  expect(await desk.historyOf(accountId)).toEqual([
    `maya Test: Took back the link of the ordered license ${item} to the license ${r} (on behalf of the company)`,
    expect.stringMatching(
      `^(maya|omar) Test: Linked the ordered license ${item} to the license ${r} `,
    ),
  ])
  // The second call is a separate decision.
  expect((await act('licenses/link', (await listed())[0]!)).status).toBe(200)
})

test('all items with equal words are linked in the order of submission, and no record twice', async () => {
  await take(
    license('R', { userName: ' ANN ', since: soon(0) }),
    license('S', { since: soon(1) }),
    license('T', { userName: 'ben', since: '2020-01-01' }),
    license('U', { userName: 'cleo', coveredCompany: 'Other' }),
  )
  const first = await ordered(add('ann'), add('ben'))
  const second = await ordered(add('ann'), add('ann'), add('cleo'))
  const rows = await listed()
  const canLinkAll = rows.filter(({ detail }) => detail!.includes('has all the same words'))
  expect(canLinkAll.map(({ id }) => id)).toEqual(
    [first.items[0], second.items[0], second.items[1]].flatMap((item) => [
      `${item} ${idOf('R')}`,
      `${item} ${idOf('S')}`,
    ]),
  )
  expect(rows.map(({ id }) => id)).toContain(`${first.items[1]} ${idOf('T')}`)
  const answers = await Promise.all(
    [desk.maya, desk.omar].map((who, nth) => act('licenses/linkAll', canLinkAll[nth]!, who)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.map(({ message }) => message)).toContain('2 licenses linked.')
  expect((await listed('licenseLinks')).map(({ subject }) => subject).toSorted()).toEqual([
    `${first.items[0]} is ${idOf('R')}`,
    `${second.items[0]} is ${idOf('S')}`,
  ])
  expect(await desk.historyOf(accountId)).toHaveLength(2)
  expect((await listed()).map(({ id }) => id)).toEqual([`${first.items[1]} ${idOf('T')}`])
})

test('ids of records replace a link, and its item is requested again', async () => {
  const { r } = await unlinked()
  await act('licenses/link', (await listed())[0]!)
  const other = await ordered(add('ben'))
  await take(license('R', { otherLicenseIds: other.items }))
  expect([await listed('licenseLinks'), await requested()]).toEqual([[], 1])
  const request = { accountId, id: other.items[0]! }
  expect(await desk.act(desk.maya, 'licenseLinks/part', request)).toEqual({
    status: 409,
    message: 'A record says so: correct the record.',
  })
  expect((await held()).map(({ licenseId }) => licenseId)).toEqual([r])
})

test('an item that can no longer be linked is refused with the reason', async () => {
  const { id, item, r } = await unlinked()
  await take(license('S', { licenseOrderId: id }))
  const rows = await listed()
  const why = async (name: string) =>
    (
      await desk.act(
        desk.maya,
        'licenses/link',
        rows.find((row) => row.id.endsWith(idOf(name)))!,
      )
    ).message
  const other = await ordered(add('ben'))
  await take(license('R', { otherLicenseIds: other.items }))
  expect(await why('R')).toBe(`${r} was ordered as ${other.items[0]}. Nothing was linked.`)
  await take(gone('R'))
  expect(await why('R')).toBe(`${r} has no record any more. Nothing was linked.`)
  await take(license('S', { productId: '30010' }))
  expect(await why('S')).toMatch(/^It has moved to another company, or .* is of another order\./)
  await take(license('T', { licenseId: item }))
  expect(await why('S')).toBe(`${item} has a record of its own. Nothing was linked.`)
  await take(license('S', { otherLicenseIds: [item] }))
  expect(await why('S')).toBe(`It is ${idOf('S')} already. Nothing was linked.`)
  expect(await listed('licenseLinks')).toEqual([])
  for (const [what, wrong] of [
    ['link', { accountId: 'P1', id: `${item} ${r}` }],
    ['link', { accountId: null, id: `${item} ${r}` }],
    ['link', { accountId, id: item }],
    ['link', { accountId, id: `P-999999 ${r}` }],
    ['linkAll', { accountId: null, id: `${item} ${r}` }],
  ] as const)
    expect((await desk.act(desk.maya, `licenses/${what}`, wrong)).status).toBe(404)
})

test('a license that moved to another company is not linked', async () => {
  const { item, r } = await unlinked()
  await licenses.outsider()
  const [row] = await listed()
  const moved = { accountId: `X${accountId}`, licenseId: idOf('M'), otherLicenseIds: [item] }
  await take(license('M', { ...moved, formerAccountId: accountId, asOf: '2026-01-03T00:00:00Z' }))
  expect(await listed()).toEqual([])
  expect((await act('licenses/link', row!)).message).toMatch(/^It has moved to another company/)
  expect((await held()).map(({ licenseId }) => licenseId)).toEqual([r])
})

test('a cancellation of a missing license is listed, and counts for the linked record', async () => {
  const { items } = await ordered(add('ann'))
  await take(license('R', { otherLicenseIds: items }))
  await submit(cancel('ann', 9, chosen(idOf('R'))))
  await take(gone('R'), license('S', { userName: 'zoe' }))
  expect(await details()).toEqual([`${idOf('R')} has no record.`])
  expect((await listed())[0]!.canAct).toBe(false)
  await take(license('S'))
  expect(await details()).toEqual([
    `${idOf('R')} has no record. ${idOf('S')} has all the same words.`,
  ])
  expect((await act('licenses/link', (await listed())[0]!)).message).toBe(
    `${idOf('R')} and ${idOf('S')} are one license now.`,
  )
  expect(await held()).toMatchObject([{ licenseId: idOf('S'), endsOn: soon(9) }])
})

test('a done item needs a record where records name orders, and names must identify one license', async () => {
  const line = (userName: string, type: number, more: object = {}) => ({
    ...add(userName, -9),
    customerOrderRequestTypeId: type,
    ...more,
  })
  // A date in the future counts as now.
  const createdDate = soon(1)
  await take(
    order(
      [
        line('ann', 1),
        line('ben', 1, { coveredCompany: 'A' }),
        line('ben', 1, { coveredCompany: 'B' }),
      ],
      {
        createdDate,
        status: 'Provisioned',
      },
    ),
    order([line('ben', 2)], { id: idOf('D'), createdDate }),
  )
  expect(await details()).toEqual(['Several licenses have these names.'])
  await take(license('Z', { userName: 'zoe' }))
  expect(await details()).toEqual(['Several licenses have these names.'])
  await take(license('Z', { userName: 'zoe', licenseOrderId: idOf('C') }))
  expect((await details()).filter((text) => text.startsWith('Prov'))).toHaveLength(0)
  await take(license('Z', { productId: '30010', licenseOrderId: idOf('C') }))
  expect((await details()).toSorted()).toEqual([
    ...[1, 2, 3].map(() => 'Provisioned, but no record may be it.'),
    'Several licenses have these names.',
  ])
})
