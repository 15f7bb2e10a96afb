import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenAutoPayBatch } from '../../test/batches.ts'
import { givenPayer } from '../../test/payments.ts'
import { startTestPortal, type TestPortal } from '../../test/portal.ts'

let portal: TestPortal
let owner: pg.Client
let ours: Refs
let theirs: Refs

interface Refs {
  card: string
  batch: string
}

async function givenRefs(accountId: string): Promise<Refs> {
  await givenPayer(portal, accountId)
  const batch = await givenAutoPayBatch(portal, accountId, [100, 200])
  const { rows } = await portal.system.query<{ id: string }>(
    'select id from card where account_id = $1',
    [accountId],
  )
  return { card: rows[0]!.id, batch }
}

beforeAll(async () => {
  portal = await startTestPortal()
  ours = await givenRefs('R1')
  theirs = await givenRefs('R2')
  owner = new pg.Client({ connectionString: portal.database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await portal.close()
})

/** One statement that writes a payment for every invoice of R1. */
const pay = (card: string, batch: string | null) =>
  portal.system.query(
    `insert into payment_attempt (account_id, invoice_id, card_id, batch_id, amount_cents, currency,
                                  books_balance_cents, actor_name, ip_address)
     select account_id, id, $1, $2, 100, 'USD', 100, 'AutoPay', 'system' from invoice where account_id = 'R1'`,
    [card, batch],
  )

const nobodys = randomUUID()

test('a payment is of a card and a batch of its company', async () => {
  for (const [card, batch, message] of [
    [theirs.card, null, /no card of its company/],
    [nobodys, null, /no card of its company/],
    [ours.card, theirs.batch, /no batch of its company/],
    [ours.card, nobodys, /no batch of its company/],
  ] as const)
    await expect(pay(card, batch)).rejects.toMatchObject({
      code: '23503',
      message: expect.stringMatching(message),
    })
  expect((await pay(ours.card, ours.batch)).rowCount).toBe(2)
})

test('an item is of a batch of its company', async () => {
  const add = (batch: string) =>
    portal.system.query(
      `insert into payment_batch_item (account_id, batch_id, position, invoice_id)
       select account_id, $1, 100 + id, id from invoice where account_id = 'R1'`,
      [batch],
    )
  for (const batch of [theirs.batch, nobodys])
    await expect(add(batch)).rejects.toThrow(/no batch of its company/)
  expect((await add(ours.batch)).rowCount).toBe(2)
})

test('payments, items, cards and batches stay what they are', async () => {
  await owner.query(`set portal.account = 'R1'`)
  for (const statement of [
    `update payment_attempt set card_id = '${theirs.card}'`,
    `update payment_attempt set batch_id = null`,
    `update payment_batch_item set batch_id = '${nobodys}'`,
    'update card set id = gen_random_uuid()',
    'delete from card',
    'truncate card cascade',
    'update payment_batch set id = gen_random_uuid()',
    'delete from payment_batch',
    'truncate payment_batch cascade',
  ])
    await expect(owner.query(statement), statement).rejects.toThrow(/stays what it is/)
})
