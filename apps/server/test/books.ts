import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** What the provider captured for an invoice, as the portal would have written it, ledger included; answers its id. */
export async function writePayment(
  owner: pg.ClientBase,
  invoiceNumber: string,
  cents: number,
  isPosted: boolean,
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `with card as (
       insert into card (account_id, provider_card_id, fingerprint, brand, last4, exp_month, exp_year)
       select account_id, gen_random_uuid(), gen_random_uuid(), 'visa', '4242', 1, 2040 from invoice where invoice_number = $1
    returning id)
     insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, amount_cents, currency,
                                  actor_name, ip_address, state, settled_at, posted_at)
     select i.account_id, i.id, i.invoice_number, card.id, $2, 'USD', 'Ana', '::1', 'succeeded', now(),
            case when $3 then now() end
       from invoice i, card where i.invoice_number = $1
  returning id`,
    [invoiceNumber, cents, isPosted],
  )
  const id = rows[0]!.id
  await book(owner, id, -cents)
  return id
}

/** Money of a payment that went back. */
export const writeRefund = (owner: pg.ClientBase, paymentId: string, cents: number) =>
  book(owner, paymentId, cents)

async function book(owner: pg.ClientBase, paymentId: string, cents: number): Promise<void> {
  await owner.query(
    `insert into ledger_entry (account_id, transaction_id, ledger_account, invoice_id, payment_id, amount_cents, currency)
     select a.account_id, $2::uuid, side.name, a.invoice_id, a.id, side.sign * $3::bigint, 'USD'
       from payment_attempt a, (values ('receivable', 1), ('card_clearing', -1)) side (name, sign)
      where a.id = $1`,
    [paymentId, randomUUID(), cents],
  )
}
