import { beforeAll, expect, test } from 'vitest'
import type {
  EquipmentLine,
  EquipmentRequest,
  EquipmentRow,
} from '@portal/domain/equipment/equipment.schema'
import { equipmentStatuses, pendingApproval } from '@portal/domain/equipment/status'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'

const portal = testPortal()
let bea: Browser

beforeAll(async () => {
  const { given } = portal
  await given.company('A1')
  await given.company('B1')
  await given.user('bea@a.example', 'A1', ['AccessErfs'])
  await given.user('bob@b.example', 'B1', ['AccessErfs'])
  await given.user('maya@p.example', 'B1', [], [], 'SuperAdmin')
  await given.equipment('B1', 'FOREIGN')
  bea = await portal.signIn('bea@a.example')
})

const approve = (who: Browser, id: string, shown?: EquipmentLine[], more = '') =>
  who.send('PUT', `/api/ttnet/approve?requestId=${encodeURIComponent(id)}${more}`, {
    payload: { shown },
  })
const cancel = (who: Browser, id: string) => who.send('PUT', `/api/ttnet/cancel?requestId=${id}`)
const get = async (id: string) =>
  (await bea.get(`/api/ttnet/request/${id}`)).json<EquipmentRequest>()
const rows = async (query: string) => (await portal.system.query(query)).rows as unknown[]
const eventsOf = (id: string) =>
  rows(`select type, data from outbox_event where data->>'equipmentRequestId' = '${id}'`)
const decisionsOf = (id: string) =>
  rows(`select from equipment_decision where equipment_request_id = '${id}'`)
const historyOf = (id: string) =>
  rows(`select account_id, category, entry_type, description, ip_address, actor_account_id
          from history_entry where description like '%${id}%'`)
const statusOf = async (id: string) => {
  const { rows: found } = await portal.system.query<{ status: string }>(
    `select external_order_status as status from equipment_request where equipment_request_id = '${id}'`,
  )
  return found[0]?.status
}

test('a request of another company counts as unknown', async () => {
  await portal.given.equipment('A1', 'KEPT')
  const bob = await portal.signIn('bob@b.example')
  for (const decide of [approve, cancel]) {
    // Another company's request and an unknown one give the same response.
    const [foreign, unknown] = await Promise.all([decide(bob, 'KEPT'), decide(bob, 'NOWHERE')])
    expect([foreign.statusCode, foreign.body]).toEqual([404, unknown.body])
  }
  expect((await bob.get('/api/ttnet/request/KEPT')).statusCode).toBe(404)
  expect(await statusOf('KEPT')).toBe(pendingApproval)
  expect(await decisionsOf('KEPT')).toEqual([])
})

test('an approval stores the person, the time, the network address and the price, and adds history', async () => {
  await portal.given.equipment('A1', 'AP-1')
  const before = await get('AP-1')
  const pending = { externalOrderStatus: pendingApproval, total: 1700.5, decisions: [] }
  expect(before).toMatchObject(pending)
  const answer = await approve(bea, 'AP-1', before.lineItems.lineItems)
  expect(answer.statusCode).toBe(200)
  const after = answer.json<EquipmentRequest>()
  expect(after).toMatchObject({
    externalOrderStatus: 'Order Submitted',
    decisions: [
      {
        decision: 'approved',
        decidedBy: 'bea Test',
        total: 1700.5,
        shownTotal: null,
        terms: '2026-11',
      },
    ],
    lineItems: {
      lineItemCount: 2,
      lineItems: [
        { id: '1', equipmentName: 'Router 1', installationFee: 450 },
        { id: '2', equipmentName: 'Router 2', installationFee: 1250.5 },
      ],
    },
  })
  expect(Date.now() - Date.parse(after.decisions[0]!.decidedAt)).toBeLessThan(60_000)
  expect(await historyOf('AP-1')).toMatchObject([
    {
      category: 'Equipment',
      entry_type: 'Request Approved',
      description:
        'Approved equipment request AP-1 with installation fees of $1,700.50, terms of 2026-11',
      ip_address: '127.0.0.1',
    },
  ])
  const data = {
    accountId: 'A1',
    externalOrderStatus: 'Order Submitted',
    decidedBy: { userId: expect.any(String), name: 'bea Test' },
    lineItems: [
      { id: '1', installationFeeCents: 45_000, currency: 'USD' },
      { id: '2', installationFeeCents: 125_050, currency: 'USD' },
    ],
  }
  expect(await eventsOf('AP-1')).toMatchObject([{ type: 'equipment_request.approved', data }])
})

test('a cancellation is final too, and accepts no terms', async () => {
  await portal.given.equipment('A1', 'CA-1')
  expect((await cancel(bea, 'CA-1')).json()).toMatchObject({
    externalOrderStatus: 'Cancelled',
    decisions: [{ decision: 'cancelled', terms: null, total: 1700.5 }],
  })
  const late = await approve(bea, 'CA-1')
  const message = 'This request no longer waits for your approval. Its status is Cancelled.'
  expect([late.statusCode, late.json()]).toEqual([409, { message }])
  expect(await statusOf('CA-1')).toBe('Cancelled')
  expect(await eventsOf('CA-1')).toMatchObject([{ type: 'equipment_request.cancelled' }])
  expect(await historyOf('CA-1')).toHaveLength(1)
})

test('only requests pending approval can be decided', async () => {
  for (const status of equipmentStatuses)
    for (const [name, decide] of Object.entries({ approve, cancel })) {
      const id = `ST-${name}-${equipmentStatuses.indexOf(status)}`
      await portal.given.equipment('A1', id, { status })
      const { statusCode } = await decide(bea, id)
      const waits = status === pendingApproval
      expect([status, name, statusCode]).toEqual([status, name, waits ? 200 : 409])
      const then = name === 'approve' ? 'Order Submitted' : 'Cancelled'
      expect(await statusOf(id)).toBe(waits ? then : status)
    }
})

test('fees higher than the shown ones are not approved, lower ones are, and the decision has both', async () => {
  await portal.given.equipment('A1', 'CH-1')
  const { lineItems } = (await get('CH-1')).lineItems
  const shown = lineItems.map((one) => ({ ...one, installationFee: one.installationFee - 1 }))
  const refused = await approve(bea, 'CH-1', shown)
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    expect.stringContaining('Router 1: $450.00, not $449.00.'),
  ])
  expect(await statusOf('CH-1')).toBe(pendingApproval)
  expect(await decisionsOf('CH-1')).toEqual([])

  const dearer = lineItems.map((one) => ({ ...one, installationFee: one.installationFee + 1 }))
  const answer = await approve(bea, 'CH-1', dearer)
  const decisions = [{ total: 1700.5, shownTotal: 1702.5 }]
  expect(answer.json()).toMatchObject({ decisions })
  const description = expect.stringContaining('$1,700.50 ($1,702.50 when it was confirmed)')
  expect(await historyOf('CH-1')).toMatchObject([{ description }])
})

test('one of fifty people who approve and cancel simultaneously wins, and the others see the decision and its author', async () => {
  await portal.given.equipment('A1', 'RACE')
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, nth) => (nth % 2 ? approve : cancel)(bea, 'RACE')),
  )
  const codes = answers.map(({ statusCode }) => statusCode).sort()
  expect(codes).toEqual([200, ...Array<number>(49).fill(409)])
  const status = await statusOf('RACE')
  for (const { body } of answers) expect(body).toContain(status)
  for (const recorded of [decisionsOf, eventsOf, historyOf])
    expect(await recorded('RACE')).toHaveLength(1)
})

test('a super admin decides for the named company, whose history names the super admin', async () => {
  await portal.given.equipment('A1', 'SU-1')
  const maya = await portal.signIn('maya@p.example')
  expect((await approve(maya, 'SU-1', undefined, '&companyFilter=A1')).statusCode).toBe(200)
  const description = expect.stringMatching(/\(on behalf of the company\)$/)
  expect(await historyOf('SU-1')).toMatchObject([
    { account_id: 'A1', actor_account_id: 'B1', description },
  ])
})

test('ids are used unchanged, and invalid input is refused by field', async () => {
  for (const id of ["O'Brien/№1 %_\\", '<b>1</b>', ' 1 ', '..'])
    await portal.given.equipment('A1', id, { status: 'Closed' })
  for (const id of ["O'Brien/№1 %_\\", '<b>1</b>', ' 1 ']) {
    const answer = await bea.get(`/api/ttnet/request/${encodeURIComponent(id)}`)
    expect(answer.json()).toMatchObject({ equipmentRequestId: id })
  }
  for (const [path, field] of [
    ['/ttnet/requests?perPage=101', 'perPage'],
    ['/ttnet/requests?status=Pending', 'status'],
    [`/ttnet/request/${'x'.repeat(65)}`, 'id'],
  ] as const) {
    const answer = await bea.get(`/api${path}`)
    expect([path, answer.statusCode]).toEqual([path, 400])
    expect(answer.json<{ message: string }>().message).toContain(field)
  }
})

test('the list is paged newest first, counted exactly, and filtered by status and words', async () => {
  const { given } = portal
  await given.company('L1')
  await given.user('lea@l.example', 'L1', ['AccessErfs'])
  for (let nth = 1; nth <= 12; nth += 1)
    await given.equipment('L1', `L-${String(nth).padStart(2, '0')}`, {
      day: `2026-10-${String(nth).padStart(2, '0')}`,
      status: nth % 3 ? 'Closed' : pendingApproval,
      orderedBy: nth === 5 ? 'Zoë 100%_done' : 'Lea Lund',
    })
  const lea = await portal.signIn('lea@l.example')
  const list = async (query: string) => {
    const answer = await lea.get(`/api/ttnet/requests${query}`)
    const ids = answer.json<EquipmentRow[]>().map((row) => row.equipmentRequestId)
    return { ids, count: answer.headers['x-count'] }
  }
  for (const [query, numbers, count] of [
    ['', [12, 11, 10, 9, 8, 7, 6, 5, 4, 3], '12'],
    ['?page=2', [2, 1], '12'],
    ['?perPage=2&page=2', [10, 9], '12'],
    [`?status=${encodeURIComponent(pendingApproval)}`, [12, 9, 6, 3], '4'],
    ['?search=l-07', [7], '1'],
    ['?search=zo%C3%AB', [5], '1'],
    ['?search=0%25_D', [5], '1'],
    ['?search=__', [], '0'],
    ['?search=lea&status=Closed&page=1&perPage=3', [11, 10, 8], '7'],
  ] as const)
    expect([query, await list(query)]).toEqual([query, { ids: numbers.map(idOf), count }])
  expect((await lea.get('/api/ttnet/requests?perPage=1')).json()).toMatchObject([
    { lineItems: { lineItemCount: 2 }, total: 1700.5, orderDate: '2026-10-12' },
  ])
})

const idOf = (nth: number) => `L-${String(nth).padStart(2, '0')}`
