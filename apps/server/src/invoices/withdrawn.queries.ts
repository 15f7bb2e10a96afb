import sql from 'sql-template-tag'
import {
  keptCents,
  looksLikeSuccessor,
  type Issued,
  type Kept,
  type Succeeded,
} from '@portal/domain/payments/withdrawn'
import type { Tx } from '../platform/database/database.ts'
import { monthOfInvoice } from '../changes/month-of-invoice.ts'
import { readPaidInvoices } from './owed.queries.ts'

/** Returns the withdrawn invoices that look replaced by open ones, or by the given ones. */
export async function findSuccessors(
  tx: Tx,
  accountId: string,
  invoiceIds?: readonly string[],
): Promise<Map<string, Succeeded>> {
  const withdrawn = await readPaidInvoices(
    tx,
    sql`i.account_id = ${accountId} and i.amount_cents <= 0 and not i.names_payments`,
  )
  const money = new Map(
    withdrawn.flatMap(({ invoiceId, money, lastPaidAt: at }) => {
      const cents = keptCents(money)
      return cents > 0 ? [[invoiceId, { keptCents: cents, at }]] : []
    }),
  )
  if (money.size === 0) return new Map()
  const isAsked = invoiceIds
    ? sql`i.id = any (${invoiceIds}::bigint[])`
    : sql`i.books_balance_cents > 0`
  const issued = await tx.query<Issued & Record<string, unknown>>(sql`
    select i.id::text as "invoiceId", i.invoice_number as "invoiceNumber", i.invoice_category_id as "categoryId",
           i.currency, ${monthOfInvoice} as month, i.amount_cents as "amountCents"
      from invoice i
     where i.account_id = ${accountId} and (${isAsked} or i.id = any (${[...money.keys()]}::bigint[]))
     order by i.id`)
  const kept = issued.flatMap((one): Kept[] => {
    const found = money.get(one.invoiceId)
    return found ? [{ ...one, ...found }] : []
  })
  return new Map(
    issued.flatMap((one) => {
      const former = kept.find((each) => looksLikeSuccessor(one, each))
      return former ? [[one.invoiceId, { ...former, successor: one.invoiceNumber }]] : []
    }),
  )
}
