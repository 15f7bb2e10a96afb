import sql from 'sql-template-tag'
import { notAppliedQuestion, type NotApplied } from '@portal/domain/payments/not-applied'
import { notAppliedCents } from '@portal/domain/payments/owed'
import { keptQuestion } from '@portal/domain/payments/withdrawn'
import type { Tx } from '../platform/database/database.ts'
import { readPaidInvoices } from './owed.queries.ts'
import { findSuccessors } from './withdrawn.queries.ts'

interface Part {
  invoiceNumber: string
  cents: number
  at: Date
  categoryId: number | null
}

/**
 * Returns money of a company that no record contains and that its invoices no longer need, or undefined if there is none.
 * Only invoices of these categories are named and added up; null means all.
 */
export async function findNotApplied(
  tx: Tx,
  accountId: string,
  categoryIds: readonly number[] | null,
): Promise<NotApplied | undefined> {
  const parts = [
    ...(await ofInvoices(tx, accountId)),
    ...(await withoutInvoice(tx, accountId)),
  ].filter(({ cents }) => cents > 0)
  if (parts.length === 0) return undefined
  const seen = parts.filter(
    ({ categoryId }) => !categoryIds || (categoryId !== null && categoryIds.includes(categoryId)),
  )
  return {
    at: new Date(Math.max(...parts.map(({ at }) => at.getTime()))),
    invoiceNumbers: seen.map(({ invoiceNumber }) => invoiceNumber),
    cents: seen.reduce((total, { cents }) => total + cents, 0),
  }
}

/**
 * Returns what to ask before one or all invoices are paid by hand: whether to pay despite money that is not applied, and
 * whether this invoice succeeds a withdrawn one that was paid.
 */
export async function findQuestion(
  tx: Tx,
  accountId: string,
  categoryIds: readonly number[] | null,
  invoiceId?: string,
): Promise<(NotApplied & { question: string }) | undefined> {
  const found = await findNotApplied(tx, accountId, categoryIds)
  const kept = invoiceId && (await findSuccessors(tx, accountId, [invoiceId])).get(invoiceId)
  if (!kept) return found && { ...found, question: notAppliedQuestion(found) }
  const { at, invoiceNumbers = [], cents = 0 } = found ?? {}
  return {
    at: at && at > kept.at ? at : kept.at,
    invoiceNumbers: [...invoiceNumbers, kept.invoiceNumber],
    cents: cents + kept.keptCents,
    question: [found && notAppliedQuestion(found), keptQuestion(kept)].filter(Boolean).join(' '),
  }
}

const isNowhere = sql`p.state = 'succeeded' and not exists (
  select from invoice_portal_payment n where n.account_id = p.account_id and n.payment_id = p.id)
  and not exists (
  select from payment_elsewhere e where e.account_id = p.account_id and e.payment_id = p.id)`

async function ofInvoices(tx: Tx, accountId: string): Promise<Part[]> {
  // Selects the few invoices that may have money left over, by their captured amounts.
  const candidates = await tx.query<{ id: string; categoryId: number }>(sql`
    select i.id::text as id, i.invoice_category_id as "categoryId"
      from payment_attempt p join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
     where p.account_id = ${accountId} and i.names_payments and ${isNowhere}
     group by i.account_id, i.id
    having sum(p.amount_cents) > greatest(i.books_balance_cents, 0)`)
  if (candidates.length === 0) return []
  const categories = new Map(candidates.map(({ id, categoryId }) => [id, categoryId]))
  const facts = await readPaidInvoices(
    tx,
    sql`i.account_id = ${accountId} and i.id = any (${[...categories.keys()]}::bigint[])`,
  )
  return facts.map(({ invoiceId, invoiceNumber, money, lastPaidAt }) => ({
    invoiceNumber,
    cents: notAppliedCents(money),
    at: lastPaidAt,
    categoryId: categories.get(invoiceId) ?? null,
  }))
}

/** Adopted payments whose invoice is missing here. */
function withoutInvoice(tx: Tx, accountId: string): Promise<Part[]> {
  return tx.query<Part>(sql`
    select p.invoice_number as "invoiceNumber", payment_net_cents(p.account_id, p.id) as cents,
           p.settled_at as at, null as "categoryId"
      from payment_attempt p
     where p.account_id = ${accountId} and p.invoice_id is null and ${isNowhere}`)
}
