import sql, { empty } from 'sql-template-tag'
import { cardPaymentRefusal, cardRefusals } from '@portal/domain/invoices/card-payment'
import { isExpired } from '@portal/domain/payments/card-expiry'
import { hasBeenCharged } from '../invoices/invoices.queries.ts'
import { requireCharging } from '../platform/charging.ts'
import type { Tx } from '../platform/database.ts'
import type { Author } from '../platform/history.ts'
import { notFound, Refusal } from '../platform/refusal.ts'
import { selectAttempts } from './attempts.queries.ts'
import type { Attempt } from './attempt.ts'
import { findDefaultCard } from './cards.queries.ts'

export interface PaymentOrder {
  author: Author
  invoiceId: string
  limitCents: number
  /** Categories the payer may see; null for every one. */
  categoryIds: readonly number[] | null
  /** Refused above it: a balance that rose after a customer had seen it is not charged. */
  mostCents?: number | undefined
  batchId?: string
  /** The payer is at the screen and can be asked by the card's bank. */
  onSession: boolean
  requestKey?: string | undefined
}

interface LockedInvoice {
  currency: string
  balanceDueCents: number
  booksBalanceCents: number
  hasBeenCharged: boolean
}

/**
 * Writes down that an invoice is going to be charged, before anything is sent: the rule is checked under
 * the invoice's lock, the amount frozen, and a unique index lets one such payment exist. Throws a Refusal.
 */
export async function openPayment(tx: Tx, order: PaymentOrder): Promise<Attempt> {
  const { author, invoiceId } = order
  await requireCharging(tx)
  const invoice = await lockInvoice(tx, order)
  if (!invoice) throw notFound()
  const refusal = cardPaymentRefusal(invoice, order.limitCents)
  if (refusal) throw new Refusal(refusal === cardRefusals.charged ? 409 : 400, refusal)
  if (order.mostCents && invoice.balanceDueCents > order.mostCents)
    throw new Refusal(409, 'The balance has risen since the charge was planned.')
  const cardId = await usableCard(tx, author.accountId)
  const opened = await tx.one<{ id: string }>(sql`
    insert into payment_attempt
      (account_id, invoice_id, card_id, batch_id, on_session, request_key, amount_cents, currency, books_balance_cents,
       actor_id, actor_account_id, actor_name, ip_address)
    values (${author.accountId}, ${invoiceId}, ${cardId}, ${order.batchId ?? null}, ${order.onSession}, ${order.requestKey ?? null},
            ${invoice.balanceDueCents}, ${invoice.currency}, ${invoice.booksBalanceCents},
            ${author.actorId}, ${author.actorAccountId}, ${author.actorName}, ${author.ipAddress})
        on conflict do nothing
 returning id`)
  if (!opened) throw new Refusal(409, cardRefusals.charged)
  const [attempt] = await selectAttempts(
    tx,
    sql`p.account_id = ${author.accountId} and p.id = ${opened.id}`,
  )
  if (!attempt) throw new Error('the attempt is not there')
  return attempt
}

/** Invoice first, attempt second, here and in `settlePayment`: the other order deadlocks two payers. */
function lockInvoice(tx: Tx, { author, invoiceId, categoryIds }: PaymentOrder) {
  return tx.one<LockedInvoice>(sql`
    select i.currency, i.balance_due_cents as "balanceDueCents", i.books_balance_cents as "booksBalanceCents",
           ${hasBeenCharged} as "hasBeenCharged"
      from invoice i
     where i.account_id = ${author.accountId} and i.id = ${invoiceId}
           ${categoryIds ? sql`and i.invoice_category_id = any (${categoryIds})` : empty}
       for update`)
}

/** The default card, unless it is missing or has expired; refused before anything is sent. */
export async function usableCard(tx: Tx, accountId: string): Promise<string> {
  const card = await findDefaultCard(tx, accountId)
  if (!card) throw new Refusal(409, 'There is no default card on file. Please add a card first.')
  if (isExpired(card, new Date().toISOString()))
    throw new Refusal(409, 'The default card has expired. Please choose another card.')
  return card.id
}
