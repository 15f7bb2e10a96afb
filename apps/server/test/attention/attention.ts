import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { writePayment, writeRefund } from '../portal/books.ts'
import { Given } from '../portal/given.ts'

/** The database without any rules, or as the worker sees it. */
type Db = pg.Pool | pg.Client

/**
 * Books without payments: $100.00 of $170.00 was paid eleven days ago, and the books show $70.00. Returns the
 * payment.
 */
export async function givenOnHold(
  db: Db,
  accountId: string,
  number: string,
  category = 'Licenses',
): Promise<string> {
  await new Given(db as pg.Pool).invoice(accountId, number, {
    namesPayments: false,
    amount: 17_000,
    balance: 7000,
    category,
  })
  const payment = await writePayment(db, number, 10_000, true)
  await db.query(sql`
    update payment_attempt set settled_at = now() - interval '11 days', created_at = now() - interval '11 days'
     where id = ${payment}`)
  return payment
}

/** A booked payment of $100.00 that was refunded. Returns the refund. */
export async function givenRefund(db: Db, accountId: string, number: string): Promise<string> {
  await new Given(db as pg.Pool).invoice(accountId, number)
  const payment = await writePayment(db, number, 10_000, true)
  await writeRefund(db, payment, 10_000, new Date(Date.now() - 3_600_000))
  const id = `re_${number}`
  await db.query(sql`update payment_refund set id = ${id} where payment_id = ${payment}`)
  return id
}

/** An email that was refused 20 times; `-` is for a visitor. Returns its id. */
export async function givenRefusedMail(
  db: Db,
  accountId: string,
  recipient: string,
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(sql`
    insert into mail (account_id, about, kind, recipient, subject, content, tries, last_error, next_try_at)
    values (${accountId}, ${randomUUID()}, 'receipts', ${recipient}, 'Payment received',
            '{"heading": "Payment received", "preview": "", "facts": []}', 20,
            'Error: 550 5.1.1 mailbox unknown', now() + interval '6 hours')
 returning id`)
  return rows[0]!.id
}

/** An event of a payment that the card provider itself does not know. */
export async function givenKeptEvent(db: Db, id: string): Promise<void> {
  const event = {
    id,
    type: 'payment_intent.succeeded',
    objectId: 'pi_nowhere',
    accountId: 'A1',
    attemptId: randomUUID(),
    createdAt: new Date(),
  }
  await db.query(sql`
    insert into provider_event (id, type, object_id, received_at, event, next_try_at, tries, problem)
    values (${id}, ${event.type}, ${event.objectId}, now() - interval '1 hour', ${JSON.stringify(event)},
            now() + interval '9 minutes', 7, 'The card provider does not know the object.')`)
}

export async function givenUnknownPayment(
  db: Db,
  accountId: string,
  intentId: string,
): Promise<void> {
  await db.query(sql`
    insert into unknown_intent (account_id, intent_id, attempt_id, invoice_number, amount_cents, status)
    values (${accountId}, ${intentId}, gen_random_uuid(), 'U-1', 12345, 'succeeded')`)
}

export async function givenPurchaseInReview(db: Db, email: string): Promise<string> {
  const id = randomUUID()
  await db.query(sql`
    insert into accreditation_purchase (id, product_id, product_name, price_cents, currency, buyer, ip_address, state,
                                        buyer_email, paid_cents, settled_at)
    values (${id}, 'P', 'Certified Trader', 24900, 'USD', '{}', '::1', 'review', ${email}, 100, now())`)
  return id
}

/** Records that were refused because of two of them. Returns the upload. */
export async function givenRejectedImport(db: Db, keyName: string): Promise<string> {
  const { rows } = await db.query<{ id: string }>(sql`
    with key as (
      insert into api_key (prefix, key_hash, name, scopes)
      values (${randomUUID()}, sha256(convert_to(${randomUUID()}, 'UTF8')), ${keyName}, '{records:write}') returning id)
    insert into record_upload (api_key_id, dry_run, skip_rejects, state, finished_at, report)
    select id, false, false, 'done', now(), '{"outcome": "refused", "rejected": 2}' from key returning id`)
  return rows[0]!.id
}
