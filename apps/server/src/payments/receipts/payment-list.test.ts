import sql, { type Sql } from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PaymentHistoryEntry } from '@portal/domain/payments/payment-history.schema'
import type { PaymentEntry } from '@portal/domain/payments/payment-list.schema'
import { writeLostDispute, writePayment, writeRefund } from '../../../test/portal/books.ts'
import { givenPayer } from '../../../test/payments/payments.ts'
import { queryPlan } from '../../../test/database/query-plan.ts'
import { readSpreadsheet } from '../../../test/documents/read-spreadsheet.ts'
import type { Browser } from '../../../test/portal/portal.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { withAccount, type Tx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { listPayments, listPaymentsBelow, type Below } from './payment-list.queries.ts'

const portal = testPortal()
let paula: Browser
let poor: Browser

beforeAll(async () => {
  paula = await givenPayer(portal, 'PL1')
  poor = await givenPayer(portal, 'PL3', undefined, 'pm_card_chargeCustomerFail')
})

const pay = async (who: Browser, accountId: string, number: string) => {
  const id = await portal.given.invoice(accountId, number)
  return (await who.post(`/api/invoice/${id}/payment`)).statusCode
}
const blindOf = async (accountId: string) => {
  const email = `blind@${accountId.toLowerCase()}.example`
  return portal.person(email, accountId, ['AccessInvoices', 'PayInvoices'])
}

describe('the history', () => {
  const history = async (query = '', who = paula) => {
    const answer = await who.get(`/api/payment/history?${query}`)
    const entries = answer.json<PaymentHistoryEntry[]>()
    return { total: Number(answer.headers['x-count']), entries }
  }
  const types = async (...of: Parameters<typeof history>) =>
    (await history(...of)).entries.map(({ entryType }) => entryType)

  test('has only payments, their receipts and cards, newest first', async () => {
    expect(await pay(paula, 'PL1', 'PH-1')).toBe(200)
    await paula.get('/api/invoice/pdf/PH-1.pdf')
    const { total, entries } = await history()
    expect(total).toBe(2)
    expect(entries).toMatchObject([
      {
        entryType: 'Card Payment',
        userName: 'payer Test',
        ipAddress: '127.0.0.1',
        description: 'Paid invoice PH-1: 100.00 USD',
        paymentId: expect.any(String),
      },
      { entryType: 'Card Added', paymentId: null },
    ])
    expect(await types('orderDescending=false')).toEqual(['Card Added', 'Card Payment'])
    expect(await types('perPage=1&page=2')).toEqual(['Card Added'])
    expect((await history('userFilter=&page=1&perPage=200&orderDescending=')).total).toBe(2)
    const payload = { recipients: ['payer@pl1.example'] }
    const path = `/api/payment/receipts/${entries[0]!.paymentId}/mails`
    expect((await paula.post(path, { payload })).statusCode).toBe(200)
    expect(await types()).toEqual(['Receipt Sent', 'Card Payment', 'Card Added'])
    expect(await pay(poor, 'PL3', 'PH-3')).toBe(402)
    expect(await types('', poor)).toEqual(['Payment Failed', 'Card Added'])
  })

  test('has a receipt of each payment; only users who may see the invoice get either', async () => {
    const { entries } = await history()
    const receipt = `/payment/receipt/${entries[1]!.paymentId}.pdf`
    const pdf = await paula.get(receipt)
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.headers['content-disposition']).toContain('receipt-PH-1.pdf')
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.rawPayload.length).toBeGreaterThan(5000)
    const blind = await blindOf('PL1')
    for (const who of [poor, blind]) expect((await who.get(receipt)).statusCode).toBe(404)
    expect((await paula.get('/api/payment/receipt/x.pdf')).statusCode).toBe(400)
    for (const who of [blind, await blindOf('PL3')])
      expect(await types('', who)).toEqual(['Card Added'])
    expect((await history('', blind)).total).toBe(1)
  })

  test('with very many entries is paged by a separate index', async () => {
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
})

describe('the list', () => {
  const list = async (query = '', who = paula) => {
    const answer = await who.get(`/api/payment/list?${query}`)
    return { total: Number(answer.headers['x-count']), entries: answer.json<PaymentEntry[]>() }
  }
  const told = ({ entries }: { entries: PaymentEntry[] }) =>
    entries.map(({ invoiceNumber, status }) => `${invoiceNumber} ${status}`)

  /** Creates a payment at noon of that day. */
  async function paid(
    number: string,
    day: string,
    is: { posted?: boolean; category?: string } = {},
  ) {
    const { posted = true, category = 'Licenses' } = is
    await portal.given.invoice('PL1', number, { category })
    return writePayment(portal.system, number, 10_000, posted, new Date(`${day}T12:00Z`))
  }

  test('has a successful payment with its card, and a declined one with its reason', async () => {
    expect(await pay(paula, 'PL1', 'PL-MADE')).toBe(200)
    const [made] = (await list('invoiceNumber=PL-MADE')).entries
    expect(made).toMatchObject({
      invoiceNumber: 'PL-MADE',
      amount: 100,
      refunded: 0,
      currencyIsoCode: 'USD',
      card: { brand: 'visa', last4Digits: '4242' },
      paidBy: 'payer Test',
      status: 'posting',
      message: '',
      hasReceipt: true,
    })
    // The text on the card statement is derived from the number, because the provider refuses unsupported characters.
    const { data } = await portal.sandbox.provider<{
      data: { statement_descriptor_suffix: string | null; metadata: { attempt?: string } }[]
    }>('/payment_intents?limit=100')
    const intent = data.find(({ metadata }) => metadata.attempt === made!.id)
    expect(intent?.statement_descriptor_suffix).toBe('PL-MADE')
    expect((await list('', poor)).entries).toMatchObject([
      {
        invoiceNumber: 'PH-3',
        status: 'failed',
        hasReceipt: false,
        message: expect.stringMatching(/declined/),
      },
    ])
  })

  test('shows the status of the money, and filters find it by status and day', async () => {
    await paid('PL-PAID', '2026-03-01')
    await writeRefund(portal.system, await paid('PL-PART', '2026-03-02'), 2500)
    await writeRefund(portal.system, await paid('PL-BACK', '2026-03-03'), 10_000)
    await writeLostDispute(portal.system, await paid('PL-LOST', '2026-03-04'), 10_000)
    await paid('PL-POSTING', '2026-03-05', { posted: false })
    await paid('PL-HIDDEN', '2026-03-05', { category: 'Hidden' })
    const march = await list('from=2026-03-01&to=2026-03-31')
    expect(told(march)).toEqual([
      'PL-POSTING posting',
      'PL-LOST chargedBack',
      'PL-BACK refunded',
      'PL-PART partlyRefunded',
      'PL-PAID paid',
    ])
    expect(march.total).toBe(5)
    expect(march.entries.map(({ refunded }) => refunded)).toEqual([0, 100, 100, 25, 0])
    expect(told(await list('status=refunded'))).toEqual(['PL-BACK refunded'])
    expect(told(await list('from=2026-03-02&to=2026-03-02'))).toEqual(['PL-PART partlyRefunded'])
    expect((await paula.get('/api/payment/list?from=2026-02-30')).statusCode).toBe(400)
    const second = await list('from=2026-03-01&to=2026-03-31&perPage=2&page=2')
    expect([second.total, told(second).length]).toEqual([5, 2])
  })

  test('has files of the filtered payments: CSV with formulas escaped, and a spreadsheet', async () => {
    await paid('=1+1', '2026-04-01')
    const csv = await paula.get('/api/payment/list/csv?from=2026-03-04&to=2026-04-01')
    expect(csv.headers['content-disposition']).toContain('payments-PL1.csv')
    const lines = csv.body.replace('\ufeff', '').trim().split('\r\n')
    expect(lines).toEqual([
      expect.stringContaining('"Date (UTC)","Invoice","Amount"'),
      expect.stringContaining(
        `2026-04-01 12:00,"'=1+1",100.00,0.00,"USD","Visa ending in 4242","Paid"`,
      ),
      expect.stringContaining('"PL-POSTING"'),
      expect.stringContaining('"PL-LOST",100.00,100.00'),
    ])
    const xlsx = await paula.get('/api/payment/list/csv?from=2026-03-04&to=2026-04-01&format=xlsx')
    expect(xlsx.headers['content-disposition']).toContain('payments-PL1.xlsx')
    const { rows, formulas } = readSpreadsheet(xlsx.rawPayload)
    expect([rows.length, formulas]).toEqual([4, 0])
    expect(rows[1]?.slice(0, 3).map(({ value, format }) => [value, format])).toEqual([
      [46_113.5, 'mm/dd/yyyy hh:mm'],
      ['=1+1', '@'],
      [100, '#,##0.00'],
    ])
  })

  describe('of very many payments', () => {
    const scope = { accountId: 'PL9', categoryIds: null } as unknown as Scope

    beforeAll(async () => {
      await portal.given.company('PL9')
      const id = await portal.given.invoice('PL9', 'PL9-1')
      await portal.owner.query(sql`
        insert into payment_attempt (account_id, invoice_id, invoice_number, amount_cents, currency, state, is_adopted,
                                     actor_name, ip_address, settled_at)
        select 'PL9', ${id}, 'PL9-1', 1, 'USD', 'succeeded', true, 'P', '::1', timestamptz '2020-01-01Z' + n * interval '1 hour'
          from generate_series(1, 20000) n`)
      await portal.owner.query('analyze payment_attempt, invoice')
    })

    test('has pages that a separate index reads', async () => {
      const { rowsTouched, steps } = await withAccount(portal.deps.db, 'PL9', async (tx) => {
        let statement: Sql | undefined
        const noted = { query: async (one: Sql) => ((statement = one), []) } as unknown as Tx
        await listPayments(noted, scope, {}, { page: 1, perPage: 100 })
        return queryPlan(tx, statement!)
      })
      expect(steps).toContain('Index Scan')
      expect(rowsTouched).toBeLessThan(1000)
    })

    test('is complete in the CSV, each payment once, even if one is added during the download', async () => {
      const portion = (below?: Below) =>
        withAccount(portal.deps.db, 'PL9', (tx) =>
          listPaymentsBelow(tx, scope, {}, { below, most: 3 }),
        )
      const first = await portion()
      await portal.given.invoice('PL9', 'PL9-2')
      await writePayment(portal.system, 'PL9-2', 10_000, true)
      const second = await portion(first.at(-1)!.below)
      const hours = [...first, ...second].map(({ date }) => Date.parse(date) / 3_600_000)
      expect(hours.map((hour) => hours[0]! - hour)).toEqual([0, 1, 2, 3, 4, 5])
      expect((await paula.get('/api/payment/list')).body).not.toContain('below')
      await portal.given.company('PL2')
      const maya = await portal.person('maya@pl2.example', 'PL2', [], [], 'SuperAdmin')
      const { body } = await maya.get('/api/payment/list/csv?companyFilter=PL9&to=2026-01-01')
      const rows = body.trim().split('\r\n').slice(1)
      expect([rows.length, new Set(rows).size]).toEqual([20_000, 20_000])
    })
  })
})
