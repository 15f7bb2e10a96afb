import sql from 'sql-template-tag'
import type { LicenseOrderDetails } from '@portal/domain/licenses/licenses.schema'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { expect, test } from 'vitest'
import { eventsOf } from '../../test/integration/events.ts'
import { isWaitedFor } from '../../test/portal/is-waited-for.ts'
import {
  accountId,
  add,
  cancel,
  change,
  chosen,
  held,
  idOf,
  lia,
  license,
  licensePortal,
  order,
  outsider,
  person,
  send,
  submit,
  take,
} from '../../test/licenses/license-desk.ts'
import { queuedMails } from '../../test/portal/mails.ts'
import { soon } from '../../test/portal/soon.ts'
import { inTransaction } from '../platform/database/database.ts'
import { notifyOrders } from './notify-orders.ts'

const portal = licensePortal()

type Lines = { id: number; status: string }[]
const withdraw = async (id: number, lines: Lines, who = lia) => {
  const answer = await who.send('POST', `/api/license/${id}/withdraw`, { payload: { lines } })
  const { message, ...details } = answer.json<LicenseOrderDetails & { message: string }>()
  return { code: answer.statusCode, message, ...details }
}
/** Withdraws the submitted items at these positions. */
const without = ({ id, lineItems }: LicenseOrderDetails, places: number[], who = lia) =>
  withdraw(
    id,
    places.map((place) => ({ id: lineItems[place]!.lineId!, status: 'Submitted' })),
    who,
  )
const read = async (id: number) => (await lia.get(`/api/license/${id}`)).json<LicenseOrderDetails>()
const says = (id: number, ...lineItems: object[]) =>
  order(lineItems, { id: `S-${id}`, orderId: orderNumber(id), status: 'Accepted' })
const users = async () => (await held()).map(({ userName }) => userName)
const types = async () => (await eventsOf(portal, accountId)).map(({ type }) => type)
/** Makes the provider's records decide which licenses the company holds. */
const byRecords = async (...records: object[]) => {
  await take(...records)
  await portal.system.query(
    sql`update company set licenses_by = 'records' where account_id = ${accountId}`,
  )
}
const tooLate = { code: 409, message: 'This item can no longer be withdrawn.' }

test('a withdrawn item has no effect; the order, its status and its consent stay, and a repeat changes nothing', async () => {
  await person('boss', ['ManageUsers'])
  const made = await submit(add('ann'), add('ben'))
  const leo = await person('leo')
  const done = await without(made, [0], leo)
  expect(done).toMatchObject({ code: 200, status: 'Submitted', withdrawnCount: 1 })
  expect(done.consent).toEqual(made.consent)
  const [ann, ben] = done.lineItems
  expect(ann).toMatchObject({ status: 'Withdrawn', withdrawnBy: 'leo Test', userName: 'ann' })
  expect([ann!.canWithdraw, ben!.canWithdraw, ben!.status]).toEqual([undefined, true, undefined])
  expect(await users()).toEqual(['ben'])
  expect(await without(made, [0], leo)).toMatchObject({ code: 200, withdrawnCount: 1 })
  expect(await without(made, [0])).toMatchObject({
    code: 409,
    message: 'This item is now Withdrawn.',
  })

  const [, event, ...more] = await eventsOf(portal, accountId)
  expect([event, more]).toMatchObject([
    {
      type: 'license_order.withdrawn',
      data: {
        orderId: orderNumber(made.id),
        recordId: null,
        lineItems: [{ position: 1, licenseId: orderNumber(ann!.lineId!) }],
        withdrawnBy: { name: 'leo Test' },
      },
    },
    [],
  ])
  const mails = await queuedMails(
    portal,
    sql`account_id = ${accountId} and subject like '%withdrawn%'`,
  )
  expect(mails.map(({ recipient }) => recipient.split('@')[0])).toEqual(['boss', 'leo', 'lia'])
  expect(mails[0]!.text).toContain('Item 1, TT Pro: Add · ICE · ann ·')
  const { rows } = await portal.system.query<{ text: string }>(sql`
    select description as text from history_entry where account_id = ${accountId} and entry_type = 'Items Withdrawn'`)
  expect(rows.map(({ text }) => text)).toEqual([
    `Withdrew from license order ${orderNumber(made.id)}: item 1 (TT Pro)`,
  ])
})

test('a license whose cancellation is withdrawn continues; on the day of a change a withdrawal is refused', async () => {
  await submit(add('ann'), add('ben'))
  const [ann] = await held()
  const made = await submit(cancel('ann', 5, ann), change('ben', 'cleo', 0))
  expect((await held())[0]).toMatchObject({
    endsOn: soon(5),
    asked: { lineId: made.lineItems[0]!.lineId },
  })
  expect(await without(made, [0, 1])).toMatchObject(tooLate)
  expect(await without(made, [0])).toMatchObject({ code: 200 })
  expect((await held())[0]).toEqual(ann)
})

test('where records count, an ordered item can be withdrawn until it runs, but not cancelled', async () => {
  await byRecords(license('R', { userName: 'ben' }))
  const made = await submit(add('ann', 0))
  const id = orderNumber(made.lineItems[0]!.lineId!)
  const refused = await send([cancel('ann', 5, chosen(id))])
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      message: `Item 1, TT Pro: This license is requested and not in force yet. Withdraw it from order ${orderNumber(made.id)}. Remove the item from the order.`,
    },
  ])
  expect(await without(made, [0])).toMatchObject({ code: 200, withdrawnCount: 1 })

  const other = await submit(add('cleo', 0))
  await portal.system.query(
    sql`update license_order_line set has_run = true where account_id = ${accountId} and order_id = ${other.id}`,
  )
  expect(await without(other, [0])).toMatchObject(tooLate)
  const ends = await submit(cancel('ben', 5, chosen(idOf('R'))))
  await take(license('R', { userName: 'ben', until: soon(4) }))
  expect(await without(ends, [0])).toMatchObject(tooLate)
})

test('items of another company, of the books and of a draft cannot be withdrawn; of several items, all or none are', async () => {
  const made = await submit(add('ann'), add('ben'))
  const eve = await outsider()
  expect((await without(made, [0], eve)).code).toBe(404)
  const other = await submit(add('cleo'))
  const [line] = other.lineItems
  const mixed = [...made.lineItems, line!].map(({ lineId }) => ({
    id: lineId!,
    status: 'Submitted',
  }))
  expect((await withdraw(made.id, mixed)).code).toBe(404)
  const draft = (await send([add()], { isDraft: true })).json<LicenseOrderDetails>()
  expect((await withdraw(draft.id, [{ id: line!.lineId!, status: 'Submitted' }])).code).toBe(404)
  await take(order([add('dora')]))
  const all = (await lia.get('/api/license?perPage=9')).json<LicenseOrderDetails[]>()
  const books = all.at(-1)
  expect(await without(await read(books!.id), [0])).toMatchObject(tooLate)
  expect((await read(made.id)).withdrawnCount).toBe(0)
})

test('a withdrawal stays valid until the provider reports the item as done', async () => {
  const made = await submit(add('ann'), add('ben'))
  await without(made, [0])
  await take(says(made.id, { status: 'Accepted' }, {}))
  await notifyOrders(portal.system)
  const { status, lineItems } = await read(made.id)
  expect([status, lineItems[0]!.status]).toEqual(['Accepted', 'Withdrawn'])
  expect((await eventsOf(portal, accountId)).at(-1)).toMatchObject({
    type: 'license_order.status_changed',
    data: { lineItems: [] },
  })
  await take(says(made.id, { status: 'Provisioned' }, {}))
  const [ann, ben] = (await read(made.id)).lineItems
  expect([ann!.status, ann!.withdrawnBy]).toEqual(['Provisioned', undefined])
  const stale = [{ id: ben!.lineId!, status: 'Submitted' }]
  expect(await withdraw(made.id, stale)).toMatchObject({ message: 'This item is now Accepted.' })
})

test('withdraw-races-provisioned: an item done meanwhile is not withdrawn, and a later record overrides a withdrawal', async () => {
  const made = await submit(add('ann'))
  const [line] = made.lineItems
  const late = await inTransaction(portal.system, async (tx) => {
    await tx.run(
      sql`select from license_order where account_id = ${accountId} and id = ${made.id} for update`,
    )
    const answer = without(made, [0])
    await expect.poll(() => isWaitedFor(tx)).toBe(true)
    await tx.run(sql`
      insert into license_order_step (account_id, order_id, line_id, step, at)
      values (${accountId}, ${made.id}, ${line!.lineId}, 'Provisioned', now())`)
    return { answer }
  })
  expect(await late.answer).toMatchObject({ code: 409, message: 'This item is now Provisioned.' })
  expect(await types()).toEqual(['license_order.submitted'])

  const orders = []
  for (const name of ['ben', 'cleo', 'dora', 'emil']) orders.push(await submit(add(name)))
  const [, answers] = await Promise.all([
    take(...orders.map(({ id }) => says(id, { status: 'Provisioned' }))),
    Promise.all(orders.map((one) => without(one, [0]))),
  ])
  for (const [nth, { code, message }] of answers.entries()) {
    expect([
      [200, undefined],
      [409, 'This item is now Provisioned.'],
    ]).toContainEqual([code, message])
    expect((await read(orders[nth]!.id)).lineItems[0]!.status).toBe('Provisioned')
  }
  const done = answers.filter(({ code }) => code === 200)
  expect((await types()).filter((type) => type === 'license_order.withdrawn')).toHaveLength(
    done.length,
  )
})

test('when two people withdraw an item at once, the second one gets a message', async () => {
  const made = await submit(add('ann'))
  const people = [lia, await person('leo')]
  const answers = await Promise.all(people.map((who) => without(made, [0], who)))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
  expect((await types()).filter((type) => type === 'license_order.withdrawn')).toHaveLength(1)
})

test('a line of the books no longer matches a withdrawn item', async () => {
  const made = await submit(add('ann'), add('ben'))
  await take(order([cancel('ann', 3)], { createdDate: soon(1) }))
  const meant = async () =>
    (
      await portal.system.query(
        sql`select meant from asked_line where account_id = ${accountId} and type = '2'`,
      )
    ).rows
  expect(await meant()).toEqual([{ meant: 'one' }])
  expect(await without(made, [0])).toMatchObject({ code: 200 })
  expect(await meant()).toEqual([{ meant: 'none' }])
})
