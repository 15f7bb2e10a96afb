import { beforeEach, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Aging } from '@portal/domain/payments/aging.schema'
import type { PlannedInvoiceRow } from '@portal/domain/payments/autopay.schema'
import type { NotAppliedAnswer, PayAllPlan } from '@portal/domain/payments/charges.schema'
import { readAttentionList } from '../../attention/attention.queries.ts'
import { examinePaymentsElsewhere } from '../../commands/examine-operations.ts'
import { takeBooks } from '../../../test/import/import-fixture.ts'
import { readBalances } from '../../invoices/owed.queries.ts'
import { withAccount } from '../../platform/database/database.ts'
import { writeRefund } from '../../../test/portal/books.ts'
import { breakNext, outcomeOf, testPayer } from '../../../test/payments/payer.ts'
import type { Browser } from '../../../test/portal/portal.ts'
import { forgottenPayment, untilCharging } from '../../../test/payments/payments.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { applyAlignment } from './apply-alignment.ts'
import { postPayments } from './post-payments.ts'

const portal = testPortal()
const paula = testPayer(portal, 'W', { invoice: false, webhooks: { drop: true } })

/** The ERP sends the invoice, as it does every night. By default the record names no payments. */
async function booksSay(balanceDue: number, more: object = {}): Promise<void> {
  const record = {
    record: 'invoice',
    invoiceNumber: paula.number(),
    accountId: paula.accountId,
    date: '2026-11-01',
    amount: 100,
    balanceDue,
    currencyIsoCode: 'USD',
    invoiceType: 'Licenses',
    invoiceCategory: 'Licenses',
    ...more,
  }
  await takeBooks(portal.system, [record])
  const [id] = await paula.values(
    sql`select id::text from invoice where invoice_number = ${paula.number()}`,
  )
  paula.invoiceId = id!
}
const pay = async () => (await paula.pay()).statusCode
const aMinuteLater = () =>
  portal.system.query(sql`
    update payment_attempt set settled_at = settled_at - interval '61 seconds'
     where account_id = ${paula.accountId}`)
/** Posts all payments, and returns their number. */
async function posted(posting: 'portal' | 'erp' = 'portal'): Promise<number> {
  if (posting === 'portal') await aMinuteLater()
  return postPayments(portal.system, posting)
}
/** Returns the portal's payments of the invoice in the form of the books, newest last. */
async function payments(...amounts: number[]) {
  const ids = await paula.values(sql`
    select id from payment_attempt
     where account_id = ${paula.accountId} and state = 'succeeded' order by created_at`)
  return { portalPayments: amounts.map((amount, nth) => ({ id: ids[nth], amount })) }
}
/** Returns every sum and list of unpaid amounts. */
async function toPay() {
  const { subsidiaries } = await paula.json<Aging>('/api/invoice/aging')
  const eligible = await paula.json<PlannedInvoiceRow[]>('/api/invoice/unpaidEligibleInvoices')
  return {
    aging: subsidiaries.map(({ currencies }) => currencies['USD']?.total),
    pastDue: await paula.json('/api/invoice/pastDue'),
    eligible: eligible.map(({ balanceDue }) => balanceDue),
    planReasons: (await paula.plan()).notCovered.map(({ reason }) => reason),
  }
}
const nothing = (planReasons: string[]) => ({
  aging: [],
  pastDue: false,
  eligible: [],
  planReasons,
})

describe('an invoice in the books', () => {
  beforeEach(() => booksSay(100))

  test('that still shows the old balance is never payable again after it was charged', async () => {
    expect(await pay()).toBe(200)
    for (const more of [
      {},
      { name: 'Changed' },
      { hasBeenCharged: false, name: 'Changed again' },
      { portalPayments: [] },
    ]) {
      await booksSay(100, more)
      expect(await paula.invoice()).toMatchObject({ hasBeenCharged: true, balanceDue: 100 })
    }
    expect(await pay()).toBe(409)
    expect(await toPay()).toEqual(nothing(['A payment is in progress or being posted']))
  })

  test('whose record contains the payment posts it, and the rest is payable immediately', async () => {
    await booksSay(60)
    expect(await pay()).toBe(200)
    await booksSay(40, { dueDate: '2026-11-02', ...(await payments(60)) })
    expect(await paula.invoice()).toMatchObject({ hasBeenCharged: false, balanceDue: 40 })
    expect(await toPay()).toMatchObject({ aging: [40], pastDue: true, eligible: [40] })
    expect(await posted('erp')).toBe(1)
    expect(await pay()).toBe(200)
    expect(await paula.charges()).toEqual([6000, 4000])
  })

  test('with PORTAL_POSTING=erp has no payment posted that no record contains', async () => {
    await booksSay(100, { portalPayments: [] })
    await pay()
    await aMinuteLater()
    expect(await posted('erp')).toBe(0)
    expect(await paula.invoice()).toMatchObject({ hasBeenCharged: true, balanceDue: 100 })
  })

  test('has its payment posted after a minute, once by two workers, and old books do not undo it', async () => {
    await pay()
    await postPayments(portal.system, 'portal')
    expect(await paula.invoice()).toMatchObject({ hasBeenCharged: true, balanceDue: 100 })
    await aMinuteLater()
    const both = await Promise.all([1, 2].map(() => postPayments(portal.system, 'portal')))
    expect(both.toSorted()).toEqual([0, 1])
    expect(await posted()).toBe(0)
    expect(await paula.invoice()).toMatchObject({ hasBeenCharged: false, balanceDue: 0 })
    await booksSay(100, { name: 'Old books' })
    expect(await paula.invoice()).toMatchObject({ balanceDue: 0 })
    expect(await pay()).toBe(409)
    await booksSay(0)
    expect(await paula.invoice()).toMatchObject({ balanceDue: 0 })
    // Books that name no payments cannot show whether $40 is the rest of the payment or a new demand.
    await booksSay(40)
    expect(await pay()).toBe(409)
    await booksSay(40, { amount: 140, ...(await payments(100)) })
    expect(await paula.invoice()).toMatchObject({ balanceDue: 40 })
    expect(await pay()).toBe(200)
    expect(await paula.charges()).toEqual([10_000, 4000])
  })

  test.each([['books that name payments'], ['books that name no payments']])(
    'B1: of 100 is charged 100, whatever balances %s send',
    async (kind) => {
      const names = kind === 'books that name payments'
      const say = async (balance: number, ...amounts: number[]) =>
        booksSay(balance, { amount: 100, ...(names && (await payments(...amounts))) })
      await say(90)
      expect(await pay()).toBe(200)
      await posted()
      // The clerk reverses a credit of $10. The record does not contain the payment yet.
      await say(100)
      expect(await pay()).toBe(names ? 200 : 409)
      await posted()
      for (const [balance, amounts] of [
        [0, [90, 10]],
        [100, []],
        [10, [90]],
      ] as const) {
        await say(balance, ...amounts)
        expect(await pay()).toBe(409)
      }
      expect(await paula.charges()).toEqual(names ? [9000, 1000] : [9000])
    },
  )

  test('that does not explain a payment within ten days is on hold', async () => {
    await pay()
    await posted()
    await booksSay(70)
    await portal.system.query(sql`
      update payment_attempt set settled_at = now() - interval '10 days'
       where account_id = ${paula.accountId}`)
    const held = { isOnHold: true, hasBeenCharged: true, balanceDue: 70 }
    expect(await paula.invoice()).toMatchObject(held)
    expect(await outcomeOf(paula.pay())).toMatch(/^409 .*being reconciled with your provider/)
    expect(await toPay()).toEqual(nothing(['Is being reconciled with your provider']))
    await booksSay(70, { amount: 170, ...(await payments(100)) })
    const free = { isOnHold: false, hasBeenCharged: false, balanceDue: 70 }
    expect(await paula.invoice()).toMatchObject(free)
  })

  test('that is imported in the middle of a payment neither loses it nor is charged twice', async () => {
    await breakNext(portal, 'create', { kind: 'slow_execute', ms: 600 })
    const paying = pay()
    await untilCharging(portal, paula.accountId)
    await booksSay(100, { name: 'Imported while paying' })
    expect(await paying).toBe(200)
    expect(await paula.invoice()).toMatchObject({ hasBeenCharged: true })
    expect(await pay()).toBe(409)
    await paula.paidOnce()
  })
})

test('I2: paying an invoice issued again after its withdrawal needs a confirmation, and AutoPay leaves it out', async () => {
  await booksSay(100)
  await pay()
  await posted()
  await booksSay(0, { amount: 0 })
  const [withdrawn, id] = [paula.number(), paula.invoiceId]
  await booksSay(100, { invoiceNumber: paula.number('1-R'), dueDate: '2026-11-02' })
  const [successor, other] = [
    (await paula.values(sql`select id::text from invoice where id > ${id}`))[0]!,
    await paula.given('other', { balance: 7000, due: '2026-11-02' }),
  ]
  const money = `$100.00 that was paid by card for invoice ${withdrawn}`
  const plan = await paula.plan()
  expect(plan.days.map(({ total }) => total)).toEqual([70])
  const reason = `Waits for you: ${money}, which was withdrawn, may be for this invoice`
  expect(plan.notCovered).toMatchObject([{ invoiceNumber: paula.number('1-R'), reason }])
  const planned = await paula.json<PayAllPlan>('/api/invoice/all-invoices/payment/plan')
  expect(planned).toMatchObject({ amount: 70, leftOut: [{ reason }] })
  expect(await paula.json('/api/payment/not-applied')).toBeNull()

  const found = await paula.json<NotAppliedAnswer>(
    `/api/payment/not-applied?invoiceId=${successor}`,
  )
  expect(found).toMatchObject({ invoiceNumbers: [withdrawn], amount: 100 })
  expect(found?.question).toContain(`${money} was not returned`)
  expect(found?.question).toContain(`Invoice ${paula.number('1-R')} looks like the one issued`)
  expect(await outcomeOf(paula.pay('', '', successor))).toBe(`409 ${found?.question}`)
  expect(await outcomeOf(paula.pay('', '', other))).toBe('200 succeeded')
  expect(await paula.json('/api/home')).toMatchObject({ paying: { payable: { count: 0 } } })
  expect(await outcomeOf(paula.pay(`?notAppliedUntil=${found?.at}`, '', successor))).toBe(
    '200 succeeded',
  )
  expect(await paula.taken()).toEqual([7000, 10_000, 10_000])
})

describe('a payment whose invoice was also lost is adopted', () => {
  const forgotten = (amountCents: number) => {
    const { accountId } = paula
    return forgottenPayment(portal, { accountId, invoiceNumber: paula.number(), amountCents })
  }

  test('and counts as soon as its invoice arrives', async () => {
    const { attemptId } = await applyAlignment(portal.deps, await forgotten(4000), 'comparison')
    await booksSay(100, { portalPayments: [] })
    await portal.system.query(
      sql`update payment_attempt set posted_at = now() where id = ${attemptId}`,
    )
    const { accountId } = paula
    const balances = withAccount(portal.deps.paymentsDb, accountId, (tx) =>
      readBalances(tx, accountId),
    )
    expect(await balances).toMatchObject([{ balanceDueCents: 6000, isOnHold: false }])
    expect(await pay()).toBe(200)
    expect(await paula.taken()).toEqual([4000, 6000])
  })

  test('and puts an invoice in another currency on hold', async () => {
    await applyAlignment(portal.deps, await forgotten(4000), 'comparison')
    await booksSay(100, { currencyIsoCode: 'EUR', portalPayments: [] })
    const held = { isOnHold: true, hasBeenCharged: true, balanceDue: 100 }
    expect(await paula.invoice()).toMatchObject(held)
  })
})

describe('a payment that the books apply to an invoice of a sister company', () => {
  const sister = () => `${paula.accountId}-S`
  let sam: Browser
  let maya: Browser

  /** The books name this much of the payment in the other company's invoice, and none in the invoice that was paid. */
  async function apply(amount: number | undefined) {
    const [id] = await paula.values(sql`
      select id from payment_attempt where account_id = ${paula.accountId} order by created_at limit 1`)
    await booksSay(100, { portalPayments: [] })
    const named = amount === undefined ? [] : [{ id, amount }]
    await takeBooks(portal.system, [
      {
        record: 'invoice',
        invoiceNumber: `${sister()}-1`,
        accountId: sister(),
        date: '2026-11-01',
        amount: 250,
        balanceDue: 250 - (amount ?? 0),
        currencyIsoCode: 'USD',
        invoiceType: 'Licenses',
        invoiceCategory: 'Licenses',
        portalPayments: named,
      },
    ])
  }
  const found = async () => {
    const { items } = await readAttentionList(portal.system, 'appliedElsewhere', 100)
    return items.filter(({ accountId }) => accountId === paula.accountId)
  }
  const release = ({ accountId, id }: { accountId: string; id: string }) =>
    outcomeOf(maya.post('/api/attention/appliedElsewhere/release', { payload: { accountId, id } }))

  beforeEach(async () => {
    await portal.given.company(sister(), 'Sister Secret')
    sam = await portal.person(
      `sam@${sister()}.example`,
      sister(),
      ['AccessInvoices', 'PayInvoices'],
      ['Licenses'],
    )
    maya = await portal.person(`maya@${sister()}.example`, sister(), [], [], 'SuperAdmin')
    await booksSay(100)
    await pay()
    await apply(100)
    await posted('erp')
  })

  test('waits, and both companies are notified without the name of the other', async () => {
    expect(await paula.invoice()).toMatchObject({ isOnHold: true, balanceDue: 100 })
    expect(await outcomeOf(paula.pay())).toMatch(/^409 This invoice is being reconciled/)
    const history = await paula.json<object[]>('/api/payment/list')
    expect(history).toMatchObject([
      { message: "Your provider's books apply it to another account." },
    ])
    expect(await paula.json('/api/payment/not-applied')).toBeNull()
    const theirs = await sam.get(`/api/invoice/details/${sister()}-1`)
    expect(theirs.json()).toMatchObject({ paidByOtherAccount: 100, balanceDue: 150 })
    expect(theirs.body).not.toMatch(new RegExp(`"${paula.accountId}"|${paula.number()}`))
    expect(JSON.stringify([history, await paula.invoice()])).not.toMatch(/-S|Sister/)
    expect(await found()).toMatchObject([
      {
        accountId: paula.accountId,
        subject: paula.number(),
        detail: `${sister()}-1 of Sister Secret (${sister()})`,
      },
    ])
    await expect(examinePaymentsElsewhere(portal.system)).rejects.toThrow(
      /^1 payment applied to an invoice of another company, first of W\d+ for W/,
    )
  })

  test('ends by a corrected record', async () => {
    await apply(undefined)
    await booksSay(0, await payments(100))
    expect(await found()).toEqual([])
    expect(await paula.invoice()).toMatchObject({ isOnHold: false, balanceDue: 0 })
    expect((await sam.get(`/api/invoice/details/${sister()}-1`)).json()).not.toHaveProperty(
      'paidByOtherAccount',
    )
  })

  test('is owed again after a refund of the payment, and needs no person', async () => {
    const [item] = await found()
    await writeRefund(portal.owner, item!.id.split('.')[0]!, 10_000)
    expect(await found()).toEqual([])
    expect(await paula.invoice()).toMatchObject({ isOnHold: false, balanceDue: 100 })
  })

  test('is owed again when a super admin confirms the books, until they name another amount', async () => {
    const [item] = await found()
    expect(await release(item!)).toBe(
      `200 What the books show for invoice ${paula.number()} is owed again.`,
    )
    expect([await found(), await release(item!)]).toEqual([[], expect.stringMatching(/^409 maya/)])
    expect(await paula.invoice()).toMatchObject({
      isOnHold: false,
      balanceDue: 100,
      hasBeenCharged: false,
    })
    // The same records of the next night change nothing.
    await apply(100)
    expect(await found()).toEqual([])
    const entries = await paula.values(sql`
      select description from history_entry where account_id = ${paula.accountId} and entry_type = 'Reconciled'`)
    expect(entries).toEqual([
      `Confirmed that the books apply $100.00 of the card payment for invoice ${paula.number()} to another account (on behalf of the company)`,
    ])
    await apply(90)
    expect(await paula.invoice()).toMatchObject({ isOnHold: true })
    expect(await release((await found())[0]!)).toMatch(/^200 /)
    // $10.00 of the payment still belongs to this invoice.
    expect(await paula.invoice()).toMatchObject({ isOnHold: false, balanceDue: 90 })
    expect(await pay()).toBe(200)
    expect(await paula.taken()).toEqual([9000, 10_000])
  })
})
