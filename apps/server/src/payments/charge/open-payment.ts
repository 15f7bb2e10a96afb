import { randomUUID } from 'node:crypto'
import sql, { empty } from 'sql-template-tag'
import { cardPaymentRefusal, cardRefusals } from '@portal/domain/invoices/card-payment'
import { isExpired } from '@portal/domain/payments/card-expiry'
import type { Card } from '@portal/domain/payments/cards.schema'
import { readBalances } from '../../invoices/owed.queries.ts'
import { requireCharging } from '../../platform/charging.ts'
import type { Tx } from '../../platform/database.ts'
import type { Author } from '../../platform/history.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Attempt } from './attempt.ts'
import { findDefaultCard } from '../cards/cards.queries.ts'

export interface PaymentOrder {
  author: Author
  limitCents: number
  /** Categories the payer may see; null for every one. */
  categoryIds: readonly number[] | null
  /** The payer is at the screen and can be asked by the card's bank. */
  onSession: boolean
  batchId?: string
  requestKey?: string | undefined
  /** Further rules of who orders: why not to charge so much for an invoice. Asked in the order of the invoices. */
  refuse?: (invoiceId: string, amountCents: number) => string | undefined
}

/** What became of one invoice; `isBusy` when somebody else is at it, so that nothing can be said yet. */
export type Opening = { invoiceId: string } & (
  { attempt: Attempt } | { refusal: Refusal } | { isBusy: true }
)

/** Opens the payment of one invoice, and waits for whoever is busy with it. Throws a Refusal. */
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
 * Writes down that invoices are going to be charged, before anything is sent: the rule is checked under the
 * invoice's lock, the amount frozen, and a unique index lets one such payment of an invoice exist.
 */
export async function openPayments(
  tx: Tx,
  order: PaymentOrder,
  invoiceIds: readonly string[],
): Promise<Opening[]> {
  await requireCharging(tx)
  const invoices = new Map(
    (await lockInvoices(tx, order, invoiceIds)).map((invoice) => [invoice.id, invoice]),
  )
  const card = await usableCard(tx, order.author.accountId).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
  const judged = invoiceIds.map((invoiceId) => {
    const invoice = invoices.get(invoiceId)
    if (!invoice) return { invoiceId, isBusy: true as const }
    const refusal = refusalOf(invoice, order) ?? (card instanceof Refusal ? card : undefined)
    return refusal ? { invoiceId, refusal } : { invoiceId, invoice }
  })
  const payable = judged.flatMap((one) => ('invoice' in one ? one.invoice : []))
  if (card instanceof Refusal || payable.length === 0)
    return judged.flatMap((one) => ('invoice' in one ? [] : one))
  const opened = await insertAttempts(tx, order, card, payable)
  const waiting = await waitingInvoices(
    tx,
    order.author.accountId,
    payable.filter(({ id }) => !opened.has(id)),
  )
  return judged.map((one) => {
    if (!('invoice' in one)) return one
    const { invoiceId } = one
    const attempt = opened.get(invoiceId)
    if (attempt) return { invoiceId, attempt }
    const why = waiting.has(invoiceId) ? waitsForPayer : cardRefusals.charged
    return { invoiceId, refusal: new Refusal(409, why) }
  })
}

const waitsForPayer =
  'A payment of this invoice waits for its payer to answer the bank. It can be paid by itself.'

interface LockedInvoice {
  id: string
  invoiceNumber: string
  currency: string
  balanceDueCents: number
  booksBalanceCents: number
  hasBeenCharged: boolean
  isOnHold: boolean
}

const chargedAlready = new Set<string>([cardRefusals.charged, cardRefusals.onHold])

function refusalOf(invoice: LockedInvoice, order: PaymentOrder): Refusal | undefined {
  const refusal = cardPaymentRefusal(invoice, order.limitCents)
  if (refusal) return new Refusal(chargedAlready.has(refusal) ? 409 : 400, refusal)
  const why = order.refuse?.(invoice.id, invoice.balanceDueCents)
  return why === undefined ? undefined : new Refusal(409, why)
}

/**
 * Invoices first, attempts second, here and in `settlePayments`: the other order deadlocks two payers. Who locks
 * many waits for none, or an import on its way through the same invoices could be the one that is given up.
 */
async function lockInvoices(
  tx: Tx,
  { author, categoryIds }: PaymentOrder,
  invoiceIds: readonly string[],
): Promise<LockedInvoice[]> {
  const locked = await tx.query<LockedInvoice & Record<string, unknown>>(sql`
    select i.id::text as id, i.invoice_number as "invoiceNumber", i.currency,
           i.books_balance_cents as "balanceDueCents", i.books_balance_cents as "booksBalanceCents",
           i.charged_in_books or charging.yes is not null as "hasBeenCharged", false as "isOnHold"
      from invoice i
      -- Looked up for each: as a condition it would be answered from all payments of the company.
      left join lateral (
           select true as yes from payment_attempt p
            where p.account_id = i.account_id and p.invoice_id = i.id and p.state in ('submitted', 'unknown')
            limit 1) charging on true
     where i.account_id = ${author.accountId} and i.id = any (${invoiceIds}::bigint[])
           ${categoryIds ? sql`and i.invoice_category_id = any (${categoryIds})` : empty}
       for update of i ${invoiceIds.length > 1 ? sql`skip locked` : empty}`)
  // After the lock, so that no payment succeeds between the two.
  const ids = locked.map(({ id }) => id)
  const balances = await readBalances(tx, author.accountId, sql`i.id = any (${ids}::bigint[])`)
  const byId = new Map(balances.map((balance) => [balance.invoiceId, balance]))
  return locked.map((invoice) => {
    const { balanceDueCents, hasBeenCharged, isOnHold } = byId.get(invoice.id) ?? invoice
    return {
      ...invoice,
      balanceDueCents,
      isOnHold,
      hasBeenCharged: invoice.hasBeenCharged || hasBeenCharged,
    }
  })
}

/** By invoice; one that has a payment already is not among them. */
async function insertAttempts(
  tx: Tx,
  { author, batchId, onSession, requestKey }: PaymentOrder,
  card: Card,
  invoices: readonly LockedInvoice[],
): Promise<Map<string, Attempt>> {
  const { accountId } = author
  const each = <T>(of: (invoice: LockedInvoice) => T) => invoices.map(of)
  const rows = await tx.query<{
    id: string
    invoiceId: string
    customerId: string
    createdAt: Date
  }>(sql`
    insert into payment_attempt
      (account_id, id, invoice_id, card_id, batch_id, on_session, request_key, amount_cents, currency,
       books_balance_cents, actor_id, actor_account_id, actor_name, ip_address)
    select ${accountId}, id, invoice_id, ${card.id}, ${batchId ?? null}, ${onSession}, ${requestKey ?? null},
           amount_cents, currency, books_balance_cents,
           ${author.actorId}, ${author.actorAccountId}, ${author.actorName}, ${author.ipAddress}
      from unnest(${each(() => randomUUID())}::uuid[], ${each(({ id }) => id)}::bigint[], ${each(({ balanceDueCents }) => balanceDueCents)}::bigint[],
                  ${each(({ currency }) => currency)}::text[],
                  ${each(({ booksBalanceCents }) => booksBalanceCents)}::bigint[])
           as one (id, invoice_id, amount_cents, currency, books_balance_cents)
        on conflict do nothing
 returning id, invoice_id::text as "invoiceId", created_at as "createdAt",
           (select customer_id from provider_customer where account_id = ${accountId}) as "customerId"`)
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  return new Map(
    rows.map(({ id, invoiceId, customerId, createdAt }) => {
      const { invoiceNumber, balanceDueCents } = byId.get(invoiceId)!
      const attempt: Attempt = {
        id,
        customerId,
        createdAt,
        accountId,
        invoiceId,
        invoiceNumber,
        amountCents: balanceDueCents,
        providerCardId: card.stripeId,
        batchId: batchId ?? null,
        onSession,
        state: 'submitted',
        providerId: null,
        author,
      }
      return [invoiceId, attempt]
    }),
  )
}

/** Those whose payment waits for its payer. */
async function waitingInvoices(
  tx: Tx,
  accountId: string,
  invoices: readonly LockedInvoice[],
): Promise<Set<string>> {
  if (invoices.length === 0) return new Set()
  const rows = await tx.query<{ id: string }>(sql`
    select invoice_id::text as id from payment_attempt
     where account_id = ${accountId} and state = 'requires_action'
       and invoice_id = any (${invoices.map(({ id }) => id)}::bigint[])`)
  return new Set(rows.map(({ id }) => id))
}

/** The default card, unless it is missing or has expired; refused before anything is sent. */
export async function usableCard(tx: Tx, accountId: string): Promise<Card> {
  const card = await findDefaultCard(tx, accountId)
  if (!card) throw new Refusal(409, 'There is no default card on file. Please add a card first.')
  if (isExpired(card, new Date().toISOString()))
    throw new Refusal(409, 'The default card has expired. Please choose another card.')
  return card
}
