import { describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { cardRefusals } from '@portal/domain/invoices/card-payment'
import type { NotAppliedAnswer } from '@portal/domain/payments/charges.schema'
import {
  breakNext,
  heal,
  otherContent,
  outcomeOf,
  statuses,
  testPayer,
} from '../../../test/payments/payer.ts'
import { forgottenPayment, onePaid, useCard } from '../../../test/payments/payments.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { autoPayBounds } from '../autopay/autopay-bounds.ts'
import { resumeBatches } from '../batch/resume-batches.ts'
import { applyAlignment } from './apply-alignment.ts'
import { reconcile } from './reconcile.ts'
import { notifyAdopted } from './notify-adopted.ts'

const portal = testPortal()

describe('a payment', () => {
  const paula = testPayer(portal, 'A')

  test('of an unknown invoice, or one of another company or a hidden category, charges nothing', async () => {
    await portal.given.company(`X-${paula.accountId}`)
    const foreign = await portal.given.invoice(`X-${paula.accountId}`, `X-${paula.accountId}`)
    const secret = await paula.given('secret', { category: 'Secret' })
    for (const id of [foreign, secret, '999999999'])
      expect((await paula.pay('', '', id)).statusCode).toBe(404)
    expect([await paula.charges(foreign), await paula.taken()]).toEqual([[], []])
  })

  test('by a super admin applies only to the company acted for', async () => {
    await portal.given.company('P')
    const maya = await portal.person('maya@p.example', 'P', [], [], 'SuperAdmin')
    const payFor = (accountId: string) =>
      outcomeOf(paula.pay(`?companyFilter=${accountId}`, '', paula.invoiceId, maya))
    expect(await payFor('P')).toMatch(/^404/)
    expect(await payFor(paula.accountId)).toBe('200 succeeded')
    expect(await paula.charges()).toEqual([10_000])
  })

  test('that a rule or the card does not allow is refused with a reason before anything is sent', async () => {
    const charged = await paula.given('charged', { charged: true })
    expect(await outcomeOf(paula.pay('', '', charged))).toBe(`409 ${cardRefusals.charged}`)
    const large = await paula.given('large', { balance: 5_000_001 })
    expect(await outcomeOf(paula.pay('', '', large))).toBe(`400 ${cardRefusals.limit}`)
    const cards = (change: string) =>
      portal.system.query(`update card set ${change} where account_id = '${paula.accountId}'`)
    await cards('exp_year = 2020')
    expect(await outcomeOf(paula.pay())).toMatch(/expired/)
    await cards('is_default = false, removed_at = now()')
    expect(await outcomeOf(paula.pay())).toMatch(/no default card/)
    expect(await paula.states()).toEqual([])
  })

  test('with the key of another payment is refused with that reason', async () => {
    const other = await paula.given('other')
    expect(await outcomeOf(paula.pay('', 'a-key-of-one-click'))).toBe('200 succeeded')
    const card = `?cardId=${await paula.saveCard('pm_card_mastercard')}`
    for (const refused of [
      paula.pay('', 'a-key-of-one-click', other),
      paula.pay(card, 'a-key-of-one-click'),
      paula.payAll('', 'a-key-of-one-click'),
    ])
      expect(await outcomeOf(refused)).toMatch(otherContent)
    expect(await outcomeOf(paula.pay('', 'a-key-of-one-click'))).toBe('200 succeeded')
    expect([await paula.charges(), await paula.charges(other)]).toEqual([[10_000], []])
  })

  test('charges at most the amount that its payer saw, and less if less is due', async () => {
    const payShown = (amount: number, currencyIsoCode = 'USD') =>
      outcomeOf(
        paula.post(`/api/invoice/${paula.invoiceId}/payment`, {
          payload: { shown: { amount, currencyIsoCode } },
        }),
      )
    expect(await payShown(50)).toBe(
      '409 The amount due has changed from $50.00 to $100.00. Nothing was charged. Please check it and pay again.',
    )
    expect(await payShown(100, 'EUR')).toMatch(/^409 .* from €100\.00 to \$100\.00\./)
    expect(await payShown('x' as never)).toMatch(/^400 shown\.amount/)
    expect(await paula.states()).toEqual([])
    expect(await payShown(120)).toBe('200 succeeded')
    expect(await paula.charges()).toEqual([10_000])
  })

  test('that is declined shows the bank’s message and mails it; another try is a new attempt', async () => {
    await useCard(paula.browser, 'pm_card_chargeCustomerFail')
    expect(await outcomeOf(paula.pay())).toBe('402 Your card was declined.')
    const [mail, ...more] = await paula.mails()
    expect(more).toEqual([])
    expect(mail!.subject).toBe(`Payment of $100.00 was not made, ${paula.number()}`)
    expect(mail!.text).toMatch(/^Payment of \$100\.00 was not made\n\nYour card was declined\./)
    expect(mail!.text).toContain('The card was not charged.')
    expect((await paula.pay()).statusCode).toBe(402)
    expect(await paula.books()).toMatchObject({
      states: ['failed', 'failed'],
      receivableCents: 0,
      receipts: 0,
      payments: 0,
    })
    expect(await paula.charges()).toEqual([])
  })

  test('of exactly the limit succeeds; charge, ledger, history and receipt agree', async () => {
    await paula.setBalance(5_000_000)
    expect((await paula.pay()).json()).toMatchObject({
      status: 'succeeded',
      amount: 50_000,
      invoiceNumber: paula.number(),
    })
    expect(await paula.charges()).toEqual([5_000_000])
    expect(await paula.books()).toEqual({
      ...onePaid,
      receivableCents: -5_000_000,
      clearingCents: 5_000_000,
    })
  })

  test('repeated with its key, also by a double click, is one charge with equal responses', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => paula.pay('', 'click-000001')))
    const third = await paula.pay('', 'click-000001')
    expect([first!.statusCode, second!.statusCode]).toEqual([200, 200])
    expect(third.json()).toEqual(first!.json())
    await paula.paidOnce()
  })

  test('by one of 50 simultaneous payers succeeds, and the others are refused', async () => {
    const answers = await statuses(Array.from({ length: 50 }, () => paula.pay()))
    // A request that waits too long for the invoice gets the answer that the portal is busy.
    expect(answers.filter((status) => status !== 503 && status !== 409)).toEqual([200])
    await paula.paidOnce()
  })
})

describe('without events, one mail is sent about each outcome:', () => {
  const paula = testPayer(portal, 'TO', { webhooks: { drop: true } })
  const asker = testPayer(portal, 'TQ', { asked: true, webhooks: { drop: true } })
  const notMade = ({ number } = paula) => `Payment of $100.00 was not made, ${number()}`
  const reconcileTwice = async () => {
    await portal.system.query('update payment_attempt set lease_until = now()')
    await Promise.all([1, 2].map(() => reconcile(portal.deps, portal.system)))
  }

  test('a decline that two reconcilers find late', async () => {
    await useCard(paula.browser, 'pm_card_chargeCustomerFail')
    await breakNext(portal, 'confirm', { kind: 'reset_after', times: 2 })
    await breakNext(portal, 'retrieve', { kind: 'reset_before', times: 20 })
    expect(await outcomeOf(paula.pay())).toBe('202 pending')
    expect(await paula.subjects()).toEqual([])
    await heal(portal)
    await reconcileTwice()
    expect([await paula.states(), await paula.subjects()]).toEqual([['failed'], [notMade()]])
  }, 60_000)

  test('a payment replaced by one with another card: about the new payment', async () => {
    expect(await outcomeOf(asker.pay())).toBe('202 requires_action')
    const visa = await asker.saveCard('pm_card_visa')
    expect(await outcomeOf(asker.pay(`?cardId=${visa}`))).toBe('200 succeeded')
    expect((await asker.states()).toSorted()).toEqual(['failed', 'succeeded'])
    expect(await asker.subjects()).toEqual([`Payment of $100.00 received, ${asker.number()}`])
  })

  test('a payment that was never confirmed with the bank', async () => {
    expect(await outcomeOf(asker.pay())).toBe('202 requires_action')
    await asker.age(16)
    await reconcileTwice()
    const mails = await asker.mails()
    expect(mails.map(({ subject }) => subject)).toEqual([notMade(asker)])
    expect(mails[0]!.text).toContain('not given in time')
  })

  test.each([
    ['failed', 'was not made'],
    ['succeeded', 'Payment of $100.00 received'],
  ])(
    'a batch that ended while a bank was deciding; a second mail reports %s',
    async (status, closing) => {
      await portal.sandbox.control('/processing', { times: 1 })
      await paula.payAll()
      await paula.age(16)
      await portal.system.query('update payment_batch set lease_until = now()')
      await resumeBatches(portal.deps, portal.system, autoPayBounds)
      const [first] = await paula.mails()
      expect(first!.subject).toBe('Payment of 1 invoice: 1 still being confirmed')
      expect(first!.text).not.toContain('$0.00')
      expect(first!.text).toContain('We will send an email about each of them.')
      const [intent] = await paula.values(
        sql`select intent_id from payment_attempt where account_id = ${paula.accountId}`,
      )
      await portal.sandbox.control(`/payment_intents/${intent}`, { status })
      await reconcileTwice()
      const [, second, ...more] = await paula.mails()
      expect(more).toEqual([])
      expect(second!.subject).toContain(closing)
      expect(second!.text).toContain('still being confirmed when we wrote to you')
    },
  )

  test('payments found after commits were lost: a summary, after no more are found', async () => {
    const { accountId } = paula
    const adopt = async (nth: number) => {
      const lost = { accountId, invoiceNumber: paula.number(nth), amountCents: 4200 }
      return applyAlignment(portal.deps, await forgottenPayment(portal, lost), 'event')
    }
    const found = [await adopt(8), await adopt(9)]
    expect(await notifyAdopted(portal.system)).toBe(0)
    await portal.system.query(`update unknown_intent set found_at = now() - interval '6 minutes'`)
    const told = await Promise.all([1, 2].map(() => notifyAdopted(portal.system)))
    expect(told.toSorted()).toEqual([0, 2])
    const [mail, ...more] = await paula.mails()
    expect(more).toEqual([])
    expect(mail!.subject).toBe('2 card payments found after an interruption')
    expect(mail!.text).toContain(`${paula.number(8)}: $42.00, paid on `)
    for (const { attemptId } of found) expect(mail!.text).toContain(attemptId)
  })
})

describe('after a paid invoice was credited in full and billed again, the payment is not applied', () => {
  const paula = testPayer(portal, 'NA')
  const billAgain = async () => {
    expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
    await paula.setBalance(0)
    paula.invoiceId = await paula.given('new')
  }
  const notApplied = (who = paula.browser) =>
    paula.json<NotAppliedAnswer>('/api/payment/not-applied', who)

  test('AutoPay skips the company and reports it; a manual payment requires a confirmation', async () => {
    await billAgain()
    expect(await paula.plan()).toMatchObject({
      days: [],
      notCovered: [
        {
          invoiceNumber: paula.number('new'),
          reason: 'AutoPay waits: a payment of yours is not applied to your invoices yet',
        },
      ],
    })
    expect(await outcomeOf(paula.pay())).toBe(
      `409 $100.00 that was paid by card for ${paula.number()} is not applied to your invoices yet. What you are about to pay may already be paid: please ask your provider if you are not sure. Do you want to pay it anyway?`,
    )
    for (const [confirmation, status] of [
      ['notAppliedUntil=yes', 400],
      ['notAppliedUntil=2026-01-01T00:00:00Z', 409],
      // A confirmation of another question does not count.
      ['payAgainAfter=2099-01-01T00:00:00Z', 409],
    ] as const)
      expect((await paula.pay(`?${confirmation}`)).statusCode, confirmation).toBe(status)
    expect(await paula.taken()).toEqual([10_000])
    const found = await notApplied()
    expect(found).toMatchObject({ invoiceNumbers: [paula.number()], amount: 100 })
    expect(await outcomeOf(paula.pay(`?notAppliedUntil=${found?.at}`))).toBe('200 succeeded')
    expect(await paula.taken()).toEqual([10_000, 10_000])
  })

  test('until a record contains it: then no confirmation is required', async () => {
    await billAgain()
    await portal.system.query(sql`
      insert into invoice_portal_payment (account_id, invoice_id, payment_id, amount_cents)
      select account_id, ${paula.invoiceId}, id, amount_cents from payment_attempt
       where account_id = ${paula.accountId}`)
    await paula.setBalance(4000)
    expect(await notApplied()).toBeNull()
    const { days, notCovered } = await paula.plan()
    expect(days.length + notCovered.length).toBe(1)
    expect(await outcomeOf(paula.pay())).toBe('200 succeeded')
    expect(await paula.taken()).toEqual([4000, 10_000])
  })

  test('without access to its category, or without its invoice, it counts, but is neither named nor added up', async () => {
    const first = paula.invoiceId
    await billAgain()
    const secret = await portal.given.category('Secret')
    await portal.system.query(
      sql`update invoice set invoice_category_id = ${secret} where id = ${first}`,
    )
    expect(await notApplied()).toMatchObject({ invoiceNumbers: [], amount: 0 })
    expect(await outcomeOf(paula.pay())).toMatch(
      /^409 Money that your company paid by card is not applied/,
    )
    await paula.setBalance(10_000, first)
    expect(await notApplied()).toBeNull()
    const lost = { accountId: paula.accountId, invoiceNumber: 'LOST-1', amountCents: 700 }
    await applyAlignment(portal.deps, await forgottenPayment(portal, lost), 'event')
    expect(await notApplied()).toMatchObject({ invoiceNumbers: [], amount: 0 })
    expect(await notApplied(await paula.stranger())).toBeNull()
  })
})
