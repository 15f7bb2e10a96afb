import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenPayer } from '../../test/payments.ts'
import { startTestPortal, type TestPortal } from '../../test/portal.ts'

let portal: TestPortal
let payment: { invoice: string; id: string }

beforeAll(async () => {
  portal = await startTestPortal()
  const paula = await givenPayer(portal, 'L1')
  const invoice = await portal.given.invoice('L1', 'L-1')
  await paula.post(`/api/invoice/${invoice}/payment`)
  const { rows } = await portal.system.query<{ id: string }>('select id from payment_attempt')
  payment = { invoice, id: rows[0]!.id }
})
afterAll(() => portal.close())

/** One statement that writes these amounts under these transactions. */
function write(...entries: [transaction: string, cents: number, currency?: string][]) {
  const values = entries.map(
    ([transaction, cents, currency = 'USD']) =>
      `('L1', '${transaction}', 'receivable', ${payment.invoice}, '${payment.id}', ${cents}, '${currency}')`,
  )
  return portal.system.query(`
    insert into ledger_entry (account_id, transaction_id, ledger_account, invoice_id, payment_id, amount_cents, currency)
    values ${values.join(', ')}`)
}

test('what a statement writes into the ledger adds up to zero, by transaction and currency', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  await write([one, 500], [one, -500], [other, 7], [other, -7])
  for (const entries of [
    [[randomUUID(), 500]],
    [
      [randomUUID(), 500],
      [randomUUID(), -500],
    ],
    [
      [other, 500],
      [other, -499],
    ],
    [
      [one, 500],
      [one, -500, 'EUR'],
    ],
  ] as Parameters<typeof write>[])
    await expect(write(...entries)).rejects.toThrow(/does not add up to zero/)
})
