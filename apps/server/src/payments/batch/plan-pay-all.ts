import sql, { empty } from 'sql-template-tag'
import { cardRefusals } from '@portal/domain/invoices/card-payment'
import { fromCents } from '@portal/domain/kernel/money'
import type { PayAllPlan } from '@portal/domain/payments/charges.schema'
import type { Tx } from '../../platform/database/database.ts'
import type { Author } from '../../platform/history/history.ts'
import { notFound } from '../../platform/http/refusal.ts'
import { judgeInvoices } from '../charge/payment-rules.ts'

interface PlannedInvoice {
  id: string
  invoiceNumber: string
  currency: string
  cents: number
  dueDate: string | null
}

/** The charges that "pay all" would make now, oldest due date first, and the invoices that it would leave out. */
export interface Plan {
  charged: PlannedInvoice[]
  leftOut: (PlannedInvoice & { reason: string })[]
}

/**
 * Judges every unpaid invoice, or the selected ones, by the rules for opening a batch's payments. With `categoryIds` null,
 * all categories count. Throws a Refusal if the payer may not see a selected invoice.
 */
export async function planPayAll(
  tx: Tx,
  author: Author,
  categoryIds: readonly number[] | null,
  limitCents: number,
  selected?: readonly string[],
): Promise<Plan> {
  const open = await tx.query<{ id: string; dueDate: string | null }>(sql`
    select i.id::text as id, i.due_date as "dueDate" from invoice i
     where i.account_id = ${author.accountId} and ${selected ? sql`i.id = any (${selected}::bigint[])` : sql`i.books_balance_cents > 0`}
           ${categoryIds ? sql`and i.invoice_category_id = any (${categoryIds})` : empty}
     order by i.due_date nulls last, i.id`)
  if (selected && open.length < selected.length) throw notFound()
  const order = { author, categoryIds, limitCents, onSession: true, batchId: 'plan' }
  const judged = await judgeInvoices(
    tx,
    order,
    open.map(({ id }) => id),
  )
  const planned = open.flatMap(({ id, dueDate }) => {
    const invoice = judged.get(id)
    // The invoice was read after the list of ids, and may be gone.
    if (!invoice) return []
    const { invoiceNumber, currency, balanceDueCents: cents, refusal } = invoice
    const isPaid = cents <= 0
    if (isPaid && !selected) return []
    const reason = isPaid
      ? 'Nothing is left to pay.'
      : refusal && (inPlainWords[refusal.message] ?? refusal.message)
    return [{ id, invoiceNumber, currency, cents, dueDate, reason }]
  })
  const charged = planned.filter(({ reason }) => reason === undefined)
  const leftOut = planned.flatMap(({ reason, ...one }) =>
    reason === undefined ? [] : [{ ...one, reason }],
  )
  return { charged, leftOut }
}

/** Longer wordings for refusals that are too short in a list. */
const inPlainWords: Record<string, string> = {
  [cardRefusals.currency]: 'Only invoices in USD can be paid by card.',
  [cardRefusals.charged]: 'A card payment of this invoice is in progress or being posted.',
}

/** Returns the plan as shown to the payer. */
export function showPlan({ charged, leftOut }: Plan): PayAllPlan {
  const show = ({ invoiceNumber, currency, cents, dueDate }: PlannedInvoice) => ({
    invoiceNumber,
    amount: fromCents(cents, currency),
    currencyIsoCode: currency,
    dueDate,
  })
  return {
    amount: fromCents(
      charged.reduce((sum, { cents }) => sum + cents, 0),
      'USD',
    ),
    currencyIsoCode: 'USD',
    charged: charged.map(show),
    leftOut: leftOut.map((one) => ({ ...show(one), reason: one.reason })),
  }
}

/** Inserts the planned invoices into a batch. */
export async function fillBatch(
  tx: Tx,
  accountId: string,
  batchId: string,
  { charged }: Pick<Plan, 'charged'>,
): Promise<void> {
  await tx.run(sql`
    insert into payment_batch_item (account_id, batch_id, position, invoice_id, amount_cents)
    select ${accountId}, ${batchId}, nth, invoice_id, amount_cents
      from unnest(${charged.map(({ id }) => id)}::bigint[], ${charged.map(({ cents }) => cents)}::bigint[])
           with ordinality as item (invoice_id, amount_cents, nth)`)
}
