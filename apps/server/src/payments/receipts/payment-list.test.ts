import type { Sql } from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import type { PaymentEntry } from '@portal/domain/payments/payment-list.schema'
import { writeLostDispute, writePayment, writeRefund } from '../../../test/books.ts'
import { givenPayer } from '../../../test/payments.ts'
import { queryPlan } from '../../../test/query-plan.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { withAccount, type Tx } from '../../platform/database.ts'
import type { Scope } from '../../platform/scope.ts'
import { listPayments, listPaymentsBelow, type Below } from './payment-list.queries.ts'

const portal = testPortal()
let paula: Browser

beforeAll(async () => {
  paula = await givenPayer(portal, 'PL1')
})

const list = async (query = '', who = paula) => {
  const answer = await who.get(`/api/payment/list?${query}`)
  return { total: Number(answer.headers['x-count']), entries: answer.json<PaymentEntry[]>() }
}
const told = ({ entries }: { entries: PaymentEntry[] }) =>
  entries.map(({ invoiceNumber, status }) => `${invoiceNumber} ${status}`)

/** A payment made at noon of that day. */
async function paid(number: string, day: string, is: { posted?: boolean; category?: string } = {}) {
  const { posted = true, category = 'Licenses' } = is
  await portal.given.invoice('PL1', number, { category })
  return writePayment(portal.system, number, 10_000, posted, new Date(`${day}T12:00Z`))
}

test('a successful payment is listed with its card, and a declined one with its reason', async () => {
  const id = await portal.given.invoice('PL1', 'PL-MADE')
  expect((await paula.post(`/api/invoice/${id}/payment`)).statusCode).toBe(200)
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
  expect((await paula.get(`/api/payment/receipt/${made!.id}.pdf`)).statusCode).toBe(200)
  // The card statement's text is derived from the number (the provider refuses unsupported
  // characters).
  const { data } = await portal.sandbox.provider<{
    data: { statement_descriptor_suffix: string | null; metadata: { attempt?: string } }[]
  }>('/payment_intents?limit=100')
  const intent = data.find(({ metadata }) => metadata.attempt === made!.id)
  expect(intent?.statement_descriptor_suffix).toBe('PL-MADE')

  const poor = await givenPayer(portal, 'PL3', 'poor@pl3.example', 'pm_card_chargeCustomerFail')
  const refused = await portal.given.invoice('PL3', 'PL-NO')
  expect((await poor.post(`/api/invoice/${refused}/payment`)).statusCode).toBe(402)
  const [failed] = (await list('', poor)).entries
  expect(failed).toMatchObject({ invoiceNumber: 'PL-NO', status: 'failed', hasReceipt: false })
  expect(failed!.message).toMatch(/declined/)
})

test('the status shows where the money is, and filters find it by status and day', async () => {
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

test('the CSV has the filtered payments, with formulas escaped', async () => {
  await paid('=1+1', '2026-04-01')
  const csv = await paula.get('/api/payment/list/csv?from=2026-03-04&to=2026-04-01')
  expect(csv.headers['content-disposition']).toContain('payments-PL1.csv')
  const lines = csv.body.replace('\ufeff', '').trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toContain('"Date (UTC)","Invoice","Amount"')
  expect(lines[1]).toContain(
    `"04/01/2026 12:00","'=1+1",100.00,0.00,"USD","Visa ending in 4242","Paid"`,
  )
  expect(lines[3]).toContain('"PL-LOST",100.00,100.00')
  expect(csv.body).not.toContain('PL-HIDDEN')
})

test('a page of very many payments is read by a separate index', async () => {
  await portal.given.company('PL9')
  const id = await portal.given.invoice('PL9', 'PL9-1')
  await portal.owner.query(
    `insert into payment_attempt (account_id, invoice_id, invoice_number, amount_cents, currency, state, is_adopted,
                                  actor_name, ip_address, settled_at)
     select 'PL9', $1, 'PL9-1', 1, 'USD', 'succeeded', true, 'P', '::1', timestamptz '2020-01-01Z' + n * interval '1 hour'
       from generate_series(1, 20000) n`,
    [id],
  )
  await portal.owner.query('analyze payment_attempt, invoice')
  const { rowsTouched, steps } = await withAccount(portal.deps.db, 'PL9', async (tx) => {
    let statement: Sql | undefined
    const noted = { query: async (one: Sql) => ((statement = one), []) } as unknown as Tx
    const scope = { accountId: 'PL9', categoryIds: null } as unknown as Scope
    await listPayments(noted, scope, {}, { page: 1, perPage: 100 })
    return queryPlan(tx, statement!)
  })
  expect(steps).toContain('Index Scan')
  expect(rowsTouched).toBeLessThan(1000)
})

test('the CSV has each of very many payments once, even when one is added while it is read', async () => {
  const scope = { accountId: 'PL9', categoryIds: null } as unknown as Scope
  const portion = (below?: Below) =>
    withAccount(portal.deps.db, 'PL9', (tx) => listPaymentsBelow(tx, scope, {}, { below, most: 3 }))
  const first = await portion()
  await portal.given.invoice('PL9', 'PL9-2')
  await writePayment(portal.system, 'PL9-2', 10_000, true)
  const second = await portion(first.at(-1)!.below)
  const hours = [...first, ...second].map(({ date }) => Date.parse(date) / 3_600_000)
  expect(hours.map((hour) => hours[0]! - hour)).toEqual([0, 1, 2, 3, 4, 5])
  expect((await paula.get('/api/payment/list')).body).not.toContain('below')

  await portal.given.company('PL2')
  await portal.given.user('maya@pl2.example', 'PL2', [], [], 'SuperAdmin')
  const maya = await portal.signIn('maya@pl2.example')
  const { body } = await maya.get('/api/payment/list/csv?companyFilter=PL9&to=2026-01-01')
  const rows = body.trim().split('\r\n').slice(1)
  expect([rows.length, new Set(rows).size]).toEqual([20_000, 20_000])
})
