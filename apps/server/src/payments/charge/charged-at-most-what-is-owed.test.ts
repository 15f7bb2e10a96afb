import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import pg from 'pg'
import { writePayment, writeRefund } from '../../../test/books.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { Given } from '../../../test/given.ts'

let database: TestDatabase
let owner: pg.Client
let system: pg.Pool
let given: Given
let count = 0

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  system = new pg.Pool({ connectionString: database.systemUrl, max: 2 })
  given = new Given(system)
  await owner.connect()
})
afterAll(async () => {
  await Promise.all([owner.end(), system.end()])
  await database.drop()
})
beforeEach(async () => {
  await given.company(account(count + 1))
  count += 1
  await given.invoice(account(count), `I${count}`)
  await owner.query(
    `insert into card (account_id, provider_card_id, fingerprint, brand, last4, exp_month, exp_year)
     values ($1, $1, $1, 'visa', '4242', 1, 2040)`,
    [account(count)],
  )
})

const account = (nth: number) => `C${nth}`

/** Opens an attempt, bypassing every rule of the server. */
async function open(cents: number, isAdopted = false): Promise<string> {
  const refused = await system
    .query(
      `insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, amount_cents, currency,
                                    actor_name, ip_address, is_adopted)
       select i.account_id, i.id, i.invoice_number, c.id, $2, 'USD', 'Ana', '::1', $3
         from invoice i join card c on c.account_id = i.account_id and c.provider_card_id = i.account_id
        where i.account_id = $1`,
      [account(count), cents, isAdopted],
    )
    .catch((error: unknown) => error)
  if (!(refused instanceof pg.DatabaseError)) return 'opened'
  return refused.constraint ?? refused.message
}
const books = (change: string) =>
  owner.query(`update invoice set ${change} where invoice_number = 'I${count}'`)
const contain = (payment: string, cents: number, invoice = `I${count}`) =>
  owner.query(
    `insert into invoice_portal_payment select account_id, id, $1, $2 from invoice where invoice_number = $3`,
    [payment, cents, invoice],
  )
const refusal = 'charged_at_most_what_is_owed'

test('no more than the amount, or the balance when that is higher', async () => {
  expect(await open(10_001)).toBe(refusal)
  expect(await open(10_000)).toBe('opened')
})

test('a balance above the amount may be charged', async () => {
  await books('books_balance_cents = 12000')
  expect(await open(12_001)).toBe(refusal)
  expect(await open(12_000)).toBe('opened')
})

test('captured money counts, returned money does not', async () => {
  const payment = await writePayment(owner, `I${count}`, 9000, true)
  expect(await open(1001)).toBe(refusal)
  await writeRefund(owner, payment, 4000)
  expect(await open(5001)).toBe(refusal)
  expect(await open(5000)).toBe('opened')
})

test('payments in the balance raise the limit; those in another invoice count there', async () => {
  const payment = await writePayment(owner, `I${count}`, 10_000, true)
  expect(await open(1)).toBe(refusal)
  await books('books_balance_cents = 3000')
  await contain(payment, 10_000)
  expect(await open(3001)).toBe(refusal)
  await given.invoice(account(count), `O${count}`)
  await contain(payment, 500, `O${count}`)
  expect(await open(3501)).toBe(refusal)
  expect(await open(3500)).toBe('opened')
})

test('an adopted payment is never refused, and counts for the next one', async () => {
  expect(await open(20_000, true)).toBe('opened')
  expect(await open(1)).not.toBe('opened')
})
