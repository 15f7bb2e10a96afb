import { beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { givenRefund } from '../../test/attention/attention.ts'
import { portal as run } from '../../test/integration/command-line.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { leftOutInvoices } from '../invoices/money-back.queries.ts'
import { withAccount } from '../platform/database/database.ts'

const portal = testPortal()

beforeAll(async () => {
  for (const company of ['C1', 'C2']) await portal.given.company(company)
  await givenRefund(portal.system, 'C1', 'C-1')
  await givenRefund(portal.system, 'C1', 'C-2')
  await portal.given.invoice('C2', 'C-1')
})

const collect = (...args: string[]) => run(['payments', 'collect', ...args], portal.env)
const leftOut = () =>
  withAccount(portal.system, 'C1', async (tx) => (await leftOutInvoices(tx, 'C1')).size)
const refused = (message: string) => ({ code: 1, out: '', err: `${message}\n` })

test('without an invoice, or with two, the usage is shown', async () => {
  expect(await collect()).toMatchObject({ code: 2, out: '' })
  expect(await collect('C-1', 'C-2')).toMatchObject({ code: 2, out: '' })
})

test('an unknown or ambiguous invoice is refused with a reason', async () => {
  expect(await collect('C-9')).toEqual(refused('There is no invoice C-9.'))
  expect(await collect('C-1')).toEqual(
    refused('Several companies have an invoice C-1: name one with --company.'),
  )
  expect(await collect('C-1', '--company', 'C2')).toEqual(
    refused('Invoice C-1 has no refunded money to request again.'),
  )
  expect(await leftOut()).toBe(2)
})

test('an open dispute must end first', async () => {
  await portal.system.query(sql`
    insert into payment_dispute (account_id, id, payment_id, amount_cents, state)
    select 'C1', 'dp_1', payment_id, 10000, 'open' from payment_refund where id = 're_C-2'`)
  expect((await collect('C-2')).err).toMatch(/^Invoice C-2: A payment of this invoice is disputed/)
  await portal.system.query(`update payment_dispute set state = 'won'`)
})

test('refunded money is requested again, and the next refund leaves the invoice out again', async () => {
  expect(await collect('C-1', '--company', 'C1')).toEqual({
    code: 0,
    out: 'Invoice C-1 of C1: AutoPay and payments of several invoices include it again.\n',
    err: '',
  })
  expect(await leftOut()).toBe(1)
  const { rows } = await portal.system.query(
    `select description from history_entry where entry_type = 'Collect'`,
  )
  const description = expect.stringMatching(
    /^Requested the money of invoice C-1 again \(Refunded on/,
  )
  expect(rows).toEqual([{ description }])
  // A record without this field keeps the decision; a later refund ends the decision.
  await portal.system.query(`update invoice set collect_at = null, books_balance_cents = 9000`)
  expect(await leftOut()).toBe(1)
  await portal.system.query(
    `update payment_refund set went_back_at = now() + interval '1 minute' where id = 're_C-1'`,
  )
  expect(await leftOut()).toBe(2)
})
