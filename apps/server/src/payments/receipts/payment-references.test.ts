import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { givenAutoPayBatch } from '../../../test/batches.ts'
import { isWaitedFor } from '../../../test/is-waited-for.ts'
import { givenPayer } from '../../../test/payments.ts'
import { testPortal } from '../../../test/test-portal.ts'

const portal = testPortal()
let ours: Refs
let theirs: Refs

interface Refs {
  card: string
  batch: string
  invoice: string
}

async function givenRefs(accountId: string): Promise<Refs> {
  await givenPayer(portal, accountId)
  const batch = await givenAutoPayBatch(portal, accountId, [100, 200])
  const { rows } = await portal.system.query<{ card: string; invoice: string }>(
    `select c.id as card, i.id as invoice from card c join invoice i on i.account_id = c.account_id
      where c.account_id = $1 order by i.id`,
    [accountId],
  )
  return { ...rows[0]!, batch }
}

beforeAll(async () => {
  ours = await givenRefs('R1')
  theirs = await givenRefs('R2')
})

/** One statement that inserts a payment for every invoice of R1. */
const pay = (card: string, batch: string | null) =>
  portal.system.query(
    `insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, batch_id, amount_cents, currency,
                                  actor_name, ip_address)
     select account_id, id, invoice_number, $1, $2, 100, 'USD', 'AutoPay', 'system' from invoice where account_id = 'R1'`,
    [card, batch],
  )

const ofNone = randomUUID()

test('a payment refers to a card and a batch of its own company', async () => {
  for (const [card, batch, key] of [
    [theirs.card, null, 'card_id'],
    [ofNone, null, 'card_id'],
    [ours.card, theirs.batch, 'batch_id'],
    [ours.card, ofNone, 'batch_id'],
  ] as const)
    await expect(pay(card, batch)).rejects.toMatchObject({
      code: '23503',
      constraint: `payment_attempt_account_id_${key}_fkey`,
    })
  expect((await pay(ours.card, ours.batch)).rowCount).toBe(2)
})

test('an item refers to a batch of its own company', async () => {
  const add = (batch: string) =>
    portal.system.query(
      `insert into payment_batch_item (account_id, batch_id, position, invoice_id, amount_cents)
       select account_id, $1, 100 + id, id, 100 from invoice where account_id = 'R1'`,
      [batch],
    )
  for (const batch of [theirs.batch, ofNone])
    await expect(add(batch)).rejects.toMatchObject({
      code: '23503',
      constraint: 'payment_batch_item_account_id_batch_id_fkey',
    })
  expect((await add(ours.batch)).rowCount).toBe(2)
})

/** One statement that pays two invoices of R1, or `second` instead of the second one. */
const payTwo = (db: Pick<pg.Client, 'query'>, second: string) =>
  db.query(
    `insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, amount_cents, currency,
                                  actor_name, ip_address)
     select 'R1', id, 'R1-' || id, $1, 100, 'USD', 'AutoPay', 'system' from unnest($2::bigint[]) id`,
    [ours.card, [ours.invoice, second]],
  )

test('payments and items refer to invoices of their own company', async () => {
  const addTwo = (second: string) =>
    portal.system.query(
      `insert into payment_batch_item (account_id, batch_id, position, invoice_id, amount_cents)
       select 'R1', $1, 200 + nth, id, 100 from unnest($2::bigint[]) with ordinality as two (id, nth)`,
      [ours.batch, [ours.invoice, second]],
    )
  await portal.system.query(`update payment_attempt set state = 'failed', settled_at = now()`)
  for (const invoice of [theirs.invoice, '999999999']) {
    await expect(payTwo(portal.system, invoice)).rejects.toMatchObject({
      code: '23503',
      constraint: 'payment_attempt_account_id_invoice_id_fkey',
    })
    await expect(addTwo(invoice)).rejects.toMatchObject({
      code: '23503',
      constraint: 'payment_batch_item_account_id_invoice_id_fkey',
    })
  }
  const another = await portal.given.invoice('R1', 'R1-another', { balance: 100 })
  expect((await payTwo(portal.system, another)).rowCount).toBe(2)
  expect((await addTwo(another)).rowCount).toBe(2)
})

test('an invoice with payments or in a batch cannot be removed, not even while it is being paid', async () => {
  const remove = (db: Pick<pg.Client, 'query'>, id: string) =>
    db.query('delete from invoice where id = $1', [id])
  const inBatch = await portal.given.invoice('R1', 'R1-in-batch', { balance: 100 })
  await portal.system.query(
    `insert into payment_batch_item (account_id, batch_id, position, invoice_id, amount_cents) values ('R1', $1, 300, $2, 100)`,
    [ours.batch, inBatch],
  )
  for (const id of [ours.invoice, inBatch])
    await expect(remove(portal.system, id)).rejects.toMatchObject({
      code: '23503',
      constraint: expect.stringMatching(
        /^payment_(attempt|batch_item)_account_id_invoice_id_fkey$/,
      ),
    })
  const [free, busy] = [
    await portal.given.invoice('R1', 'R1-free', { balance: 100 }),
    await portal.given.invoice('R1', 'R1-busy', { balance: 100 }),
  ]
  expect((await remove(portal.system, free)).rowCount).toBe(1)
  await portal.system.query(
    `update payment_attempt set state = 'failed', settled_at = now() where state = 'open'`,
  )
  const paying = await portal.system.connect()
  await paying.query('begin')
  await payTwo(paying, busy)
  const removal = remove(portal.system, busy).catch((error: unknown) => error)
  await expect.poll(() => isWaitedFor(paying)).toBe(true)
  await paying.query('commit')
  paying.release()
  expect(await removal).toMatchObject({
    code: '23503',
    constraint: 'payment_attempt_account_id_invoice_id_fkey',
  })
})

test('payments, items, invoices, cards and batches keep their keys', async () => {
  await portal.owner.query(`set portal.account = 'R1'`)
  for (const statement of [
    `update payment_attempt set card_id = '${theirs.card}'`,
    `update payment_attempt set batch_id = null`,
    `update payment_batch_item set batch_id = '${ofNone}'`,
    `update payment_attempt set invoice_id = ${theirs.invoice}`,
    `update payment_batch_item set invoice_id = ${theirs.invoice}`,
    'update invoice set id = default',
    'truncate invoice cascade',
    'update card set id = gen_random_uuid()',
    'delete from card',
    'truncate card cascade',
    'update payment_batch set id = gen_random_uuid()',
    'delete from payment_batch',
    'truncate payment_batch cascade',
  ])
    await expect(portal.owner.query(statement), statement).rejects.toMatchObject({ code: '23503' })
})
