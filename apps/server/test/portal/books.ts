import { randomUUID } from 'node:crypto'
import type pg from 'pg'

type Writer = Pick<pg.ClientBase, 'query'>

/** Writes a captured payment of an invoice, as the portal would, including the ledger; returns its id. */
export async function writePayment(
  owner: Writer,
  invoiceNumber: string,
  cents: number,
  isPosted: boolean,
  at = new Date(),
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `with card as (
       insert into card (account_id, provider_card_id, fingerprint, brand, last4, exp_month, exp_year)
       select account_id, gen_random_uuid(), gen_random_uuid(), 'visa', '4242', 1, 2040 from invoice where invoice_number = $1
    returning id)
     insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, amount_cents, currency,
                                  actor_name, ip_address, state, settled_at, posted_at)
     select i.account_id, i.id, i.invoice_number, card.id, $2, 'USD', 'Ana', '::1', 'succeeded', $4::timestamptz,
            case when $3 then $4 end
       from invoice i, card where i.invoice_number = $1
  returning id`,
    [invoiceNumber, cents, isPosted, at],
  )
  const id = rows[0]!.id
  await book(owner, id, -cents, at)
  return id
}

/** Writes a refund of a payment. */
export async function writeRefund(
  owner: Writer,
  paymentId: string,
  cents: number,
  at = new Date(),
): Promise<void> {
  await owner.query(
    `insert into payment_refund (account_id, id, payment_id, amount_cents, state, went_back_at)
     select account_id, gen_random_uuid()::text, id, $2, 'succeeded', $3 from payment_attempt where id = $1`,
    [paymentId, cents, at],
  )
  await book(owner, paymentId, cents, at)
}

/** Writes a lost dispute of a payment. */
export async function writeLostDispute(
  owner: Writer,
  paymentId: string,
  cents: number,
  at = new Date(),
): Promise<void> {
  await owner.query(
    `insert into payment_dispute (account_id, id, payment_id, amount_cents, state, went_back_at)
     select account_id, gen_random_uuid()::text, id, $2, 'lost', $3 from payment_attempt where id = $1`,
    [paymentId, cents, at],
  )
  await book(owner, paymentId, cents, at)
}

async function book(owner: Writer, paymentId: string, cents: number, at: Date): Promise<void> {
  await owner.query(
    `insert into ledger_entry (account_id, transaction_id, ledger_account, invoice_id, payment_id, amount_cents, currency, created_at)
     select a.account_id, $2::uuid, side.name, a.invoice_id, a.id, side.sign * $3::bigint, 'USD', $4
       from payment_attempt a, (values ('receivable', 1), ('card_clearing', -1)) side (name, sign)
      where a.id = $1`,
    [paymentId, randomUUID(), cents, at],
  )
}
