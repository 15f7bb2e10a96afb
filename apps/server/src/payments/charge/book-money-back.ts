import sql from 'sql-template-tag'
import { bookInvoice } from '../../invoices/book-movements.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProviderDispute, ProviderRefund } from '../../providers/cards/card-provider.ts'
import type { PaidAttempt } from './attempt.ts'
import { notifyDispute, notifyRefund } from './notify-refunds.ts'

/** A refund or dispute as stored. */
interface Known {
  id: string
  kind: 'refund' | 'dispute'
  state: ProviderRefund['state'] | ProviderDispute['state']
  amountCents: number
}

/** Returns all stored refunds and disputes of a payment, in a fixed order. */
export function knownMoneyBack(tx: Tx, { accountId, id }: PaidAttempt): Promise<Known[]> {
  return tx.query<Known>(sql`
    select id, 'refund' as kind, state, amount_cents as "amountCents"
      from payment_refund where account_id = ${accountId} and payment_id = ${id}
     union all
    select id, 'dispute', state, amount_cents
      from payment_dispute where account_id = ${accountId} and payment_id = ${id}
     order by id`)
}

/** Returns how much of a refund or dispute the customer has received. */
const backCents = (one: Pick<Known, 'state' | 'amountCents'> | undefined) =>
  one?.state === 'succeeded' || one?.state === 'lost' ? one.amountCents : 0

/** Stores the states of refunds and disputes, books the differences from the stored states, and reports them to the customer. */
export async function bookMoneyBack(
  tx: Tx,
  attempt: PaidAttempt,
  known: readonly Known[],
  now: {
    refunds: readonly ProviderRefund[]
    disputes: readonly (ProviderDispute & { at: Date })[]
  },
): Promise<void> {
  const { accountId, id } = attempt
  const knownById = new Map(known.map((one) => [one.id, one]))
  for (const refund of now.refunds) {
    const before = knownById.get(refund.id)
    if (isSame(before, refund)) continue
    await tx.run(sql`
      insert into payment_refund (account_id, id, payment_id, amount_cents, state, went_back_at)
      values (${accountId}, ${refund.id}, ${id}, ${refund.amountCents}, ${refund.state}, ${refund.at})
          on conflict (account_id, id) do update
         set amount_cents = excluded.amount_cents, state = excluded.state, went_back_at = excluded.went_back_at`)
    const wentBack = backCents(refund) - backCents(before)
    await moveBack(tx, attempt, wentBack)
    await notifyRefund(tx, attempt, refund, { before: before?.state, wentBack })
  }
  for (const dispute of now.disputes) {
    const before = knownById.get(dispute.id)
    if (isSame(before, dispute)) continue
    const wentBackAt = dispute.state === 'lost' ? dispute.at : null
    await tx.run(sql`
      insert into payment_dispute (account_id, id, payment_id, amount_cents, state, went_back_at)
      values (${accountId}, ${dispute.id}, ${id}, ${dispute.amountCents}, ${dispute.state}, ${wentBackAt})
          on conflict (account_id, id) do update
         set amount_cents = excluded.amount_cents, state = excluded.state, went_back_at = excluded.went_back_at`)
    await moveBack(tx, attempt, backCents(dispute) - backCents(before))
    await notifyDispute(tx, attempt, dispute, before?.state)
  }
  await bookInvoice(tx, accountId, attempt.invoiceId)
}

const isSame = (before: Known | undefined, now: ProviderRefund | ProviderDispute) =>
  before?.state === now.state && before.amountCents === now.amountCents

/** Books money that was returned to the customer; a negative amount was paid back to the provider. */
async function moveBack(tx: Tx, attempt: PaidAttempt, cents: number): Promise<void> {
  if (cents === 0) return
  const { accountId, invoiceId, id } = attempt
  await tx.run(sql`
    with entry as (select gen_random_uuid() as transaction_id)
    insert into ledger_entry (account_id, transaction_id, ledger_account, invoice_id, payment_id, amount_cents, currency)
    select ${accountId}, entry.transaction_id, side.ledger_account, ${invoiceId}, ${id}, side.amount_cents, 'USD'
      from entry, (values ('receivable', ${cents}::bigint),
                          ('card_clearing', -${cents}::bigint)) as side (ledger_account, amount_cents)`)
  // The payment is fully returned, so it does not wait for the books any more.
  await tx.run(sql`
    update payment_attempt set posted_at = coalesce(posted_at, now())
     where account_id = ${accountId} and id = ${id} and payment_net_cents(account_id, id) <= 0`)
}
