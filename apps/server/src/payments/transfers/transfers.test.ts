import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { noticeDays } from '@portal/domain/invoices/transfer-notice'
import type { TransferPlan } from '@portal/domain/invoices/transfers.schema'
import { addDays } from '@portal/domain/kernel/day'
import { takeBooks } from '../../../test/import/import-fixture.ts'
import { eventsOf } from '../../../test/integration/events.ts'
import { otherContent, outcomeOf } from '../../../test/payments/payer.ts'
import { charges } from '../../../test/payments/payments.ts'
import { start, testTransfers } from '../../../test/payments/transfers.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { runAutoPay } from '../autopay/run-autopay.ts'

const portal = testPortal()
const {
  clock,
  paula,
  workAt,
  plan,
  announce,
  withdraw,
  states,
  noticeOf,
  enroll,
  charged,
  books,
  given,
  says,
} = testTransfers(portal, 'T')

test('an announced transfer is shown, told to the provider, and leaves balance and aging as they are', async () => {
  const id = await given()
  const aging = await paula.json('/api/invoice/aging')
  const transferId = randomUUID()
  const calls = [1, 2].map(() => outcomeOf(announce([[id, 1000]], { transferId })))
  expect(await Promise.all(calls)).toEqual(['200', '200'])
  const notice = {
    id: expect.any(String),
    amount: 1000,
    currencyIsoCode: 'USD',
    paidOn: start,
    reference: 'Our ref',
    announcedBy: 'payer Test',
  }
  expect(await paula.invoice()).toMatchObject({ balanceDue: 1000, transferNotice: notice })
  expect(await paula.json('/api/invoice')).toMatchObject([{ transferNotice: notice }])
  expect(await paula.json('/api/invoice/aging')).toEqual(aging)
  const parts = [{ invoiceNumber: paula.number(), amountCents: 100_000 }]
  const by = { userId: expect.any(String), name: 'payer Test' }
  const common = { transferId, currency: 'USD', invoices: parts }
  const { id: noticeId } = (await noticeOf())!
  expect((await withdraw(noticeId)).statusCode).toBe(200)
  expect((await withdraw(noticeId)).statusCode).toBe(200)
  expect(await noticeOf()).toBeUndefined()
  expect(
    (await eventsOf(portal, paula.accountId)).filter(({ type }) => type.startsWith('transfer')),
  ).toMatchObject([
    {
      type: 'transfer.announced',
      data: {
        ...common,
        amountCents: 100_000,
        paidOn: start,
        reference: 'Our ref',
        deductedCredits: [],
        announcedBy: by,
      },
    },
    { type: 'transfer.withdrawn', data: { ...common, withdrawnBy: by } },
  ])
  expect(await paula.history('Transfer Announced', 'Transfer Withdrawn')).toEqual([
    `${says('01/10/2027')}: ${paula.number()}`,
    `Withdrew: ${says('01/10/2027')}: ${paula.number()}`,
  ])
})

test('a plan of one transfer has its references, account and parts, less the credits that the payer deducts', async () => {
  const ids = [await given(1), await given(2)]
  await books('-1200.00', { invoiceNumber: paula.number('C'), amount: '-1200.00' }, 3)
  const credit = { invoiceNumber: paula.number('C'), amount: 1200 }
  const both = { amount: 2000, credits: [credit] }
  expect((await plan(ids)).json<TransferPlan>()).toMatchObject(both)
  const less = (await plan(ids, [credit.invoiceNumber])).json<TransferPlan>()
  expect(less).toMatchObject({
    amount: 800,
    due: 2000,
    invoices: [
      { invoiceNumber: paula.number(1), amount: 0 },
      { invoiceNumber: paula.number(2), amount: 800 },
    ],
    transfer: { reference: `${paula.number(1)}, ${paula.number(2)}` },
  })
  const parts = less.invoices.map(({ id, amount }) => [id, amount] as [string, number])
  const tooMuch = { deducted: [{ ...credit, amount: 1200.01 }] }
  const twice = { deducted: [credit, credit] }
  expect(await outcomeOf(announce(parts, tooMuch))).toMatch('409 Less than $1,200.01 is left')
  expect(await outcomeOf(announce(parts, twice))).toMatch('409 Less than $1,200.00 is left')
  const transferId = randomUUID()
  const wish = { deducted: [credit], transferId }
  expect(await outcomeOf(announce(parts, wish))).toBe('200')
  expect(await outcomeOf(announce(parts, wish))).toBe('200')
  expect(await outcomeOf(announce(parts, { ...wish, paidOn: addDays(start, 1) }))).toMatch(
    otherContent,
  )
  expect(await states()).toEqual(['announced', 'announced'])
  // The credit that covers the first invoice is not a transfer.
  await enroll()
  await workAt('21:00:00')
  expect(await charged()).toBe(0)
})

test('refused: more than is due, another currency or selling company, a day far away, and what cannot be paid now', async () => {
  const id = await given()
  const euro = await paula.given('EUR', { currency: 'EUR' })
  await books('1000.00', { subsidiary: 'Other Ltd' }, 2)
  const [other] = await paula.values(
    sql`select id::text from invoice where invoice_number = ${paula.number(2)}`,
  )
  const number = paula.number()
  const one =
    'One transfer can pay invoices of one currency and one selling company. Please select fewer.'
  const refusals = [
    [announce([[id, 1000.01]]), `409 ${number}: $1,000.00 is due now, not $1,000.01.`],
    [announce([[id, 0]]), '409 Nothing is left to transfer.'],
    [announce([[euro, 10]]), `409 ${paula.number('EUR')} is in EUR. Please check it again.`],
    [plan([id, euro]), `409 ${one}`],
    [plan([id, other!]), `409 ${one}`],
    ...[-11, 11].map(
      (days) =>
        [
          announce([[id, 1000]], { paidOn: addDays(start, days) }),
          '409 The day of the transfer must be from 12/31/2026 to 01/20/2027.',
        ] as const,
    ),
    [announce([[id, 1000]], { paidOn: '2027-02-30' }), '400 paidOn: is not a day'],
  ] as const
  for (const [call, outcome] of refusals) expect(await outcomeOf(call)).toBe(outcome)
  expect(await outcomeOf(announce([[id, 1000]]))).toBe('200')
  const announced = `409 ${number}: ${says('01/10/2027')}.`
  for (const call of [announce([[id, 1]]), plan([id])])
    expect(await outcomeOf(call)).toBe(announced)
  expect(await paula.pay('', '', await given(4))).toMatchObject({ statusCode: 200 })
  const [paid] = await paula.values(
    sql`select id::text from invoice where invoice_number = ${paula.number(4)}`,
  )
  expect(await outcomeOf(announce([[paid!, 1000]]))).toMatch(
    /^409 .*: nothing is due now, or a payment/,
  )
})

test('a payer without the category can neither announce nor see nor withdraw it', async () => {
  const id = await given()
  const stranger = await paula.colleague('hosting', ['Hosting'])
  for (const call of [announce([[id, 1000]], {}, stranger), plan([id], [], stranger)])
    expect((await call).statusCode).toBe(404)
  await announce([[id, 1000]])
  expect((await withdraw((await noticeOf())!.id, stranger)).statusCode).toBe(404)
  await workAt('09:00:00', addDays(start, noticeDays))
  const [mail, ...others] = await paula.mails('transfer expired %')
  expect([mail!.recipient, others]).toEqual([`payer@${paula.accountId.toLowerCase()}.example`, []])
})

test('an announcement at 20:59 UTC takes the invoice out of the charges of that day, also for a worker of the release before', async () => {
  const id = await given()
  await enroll()
  await workAt('09:00:00')
  await clock.set(`${start}T20:59:00Z`)
  expect(await outcomeOf(announce([[id, 1000]]))).toBe('200')
  expect(
    await paula.values(sql`
    select invoice_id from autopay_item where account_id = ${paula.accountId}`),
  ).toEqual([])
  expect((await paula.plan()).notCovered).toMatchObject([{ reason: says('01/10/2027') }])
  await Promise.all([workAt('21:00:00'), workAt('21:00:00')])
  expect(await charged()).toBe(0)
})

test('an announcement while a day is fixed waits for it, and takes the invoice out', async () => {
  const id = await given()
  await enroll()
  await clock.set(`${start}T09:00:00Z`)
  const [outcome] = await Promise.all([
    outcomeOf(announce([[id, 1000]])),
    runAutoPay(portal.deps, portal.system),
  ])
  expect(outcome).toBe('200')
  expect(
    await paula.values(sql`
    select invoice_id from autopay_item where account_id = ${paula.accountId}`),
  ).toEqual([])
})

test('"pay all" and "pay selected" leave an announced invoice out, also if it is announced during the batch; paying it alone asks first', async () => {
  const id = await given()
  await announce([[id, 1000]])
  const leftOut = { charged: [], leftOut: [{ reason: says('01/10/2027') }] }
  expect(await paula.json('/api/invoice/all-invoices/payment/plan')).toMatchObject(leftOut)
  expect(await outcomeOf(paula.payAll())).toBe('409 No eligible invoices')
  const selected = { payload: { invoiceIds: [id] } }
  expect(await outcomeOf(paula.post('/api/invoice/selected-invoices/payment', selected))).toBe(
    '409 No eligible invoices',
  )
  const question = `409 ${says('01/10/2027')}. Do you want to pay this invoice by card as well?`
  const pay = (query = '') => outcomeOf(paula.pay(query, '', id))
  expect(await pay()).toBe(question)
  expect(await pay(`?noticeId=${randomUUID()}`)).toBe(question)
  expect(await charged()).toBe(0)
  expect(await pay(`?noticeId=${(await noticeOf())!.id}`)).toBe('200 succeeded')
  expect(await states()).toEqual(['announced'])
})

test('an announcement during a batch: what the batch has not opened is left out', async () => {
  const ids: string[] = []
  for (let nth = 1; nth <= 3; nth += 1) ids.push(await paula.given(nth))
  const last = ids.at(-1)!
  let announced = ''
  const { checkpoint } = portal.deps
  portal.deps.checkpoint = async (name) => {
    if (name !== 'opened' || announced) return
    announced = await outcomeOf(announce([[last, 100]]))
  }
  const answer = await paula.payAll()
  portal.deps.checkpoint = checkpoint
  expect([announced, answer.statusCode]).toEqual(['200', 200])
  expect(answer.json()).toMatchObject({ paid: 2, failed: [{ invoiceNumber: paula.number(3) }] })
  expect(await charges(portal, last)).toEqual([])
})

test('a transfer that the books show, also as several payments, is matched; a credit or a correction does not end it', async () => {
  const id = await given()
  await announce([[id, 1000]])
  const settled = (id: string, amount: string, method: string) => ({ id, amount, method })
  await books('700.00', { settledBy: [settled('CR-1', '300.00', 'credit')] })
  await books('0.00', { amount: '300.00', settledBy: [settled('CR-1', '300.00', 'credit')] })
  expect(await states()).toEqual(['announced'])
  // The invoice is raised again before the transfer arrives.
  await books('1000.00', { settledBy: [] })
  await books('400.00', { settledBy: [settled('R-1', '600.00', 'transfer')] })
  expect(await states()).toEqual(['announced'])
  await books('0.00', {
    settledBy: [settled('R-1', '600.00', 'transfer'), settled('R-2', '400.00', 'other')],
  })
  expect(await states()).toEqual(['matched'])
  expect(await noticeOf()).toBeUndefined()
  expect(
    await outcomeOf(
      withdraw(
        (
          await paula.values(sql`
    select id from transfer_notice where account_id = ${paula.accountId}`)
        )[0]!,
      ),
    ),
  ).toBe('200')
  expect(await states()).toEqual(['matched'])
})

test('a transfer is withdrawn from all invoices that the user sees, also from one that credits cover, and can be announced again', async () => {
  const ids = [await given(1), await given(2), await given(3)]
  await books('1000.00', { invoiceCategory: 'Hosting' }, 3)
  await books('-1200.00', { invoiceNumber: paula.number('C'), amount: '-1200.00' }, 4)
  const both = await paula.colleague('both', ['Licenses', 'Hosting'])
  const deducted = [{ invoiceNumber: paula.number('C'), amount: 1200 }]
  const parts = ids.map((id, nth) => [id, [0, 800, 1000][nth]!] as [string, number])
  expect(await outcomeOf(announce(parts, { deducted }, both))).toBe('200')
  const noticeId = (await noticeOf(1))!.id
  const [one, other] = await Promise.all([1, 2].map(async () => (await withdraw(noticeId)).json()))
  const { invoices } = [one, other].find((answer) => answer.invoices.length > 0)
  expect([one, other]).toContainEqual({ invoices: [] })
  expect(invoices).toEqual([
    { id: ids[0], amount: 0 },
    { id: ids[1], amount: 800 },
  ])
  expect(await states()).toEqual(['withdrawn', 'withdrawn', 'announced'])
  expect(await outcomeOf(announce(parts.slice(0, 2)))).toBe('200')
})

test('after a withdrawal the plan says that today is fixed without the invoice, and AutoPay charges it the next day', async () => {
  const id = await given()
  await enroll()
  await workAt('09:00:00')
  await announce([[id, 1000]])
  await withdraw((await noticeOf())!.id)
  const reason = 'Is not among the charges that were fixed for the day'
  expect((await paula.plan()).days).toMatchObject([
    { day: addDays(start, 1), charges: [{ reason }] },
  ])
})

test('an invoice that is withdrawn and sent again is still announced', async () => {
  const id = await given()
  await enroll()
  await announce([[id, 1000]])
  await takeBooks(portal.system, [{ record: 'delete', kind: 'invoice', key: paula.number() }])
  expect(await states()).toEqual(['announced'])
  await given()
  expect(await noticeOf()).toMatchObject({ amount: 1000 })
  await workAt('09:00:00')
  await workAt('21:00:00')
  expect(await charged()).toBe(0)
})

test('a past-due invoice that is announced does not prevent a company from enrolling', async () => {
  const id = await given()
  await clock.set(`${addDays(start, 3)}T08:00:00Z`)
  const enable = () => paula.post('/api/payment/autopay/enable')
  expect((await enable()).statusCode).not.toBe(200)
  await announce([[id, 1000]])
  expect((await enable()).json()).toBe(true)
})
