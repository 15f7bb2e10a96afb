import sql from 'sql-template-tag'
import { formatMoney } from '@portal/domain/kernel/money'
import type { Tx } from '../platform/database/database.ts'
import { recordHistory, type Author } from '../platform/history/history.ts'
import { bookInvoice } from './book-movements.ts'
import { readBalances, type InvoiceBalance } from './owed.queries.ts'

export interface Resolution {
  invoiceNumber: string
  /** Needed when several companies have an invoice of this number. */
  accountId?: string | undefined
  /** How many cents of each portal payment the balance of the newest record contains, by payment id in lower case. */
  contained: ReadonlyMap<string, number>
  /** Returns the author for the history of a company. */
  authorIn: (accountId: string) => Author
}

interface UnexplainedInvoice {
  id: string
  accountId: string
  balanceCents: number
  currency: string
  isNamedByBooks: boolean
}

/** Why a resolution is refused, or what the invoice leaves to pay after it. */
export type Resolved = { problem: string } | { balance: InvoiceBalance | undefined }

/**
 * Adds what the newest record of an invoice lacks: how much of each portal payment its balance contains. This stays valid
 * until a record has another amount or balance, or names payments. `tx` must be of portal_system.
 */
export async function resolveInvoice(tx: Tx, resolution: Resolution): Promise<Resolved> {
  const { invoiceNumber, contained, authorIn } = resolution
  const found = await lockInvoices(tx, resolution)
  const [invoice] = found
  if (!invoice) return { problem: `There is no invoice ${invoiceNumber}.` }
  if (found.length > 1)
    return {
      problem: `Several companies have an invoice ${invoiceNumber}: name one with --company.`,
    }
  const problem = invoice.isNamedByBooks
    ? 'Its newest record names the portal payments itself. Ask the sender of the records to correct it.'
    : await findFault(tx, invoice, contained)
  if (problem) return { problem: `Invoice ${invoiceNumber}: ${problem}` }
  const { accountId, id } = invoice
  await tx.run(sql`
    delete from invoice_portal_payment where account_id = ${accountId} and invoice_id = ${id}`)
  await tx.run(sql`
    insert into invoice_portal_payment (account_id, invoice_id, payment_id, amount_cents)
    select ${accountId}, ${id}, * from unnest(${[...contained.keys()]}::uuid[], ${[...contained.values()]}::bigint[])`)
  await tx.run(sql`
    update invoice set names_payments = true, named_by_person = true
     where account_id = ${accountId} and id = ${id}`)
  await bookInvoice(tx, accountId, id)
  const money = (cents: number) => formatMoney(cents, invoice.currency)
  const parts = [...contained].map(([payment, cents]) => `${money(cents)} of payment ${payment}`)
  await recordHistory(tx, authorIn(accountId), {
    category: 'Invoice',
    entryType: 'Reconciled',
    description: `Reconciled invoice ${invoiceNumber}: its balance of ${money(invoice.balanceCents)} contains ${parts.join(', ')}`,
  })
  const [balance] = await readBalances(tx, accountId, sql`i.id = ${id}`)
  return { balance }
}

function lockInvoices(tx: Tx, { invoiceNumber, accountId }: Resolution) {
  return tx.query<UnexplainedInvoice & Record<string, unknown>>(sql`
    select id::text, account_id as "accountId", books_balance_cents as "balanceCents", currency,
           names_payments and not named_by_person as "isNamedByBooks"
      from invoice
     where invoice_number = ${invoiceNumber} and account_id = coalesce(${accountId ?? null}, account_id)
       for update`)
}

/** Every payment of the invoice must be named, with at most the captured amount. */
async function findFault(
  tx: Tx,
  { id, accountId, currency }: UnexplainedInvoice,
  contained: ReadonlyMap<string, number>,
): Promise<string | undefined> {
  const payments = await tx.query<{ id: string; cents: number; isOwn: boolean }>(sql`
    select id, amount_cents as cents, invoice_id = ${id} as "isOwn" from payment_attempt
     where account_id = ${accountId} and state = 'succeeded'
       and (invoice_id = ${id} or id = any (${[...contained.keys()]}::uuid[]))`)
  const captured = new Map(payments.map((payment) => [payment.id, payment.cents]))
  const left = payments.filter(({ id, isOwn }) => isOwn && !contained.has(id))
  if (left.length > 0)
    return `name for each of its payments how much the balance contains, 0 if nothing: ${left.map((one) => `${one.id} (${formatMoney(one.cents, currency)})`).join(', ')}`
  for (const [payment, cents] of contained) {
    const most = captured.get(payment)
    if (most === undefined) return `the company has no successful payment ${payment}.`
    if (cents > most) return `payment ${payment} was ${formatMoney(most, currency)}, not more.`
  }
  return undefined
}
