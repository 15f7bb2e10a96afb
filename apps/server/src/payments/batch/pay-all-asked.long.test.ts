import { beforeEach, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import { givenAutoPayBatch } from '../../../test/payments/batches.ts'
import { breakNext, heal, outcomeOf, testPayer } from '../../../test/payments/payer.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { pauseAutomaticCharging, startCharging } from '../charge/charging-stop.ts'
import { inTransaction } from '../../platform/database/database.ts'

const portal = testPortal()

const path = '/api/invoice/all-invoices/payment'

describe('a batch with a question of the bank', () => {
  const paula = testPayer(portal, 'Q', { asked: true, invoice: false })

  beforeEach(async () => {
    for (const nth of [1, 2, 3]) await paula.given(nth, { balance: nth * 1000 })
  })

  const payAll = async () => (await paula.payAll()).json<PaymentBatch>()
  const tell = async (id: string, what: 'continue' | 'stop', who = paula.browser) =>
    (await who.post(`${path}/${id}/${what}`)).json<PaymentBatch>()
  const batchOf = (id: string, who = paula.browser) =>
    paula.json<PaymentBatch>(`${path}/${id}`, who)
  /** Shows the bank's question and answers it. */
  const answer = async (id: string, passed = true) => {
    const { question } = await tell(id, 'continue')
    await paula.answerBank(question!.clientSecret, passed)
    return question!
  }
  const questionOf = (nth: number) => ({ question: { invoiceNumber: paula.number(nth) } })
  const failedAt = (nth: number, why: RegExp) => [
    { invoiceNumber: paula.number(nth), message: expect.stringMatching(why) },
  ]

  test('cannot be answered or stopped by another company', async () => {
    const { id } = await payAll()
    const other = await paula.stranger()
    for (const what of ['continue', 'stop'])
      expect((await other.post(`${path}/${id}/${what}`)).statusCode).toBe(404)
    expect((await tell(id, 'continue')).question).not.toBeNull()
  })

  test('the question of the bank pauses the batch; after the answer, the rest continues', async () => {
    const first = await payAll()
    let last = first
    expect(first).toMatchObject({
      status: 'running',
      paid: 0,
      question: { invoiceNumber: paula.number(1), amount: 10, payer: expect.any(String) },
    })
    expect(first.question).not.toHaveProperty('clientSecret')
    expect(await paula.states()).toEqual(['requires_action'])
    for (const nth of [1, 2, 3]) {
      const { question } = await tell(first.id, 'continue')
      expect(question).toMatchObject({
        invoiceNumber: paula.number(nth),
        clientSecret: expect.any(String),
      })
      // A second check returns the same question.
      expect((await tell(first.id, 'continue')).question).toEqual(question)
      await paula.answerBank(question!.clientSecret)
      last = await tell(first.id, 'continue')
    }
    expect(last).toMatchObject({ status: 'done', paid: 3, question: null })
    expect(await paula.taken()).toEqual([1000, 2000, 3000])
    expect(await paula.subjects()).toEqual(['Payment of 3 invoices: 3 paid'])
  })

  test('a second tab shows the same batch and the same question', async () => {
    const { id, question } = await payAll()
    const again = await payAll()
    expect([again.id, again.question]).toEqual([id, question])
    const newest = (await paula.get(path)).json<PaymentBatch>()
    expect([newest.id, newest.question]).toEqual([id, question])
    const [one, two] = await Promise.all([tell(id, 'continue'), tell(id, 'continue')])
    expect(one.question!.clientSecret).toBe(two.question!.clientSecret)
  })

  test('a user who may not see the invoice sees the running batch, but not the question', async () => {
    const { id } = await payAll()
    const seen = await batchOf(id, await paula.colleague('bo', ['Hardware']))
    expect(seen).toMatchObject({ status: 'running', question: null })
  })

  test('a question without an answer in time stops the batch, and nothing is charged later', async () => {
    const { id, question } = await payAll()
    const { clientSecret } = (await tell(id, 'continue')).question!
    await paula.age(16)
    await paula.workerRound({ batches: true })
    const batch = await batchOf(id)
    expect(batch).toMatchObject({
      status: 'done',
      paid: 0,
      notTried: 2,
      question: null,
      failed: [
        { invoiceNumber: question!.invoiceNumber, message: expect.stringMatching(/in time/) },
      ],
      // The message does not say that nothing was charged: other invoices of the batch might have been.
      stopped: expect.stringMatching(/^Nothing more was tried.*not given in time\.$/),
    })
    await expect(paula.answerBank(clientSecret)).rejects.toThrow(/does not wait/)
    expect(await paula.subjects()).toEqual(['Payment of 3 invoices: 3 not paid'])
  })

  test('a holder who refuses the confirmation stops the batch', async () => {
    const { id } = await payAll()
    const { question } = await tell(id, 'continue')
    await paula.answerBank(question!.clientSecret, false)
    expect(await tell(id, 'continue')).toMatchObject({ status: 'done', paid: 0, notTried: 2 })
    expect(await paula.taken()).toEqual([])
  })

  test('the payer stops it: the waiting payment ends, the rest is not tried, and every invoice can be paid again', async () => {
    const { id } = await payAll()
    const { question } = await tell(id, 'continue')
    await paula.answerBank(question!.clientSecret)
    const second = await tell(id, 'continue')
    expect(second).toMatchObject({ paid: 1, ...questionOf(2) })
    const { clientSecret } = (await tell(id, 'continue')).question!
    const [stopped] = await Promise.all([tell(id, 'stop'), tell(id, 'stop')])
    const batch = await batchOf(id)
    expect(batch).toMatchObject({
      status: 'done',
      paid: 1,
      notTried: 1,
      question: null,
      failed: failedAt(2, /was stopped/),
      stopped: expect.stringMatching(/^Stopped by /),
    })
    expect(stopped.id).toBe(id)
    expect(await paula.subjects()).toEqual(['Payment of 3 invoices: 1 paid, 2 not paid'])
    await expect(paula.answerBank(clientSecret)).rejects.toThrow(/does not wait/)
    const next = await payAll()
    expect(next.id).not.toBe(id)
    expect(next).toMatchObject({ total: 2, ...questionOf(2) })
  })

  test('after a partly paid batch each recipient gets the email they chose, with the receipts', async () => {
    for (const [name, off] of [
      ['rita', ['failures']],
      ['otto', ['receipts']],
      ['nil', ['failures', 'receipts']],
    ] as const) {
      await paula.colleague(name)
      await portal.system.query(sql`
      insert into mail_address (account_id, email, kinds_off)
      select account_id, email, ${off} from portal_user
       where account_id = ${paula.accountId} and email like ${`${name}@%`}`)
    }
    const { id } = await payAll()
    await answer(id)
    await tell(id, 'continue')
    await tell(id, 'stop')
    const { rows } = await portal.system.query<{
      recipient: string
      kind: string
      content: { lists: { rows: string[][] }[]; receiptOf: string[]; notes: string[] }
    }>(sql`select recipient, kind, content from mail where account_id = ${paula.accountId}`)
    const told = rows.map(({ recipient, kind, content }) => [
      recipient.replace(/@.*/, ''),
      kind,
      content.lists.flatMap((list) => list.rows.map(([number]) => number)),
    ])
    const all = [1, 2, 3].map((nth) => paula.number(nth))
    expect(told.toSorted()).toEqual([
      ['otto', 'failures', all],
      ['payer', 'failures', all],
      ['rita', 'receipts', [paula.number(1)]],
    ])
    for (const { content } of rows) {
      expect(content.receiptOf).toHaveLength(1)
      expect(content.notes).toContain('The receipts are attached.')
    }
  })

  test('a question about an invoice that was paid in the meantime is not shown again, and the rest continues', async () => {
    const { id } = await payAll()
    await portal.system.query(
      sql`update invoice set books_balance_cents = 0 where invoice_number = ${paula.number(1)}`,
    )
    expect(await tell(id, 'continue')).toMatchObject({
      ...questionOf(2),
      failed: failedAt(1, /balance changed/),
    })
  })

  test('while payments of several invoices are paused, no question is shown', async () => {
    const { id } = await payAll()
    await inTransaction(portal.system, (tx) => pauseAutomaticCharging(tx, 'a drill'))
    const refused = await outcomeOf(paula.post(`${path}/${id}/continue`))
    await startCharging(portal.system, ['automatic'])
    expect(refused).toMatch(/^503 .*paused at the moment/)
    expect((await tell(id, 'continue')).question).toHaveProperty('clientSecret')
  })

  test('after a stop whose cancel got lost, the question is not shown again, and the payment ends', async () => {
    const { id } = await payAll()
    await breakNext(portal, 'cancel', { kind: 'reset_before', times: 100 })
    expect(await tell(id, 'stop')).toMatchObject({ status: 'running', stopped: expect.any(String) })
    await heal(portal)
    const batch = await tell(id, 'continue')
    expect(batch).toMatchObject({ status: 'done', notTried: 2, question: null })
    expect(batch.failed[0]!.message).toMatch(/was stopped/)
  })

  test('several questions at once are shown and answered one after the other', async () => {
    const { id } = await payAll()
    // Several attempts that wait at the same time, as after a payment that the bank approved.
    await portal.system.query(sql`
    insert into payment_attempt (account_id, id, invoice_id, invoice_number, card_id, batch_id, on_session, amount_cents,
                                  currency, actor_id, actor_account_id, actor_name, ip_address, state, created_at, lease_until)
     select p.account_id, ('00000000-0000-4000-8000-' || lpad(i.id::text, 12, '0'))::uuid, i.id, i.invoice_number, p.card_id, p.batch_id, true, i.books_balance_cents,
            'USD', p.actor_id, p.actor_account_id, p.actor_name, p.ip_address, 'requires_action', p.created_at, p.lease_until
       from payment_attempt p join invoice i on i.account_id = p.account_id and i.invoice_number = ${paula.number(2)}
     where p.account_id = ${paula.accountId}`)
    const { question } = await batchOf(id)
    expect(question!.invoiceNumber).toBe(paula.number(2))
  })

  test('a batch whose payer may no longer pay stops and names the payer', async () => {
    const { id } = await payAll()
    const { question } = await tell(id, 'continue')
    const bo = await paula.colleague('bo')
    await portal.system.query(sql`
    update portal_user set permissions = '{AccessInvoices}'
     where account_id = ${paula.accountId} and email like 'payer%'`)
    await paula.answerBank(question!.clientSecret)
    const batch = await tell(id, 'continue', bo)
    expect(batch).toMatchObject({ status: 'done', paid: 1, notTried: 2 })
    expect(batch.stopped).toBe(`${question!.payer} may no longer pay invoices.`)
  })

  test('a process that dies while the bank waits is replaced by another one, which pays the rest', async () => {
    const { id } = await payAll()
    await answer(id)
    // The payer does not return to the page.
    await paula.workerRound({ batches: true })
    expect(await batchOf(id)).toMatchObject({ paid: 1, ...questionOf(2) })
  })
})

describe('a batch', () => {
  const bo = testPayer(portal, 'BS', { invoice: false })
  test('of AutoPay cannot be continued or stopped by a person', async () => {
    await bo.post('/api/payment/autopay/enable')
    const id = await givenAutoPayBatch(portal, bo.accountId, [1000])
    for (const what of ['continue', 'stop'])
      expect((await bo.post(`${path}/${id}/${what}`)).statusCode).toBe(404)
    const { rows } = await portal.system.query(
      sql`select stopped, hold from payment_batch where id = ${id}`,
    )
    expect(rows).toEqual([{ stopped: null, hold: 0 }])
  })

  test('that is stopped during many payments does not send the remaining ones', async () => {
    const current = () => bo.json<PaymentBatch>(path)
    for (let nth = 1; nth <= 40; nth += 1) await bo.given(nth, { balance: nth * 100 })
    // Long enough to stop the batch even on a busy machine.
    await breakNext(portal, 'confirm', { kind: 'latency', times: 60, ms: 2000 })
    const all = bo.payAll()
    const within = { timeout: 20_000 }
    await expect.poll(async () => (await bo.taken()).length, within).toBeGreaterThan(1)
    await bo.post(`${path}/${(await current()).id}/stop`)
    await all
    await expect.poll(async () => (await current()).status, within).toBe('done')
    const { paid, notTried, failed, stopped } = await current()
    expect(stopped).toMatch(/^Stopped by /)
    expect(notTried).toBeGreaterThan(0)
    expect([failed, paid + notTried]).toEqual([[], 40])
    expect(await bo.taken()).toHaveLength(paid)
    const subject = `Payment of 40 invoices: ${paid} paid, ${notTried} not paid`
    expect(await bo.subjects()).toEqual([subject])
  })
})
