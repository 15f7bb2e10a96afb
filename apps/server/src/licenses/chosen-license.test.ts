import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type { LicenseOrderDetails, LineItem } from '@portal/domain/licenses/licenses.schema'
import {
  cancelledItem,
  platformNetwork,
  subscriptionItems,
} from '@portal/domain/licenses/line-items'
import { eventsOf } from '../../test/integration/events.ts'
import {
  accountId,
  add,
  cancel,
  change,
  chosen,
  held,
  lia,
  licensePortal,
  order,
  outsider,
  person,
  send,
  submit,
  take,
} from '../../test/licenses/license-desk.ts'
import { isWaitedFor } from '../../test/portal/is-waited-for.ts'
import { soon } from '../../test/portal/soon.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'
import { inTransaction } from '../platform/database/database.ts'

const portal = licensePortal()

const messageOf = async (...lineItems: LineItem[]) => {
  const answer = await send(lineItems)
  expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400)
  return answer.json<{ message: string }>().message
}
const open = async () => (await held()).filter(({ endsOn }) => endsOn === null)

test('another company’s license counts as unknown, even when an import names it', async () => {
  const eve = await outsider()
  await send([add('ann')], { who: eve, of: `X${accountId}` })
  const [theirs] = (await held('', eve)) as [HeldLicense]
  await submit(add('ann'))
  for (const license of [theirs, chosen('999999')])
    for (const item of [cancel('ann', 5, license), change('ann', 'bob', 5, license)])
      expect(await messageOf(item)).toBe(
        'Item 1, TT Pro: Your company does not hold the chosen license. Remove the item from the order. If the list of your licenses has it, choose it there again.',
      )
  await importRecords(portal.system, [
    recordSource('orders.ndjson', [
      { ...order([cancel('ann', 5, theirs), change('ann', 'bob', 5, theirs)]), accountId },
    ]),
  ])
  expect(await held('', eve)).toEqual([theirs])
  expect(await open()).toMatchObject([{ userName: 'ann', asked: null }])
})

test('the chosen one of five identical subscriptions ends', async () => {
  const covered = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm']
  await submit(...subscriptionItems('20010', covered, soon(1)))
  const all = await held()
  expect(all.map(({ coveredCompany }) => coveredCompany)).toEqual(covered)
  const third = { networkName: platformNetwork, userName: '', dateRequired: soon(9) }
  const { consent, lineItems } = await submit(cancelledItem('20010', third, all[2]))
  expect(consent!.monthlyEffect.totals).toEqual([
    { currencyIsoCode: 'USD', amount: -50, basis: 'list' },
  ])
  const cedar = { licenseId: all[2]!.licenseId, coveredCompany: 'Cedar' }
  expect(lineItems).toMatchObject([{ ...cedar, customerOrderRequestTypeId: 2 }])
  const ends = { ...all[2]!, endsOn: soon(9), asked: expect.objectContaining({ type: 2 }) }
  expect(await held()).toEqual(all.with(2, ends))
  expect(await eventsOf(portal, accountId)).toMatchObject([
    { data: { lineItems: covered.map((coveredCompany) => ({ coveredCompany })) } },
    { data: { lineItems: [cedar] } },
  ])
})

test('a changed license keeps its id, its first day and its covered company', async () => {
  await submit({ ...add('ann', 1), ipAddress: '192.0.2.7' })
  const [license] = await held()
  await submit(change('ann', 'bob', 5, license))
  const asked = { type: 3, day: soon(5), networkName: 'ICE', userName: 'bob', status: 'Submitted' }
  expect(await held()).toMatchObject([{ ...license, asked }])
  // From its day on, a later order replaces these changes.
  await submit(change('ann', 'cleo', 3, license))
  const [now] = await held()
  expect(now!.asked).toMatchObject({ day: soon(3), userName: 'cleo' })
  await submit(change('ann', 'dora', 0, now))
  expect(await held()).toMatchObject([
    {
      licenseId: license!.licenseId,
      startsOn: soon(1),
      userName: 'ann',
      asked: { userName: 'dora' },
    },
  ])
})

test('a license that is not held is refused by name, and the whole order is rolled back', async () => {
  await submit(add('ann'), add('bob'))
  const [ann, bob] = (await held()) as [HeldLicense, HeldLicense]
  const none = 'You hold no license of TT Pro on ICE for'
  expect(await messageOf(add('cleo'), cancel('nina'))).toBe(
    `Item 2, TT Pro: ${none} nina. Choose one from the list of your licenses.`,
  )
  // An order may name a license only once, by id or by name.
  const twice = 'Item 1 is about the same license.'
  for (const [items, reason] of [
    [[change('nina', 'cleo')], none],
    [[{ ...cancel('ann', 5, ann), productSku: '10085' }], 'The chosen license is for TT Pro.'],
    [[cancel('bob', 5, ann)], 'The chosen license is now ICE · ann.'],
    [[{ ...cancel('ann', 5, ann), coveredCompany: 'Bank' }], 'is now'],
    [
      [{ ...add('ann'), licenseId: ann.licenseId }],
      'A new license cannot have the id of a held license.',
    ],
    [[cancel('ann', 5, ann), change('ann', 'bob', 5, ann)], twice],
    [[cancel('bob', 5, bob), cancel('BOB')], twice],
    [[cancel('bob'), cancel('bob', 5, bob)], 'Item 1, TT Pro: Item 2 is about the same license.'],
  ] as const)
    expect(await messageOf(...items)).toContain(reason)
  await submit(cancel('ann', 5, ann))
  for (const item of [cancel('ann', 5, ann), cancel('ann'), change('ann', 'cleo', 5, ann)])
    expect(await messageOf(item)).toMatch(/This license is already cancelled, as of \d\d\//)
  expect(await open()).toEqual([bob])
})

test('a typed item identifies the only license that matches, or one of several identical ones', async () => {
  await submit(add('ann'), add('bob'), add('bob'), add('cleo', 1), add('cleo', 2))
  const { lineItems } = await submit(change('ANN', 'anna'))
  const [ann] = await held('&productSku=10010&networkName=ice&userName=ann')
  expect(lineItems).toMatchObject([{ licenseId: ann!.licenseId, oldUserName: 'ANN' }])
  await submit(cancel('bob'), cancel('bob'))
  expect(await open()).toHaveLength(3)
  expect(await messageOf(cancel('cleo'))).toBe(
    'Item 1, TT Pro: You hold 2 licenses of TT Pro on ICE for cleo. Choose one from the list of your licenses.',
  )
})

test('a typed item stays with its license when an older order is imported later', async () => {
  await submit(add('ann'))
  const [mine] = await held()
  await submit(cancel('ann'))
  const older = { ...add('ann'), dateRequired: '2025-01-06' }
  await take(order([older], { createdDate: '2025-01-05' }))
  expect(await held()).toMatchObject([
    { startsOn: '2025-01-06', endsOn: null },
    { licenseId: mine!.licenseId, endsOn: soon(5) },
  ])
})

test('a draft may contain invalid items; its lines are returned unchanged', async () => {
  const made = (await send([cancel('nina')], { isDraft: true })).json<LicenseOrderDetails>()
  expect(made.lineItems).toMatchObject([{ licenseId: '' }])
  const { id } = made
  expect((await send([cancel('nina')], { id })).statusCode).toBe(409)
  const kept = { status: 'Draft', version: 1 }
  expect((await lia.get(`/api/license/${id}`)).json()).toMatchObject(kept)
})

test('repeating a submitted order with typed items finds it', async () => {
  await submit(add('ann'))
  const first = await send([cancel('ann')], { key: 'typed-0001' })
  const again = await send([cancel('ann')], { key: 'typed-0001' })
  expect([again.statusCode, again.json()]).toEqual([200, first.json()])
})

test('if two people cancel one license at once, the second is refused', async () => {
  await submit(add('ann'))
  const [license] = await open()
  const people = [lia, await person('leo')]
  const sent = people.map((who) => send([cancel('ann', 5, license)], { who }))
  const answers = await Promise.all(sent)
  const [won, lost] = answers.sort((one, other) => one.statusCode - other.statusCode)
  expect([won!.statusCode, lost!.statusCode]).toEqual([200, 409])
  expect(lost!.json<{ message: string }>().message).toContain('already cancelled')
})

test('an order that waited counts after an order that was submitted meanwhile', async () => {
  const { id } = (await send([add('ann')], { isDraft: true })).json<LicenseOrderDetails>()
  const first = await inTransaction(portal.system, async (tx) => {
    await tx.run(
      sql`select from license_order where account_id = ${accountId} and id = ${id} for update`,
    )
    const answer = send([add('ann')], { id })
    await expect.poll(() => isWaitedFor(tx)).toBe(true)
    await send([add('bob')], { who: await person('leo') })
    return { answer }
  })
  expect((await first.answer).statusCode).toBe(200)
  const { rows } = await portal.system.query<{ id: number }>(sql`
    select id from license_order where account_id = ${accountId} order by submitted_at desc`)
  expect(rows.map((row) => row.id)).toEqual([id, expect.any(Number)])
})

test('a license keeps its id when its item is corrected or moved, or others are added before it', async () => {
  const item = (userName: string, days: number, id?: string) => ({ ...add(userName, days), id })
  const idsAfter = async (...items: object[]) => {
    await take(order(items))
    return new Map(
      (await held()).map(({ licenseId, userName, startsOn }) => [
        `${userName} ${startsOn}`,
        licenseId,
      ]),
    )
  }
  const before = await idsAfter(
    item('ann', 1, '1'),
    item('bob', 1, '2'),
    item('cleo', 2),
    item('cleo', 3),
  )
  // Lines are matched by their number even under another name; else by content; else by their names if only the date changed.
  const after = await idsAfter(
    item('cleo', 3),
    item('nina', 1),
    item('cleo', 4),
    item('ann', 1, '2'),
    item('bob', 1, '1'),
  )
  for (const [now, was] of [
    [`bob ${soon(1)}`, `ann ${soon(1)}`],
    [`ann ${soon(1)}`, `bob ${soon(1)}`],
    [`cleo ${soon(3)}`, `cleo ${soon(3)}`],
    [`cleo ${soon(4)}`, `cleo ${soon(2)}`],
  ] as const)
    expect([now, after.get(now)]).toEqual([now, before.get(was)])
  expect([...before.values()]).not.toContain(after.get(`nina ${soon(1)}`))
  // An id is never reused.
  await take(order([item('nina', 1)]))
  const rosa = (await idsAfter(item('nina', 1), item('rosa', 1))).get(`rosa ${soon(1)}`)
  expect([...before.values(), ...after.values()]).not.toContain(rosa)
})
