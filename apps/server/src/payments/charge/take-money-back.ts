import sql from 'sql-template-tag'
import { formatMoney } from '@portal/domain/kernel/money'
import type { Deps } from '../../deps.ts'
import { withAccount, type Tx } from '../../platform/database.ts'
import { recordHistory, systemAuthor, type HistoryEntry } from '../../platform/history.ts'
import { queueMail } from '../../platform/mail-queue.ts'
import { publishEvent } from '../../platform/outbox.ts'
import type { MoneyBack, ProviderEvent } from '../../providers/cards/card-provider.ts'
import { paymentOfEvent, type Attempt } from './attempt.ts'
import { selectAttempts } from './attempts.queries.ts'
import { store, storeEvent } from './provider-events.queries.ts'
import { receiptRecipients } from '../receipts/receipt.ts'

export const moneyBackEvents = new Set([
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
])

/**
 * Takes the news that money of a charge went back or is disputed. The provider is asked for all of it, so that
 * late and doubled events do nothing, and an early one everything. The payment itself is never edited.
 */
export async function takeMoneyBack(deps: Deps, event: ProviderEvent): Promise<void> {
  const back = event.paymentId && (await deps.cards.findMoneyBack(event.paymentId))
  if (!back || !back.accountId || !back.attemptId)
    return void (await store(deps, event, 'not ours'))
  const { accountId, attemptId } = back
  await withAccount(deps.paymentsDb, accountId, async (tx) => {
    const [attempt] = await selectAttempts(
      tx,
      sql`p.account_id = ${accountId} and p.id = ${attemptId} and p.state = 'succeeded'`,
    )
    if (!attempt) {
      deps.log.error(
        { eventId: event.id },
        'money went back for a payment that has not succeeded here',
      )
      await storeEvent(tx, event, 'quarantined')
      return
    }
    // Invoice first, attempt second, as everywhere.
    await tx.run(sql`
      select from invoice where account_id = ${accountId} and id = ${attempt.invoiceId} for update`)
    if (await storeEvent(tx, event, 'taken')) await bookMoneyBack(tx, attempt, back)
  })
}

async function bookMoneyBack(tx: Tx, attempt: Attempt, back: MoneyBack): Promise<void> {
  const { accountId, id } = attempt
  for (const refund of back.refunds) {
    const isNew = await tx.run(sql`
      insert into payment_refund (account_id, id, payment_id, amount_cents)
      values (${accountId}, ${refund.id}, ${id}, ${refund.amountCents}) on conflict do nothing`)
    if (!isNew) continue
    await giveBack(tx, attempt, refund.amountCents)
    await tell(
      tx,
      attempt,
      `refund ${refund.id}`,
      'Refund',
      (amount, invoice) => [
        `Refunded ${amount} of the payment of invoice ${invoice}`,
        'The money goes back to the card the invoice was paid with; banks need a few days.',
      ],
      refund.amountCents,
    )
    await publishEvent(tx, {
      accountId,
      type: 'invoice.payment.refunded',
      data: {
        ...paymentOfEvent(attempt, refund.amountCents),
        refundId: refund.id,
        remainingCents: await netCents(tx, attempt),
      },
    })
  }
  for (const dispute of back.disputes) {
    const before = await tx.one<{ state: string }>(sql`
      select state from payment_dispute where account_id = ${accountId} and id = ${dispute.id} for update`)
    // A decided dispute stays decided, whatever an older event says.
    if (before && (before.state !== 'open' || before.state === dispute.state)) continue
    await tx.run(sql`
      insert into payment_dispute (account_id, id, payment_id, amount_cents, state, closed_at)
      values (${accountId}, ${dispute.id}, ${id}, ${dispute.amountCents}, ${dispute.state},
              case when ${dispute.state} <> 'open' then now() end)
          on conflict (account_id, id) do update set state = excluded.state, closed_at = excluded.closed_at`)
    if (dispute.state === 'lost') await giveBack(tx, attempt, dispute.amountCents)
    const about = `dispute ${dispute.id} ${dispute.state}`
    await tell(tx, attempt, about, 'Dispute', disputeTexts[dispute.state], dispute.amountCents)
    await publishEvent(tx, {
      accountId,
      type: 'invoice.payment.disputed',
      data: {
        ...paymentOfEvent(attempt, dispute.amountCents),
        disputeId: dispute.id,
        state: dispute.state,
        remainingCents: await netCents(tx, attempt),
      },
    })
  }
}

/** What is left of the payment; a bank that takes back more than that leaves nothing. */
async function netCents(tx: Tx, { accountId, id }: Attempt): Promise<number> {
  const left = await tx.one<{ cents: number }>(sql`
    select greatest(payment_net_cents(${accountId}, ${id}), 0) as cents`)
  return left!.cents
}

type Words = (amount: string, invoice: string) => [description: string, ...more: string[]]

const disputeTexts: Record<'open' | 'won' | 'lost', Words> = {
  open: (amount, invoice) => [
    `The payment of invoice ${invoice} (${amount}) is disputed by the card's bank`,
    'Until the bank has decided, the invoice is not charged again.',
  ],
  won: (amount, invoice) => [
    `The dispute of the payment of invoice ${invoice} (${amount}) was closed: it stands`,
  ],
  lost: (amount, invoice) => [
    `The bank took back ${amount} of the payment of invoice ${invoice}`,
    'The invoice is due again.',
  ],
}

/** The ledger's way back, and the invoice's: what was paid is owed again. */
async function giveBack(
  tx: Tx,
  { accountId, invoiceId, id }: Attempt,
  cents: number,
): Promise<void> {
  await tx.run(sql`
    with entry as (select gen_random_uuid() as transaction_id)
    insert into ledger_entry (account_id, transaction_id, ledger_account, invoice_id, payment_id, amount_cents, currency)
    select ${accountId}, entry.transaction_id, side.ledger_account, ${invoiceId}, ${id}, side.amount_cents, 'USD'
      from entry, (values ('receivable', ${cents}::bigint),
                          ('card_clearing', -${cents}::bigint)) as side (ledger_account, amount_cents)`)
  // Nothing of it is left: it waits for the books no longer, and the invoice can be paid again.
  await tx.run(sql`
    update payment_attempt
       set posted_at = coalesce(posted_at, now())
     where account_id = ${accountId} and id = ${id} and payment_net_cents(account_id, id) <= 0`)
}

async function tell(
  tx: Tx,
  attempt: Attempt,
  about: string,
  entryType: HistoryEntry['entryType'],
  words: Words,
  cents: number,
): Promise<void> {
  const { accountId, id, author } = attempt
  const [description, ...more] = words(formatMoney(cents, 'USD'), attempt.invoiceNumber)
  const entry = { category: 'Payment', entryType, description, paymentId: id } as const
  await recordHistory(tx, systemAuthor(accountId, 'Card provider'), entry)
  await queueMail(tx, {
    accountId,
    about,
    recipients: await receiptRecipients(tx, accountId, author.actorId),
    subject: description,
    paragraphs: [`${description}.`, ...more, `Payment reference: ${id}`],
  })
}
