import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { PayAllPlan, PaymentBatch, ShownCharge } from '@portal/domain/payments/charges.schema'
import {
  breakNext,
  otherContent,
  outcomeOf,
  statuses,
  testPayer,
} from '../../../test/payments/payer.ts'
import { untilCharging } from '../../../test/payments/payments.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { batchItems } from './batches.queries.ts'

const portal = testPortal()
const paula = testPayer(portal, 'B', { invoice: false })

const all = '/api/invoice/all-invoices/payment'
const selected = '/api/invoice/selected-invoices/payment'
/** Creates an invoice of `nth` times $10.00. */
const given = (nth: number, more: object = {}) => paula.given(nth, { balance: nth * 1000, ...more })
const givenMany = (howMany: number) =>
  Promise.all(Array.from({ length: howMany }, (_, nth) => paula.given(nth)))
const planAll = (who = paula.browser) => paula.json<PayAllPlan>(`${all}/plan`, who)
const payAll = async (query = '', key = '') => (await paula.payAll(query, key)).json<PaymentBatch>()
const shownOf = ({ charged }: PayAllPlan): ShownCharge[] =>
  charged.map(({ dueDate: _dueDate, ...one }) => one)
const payShown = (shown: ShownCharge[], key = '') =>
  paula.post(all, { payload: { shown }, headers: key ? { 'idempotency-key': key } : {} })
const paySelected = (invoiceIds: readonly string[], query = '', key = '', shown?: ShownCharge[]) =>
  paula.post(`${selected}${query}`, {
    payload: { invoiceIds, ...(shown && { shown }) },
    headers: key ? { 'idempotency-key': key } : {},
  })
const planSelected = (invoiceIds: readonly string[]) =>
  paula.post(`${selected}/plan`, { payload: { invoiceIds } })
/** Returns the invoices that a plan leaves out, with the reason. */
const leftOut = (plan: PayAllPlan) =>
  Object.fromEntries(plan.leftOut.map((one) => [one.invoiceNumber, one.reason]))
const amounts = (plan: PayAllPlan) => plan.charged.map(({ amount }) => amount)

async function done(id: string): Promise<PaymentBatch> {
  for (;;) {
    const batch = await paula.json<PaymentBatch>(`${all}/${id}`)
    if (batch.status === 'done') return batch
    await sleep(100)
  }
}
async function expectChargedOnce(ids: string[]): Promise<void> {
  for (const id of ids) expect(await paula.charges(id)).toHaveLength(1)
}

describe('refused', () => {
  test('without an eligible invoice or a card there is a reason and no batch', async () => {
    expect(await outcomeOf(paula.payAll())).toBe('409 No eligible invoices')
    await given(1)
    await portal.system.query(sql`
      update card set is_default = false, removed_at = now() where account_id = ${paula.accountId}`)
    expect(await outcomeOf(paula.payAll())).toMatch(/no default card/)
    expect(await paula.json(all)).toBeNull()
  })

  test('a batch, invoices and cards of another company, and hidden categories, count as unknown', async () => {
    const own = await given(1)
    const hidden = await given(2, { category: 'Hardware' })
    const other = await paula.stranger()
    const foreign = await portal.given.invoice(`${paula.accountId}O`, `${paula.accountId}O-1`)
    for (const call of [paySelected, planSelected]) {
      const calls = [
        [own, foreign],
        [own, hidden],
        [own, own],
      ].map((ids) => call(ids))
      expect(await statuses(calls)).toEqual([400, 404, 404])
    }
    expect(await planAll(other)).toMatchObject({ charged: [{ amount: 100 }], leftOut: [] })
    const bo = await paula.colleague('bo', ['Unseen'])
    expect(await planAll(bo)).toMatchObject({ charged: [], leftOut: [], amount: 0 })
    const [theirs] = await paula.values(
      sql`select id from card where account_id = ${`${paula.accountId}O`}`,
    )
    const removed = await paula.saveCard('pm_card_mastercard')
    await paula.send('DELETE', `/api/payment/card?cardId=${removed}`)
    for (const cardId of [theirs, removed, '00000000-0000-4000-8000-000000000000'])
      expect(await outcomeOf(paula.payAll(`?cardId=${cardId}`))).toBe(
        '409 The card is no longer on file. Please choose another card.',
      )
    expect((await paula.payAll('?cardId=junk')).statusCode).toBe(400)
    expect(await paula.states()).toEqual([])
    const { id } = await payAll()
    expect((await other.get(`${all}/${id}`)).statusCode).toBe(404)
  })

  test('an invoice not shown, or shown with a lower amount, charges nothing; fewer and lower ones are charged and reported', async () => {
    const [first, second] = [await given(1), await given(2)]
    const plan = shownOf(await planAll())
    const setBalance = (id: string, cents: number) =>
      portal.system.query(
        sql`update invoice set amount_cents = ${cents}, books_balance_cents = ${cents} where id = ${id}`,
      )
    // The sum stays the same.
    await setBalance(first, 2000)
    await setBalance(second, 1000)
    const outdated = `409 The invoices due have changed since you opened the list. ${paula.number(1)} is $20.00 now, not $10.00. Nothing was charged. Please check it and pay again.`
    for (const pay of [
      payShown,
      (shown: ShownCharge[]) => paySelected([first, second], '', '', shown),
    ]) {
      expect(await outcomeOf(pay(plan))).toBe(outdated)
      expect(await outcomeOf(pay(plan.slice(1)))).toContain(`${paula.number(1)} of $20.00 is new.`)
      const inEuros = plan.map((one) => ({ ...one, amount: 90, currencyIsoCode: 'EUR' }))
      expect(await outcomeOf(pay(inEuros))).toContain('is $20.00 now, not €90.00.')
    }
    expect(await paula.states()).toEqual([])
    await setBalance(second, 0)
    const shown = plan.map((one) => ({ ...one, amount: 25 }))
    expect((await payShown(shown)).json()).toMatchObject({
      paid: 1,
      paidAmount: 20,
      shown: { invoices: 2, amount: 50, due: 20 },
    })
  })
})

test('the plan names what is charged, oldest due first, and the others with a reason; exactly that is charged', async () => {
  await given(1, { due: '2026-12-01' })
  await given(2, { due: '2026-11-01' })
  await given(3, { currency: 'EUR' })
  await given(4, { balance: 30 })
  await given(5, { balance: 5_000_001 })
  await given(6, { balance: 0 })
  await given(7, { balance: -100 })
  await given(8, { charged: true })
  await given(9, { category: 'Unseen' })
  const limit = await given(5000)
  const plan = await planAll()
  expect([amounts(plan), plan.amount, plan.currencyIsoCode]).toEqual([
    [20, 10, 50_000],
    50_030,
    'USD',
  ])
  expect(leftOut(plan)).toMatchObject({
    [paula.number(3)]: 'Only invoices in USD can be paid by card.',
    [paula.number(4)]: 'Invoice is below the minimum of $0.50 for credit card payments.',
    [paula.number(5)]: 'Invoice exceeds the allowed limit for credit card payments.',
  })
  const pay = async () => (await payShown(shownOf(plan), 'same-key')).json<PaymentBatch>()
  const answer = await pay()
  const outcome = { status: 'done', total: 3, paid: 3, paidAmount: 50_030, failed: [] }
  expect(answer).toMatchObject(outcome)
  // The same key finds its batch again instead of paying newer invoices.
  await given(10)
  expect(await pay()).toEqual(answer)
  expect(await paula.taken()).toEqual([1000, 2000, 5_000_000])
  expect(await paula.charges(limit)).toEqual([5_000_000])
  expect(await paula.mails()).toMatchObject([
    { about: expect.stringMatching(/^batch /), subject: 'Payment of 3 invoices: 3 paid' },
  ])
})

test('the plan of a selection names what is charged and the others with a reason; exactly that is charged', async () => {
  const first = await given(1)
  const ids = [first, await given(2, { currency: 'EUR' }), await given(3, { balance: 0 })]
  ids.push(await given(4))
  // An invoice that is not selected.
  await given(5)
  const plan = (await planSelected(ids)).json<PayAllPlan>()
  expect([amounts(plan), plan.amount]).toEqual([[10, 40], 50])
  expect(leftOut(plan)).toEqual({
    [paula.number(2)]: 'Only invoices in USD can be paid by card.',
    [paula.number(3)]: 'Nothing is left to pay.',
  })
  const pay = () => paySelected(ids, '', 'the-same-key', shownOf(plan))
  expect((await pay()).json()).toMatchObject({ isSelection: true, paid: 2, total: 2 })
  await pay()
  // The key does not pay another selection or all invoices either.
  const others = [
    paySelected([first], '', 'the-same-key', shownOf(plan)),
    paySelected(ids, '', 'the-same-key'),
  ]
  for (const other of [...others, paula.payAll('', 'the-same-key')])
    expect(await outcomeOf(other)).toMatch(otherContent)
  expect(await paula.taken()).toEqual([1000, 4000])
  expect(await outcomeOf(paySelected(ids))).toBe('409 No eligible invoices')
  expect(leftOut((await planSelected([first])).json())).toEqual({
    [paula.number(1)]: 'A card payment of this invoice is in progress or being posted.',
  })
})

describe('cards', () => {
  test('a declined card is tried once; the other invoices are not tried and can be paid by another card', async () => {
    const declined = await paula.saveCard('pm_card_chargeCustomerFail')
    for (const nth of [1, 2, 3]) await given(nth)
    expect(await payAll(`?cardId=${declined}`)).toMatchObject({
      status: 'done',
      paid: 0,
      notTried: 2,
      failed: [{ invoiceNumber: paula.number(1), message: 'Your card was declined.' }],
      stopped: expect.stringMatching(/^Nothing more was tried.*declined/),
    })
    expect(await paula.states()).toEqual(['failed'])
    const [mail, ...more] = await paula.mails()
    expect([mail!.subject, more]).toEqual(['Payment of 3 invoices: 3 not paid', []])
    expect(mail!.text).toContain('Not tried: 2 invoices. Nothing more was tried')
    expect(await payAll()).toMatchObject({ paid: 3 })
  })

  test('the chosen card pays one invoice or all of them, and the default card stays', async () => {
    const chosen = await paula.saveCard('pm_card_mastercard')
    const alone = await given(1)
    expect(await outcomeOf(paula.pay(`?cardId=${chosen}`, '', alone))).toBe('200 succeeded')
    await given(2)
    expect(await payAll(`?cardId=${chosen}`)).toMatchObject({ paid: 1 })
    const { rows } = await portal.system.query(sql`
      select c.id, c.is_default as "isDefault" from payment_attempt p join card c on c.id = p.card_id
       where p.account_id = ${paula.accountId}`)
    const other = { id: chosen, isDefault: false }
    expect(rows).toEqual([other, other])
    expect(await paula.taken()).toEqual([1000, 2000])
  })
})

describe('competing calls', () => {
  test('paying all ten times at once is one batch, and each invoice is charged once', async () => {
    const ids = await givenMany(6)
    const batches = await Promise.all(Array.from({ length: 10 }, () => payAll()))
    const [id, ...others] = new Set(batches.map((one) => one.id))
    expect(others).toEqual([])
    expect(await done(id!)).toMatchObject({ total: 6, paid: 6 })
    await expectChargedOnce(ids)
  })

  // The batch starts first and takes most invoices. A payer who started first would leave nothing to a late batch.
  test.each([0, 100, 200])(
    'paying each %i ms after paying all: every invoice is charged once, by either call',
    async (later) => {
      const ids = await givenMany(12)
      const [batch, ...each] = await Promise.all([
        paula.payAll(),
        ...ids.map(async (id, index) => {
          await sleep((index * later) / 6)
          return paula.pay('', '', id)
        }),
      ])
      const isNone = batch.statusCode === 409 && batch.json().message === 'No eligible invoices'
      const paidByAll = isNone ? 0 : (await done(batch.json<PaymentBatch>().id)).paid
      const codes = each.map(({ statusCode }) => statusCode)
      expect(codes.filter((code) => ![200, 409].includes(code))).toEqual([])
      expect(codes.filter((code) => code === 200).length + paidByAll).toBe(12)
      await expectChargedOnce(ids)
      expect(await paula.ledger()).toBe(-120_000)
    },
  )

  test('with another selection and with paying all, each invoice is charged once', async () => {
    const ids = [await given(1), await given(2), await given(3)]
    const answers = await Promise.all([
      outcomeOf(paySelected(ids.slice(0, 2))),
      outcomeOf(paySelected(ids.slice(1))),
      outcomeOf(paula.payAll()),
      outcomeOf(paySelected(ids.slice(0, 2))),
    ])
    for (const answer of answers)
      expect(answer).toMatch(
        /^(200|202|409 (Other invoices are being paid now|Another payment of|No eligible))/,
      )
    expect(answers.some((answer) => answer.startsWith('20'))).toBe(true)
    const taken = await paula.taken()
    expect(new Set(taken).size).toBe(taken.length)
  })

  test('a selection waits for a batch of other invoices, and paying all for a selection', async () => {
    const [id, other] = [await given(1), await given(2)]
    await portal.system.query(sql`
      with held as (
        insert into payment_batch (account_id, request_key, card_id, actor_account_id, actor_name, ip_address, lease_until)
        select account_id, 'held', id, account_id, 'Bo', '::1', now() + interval '1 hour'
          from card where account_id = ${paula.accountId} returning id)
      insert into payment_batch_item (account_id, batch_id, position, invoice_id, amount_cents)
      select ${paula.accountId}, id, 1, ${other}, 2000 from held`)
    const others =
      '409 Other invoices are being paid now. Please wait until that has ended, and try again.'
    expect(await outcomeOf(paySelected([id]))).toBe(others)
    await portal.system.query(
      sql`update payment_batch set is_selection = true where account_id = ${paula.accountId}`,
    )
    expect(await outcomeOf(paula.payAll())).toBe(others)
    expect(await paula.taken()).toEqual([])
  })

  test('a payer who loses the permission while paying all starts no further charge', async () => {
    await givenMany(12)
    await breakNext(portal, 'create', { kind: 'latency', times: 12, ms: 400 })
    const paying = paula.payAll()
    await untilCharging(portal, paula.accountId)
    await portal.system.query(sql`
      update portal_user set permissions = '{AccessInvoices}' where account_id = ${paula.accountId}`)
    await paying
    const { rows } = await portal.system.query<{ state: string; count: number }>(sql`
      select state, count(*) from ${batchItems} t where t.account_id = ${paula.accountId} group by state`)
    const counts = Object.fromEntries(rows.map((row) => [row.state, row.count]))
    expect(counts['paid'] ?? 0).toBeLessThan(12)
    expect(counts['failed']).toBeGreaterThan(0)
  })
})
