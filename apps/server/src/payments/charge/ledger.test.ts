import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { givenPayer } from '../../../test/payments.ts'
import { testPortal } from '../../../test/test-portal.ts'

const portal = testPortal()
let payment: { invoice: string; id: string }

beforeAll(async () => {
  const paula = await givenPayer(portal, 'L1')
  const invoice = await portal.given.invoice('L1', 'L-1')
  await paula.post(`/api/invoice/${invoice}/payment`)
  const { rows } = await portal.system.query<{ id: string }>('select id from payment_attempt')
  payment = { invoice, id: rows[0]!.id }
})

/** One statement that writes these amounts under these transactions. */
function write(...entries: [transaction: string, cents: number, currency?: string][]) {
  return writeFor(payment, ...entries)
}

function writeFor(
  { invoice, id, account = 'L1' }: { invoice: string; id: string; account?: string },
  ...entries: [transaction: string, cents: number, currency?: string][]
) {
  const values = entries.map(
    ([transaction, cents, currency = 'USD']) =>
      `('${account}', '${transaction}', 'receivable', ${invoice}, '${id}', ${cents}, '${currency}')`,
  )
  return portal.system.query(`
    insert into ledger_entry (account_id, transaction_id, ledger_account, invoice_id, payment_id, amount_cents, currency)
    values ${values.join(', ')}`)
}

test('ledger entries of one statement add up to zero, by transaction and currency', async () => {
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

test('an entry belongs to a payment, its company and its invoice', async () => {
  await portal.given.company('L2')
  const other = await portal.given.invoice('L1', 'L-2')
  const one = randomUUID()
  for (const wrong of [
    { ...payment, invoice: other },
    { ...payment, id: randomUUID() },
    { ...payment, account: 'L2' },
  ])
    await expect(writeFor(wrong, [one, 500], [one, -500])).rejects.toMatchObject({
      code: '23503',
      constraint: 'ledger_entry_account_id_payment_id_invoice_id_fkey',
    })
})

test('a payment and its invoice cannot be deleted', async () => {
  const other = await portal.given.invoice('L1', 'L-3')
  for (const statement of [
    'delete from payment_attempt',
    'truncate payment_attempt cascade',
    `update payment_attempt set invoice_id = ${other}`,
    `update payment_attempt set id = gen_random_uuid()`,
    `delete from invoice where invoice_number = 'L-1'`,
  ])
    await expect(asOwner(statement), statement).rejects.toMatchObject({ code: '23503' })
})

/** As the tables' owner, within the company. */
async function asOwner(statement: string) {
  await portal.owner.query(`set portal.account = 'L1'`)
  return portal.owner.query(statement)
}
