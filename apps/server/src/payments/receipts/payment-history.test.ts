import { beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { PaymentHistoryEntry } from '@portal/domain/payments/payment-history.schema'
import { givenPayer } from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { warnOfExpiry } from '../cards/warn-of-expiry.ts'

const portal = testPortal()
let paula: Browser

beforeAll(async () => {
  paula = await givenPayer(portal, 'PH1')
})

const history = async (query = '', who = paula) => {
  const answer = await who.get(`/api/payment/history?${query}`)
  return { total: Number(answer.headers['x-count']), entries: answer.json<PaymentHistoryEntry[]>() }
}

test('only payments and cards are listed, newest first', async () => {
  const id = await portal.given.invoice('PH1', 'PH-1')
  expect((await paula.post(`/api/invoice/${id}/payment`)).statusCode).toBe(200)
  await paula.get('/api/invoice/pdf/PH-1.pdf')
  const { total, entries } = await history()
  expect([total, entries.map(({ entryType }) => entryType)]).toEqual([
    2,
    ['Card Payment', 'Card Added'],
  ])
  expect(entries[0]).toMatchObject({
    userName: 'payer Test',
    ipAddress: '127.0.0.1',
    description: 'Paid invoice PH-1: 100.00 USD',
  })
  expect(entries[0]!.paymentId).not.toBeNull()
  expect(entries[1]!.paymentId).toBeNull()
  expect((await history('orderDescending=false')).entries[0]!.entryType).toBe('Card Added')
  expect((await history('perPage=1&page=2')).entries.map(({ entryType }) => entryType)).toEqual([
    'Card Added',
  ])
  expect((await history('userFilter=&page=1&perPage=200&orderDescending=')).total).toBe(2)
})

test('a payment has a receipt, for those who may see its invoice', async () => {
  const [{ paymentId }] = (await history()).entries as [PaymentHistoryEntry]
  const pdf = await paula.get(`/payment/receipt/${paymentId}.pdf`)
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.headers['content-disposition']).toContain('receipt-PH-1.pdf')
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.rawPayload.length).toBeGreaterThan(5000)
  await givenPayer(portal, 'PH2')
  const eve = await portal.signIn('payer@ph2.example')
  await portal.given.user('blind@ph1.example', 'PH1', ['AccessInvoices', 'PayInvoices'])
  const blind = await portal.signIn('blind@ph1.example')
  for (const who of [eve, blind])
    expect((await who.get(`/api/payment/receipt/${paymentId}.pdf`)).statusCode).toBe(404)
  // Without the category of the invoice, what happened to its payment is not shown either.
  const { total, entries } = await history('', blind)
  expect([total, entries.map(({ entryType }) => entryType)]).toEqual([1, ['Card Added']])
  expect((await paula.get('/api/payment/receipt/x.pdf')).statusCode).toBe(400)
})

test('a failed payment and a sent receipt are shown to those who may see the invoice', async () => {
  const [{ paymentId }] = (await history()).entries as [PaymentHistoryEntry]
  const payload = { recipients: ['payer@ph1.example'] }
  const sent = await paula.post(`/api/payment/receipts/${paymentId}/mails`, { payload })
  expect(sent.statusCode, sent.body).toBe(200)
  const failing = await givenPayer(portal, 'PH4', undefined, 'pm_card_chargeCustomerFail')
  const id = await portal.given.invoice('PH4', 'PH-3')
  expect((await failing.post(`/api/invoice/${id}/payment`)).statusCode).toBe(402)
  await portal.given.user('blind@ph4.example', 'PH4', ['AccessInvoices', 'PayInvoices'])
  const shown = async (who: Browser) =>
    (await history('', who)).entries.map(({ entryType }) => entryType)
  expect(await shown(paula)).toEqual(['Receipt Sent', 'Card Payment', 'Card Added'])
  expect(await shown(await portal.signIn('blind@ph1.example'))).toEqual(['Card Added'])
  expect(await shown(failing)).toEqual(['Payment Failed', 'Card Added'])
  expect(await shown(await portal.signIn('blind@ph4.example'))).toEqual(['Card Added'])
})

test('very many entries are paged by a separate index', async () => {
  await portal.given.company('PH9')
  await portal.owner.query('alter table history_entry disable trigger user')
  await portal.owner.query(`
    insert into history_entry (account_id, created_at, actor_name, ip_address, category, entry_type, description)
    select 'PH9', timestamptz '2020-01-01Z' + n * interval '1 minute', 'P', '::1',
           case when n % 50 = 0 then 'Payment' else 'Invoice' end, 'x', 'x' from generate_series(1, 50000) n`)
  await portal.owner.query('analyze history_entry')
  const { rows } = await portal.owner.query<{ 'QUERY PLAN': string }>(`
    explain select * from history_entry h where h.account_id = 'PH9' and h.category in ('Payment', 'Card')
     order by h.created_at desc, h.id desc limit 200`)
  await portal.owner.query('alter table history_entry enable trigger user')
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('history_of_payments')
})

test('recipients of AutoPay are warned 30 and 7 days before the card’s last day, once each', async () => {
  const accountId = 'PH3'
  const payer = await givenPayer(portal, accountId)
  await payer.post('/api/payment/autopay/enable')
  const mails = async () => {
    await warnOfExpiry(portal.deps, portal.system)
    await warnOfExpiry(portal.deps, portal.system)
    const { rows } = await portal.system.query<{ subject: string }>(sql`
      select subject from mail where account_id = ${accountId} and about like 'card expiry%' order by created_at`)
    return rows.map(({ subject }) => subject)
  }
  const setDay = (day: string) =>
    portal.owner.query(
      `create or replace function portal_now() returns timestamptz language sql stable as $$ select timestamptz '${day}T12:00Z' $$`,
    )
  await portal.system.query(
    sql`update card set exp_month = 2, exp_year = 2028 where account_id = ${accountId}`,
  )
  const expected = 'The card for AutoPay expires at the end of 02/2028'
  await setDay('2028-01-29')
  expect(await mails()).toEqual([])
  await setDay('2028-01-30')
  expect(await mails()).toEqual([expected])
  await setDay('2028-02-21')
  expect(await mails()).toEqual([expected])
  await setDay('2028-02-22')
  expect(await mails()).toEqual([expected, expected])
  await setDay('2028-03-01')
  expect(await mails()).toHaveLength(2)
})
