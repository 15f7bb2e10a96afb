import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { cardRefusals } from '@portal/domain/invoices/card-payment'
import { isExpired } from '@portal/domain/payments/card-expiry'
import type { Card } from '@portal/domain/payments/cards.schema'
import { requireCharging } from './charging-stop.ts'
import type { Tx } from '../../platform/database/database.ts'
import { logStep } from '../../platform/log/steps.ts'
import { currentRequestId } from '../../platform/log/trace.ts'
import { notFound, Refusal } from '../../platform/http/refusal.ts'
import type { Attempt } from './attempt.ts'
import { findCard, findDefaultCard } from '../cards/cards.queries.ts'
import { judgeInvoices, type JudgedInvoice, type PaymentOrder } from './payment-rules.ts'

/** The result for one invoice; `isBusy` if its row is locked, so that the result is not known yet. */
export type Opening = { invoiceId: string } & (
  { attempt: Attempt } | { refusal: Refusal } | { isBusy: true }
)

/** Opens the payment of one invoice, waiting while its row is locked. Throws a Refusal. */
export async function openPayment(
  tx: Tx,
  order: PaymentOrder,
  invoiceId: string,
): Promise<Attempt> {
  const [opening] = await openPayments(tx, order, [invoiceId])
  if (opening && 'attempt' in opening) return opening.attempt
  throw opening && 'refusal' in opening ? opening.refusal : notFound()
}

/**
 * Records that invoices will be charged, before any call to the provider: checks the rules under the invoice's lock and
 * fixes the amount. A unique index allows one open payment per invoice.
 */
export async function openPayments(
  tx: Tx,
  order: PaymentOrder,
  invoiceIds: readonly string[],
): Promise<Opening[]> {
  await requireCharging(tx)
  const lock = invoiceIds.length > 1 ? 'lockFree' : 'lock'
  const invoices = await judgeInvoices(tx, order, invoiceIds, { lock })
  const card = await usableCard(tx, order.author.accountId, order.cardId).catch(
    (error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    },
  )
  const judged = invoiceIds.map((invoiceId) => {
    const invoice = invoices.get(invoiceId)
    if (!invoice) return { invoiceId, isBusy: true as const }
    const refusal = invoice.refusal ?? (card instanceof Refusal ? card : undefined)
    return refusal ? { invoiceId, refusal } : { invoiceId, invoice }
  })
  const payable = judged.flatMap((one) => ('invoice' in one ? one.invoice : []))
  if (card instanceof Refusal || payable.length === 0)
    return judged.flatMap((one) => ('invoice' in one ? [] : one))
  const opened = await insertAttempts(tx, order, card, payable)
  return judged.map((one) => {
    if (!('invoice' in one)) return one
    const { invoiceId } = one
    const attempt = opened.get(invoiceId)
    return attempt
      ? { invoiceId, attempt }
      : { invoiceId, refusal: new Refusal(409, cardRefusals.charged) }
  })
}

/** Returns attempts by invoice, without invoices that already have a payment. */
async function insertAttempts(
  tx: Tx,
  { author, batchId, onSession, requestKey }: PaymentOrder,
  card: Card,
  invoices: readonly JudgedInvoice[],
): Promise<Map<string, Attempt>> {
  const { accountId } = author
  const each = <T>(of: (invoice: JudgedInvoice) => T) => invoices.map(of)
  const rows = await tx.query<{
    id: string
    invoiceId: string
    customerId: string
    openedAt: Date
  }>(sql`
    insert into payment_attempt
      (account_id, id, invoice_id, invoice_number, card_id, batch_id, on_session, request_key, request_id, amount_cents,
       currency, actor_id, actor_account_id, actor_name, ip_address)
    select ${accountId}, id, invoice_id, invoice_number, ${card.id}, ${batchId ?? null}, ${onSession}, ${requestKey ?? null},
           ${currentRequestId() ?? null}, amount_cents, currency,
           ${author.actorId}, ${author.actorAccountId}, ${author.actorName}, ${author.ipAddress}
      from unnest(${each(() => randomUUID())}::uuid[], ${each(({ id }) => id)}::bigint[],
                  ${each(({ invoiceNumber }) => invoiceNumber)}::text[],
                  ${each(({ balanceDueCents }) => balanceDueCents)}::bigint[],
                  ${each(({ currency }) => currency)}::text[])
           as one (id, invoice_id, invoice_number, amount_cents, currency)
        on conflict do nothing
 returning id, invoice_id::text as "invoiceId", created_at as "openedAt",
           (select customer_id from provider_customer where account_id = ${accountId}) as "customerId"`)
  tx.afterCommit(() => {
    for (const { id, invoiceId } of rows)
      logStep('payment.opened', {
        accountId,
        attemptId: id,
        invoiceNumber: byId.get(invoiceId)!.invoiceNumber,
        ...(batchId && { batchId }),
      })
  })
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  return new Map(
    rows.map(({ id, invoiceId, customerId, openedAt }) => {
      const { invoiceNumber, balanceDueCents } = byId.get(invoiceId)!
      const attempt: Attempt = {
        id,
        customerId,
        openedAt,
        accountId,
        invoiceId,
        invoiceNumber,
        amountCents: balanceDueCents,
        providerCardId: card.stripeId,
        batchId: batchId ?? null,
        onSession,
        state: 'open',
        isAdopted: false,
        intentId: null,
        author,
      }
      return [invoiceId, attempt]
    }),
  )
}

/** Returns the named card, or else the default card. Throws a Refusal if the card is missing or expired. */
export async function usableCard(tx: Tx, accountId: string, cardId?: string): Promise<Card> {
  const [card, which] = cardId
    ? [await findCard(tx, accountId, cardId), 'card']
    : [await findDefaultCard(tx, accountId), 'default card']
  if (!card && cardId)
    throw new Refusal(409, 'The card is no longer on file. Please choose another card.')
  if (!card) throw new Refusal(409, 'There is no default card on file. Please add a card first.')
  if (isExpired(card, new Date().toISOString()))
    throw new Refusal(409, `The ${which} has expired. Please choose another card.`)
  return card
}
