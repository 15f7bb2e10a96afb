import { describe, expect, test, vi } from 'vitest'
import sql from 'sql-template-tag'
import type { Home } from '@portal/domain/home/home.schema'
import type { Card } from '@portal/domain/payments/cards.schema'
import { eventsOf } from '../../../test/integration/events.ts'
import { breakNext, outcomeOf, statuses, testPayer } from '../../../test/payments/payer.ts'
import {
  atProvider,
  charges,
  keepRefundsPending,
  useCard,
} from '../../../test/payments/payments.ts'
import { testClock, testPortal } from '../../../test/portal/test-portal.ts'
import { runAutoPay } from '../autopay/run-autopay.ts'
import { postPayments } from './post-payments.ts'
import { compareRefunds } from './record-refunds.ts'

const portal = testPortal()
const clock = testClock(portal)
const paula = testPayer(portal, 'MB', {
  webhooks: { duplicate: 3, reorder: true, drop: false, delayMs: 5 },
})

async function payWith(card: string): Promise<void> {
  await useCard(paula.browser, card)
  expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
}
const told = () => paula.history('Refund', 'Dispute')
const untilTold = (...entries: string[]) =>
  vi.waitFor(async () => expect(await told()).toEqual(entries), 5000)
const untilMoneyBack = (kind: string) =>
  vi.waitFor(async () => expect((await paula.invoice()).moneyBack).toMatchObject({ kind }), 5000)
const mails = async () => [...(await paula.mails('refund %')), ...(await paula.mails('dispute %'))]
const events = async () =>
  (await eventsOf(portal, paula.accountId))
    .filter(({ type }) => /refund|disputed/.test(type))
    .map(({ type, data }) => [type.replace('invoice.payment.', ''), data['remainingCents']])
const settle = (kind: 'refunds' | 'disputes', id: string, status: string) =>
  portal.sandbox.control(`/${kind}/${id}`, { status })

const ofPayment = () => `of the payment of invoice ${paula.number()}`

/** Books the provider's current state, whether or not its events have arrived. */
async function look(): Promise<void> {
  const [intent] = await paula.values(
    sql`select intent_id from payment_attempt where account_id = ${paula.accountId}`,
  )
  await compareRefunds(portal.deps, intent!, paula.accountId)
}

/** Pays with a card whose holder disputes the charge, and returns the dispute. */
async function disputed(): Promise<string> {
  await payWith('pm_card_createDispute')
  await untilMoneyBack('disputed')
  const [id] = await paula.values(
    sql`select id from payment_dispute where account_id = ${paula.accountId}`,
  )
  return id!
}

describe('money that went back', () => {
  test('by a refund is booked back, reopens no invoice and is mailed once', async () => {
    await payWith('pm_card_visa')
    expect(await paula.invoice()).toMatchObject({ hasBeenCharged: true })
    await paula.refund()
    await untilTold(`Refunded $100.00 ${ofPayment()}`)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await told()).toHaveLength(1)
    expect(await events()).toEqual([['refunded', 0]])
    const booked = { receivableCents: 0, clearingCents: 0, payments: 1 }
    expect(await paula.books()).toMatchObject(booked)
    expect(await paula.invoice()).toMatchObject({ balanceDue: 100, hasBeenCharged: false })
    expect(await mails()).toHaveLength(1)
  })

  test('in part after posting is due again, to the cent', async () => {
    await payWith('pm_card_visa')
    await portal.system.query(sql`
      update payment_attempt set settled_at = now() - interval '2 minutes'
       where account_id = ${paula.accountId} and state = 'succeeded'`)
    // If the provider's event has locked the invoice, the next round posts the payment.
    await vi.waitFor(async () => expect(await postPayments(portal.system, 'portal')).toBe(1), 5000)
    expect(await paula.invoice()).toMatchObject({ balanceDue: 0 })
    for (const [cents, balanceDue] of [
      [2_501, 25.01],
      [7_499, 100],
    ]) {
      await paula.refund(cents)
      await vi.waitFor(
        async () =>
          expect(await paula.invoice()).toMatchObject({ balanceDue, hasBeenCharged: false }),
        5000,
      )
    }
    expect([await paula.ledger(), await told()]).toEqual([
      0,
      [expect.anything(), expect.anything()],
    ])
  })

  test('by a refund that fails later is booked back and mailed, once each', async () => {
    await payWith('pm_card_visa')
    const { id } = await paula.refund(2_050)
    const refunded = `Refunded $20.50 ${ofPayment()}`
    await untilTold(refunded)
    expect(await paula.ledger()).toBe(-7_950)
    await settle('refunds', id, 'failed')
    const failed = `The refund of $20.50 ${ofPayment()} failed`
    await untilTold(refunded, failed)
    expect(await paula.ledger()).toBe(-10_000)
    const [first, second, ...more] = await mails()
    expect([first?.subject, second?.subject, more]).toEqual([refunded, failed, []])
    expect(first?.text).toContain('You do not need to pay this invoice unless we ask you to again.')
    expect(await events()).toEqual([
      ['refunded', 7_950],
      ['refund_failed', 10_000],
    ])
  })

  test('by a pending refund shows in the history, and counts when it succeeds', async () => {
    await keepRefundsPending(portal)
    await payWith('pm_card_pendingRefund')
    const { id } = await paula.refund(2_050)
    const pending = `A refund of $20.50 ${ofPayment()} is in progress`
    await untilTold(pending)
    expect([await paula.ledger(), await mails(), await events()]).toEqual([-10_000, [], []])
    await settle('refunds', id, 'succeeded')
    await untilTold(pending, `Refunded $20.50 ${ofPayment()}`)
    expect(await paula.ledger()).toBe(-7_950)
    expect(await mails()).toHaveLength(1)
  })

  test('by a lost dispute is due again; a dispute that is won afterwards gives the payment back', async () => {
    const dispute = await disputed()
    const open = `The payment of invoice ${paula.number()} ($100.00) is disputed by the card's bank`
    await untilTold(open)
    expect(await paula.ledger()).toBe(-10_000)
    await settle('disputes', dispute, 'lost')
    const lost = `The bank took back $100.00 ${ofPayment()}`
    await untilTold(open, lost)
    expect(await paula.ledger()).toBe(0)
    expect(await paula.invoice()).toMatchObject({ balanceDue: 100, hasBeenCharged: false })
    await settle('disputes', dispute, 'won')
    const won = `The bank returned $100.00 ${ofPayment()} to us: the payment counts again`
    await untilTold(open, lost, won)
    expect(await paula.ledger()).toBe(-10_000)
    expect(await events()).toEqual([10_000, 0, 10_000].map((left) => ['disputed', left]))
    const texts = (await mails()).map(({ text }) => text)
    expect(texts).toHaveLength(3)
    expect(texts.join()).not.toMatch(/due again/)
  })

  test('by a lost dispute is not returned while the bank reviews the dispute again', async () => {
    const dispute = await disputed()
    await settle('disputes', dispute, 'lost')
    const lost = `The bank took back $100.00 ${ofPayment()}`
    await untilTold(expect.any(String), lost)
    for (const status of ['appeal_needs_response', 'appeal_under_review', 'lost']) {
      await settle('disputes', dispute, status)
      await look()
      expect([await paula.ledger(), (await told()).length, (await mails()).length]).toEqual([
        0, 2, 2,
      ])
    }
  })

  test.for([
    { isResolved: true, ledger: 0, entries: 1 },
    { isResolved: false, ledger: -10_000, entries: 0 },
  ])('by a prevented dispute counts if the bank was given the money: $isResolved', async (one) => {
    await payWith('pm_card_visa')
    const [charge] = await charges(portal, paula.invoiceId)
    const { isResolved } = one
    const dispute = { charge: charge!.id, status: 'prevented', isResolved }
    await portal.sandbox.control('/disputes', dispute)
    await look()
    expect([await paula.ledger(), (await told()).length]).toEqual([one.ledger, one.entries])
    expect(await mails()).toHaveLength(one.entries)
    const { moneyBack } = await paula.invoice()
    expect(moneyBack?.kind).toBe(isResolved ? 'chargedBack' : undefined)
  })

  test('by more refunds than fit on a page of the provider is found', async () => {
    await portal.sandbox.control('/webhooks', { drop: true })
    await payWith('pm_card_visa')
    for (let nth = 0; nth < 101; nth += 1) await paula.refund(1)
    await portal.sandbox.control('/webhooks', { drop: false })
    await paula.refund(1)
    await vi.waitFor(async () => expect(await paula.ledger()).toBe(-9_898), 20_000)
  })
})

/** Enrolls in SQL, because the conditions of enrolling are not tested here. */
const enroll = () =>
  portal.system.query(sql`
    insert into autopay_enrolment (account_id, actor_id, actor_account_id, actor_name, ip_address, terms_version, terms)
    select account_id, id, account_id, 'Paula', '::1', 'test', 'test'
      from portal_user where account_id = ${paula.accountId}`)

test('a card renewed by its bank or removed at the provider changes here too', async () => {
  const cards = () => paula.json<Card[]>('/api/payment/card')
  const [{ stripeId }] = (await cards()) as [Card]
  await portal.system.query(
    sql`update card set stopped_code = 'expired_card' where account_id = ${paula.accountId}`,
  )
  await portal.sandbox.control(`/payment_methods/${stripeId}`, { exp_month: 7, exp_year: 2041 })
  const send = (type: string) =>
    portal.sandbox.control('/send-event', {
      type: `payment_method.${type}`,
      object: { id: stripeId, object: 'payment_method' },
    })
  await send('automatically_updated')
  await vi.waitFor(async () =>
    expect(await cards()).toMatchObject([{ expirationMonth: 7, expirationYear: 2041 }]),
  )
  await atProvider(portal, `/payment_methods/${stripeId}/detach`, {})
  await send('detached')
  await vi.waitFor(async () => expect(await cards()).toEqual([]))
  expect(await paula.mails('card removed %')).toEqual([])
})

test('AutoPay without a card is reported to the payers, on the home page and to super admins', async () => {
  const home = async () => (await paula.json<Home>('/api/home')).paying?.cardNotice
  const [{ stripeId }] = (await paula.json<Card[]>('/api/payment/card')) as [Card]
  expect(await home()).toBe(null)
  await enroll()
  await atProvider(portal, `/payment_methods/${stripeId}/detach`, {})
  await vi.waitFor(async () => expect(await home()).toBe('missing'))
  const [mail, ...more] = await paula.mails('card removed %')
  expect(mail!.text).toMatch(/AutoPay charges nothing until you choose another default card/)
  expect(more).toEqual([])
  const { rows } = await portal.system.query(
    sql`select list from attention_item where account_id = ${paula.accountId}`,
  )
  expect(rows).toEqual([{ list: 'autoPayCards' }])
})

describe('an invoice whose money went back', () => {
  const today = () => {
    const [year, month, day] = new Date().toISOString().slice(0, 10).split('-')
    return `${month}/${day}/${year}`
  }
  const settled = 'It can be paid by card when that is settled.'

  /** The books demand all of the money again. This proves nothing, because it also happens after a goodwill refund. */
  async function booksShowItOpen() {
    await paula.contain()
    await paula.setBalance(10_000)
  }

  /** Moves to AutoPay's next day, on which all invoices are overdue, after the time of every refund. */
  async function autoPayDay() {
    await clock.set('2027-03-10T09:00:00Z')
    await portal.system.query(
      sql`update invoice set due_date = '2027-03-01' where account_id = ${paula.accountId}`,
    )
    await enroll()
    expect(await runAutoPay(portal.deps, portal.system)).toBeGreaterThan(0)
    await clock.set('2027-03-10T21:00:00Z')
    expect(await runAutoPay(portal.deps, portal.system)).toBeGreaterThan(0)
    await clock.release()
  }

  test('B3: by a refund is not charged again by AutoPay or pay-all', async () => {
    await payWith('pm_card_visa')
    await paula.refund(2_050)
    await untilMoneyBack('partlyRefunded')
    await booksShowItOpen()
    const reason = `Partly refunded on ${today()}`
    expect((await paula.plan()).notCovered).toMatchObject([{ reason }])
    await autoPayDay()
    expect(await outcomeOf(paula.payAll())).toBe('409 No eligible invoices')
    expect(await paula.taken()).toEqual([10_000])
  })

  test('B4: by a dispute is not charged, and by a lost dispute not charged again', async () => {
    const dispute = await disputed()
    await booksShowItOpen()
    expect(await outcomeOf(paula.pay(`?payAgainAfter=${new Date().toISOString()}`))).toBe(
      `409 A payment of this invoice is disputed. ${settled}`,
    )
    const disputedNow = { reason: 'A payment of this invoice is disputed' }
    expect((await paula.plan()).notCovered).toMatchObject([disputedNow])
    await settle('disputes', dispute, 'lost')
    await untilMoneyBack('chargedBack')
    const reason = `Charged back on ${today()}`
    expect((await paula.plan()).notCovered).toMatchObject([{ reason }])
    await autoPayDay()
    expect((await paula.payAll()).statusCode).toBe(409)
    expect(await paula.taken()).toEqual([10_000])
  })

  test('is paid manually after a confirmation, and only once', async () => {
    await paula.pay()
    await paula.refund(2_000)
    await untilMoneyBack('partlyRefunded')
    await booksShowItOpen()
    expect(await outcomeOf(paula.pay())).toBe(
      `409 Partly refunded on ${today()}. You do not need to pay this invoice unless you were asked to again. Do you want to pay it anyway?`,
    )
    for (const bad of ['yes', '2026-11-22', ''])
      expect((await paula.pay(`?payAgainAfter=${bad}`)).statusCode, bad).toBe(400)
    // A confirmation from long before the refund belongs to another refund.
    expect((await paula.pay('?payAgainAfter=2026-01-01T00:00:00Z')).statusCode).toBe(409)
    expect(await paula.taken()).toEqual([10_000])
    const { moneyBack } = await paula.invoice()
    const again = () => paula.pay(`?payAgainAfter=${moneyBack?.at}`)
    expect(await statuses([again(), again()])).toEqual([200, 409])
    expect(await paula.taken()).toEqual([10_000, 10_000])
  })

  test('by a refund whose webhook was lost is not charged either, nor if the provider cannot be read', async () => {
    await paula.pay()
    await booksShowItOpen()
    await portal.sandbox.control('/webhooks', { drop: true })
    await paula.refund(2_000)
    expect((await paula.invoice()).moneyBack).toBeNull()
    await breakNext(portal, 'refunds', { kind: 'status', status: 503 })
    expect((await paula.pay()).statusCode).toBe(503)
    expect(await outcomeOf(paula.pay())).toMatch(/^409 Partly refunded/)
    expect((await paula.invoice()).moneyBack).toMatchObject({ kind: 'partlyRefunded' })
    expect(await paula.taken()).toEqual([10_000])
  })

  test('is not paid while a refund is pending, even after a confirmation', async () => {
    await keepRefundsPending(portal)
    await payWith('pm_card_pendingRefund')
    const { id } = await paula.refund(2_000)
    await untilMoneyBack('refundPending')
    await booksShowItOpen()
    const later = new Date(Date.now() + 60_000).toISOString()
    expect(await outcomeOf(paula.pay(`?payAgainAfter=${later}`))).toBe(
      `409 A refund of this invoice is in progress. ${settled}`,
    )
    expect((await paula.payAll()).statusCode).toBe(409)
    await settle('refunds', id, 'failed')
    await vi.waitFor(async () => expect((await paula.invoice()).moneyBack).toBeNull(), 5000)
    expect(await paula.taken()).toEqual([10_000])
  })

  test('after pay-all started is left out', async () => {
    await paula.pay()
    await booksShowItOpen()
    const other = await paula.given('other')
    await portal.system.query(sql`
      with batch as (
        insert into payment_batch (account_id, request_key, card_id, actor_id, actor_account_id, actor_name, ip_address)
        select account_id, 'key', c.id, u.id, account_id, 'Paula', '::1'
          from card c join portal_user u using (account_id) where account_id = ${paula.accountId}
     returning id)
      insert into payment_batch_item (account_id, batch_id, position, invoice_id, amount_cents)
      select ${paula.accountId}, batch.id, nth, invoice_id, 10_000_000
        from batch, unnest(${[paula.invoiceId, other]}::bigint[]) with ordinality as t (invoice_id, nth)`)
    await paula.refund(2_000)
    await untilMoneyBack('partlyRefunded')
    expect((await paula.payAll()).json()).toMatchObject({
      paid: 1,
      failed: [{ invoiceNumber: paula.number(), message: `Partly refunded on ${today()}` }],
    })
  })
})
