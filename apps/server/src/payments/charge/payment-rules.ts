import sql, { empty, type Sql } from 'sql-template-tag'
import { cardPaymentRefusal, cardRefusals } from '@portal/domain/invoices/card-payment'
import { changedAmount, type ShownAmount } from '@portal/domain/kernel/shown'
import { questionMs } from '@portal/domain/payments/charge-steps'
import {
  isMoving,
  moneyBackText,
  payAgainQuestion,
  type MoneyBack,
  type MoneyMoving,
} from '@portal/domain/invoices/money-back'
import {
  noticeText,
  payAnnouncedQuestion,
  type TransferNotice,
} from '@portal/domain/invoices/transfer-notice'
import { keptText } from '@portal/domain/payments/withdrawn'
import { leftOutInvoices } from '../../invoices/money-back.queries.ts'
import { findQuestion } from '../../invoices/not-applied.queries.ts'
import { readBalances } from '../../invoices/owed.queries.ts'
import { announcedNotices } from '../../invoices/transfer-notices.queries.ts'
import { findSuccessors } from '../../invoices/withdrawn.queries.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Author } from '../../platform/history/history.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Attempt } from './attempt.ts'

export interface PaymentOrder {
  author: Author
  limitCents: number
  /** Categories that the payer may see; null for all. */
  categoryIds: readonly number[] | null
  /** The payer is present and can confirm with the card's bank. */
  onSession: boolean
  /** The amount that the payer of one invoice saw. */
  shown?: ShownAmount | undefined
  /** The card to charge; by default the default card. */
  cardId?: string | undefined
  batchId?: string
  requestKey?: string | undefined
  /** The payer confirmed paying the invoice again although money was returned until this time. */
  payAgainAfter?: Date | undefined
  /** The payer confirmed paying despite money that was paid until this time and is not applied. */
  notAppliedUntil?: Date | undefined
  /** The announced transfer despite which the payer confirmed paying the invoice. */
  noticeId?: string | undefined
  /** Returns further rules of a batch; called each time the rules are applied. Attempts in `without` do not count. */
  bounds?: (tx: Tx, without: readonly string[]) => Promise<Bounds>
  /** Returns why the rest of a batch is not paid; called before each confirm. */
  findStop?: (tx: Tx) => Promise<string | undefined>
}

export interface Bounds {
  /** Why nothing may be charged any more. */
  stopped?: string | undefined
  /** Returns why this amount may not be charged for an invoice. Called in the order of the invoices. */
  refuse?: (invoiceId: string, amountCents: number) => string | undefined
}

/** An invoice, with the reason if it may not be charged. */
export type JudgedInvoice = ReadInvoice & { refusal?: Refusal | undefined }

interface Judging {
  /** Attempts to ignore, because they are the ones being checked. */
  without?: readonly string[]
  /** `lockFree` skips locked invoices. */
  lock?: 'lock' | 'lockFree'
}

/**
 * Applies every rule that decides whether and how much may be charged: when a payment is opened, under the invoices'
 * locks, and again before its intent is stored and confirmed.
 */
export async function judgeInvoices(
  tx: Tx,
  order: PaymentOrder,
  invoiceIds: readonly string[],
  { without = [], lock }: Judging = {},
): Promise<Map<string, JudgedInvoice>> {
  const read = await readInvoices(tx, order, invoiceIds, without, lock)
  const bounds = await order.bounds?.(tx, without)
  const left = await leftOutInvoices(tx, order.author.accountId, invoiceIds)
  const notices = await announcedNotices(tx, order.author.accountId)
  const asked = await notAppliedRefusals(tx, order, invoiceIds)
  const invoices = new Map(read.map((invoice) => [invoice.id, invoice]))
  return new Map(
    invoiceIds.flatMap((id) => {
      const invoice = invoices.get(id)
      return invoice
        ? [
            [
              id,
              {
                ...invoice,
                refusal:
                  refusalOf(invoice, order, bounds, left.get(id)) ??
                  noticeRefusal(notices.get(invoice.invoiceNumber), order) ??
                  asked(id),
              },
            ],
          ]
        : []
    }),
  )
}

/** Names the payer and the deadline. Paying the invoice alone ends the waiting payment. */
const waitsForPayer = ({ payer, openedAt }: Waiting) =>
  Object.assign(
    new Refusal(
      409,
      `The bank has asked ${payer} to confirm a payment of this invoice, until ` +
        `${new Date(openedAt.getTime() + questionMs).toISOString().slice(11, 16)} UTC. To pay it now, pay this invoice alone.`,
    ),
    { inLog: 'The bank has asked its payer to confirm it.' },
  )

interface ReadInvoice {
  id: string
  invoiceNumber: string
  currency: string
  balanceDueCents: number
  hasBeenCharged: boolean
  isOnHold: boolean
  /** The payment of the invoice that waits for the payer's confirmation with the bank. */
  waiting: Waiting | undefined
}

type ReadRow = Omit<ReadInvoice, 'waiting'> & { payer: string | null; openedAt: Date | null }

interface Waiting {
  payer: string
  openedAt: Date
}

const chargedAlready = new Set<string>([cardRefusals.charged, cardRefusals.onHold])

function refusalOf(
  invoice: ReadInvoice,
  order: PaymentOrder,
  bounds: Bounds | undefined,
  left: MoneyBack | MoneyMoving | undefined,
): Refusal | undefined {
  const refusal = cardPaymentRefusal(invoice, order.limitCents)
  if (refusal) return new Refusal(chargedAlready.has(refusal) ? 409 : 400, refusal)
  if (invoice.waiting) return waitsForPayer(invoice.waiting)
  const moneyBack = moneyBackRefusal(left, order)
  if (moneyBack) return moneyBack
  const changed =
    order.shown && changedAmount(order.shown, invoice.balanceDueCents, invoice.currency)
  if (changed) return new Refusal(409, changed)
  const why = bounds?.stopped ?? bounds?.refuse?.(invoice.id, invoice.balanceDueCents)
  return why === undefined ? undefined : new Refusal(409, why)
}

/** An invoice whose money was returned can only be paid by hand, after a question. */
function moneyBackRefusal(
  left: MoneyBack | MoneyMoving | undefined,
  { batchId, payAgainAfter }: PaymentOrder,
): Refusal | undefined {
  if (!left) return undefined
  if (batchId !== undefined) return new Refusal(409, moneyBackText(left))
  const isAnswered = !isMoving(left) && payAgainAfter !== undefined && payAgainAfter >= left.at
  return isAnswered ? undefined : new Refusal(409, payAgainQuestion(left))
}

/** An invoice with an announced transfer can only be paid by hand, after a question. */
function noticeRefusal(
  notice: TransferNotice | undefined,
  { batchId, noticeId }: PaymentOrder,
): Refusal | undefined {
  if (!notice || (batchId === undefined && noticeId === notice.id)) return undefined
  return new Refusal(409, batchId === undefined ? payAnnouncedQuestion(notice) : noticeText(notice))
}

/**
 * Asks a user who pays one invoice about money that is not applied. AutoPay's plan skips the company because of such
 * money, and "pay all" asks before it starts. Both leave out an invoice that looks like the successor of a withdrawn one.
 */
async function notAppliedRefusals(tx: Tx, order: PaymentOrder, invoiceIds: readonly string[]) {
  if (order.batchId === undefined) {
    const refusal = await askNotApplied(tx, order, invoiceIds[0])
    return () => refusal
  }
  const kept = await findSuccessors(tx, order.author.accountId, invoiceIds)
  return (id: string) => {
    const former = kept.get(id)
    return former && new Refusal(409, keptText(former))
  }
}

/** Asks the payer about money that is not applied to invoices yet, unless the payer has confirmed. */
export async function askNotApplied(
  tx: Tx,
  {
    author,
    categoryIds,
    notAppliedUntil,
  }: Pick<PaymentOrder, 'author' | 'categoryIds' | 'notAppliedUntil'>,
  invoiceId?: string,
): Promise<Refusal | undefined> {
  const found = await findQuestion(tx, author.accountId, categoryIds, invoiceId)
  if (!found || (notAppliedUntil && notAppliedUntil >= found.at)) return undefined
  return new Refusal(409, found.question)
}

/**
 * Locks invoices first and attempts second, as in `applyAlignment`: with the other order, two payers could deadlock. Many
 * invoices are locked with SKIP LOCKED, because waiting while holding locks could deadlock with an import.
 */
export async function readInvoices(
  tx: Tx,
  { author, categoryIds }: Pick<PaymentOrder, 'author' | 'categoryIds'>,
  invoiceIds: readonly string[],
  without: readonly string[],
  lock?: Judging['lock'],
): Promise<ReadInvoice[]> {
  const read = await tx.query<ReadRow & Record<string, unknown>>(sql`
    select i.id::text as id, i.invoice_number as "invoiceNumber", i.currency,
           i.books_balance_cents as "balanceDueCents",
           i.charged_in_books or charging.yes is not null as "hasBeenCharged", false as "isOnHold",
           waiting.payer, waiting.opened_at as "openedAt"
      from invoice i
      -- Lateral: as a plain join it would read all payments of the company.
      left join lateral (${otherAttempt(sql`true as yes`, sql`'open'`, without)}) charging on true
      left join lateral (${otherAttempt(sql`p.actor_name as payer, p.created_at as opened_at`, sql`'requires_action'`, without)}) waiting on true
     where i.account_id = ${author.accountId} and i.id = any (${invoiceIds}::bigint[])
           ${categoryIds ? sql`and i.invoice_category_id = any (${categoryIds})` : empty}
     order by i.id ${lock ? sql`for update of i` : empty} ${lock === 'lockFree' ? sql`skip locked` : empty}`)
  // Read after the lock, so that no payment succeeds in between.
  const ids = read.map(({ id }) => id)
  const balances = await readBalances(tx, author.accountId, sql`i.id = any (${ids}::bigint[])`)
  const byId = new Map(balances.map((balance) => [balance.invoiceId, balance]))
  return read.map(({ payer, openedAt, ...invoice }) => {
    const { balanceDueCents, hasBeenCharged, isOnHold } = byId.get(invoice.id) ?? invoice
    return {
      ...invoice,
      balanceDueCents,
      isOnHold,
      hasBeenCharged: invoice.hasBeenCharged || hasBeenCharged,
      waiting: payer !== null && openedAt !== null ? { payer, openedAt } : undefined,
    }
  })
}

const otherAttempt = (columns: Sql, state: Sql, without: readonly string[]) => sql`
  select ${columns} from payment_attempt p
   where p.account_id = i.account_id and p.invoice_id = i.id and p.state = ${state}
     and p.id <> all (${without}::uuid[]) limit 1`

/** Whether the invoice of an open attempt still owes exactly the attempt's amount, and the attempt is not being canceled. */
export async function isStillOwed(
  tx: Tx,
  { id, author, invoiceId, amountCents }: Attempt,
): Promise<boolean> {
  if (invoiceId === null) return false
  const isEnding = await tx.one(sql`
    select from payment_attempt
     where account_id = ${author.accountId} and id = ${id} and failure_code is not null`)
  if (isEnding) return false
  const [invoice] = await readInvoices(tx, { author, categoryIds: null }, [invoiceId], [id])
  return invoice?.balanceDueCents === amountCents && !invoice.hasBeenCharged && !invoice.isOnHold
}
