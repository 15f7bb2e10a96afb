import { beforeEach, describe, expect, test } from 'vitest'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import {
  ageAttempts,
  books,
  givenAskedPayer,
  givenPayer,
  intentOf,
  releaseLeases,
  takenFrom,
} from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { pauseAutomaticCharging, startCharging } from '../../platform/charging.ts'
import { inTransaction } from '../../platform/database.ts'
import { autoPayBounds } from '../autopay/autopay-bounds.ts'
import { reconcile } from '../charge/reconcile.ts'
import { resumeBatches } from './resume-batches.ts'

const portal = testPortal()
let paula: Browser
let accountId: string
let count = 0

const path = '/api/invoice/all-invoices/payment'

/** A company whose payer started to pay three invoices, and whose bank asks about the first one. */
beforeEach(async () => {
  accountId = `Q${++count}`
  paula = await givenAskedPayer(portal, accountId)
  for (const nth of [1, 2, 3])
    await portal.given.invoice(accountId, `Q${count}-${nth}`, { balance: nth * 1000 })
})

const payAll = async (who = paula) => (await who.post(path)).json<PaymentBatch>()
const tell = async (id: string, what: 'continue' | 'stop', who = paula) =>
  (await who.post(`${path}/${id}/${what}`)).json<PaymentBatch>()
const answerBank = (clientSecret = '', passed = true) =>
  portal.sandbox.control('/three-d-secure', { intent: intentOf(clientSecret), passed })
const mails = async () => {
  const { rows } = await portal.system.query<{ subject: string }>(
    'select subject from mail where account_id = $1',
    [accountId],
  )
  return rows.map(({ subject }) => subject)
}

test('a stranger, another company and a missing permission neither answer nor stop it', async () => {
  const { id } = await payAll()
  const ana = `ana${count}@q.example`
  await portal.given.user(ana, accountId, ['AccessInvoices'], ['Licenses'])
  const whoIs = [portal.stranger, await givenPayer(portal, `QO${count}`), await portal.signIn(ana)]
  for (const what of ['continue', 'stop']) {
    const statuses = whoIs.map(async (who) => (await who.post(`${path}/${id}/${what}`)).statusCode)
    expect(await Promise.all(statuses)).toEqual([401, 404, 403])
  }
  expect((await tell(id, 'continue')).question).not.toBeNull()
})

test('the question of the bank pauses the batch; once it is answered, the rest continues', async () => {
  const first = await payAll()
  let last = first
  expect(first).toMatchObject({
    status: 'running',
    paid: 0,
    question: { invoiceNumber: `Q${count}-1`, amount: 10, payer: expect.any(String) },
  })
  expect(first.question).not.toHaveProperty('clientSecret')
  expect((await books(portal, accountId)).states).toEqual(['requires_action'])
  for (const nth of [1, 2, 3]) {
    const { question } = await tell(first.id, 'continue')
    expect(question).toMatchObject({
      invoiceNumber: `Q${count}-${nth}`,
      clientSecret: expect.any(String),
    })
    // A second check returns the same question.
    expect((await tell(first.id, 'continue')).question).toEqual(question)
    await answerBank(question!.clientSecret)
    last = await tell(first.id, 'continue')
  }
  expect(last).toMatchObject({
    status: 'done',
    paid: 3,
    question: null,
  })
  expect(await takenFrom(portal, accountId)).toEqual([1000, 2000, 3000])
  expect(await mails()).toEqual(['Payment of 3 invoices: 3 paid'])
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

test('a user who may not see the invoice sees that the batch runs, and not the question', async () => {
  const { id } = await payAll()
  const bo = `bo${count}@q.example`
  await portal.given.user(bo, accountId, ['AccessInvoices', 'PayInvoices'], ['Hardware'])
  const seen = (await (await portal.signIn(bo)).get(`${path}/${id}`)).json<PaymentBatch>()
  expect(seen).toMatchObject({ status: 'running', question: null })
})

test('a question that is not answered in time stops the batch, and nothing is charged later', async () => {
  const { id, question } = await payAll()
  const { clientSecret } = (await tell(id, 'continue')).question!
  await ageAttempts(portal, accountId, 16)
  await releaseLeases(portal)
  await reconcile(portal.deps, portal.system)
  await resumeBatches(portal.deps, portal.system, autoPayBounds)
  const batch = (await paula.get(`${path}/${id}`)).json<PaymentBatch>()
  expect(batch).toMatchObject({
    status: 'done',
    paid: 0,
    notTried: 2,
    question: null,
    failed: [{ invoiceNumber: question!.invoiceNumber, message: expect.stringMatching(/in time/) }],
    // Other invoices of the batch might have been charged.
    stopped: expect.stringMatching(/^Nothing more was tried.*not given in time\.$/),
  })
  await expect(answerBank(clientSecret)).rejects.toThrow(/does not wait/)
  expect(await mails()).toEqual(['Payment of 3 invoices: 3 not paid'])
})

test('a holder who refuses the confirmation stops the batch', async () => {
  const { id } = await payAll()
  const { question } = await tell(id, 'continue')
  await answerBank(question!.clientSecret, false)
  expect(await tell(id, 'continue')).toMatchObject({ status: 'done', paid: 0, notTried: 2 })
  expect(await takenFrom(portal, accountId)).toEqual([])
})

test('the payer stops it: the waiting payment ends, the rest is not tried, and all can be paid again', async () => {
  const { id } = await payAll()
  const { question } = await tell(id, 'continue')
  await answerBank(question!.clientSecret)
  const second = await tell(id, 'continue')
  expect(second).toMatchObject({ paid: 1, question: { invoiceNumber: `Q${count}-2` } })
  const { clientSecret } = (await tell(id, 'continue')).question!
  const [stopped] = await Promise.all([tell(id, 'stop'), tell(id, 'stop')])
  const batch = (await paula.get(`${path}/${id}`)).json<PaymentBatch>()
  expect(batch).toMatchObject({
    status: 'done',
    paid: 1,
    notTried: 1,
    question: null,
    failed: [{ invoiceNumber: `Q${count}-2`, message: expect.stringMatching(/was stopped/) }],
    stopped: expect.stringMatching(/^Stopped by /),
  })
  expect(stopped.id).toBe(id)
  expect(await mails()).toEqual(['Payment of 3 invoices: 1 paid, 2 not paid'])
  await expect(answerBank(clientSecret)).rejects.toThrow(/does not wait/)
  const next = await payAll()
  expect(next.id).not.toBe(id)
  expect(next).toMatchObject({ total: 2, question: { invoiceNumber: `Q${count}-2` } })
})

test('after a partly paid batch each recipient gets the email they chose, with the receipts', async () => {
  for (const [name, off] of [
    ['rita', ['failures']],
    ['otto', ['receipts']],
    ['nil', ['failures', 'receipts']],
  ] as const) {
    const email = `${name}${count}@q.example`
    await portal.given.user(email, accountId, ['AccessInvoices', 'PayInvoices'], ['Licenses'])
    await portal.system.query(
      `insert into mail_address (account_id, email, kinds_off) values ($1, $2, $3)`,
      [accountId, email, off],
    )
  }
  const { id } = await payAll()
  await answerBank((await tell(id, 'continue')).question!.clientSecret)
  await tell(id, 'continue')
  await tell(id, 'stop')
  const { rows } = await portal.system.query<{
    recipient: string
    kind: string
    content: { lists: { rows: string[][] }[]; receiptOf: string[]; notes: string[] }
  }>('select recipient, kind, content from mail where account_id = $1', [accountId])
  const told = rows.map(({ recipient, kind, content }) => [
    recipient.replace(/\d*@.*/, ''),
    kind,
    content.lists.flatMap((list) => list.rows.map(([number]) => number)),
  ])
  const all = [1, 2, 3].map((nth) => `Q${count}-${nth}`)
  expect(told.toSorted()).toEqual([
    ['otto', 'failures', all],
    ['payer', 'failures', all],
    ['rita', 'receipts', [`Q${count}-1`]],
  ])
  for (const { content } of rows) {
    expect(content.receiptOf).toHaveLength(1)
    expect(content.notes).toContain('The receipts are attached.')
  }
})

test('a question about an invoice that was paid in the meantime is not shown again, and the rest continues', async () => {
  const { id } = await payAll()
  await portal.system.query(
    `update invoice set books_balance_cents = 0 where account_id = $1 and invoice_number = $2`,
    [accountId, `Q${count}-1`],
  )
  expect(await tell(id, 'continue')).toMatchObject({
    question: { invoiceNumber: `Q${count}-2` },
    failed: [{ invoiceNumber: `Q${count}-1`, message: expect.stringMatching(/balance changed/) }],
  })
})

test('while payments of several invoices are paused no question is shown', async () => {
  const { id } = await payAll()
  await inTransaction(portal.system, (tx) => pauseAutomaticCharging(tx, 'a drill'))
  const answer = await paula.post(`${path}/${id}/continue`)
  await startCharging(portal.system, ['automatic'])
  expect([answer.statusCode, answer.json().message]).toEqual([
    503,
    expect.stringMatching(/paused at the moment/),
  ])
  expect((await tell(id, 'continue')).question).toHaveProperty('clientSecret')
})

test('a stop whose cancel got lost: the question is not shown again, and the payment ends', async () => {
  const { id } = await payAll()
  const lost = { kind: 'reset_before', method: 'POST', path: '/cancel$', times: 100 }
  await portal.sandbox.control('/faults', lost)
  expect(await tell(id, 'stop')).toMatchObject({ status: 'running', stopped: expect.any(String) })
  await fetch(`${portal.sandbox.cardsOrigin}/_sandbox/faults`, { method: 'DELETE' })
  const batch = await tell(id, 'continue')
  expect(batch).toMatchObject({ status: 'done', notTried: 2, question: null })
  expect(batch.failed[0]!.message).toMatch(/was stopped/)
})

test('several questions at once are shown and answered one after the other', async () => {
  const { id } = await payAll()
  // Opened together, as after a payment that the bank approved.
  await portal.system.query(
    `insert into payment_attempt (account_id, id, invoice_id, invoice_number, card_id, batch_id, on_session, amount_cents,
                                  currency, actor_id, actor_account_id, actor_name, ip_address, state, created_at, lease_until)
     select p.account_id, ('00000000-0000-4000-8000-' || lpad(i.id::text, 12, '0'))::uuid, i.id, i.invoice_number, p.card_id, p.batch_id, true, i.books_balance_cents,
            'USD', p.actor_id, p.actor_account_id, p.actor_name, p.ip_address, 'requires_action', p.created_at, p.lease_until
       from payment_attempt p join invoice i on i.account_id = p.account_id and i.invoice_number = $2
      where p.account_id = $1`,
    [accountId, `Q${count}-2`],
  )
  const { question } = (await paula.get(`${path}/${id}`)).json<PaymentBatch>()
  expect(question!.invoiceNumber).toBe(`Q${count}-2`)
})

test('a payer who may no longer pay: the batch stops and names the payer', async () => {
  const { id } = await payAll()
  const { question } = await tell(id, 'continue')
  const bo = `bo${count}@q.example`
  await portal.given.user(bo, accountId, ['AccessInvoices', 'PayInvoices'], ['Licenses'])
  await portal.system.query(
    `update portal_user set permissions = '{AccessInvoices}' where account_id = $1 and email like 'payer%'`,
    [accountId],
  )
  await answerBank(question!.clientSecret)
  const batch = await tell(id, 'continue', await portal.signIn(bo))
  expect(batch).toMatchObject({ status: 'done', paid: 1, notTried: 2 })
  expect(batch.stopped).toBe(`${question!.payer} may no longer pay invoices.`)
})

describe('the process dies', () => {
  test('while the bank waits: another one finds the result and pays the rest', async () => {
    const { id } = await payAll()
    const { question } = await tell(id, 'continue')
    await answerBank(question!.clientSecret)
    // The payer does not return.
    await releaseLeases(portal)
    await reconcile(portal.deps, portal.system)
    await resumeBatches(portal.deps, portal.system, autoPayBounds)
    const batch = (await paula.get(`${path}/${id}`)).json<PaymentBatch>()
    expect(batch).toMatchObject({ paid: 1, question: { invoiceNumber: `Q${count}-2` } })
  })
})
