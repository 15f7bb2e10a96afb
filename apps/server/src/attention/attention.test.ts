import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttentionItem, AttentionPage } from '@portal/domain/attention/attention.schema'
import { attentionKeys, type AttentionKey } from '@portal/domain/attention/attention-lists'
import {
  givenKeptEvent,
  givenOnHold,
  givenPurchaseInReview,
  givenRefund,
  givenRefusedMail,
  givenRejectedImport,
  givenUnknownPayment,
} from '../../test/attention.ts'
import { givenPayer } from '../../test/payments.ts'
import { startTestPortal, type Browser, type TestPortal } from '../../test/portal.ts'
import { readFigures } from '../integration/business-metrics.ts'
import { pauseAutomaticCharging } from '../platform/charging.ts'
import { inTransaction, withAccount } from '../platform/database.ts'
import { sessionHash } from '../session/session.queries.ts'
import { countAttention, readAttention } from './attention.queries.ts'

let portal: TestPortal
let maya: Browser
let omar: Browser
let luis: Browser

beforeAll(async () => {
  portal = await startTestPortal()
  const { given, system } = portal
  await given.company('P1', 'The Provider')
  await given.user('maya@p.example', 'P1', [], [], 'SuperAdmin')
  await given.user('omar@p.example', 'P1', [], [], 'SuperAdmin')
  await givenPayer(portal, 'A1')
  await given.user(
    'luis@a.example',
    'A1',
    ['AccessInvoices', 'PayInvoices', 'AccessLicenses', 'AccessErfs', 'ManageUsers'],
    ['Licenses'],
  )
  await given.company('B1', 'Kanarienvogel')
  const owner = new pg.Pool({ connectionString: portal.database.ownerUrl, max: 1 })
  await givenOnHold(system, 'A1', 'A-1')
  await givenOnHold(system, 'B1', 'B-1')
  await givenRefund(system, 'B1', 'B-2')
  await givenKeptEvent(system, 'evt_1')
  await givenPurchaseInReview(owner, 'visitor@v.example')
  await givenRejectedImport(owner, 'ERP')
  await owner.end()
  await givenUnknownPayment(system, 'B1', 'pi_1')
  await givenRefusedMail(system, 'B1', 'gone@b.example')
  maya = await portal.signIn('maya@p.example')
  omar = await portal.signIn('omar@p.example')
  luis = await portal.signIn('luis@a.example')
  // Nothing of the provider's list is read here.
  await portal.sandbox.control('/webhooks', { drop: true })
})
afterAll(() => portal.close())

const page = async (query = '') => (await maya.get(`/api/attention${query}`)).json<AttentionPage>()
const list = async (key: AttentionKey) =>
  (await page(`?list=${key}`)).lists.find((one) => one.key === key)?.items ?? []
const count = async () => (await maya.get('/api/attention/count')).json<{ total: number }>().total
const item = async (key: AttentionKey, subject: string) => {
  const found = (await list(key)).find((one) => one.subject === subject)
  if (!found) throw new Error(`${subject} is not in ${key}`)
  return found
}
const act = async (
  who: Browser,
  what: string,
  { accountId, id }: Pick<AttentionItem, 'accountId' | 'id'>,
  more: object = {},
) => {
  const answer = await who.post(`/api/attention/${what}`, { payload: { accountId, id, ...more } })
  return { status: answer.statusCode, message: answer.json<{ message: string }>().message }
}
const historyOf = async (accountId: string) =>
  (
    await portal.system.query<{ line: string }>(
      `select actor_name || ': ' || description as line from history_entry
        where account_id = $1 and actor_name like '%Test' and actor_name <> 'payer Test' order by id desc`,
      [accountId],
    )
  ).rows.map(({ line }) => line)
const figure = async (name: keyof Awaited<ReturnType<typeof readFigures>>) =>
  (await readFigures(portal.system))[name]
const all = ['onHold', 'unknown', 'purchases', 'events', 'mails', 'imports', 'moneyBack']

test('a stranger, a company admin and a forged digest get neither items nor a number', async () => {
  for (const path of ['', '/count', '?list=mails', '?companyFilter=A1']) {
    expect((await portal.stranger.get(`/api/attention${path}`)).statusCode).toBe(401)
    expect((await luis.get(`/api/attention${path}`)).statusCode).toBe(403)
  }
  const { deps } = portal
  for (const hash of [sessionHash(luis.token!), sessionHash('nobody'), Buffer.alloc(0)]) {
    expect(await readAttention(deps.db, hash, { limit: 10 })).toEqual([])
    expect(await countAttention(deps.db, hash)).toBe(0)
  }
})

test('the web role cannot read the view, and takes no part in it without a session of a super admin', async () => {
  const { db } = portal.deps
  await expect(db.query('select * from attention_item')).rejects.toThrow(/permission denied/)
  await expect(db.query(`select is_session_of_super_admin('x')`)).rejects.toThrow(
    /permission denied/,
  )
  await expect(db.query(`select end_charging_stops('{all}')`)).rejects.toThrow(/permission denied/)
  const purchase = (await list('purchases'))[0]!.id
  const upload = (await list('imports'))[0]!.id
  const { rows } = await db.query(
    `select close_reviewed_purchase($1, $2, 'paid') as closed, note_rejected_import($1, $3) as noted,
            start_charging($1, 'all') as started`,
    [sessionHash(luis.token!), purchase, upload],
  )
  expect(rows).toEqual([{ closed: false, noted: false, started: false }])
})

test('a session that has run out, or of a person who is no super admin any more, reads nothing', async () => {
  await portal.given.user('gone@p.example', 'P1', [], [], 'SuperAdmin')
  const gone = await portal.signIn('gone@p.example')
  const hash = sessionHash(gone.token!)
  const total = () => countAttention(portal.deps.db, hash)
  expect(await total()).toBeGreaterThan(0)
  await portal.system.query(`update portal_user set role = 'User' where email = 'gone@p.example'`)
  expect(await total()).toBe(0)
  expect((await gone.get('/api/attention')).statusCode).toBe(403)
  await portal.system.query(
    `update portal_user set role = 'SuperAdmin' where email = 'gone@p.example'`,
  )
  expect(await total()).toBeGreaterThan(0)
  await portal.system.query(
    `update portal_user set deactivated_at = now() where email = 'gone@p.example'`,
  )
  expect(await total()).toBe(0)
})

test('no action is open to a company admin, of the own company or another one', async () => {
  for (const one of await page().then(({ lists }) => lists.flatMap(({ items }) => items)))
    for (const what of ['onHold/explain', 'mails/giveUp', 'unknown/acknowledge', 'imports/seen'])
      expect((await act(luis, what, one)).status).toBe(403)
  const charging = { payload: { kind: 'all', booksWereSentAgain: true } }
  expect((await luis.post('/api/attention/charging', charging)).statusCode).toBe(403)
  expect(await historyOf('A1')).toEqual([])
})

test('every list names its items, their companies, ages and reasons, and is counted', async () => {
  const { lists, stops } = await page()
  expect(stops).toEqual([])
  expect(lists.map(({ key }) => key)).toEqual(attentionKeys.filter((key) => all.includes(key)))
  const rows = Object.fromEntries(lists.map(({ key, items }) => [key, items]))
  expect(rows['onHold']).toMatchObject([
    {
      accountId: 'A1',
      companyName: 'Company A1',
      id: 'A-1',
      invoiceNumber: 'A-1',
      amountCents: 7000,
      payments: [{ cents: 10_000 }],
    },
    { accountId: 'B1', companyName: 'Kanarienvogel', id: 'B-1' },
  ])
  expect(rows['mails']).toMatchObject([
    {
      subject: 'gone@b.example',
      detail: 'Payment received: Error: 550 5.1.1 mailbox unknown',
      companyName: 'Kanarienvogel',
    },
  ])
  expect(rows['imports']).toMatchObject([
    { accountId: null, subject: 'ERP', detail: '2 records were rejected, so nothing was changed' },
  ])
  expect(rows['purchases']).toMatchObject([
    { accountId: null, subject: 'visitor@v.example', amountCents: 100 },
  ])
  expect(rows['events']).toMatchObject([
    { id: 'evt_1', detail: 'The card provider does not know the object.' },
  ])
  expect(rows['moneyBack']).toMatchObject([{ subject: 'B-2', detail: 'refund succeeded' }])
  // All but the refund, which needs nothing.
  expect(await count()).toBe(7)
  expect(await readFigures(portal.system)).toMatchObject({
    portal_invoices_on_hold: 2,
    portal_payments_unknown: 1,
    portal_payments_need_person: 1,
    portal_mails_given_up: 1,
    portal_imports_rejected: 1,
  })
})

test('of a long list the oldest come first, the rest are counted, and the list itself has them', async () => {
  for (let nth = 0; nth < 12; nth += 1) await givenUnknownPayment(portal.system, 'A1', `pi_l${nth}`)
  const shortened = (await page()).lists.find(({ key }) => key === 'unknown')!
  expect(shortened).toMatchObject({ total: 13 })
  expect(shortened.items).toHaveLength(10)
  expect(shortened.items[0]!.id).toBe('pi_1')
  expect(await list('unknown')).toHaveLength(13)
  expect((await maya.get('/api/attention?list=toString')).statusCode).toBe(400)
  await portal.system.query(`delete from unknown_intent where intent_id like 'pi_l%'`)
})

test('what does not exist, is of another company or makes no sense is refused', async () => {
  const onHold = await item('onHold', 'A-1')
  expect((await act(maya, 'mails/fly', onHold)).status).toBe(404)
  expect((await act(maya, 'toString/call', onHold)).status).toBe(404)
  expect((await act(maya, 'onHold/constructor', onHold)).status).toBe(404)
  expect((await act(maya, 'onHold/explain', { ...onHold, accountId: null })).status).toBe(404)
  expect((await act(maya, 'attempts/ask', { accountId: 'A1', id: randomUUID() })).status).toBe(404)
  expect((await act(maya, 'mails/send', { accountId: 'A1', id: 'x' })).status).toBe(404)
  const mail = await item('mails', 'gone@b.example')
  // The right id in the wrong company changes nothing.
  expect(await act(maya, 'mails/send', { ...mail, accountId: 'A1' })).toMatchObject({ status: 409 })
  expect((await list('mails')).map(({ id }) => id)).toEqual([mail.id])
})

test('an invoice on hold is explained as by the command: payable, off the list, in the history', async () => {
  const onHold = await item('onHold', 'A-1')
  const [paid] = onHold.payments!
  const payments = [{ id: paid!.id, cents: 10_000 }]
  const explain = (who: Browser, more: object) => act(who, 'onHold/explain', onHold, more)
  expect(await explain(maya, { payments: [], balanceCents: 7000 })).toMatchObject({
    status: 409,
    message: expect.stringContaining('say of each of its payments'),
  })
  expect(await explain(maya, { payments, balanceCents: 6999 })).toEqual({
    status: 409,
    message: 'The balance of invoice A-1 is now $70.00. Look at it again.',
  })
  expect(await count()).toBe(7)
  const answers = await Promise.all(
    [maya, omar, maya].map((who) => explain(who, { payments, balanceCents: 7000 })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 200)!.message).toBe(
    'Invoice A-1 is explained: $70.00 of it can be paid.',
  )
  for (const { message } of answers.filter(({ status }) => status === 409))
    expect(message).toMatch(/^(maya|omar) Test already resolved it \(.* UTC\)\.$/)
  expect((await historyOf('A1'))[0]).toMatch(
    /^(maya|omar) Test: Reconciled invoice A-1: its balance of \$70\.00 contains \$100\.00 of payment .* \(on behalf of the company\)$/,
  )
  expect(await historyOf('A1')).toHaveLength(1)
  expect((await list('onHold')).map(({ id }) => id)).toEqual(['B-1'])
  expect(await figure('portal_invoices_on_hold')).toBe(1)
  const payer = await portal.signIn('payer@a1.example')
  const shown = (await payer.get('/api/invoice/details/A-1')).json<{ id: string }>()
  expect(shown).toMatchObject({ isOnHold: false, balanceDue: 70 })
  expect((await payer.post(`/api/invoice/${shown.id}/payment`)).statusCode).toBe(200)
})

test('a refused email is sent again, or given up; each once', async () => {
  const mail = await item('mails', 'gone@b.example')
  const [first, second] = await Promise.all([
    act(maya, 'mails/send', mail),
    act(maya, 'mails/send', mail),
  ])
  expect([first.status, second.status].sort()).toEqual([200, 409])
  expect(await list('mails')).toEqual([])
  expect(await act(omar, 'mails/giveUp', mail)).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^maya Test already resolved it/),
  })
  const { rows } = await portal.system.query(
    'select tries, next_try_at <= now() as due, given_up_at from mail where id = $1',
    [mail.id],
  )
  expect(rows).toEqual([{ tries: 0, due: true, given_up_at: null }])
  // Refused again for good: it comes back, and another decision is possible.
  await portal.system.query('update mail set tries = 20 where id = $1', [mail.id])
  expect(await act(omar, 'mails/giveUp', mail)).toEqual({
    status: 200,
    message: 'The email to gone@b.example is not sent any more.',
  })
  expect(await list('mails')).toEqual([])
  expect(await figure('portal_mails_given_up')).toBe(0)
  expect(await historyOf('B1')).toEqual([
    'omar Test: Gave up the email "Payment received" to gone@b.example, which was refused (on behalf of the company)',
    'maya Test: Sent the email "Payment received" to gone@b.example again, which was refused (on behalf of the company)',
  ])
})

test('the mail of a visitor, who has no company, is in the history of the provider company', async () => {
  await givenRefusedMail(portal.system, '-', 'visitor@v.example')
  const mail = await item('mails', 'visitor@v.example')
  expect(mail).toMatchObject({ accountId: null, companyName: null })
  expect((await act(maya, 'mails/giveUp', mail)).status).toBe(200)
  expect((await historyOf('P1'))[0]).toBe(
    'maya Test: Gave up the email "Payment received" to visitor@v.example, which was refused',
  )
})

test('unknown payments, purchases and imports leave their lists once, with a line of history', async () => {
  const cases = [
    [
      'unknown',
      'U-1',
      'acknowledge',
      'B1',
      'Acknowledged the unknown payment pi_1 for invoice U-1',
    ],
    ['purchases', 'visitor@v.example', 'refunded', 'P1', / as refunded$/],
    ['imports', 'ERP', 'seen', 'P1', / as handled$/],
  ] as const
  for (const [key, subject, action, company, told] of cases) {
    const one = await item(key, subject)
    const answers = await Promise.all([
      act(maya, `${key}/${action}`, one),
      act(omar, `${key}/${action}`, one),
    ])
    expect(answers.map(({ status }) => status).sort(), key).toEqual([200, 409])
    expect(await list(key)).toEqual([])
    const [line = ''] = await historyOf(company)
    expect(line).toMatch(told)
  }
  const { rows } = await portal.system.query('select state from accreditation_purchase')
  expect(rows).toEqual([{ state: 'expired' }])
})

test('an event is tried again now and stays with its reason, until it is set aside', async () => {
  const event = await item('events', 'payment_intent.succeeded of pi_nowhere')
  const again = await act(maya, 'events/retry', event)
  expect(again).toMatchObject({ status: 409 })
  expect(again.message).toMatch(/^It could not be taken: /)
  expect(await list('events')).toHaveLength(1)
  expect((await act(omar, 'events/setAside', event)).status).toBe(200)
  expect(await list('events')).toEqual([])
  expect(await act(maya, 'events/retry', event)).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^omar Test already resolved it/),
  })
  expect(await historyOf('P1')).toContain(
    'omar Test: Set the event evt_1 (payment_intent.succeeded of pi_nowhere) aside',
  )
  expect(await figure('portal_provider_events_kept')).toBe(0)
})

test('refunded money is asked for again: the invoice is no longer left out', async () => {
  const refund = await item('moneyBack', 'B-2')
  expect(refund.canAct).toBe(true)
  const answers = await Promise.all([
    act(maya, 'moneyBack/collect', refund),
    act(omar, 'moneyBack/collect', refund),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  // Listed for the rest of the week, with nothing left to decide.
  expect((await item('moneyBack', 'B-2')).canAct).toBe(false)
  expect((await historyOf('B1'))[0]).toMatch(
    /Asked for the money of invoice B-2 again \(Refunded on .*\)/,
  )
})

test('a pause is named, ended only when the records were sent again, by one of two people', async () => {
  await inTransaction(portal.system, (tx) => pauseAutomaticCharging(tx, 'commits were lost'))
  expect((await page()).stops).toMatchObject([{ kind: 'automatic', reason: 'commits were lost' }])
  const start = async (who: Browser, payload: object) =>
    (await who.post('/api/attention/charging', { payload })).statusCode
  expect(await start(maya, { kind: 'automatic', booksWereSentAgain: false })).toBe(409)
  expect(await start(maya, { kind: 'new_instance', booksWereSentAgain: true })).toBe(400)
  const wanted = { kind: 'automatic', booksWereSentAgain: true }
  expect((await Promise.all([start(maya, wanted), start(omar, wanted)])).sort()).toEqual([200, 409])
  expect((await page()).stops).toEqual([])
  expect((await historyOf('P1'))[0]).toMatch(
    /AutoPay and payments of several invoices started again after a stop$/,
  )
})

test('an empty portal has nothing that needs attention', async () => {
  await withAccount(portal.system, 'B1', (tx) =>
    tx.connection.query(`update invoice set books_balance_cents = 0 where invoice_number = 'B-1'`),
  )
  expect(await count()).toBe(0)
  expect((await page()).lists.map(({ key }) => key)).toEqual(['moneyBack'])
})
