import sql from 'sql-template-tag'
import { autoPayCaution, bankAccountKey } from '@portal/domain/invoices/bank-transfer'
import {
  announceRefusal,
  transferParts,
  type Announceable,
} from '@portal/domain/invoices/transfer-notice'
import type { PlanTransfer, TransferPlan } from '@portal/domain/invoices/transfers.schema'
import type { Day } from '@portal/domain/kernel/day'
import { fromCents } from '@portal/domain/kernel/money'
import type { Config } from '../../config.ts'
import { recordedAccount, type RecordedAccount } from '../../invoices/bank-accounts.queries.ts'
import { shownAccount } from '../../invoices/bank-transfer.ts'
import { epcText } from '../../invoices/epc-text.ts'
import { leftOutInvoices } from '../../invoices/money-back.queries.ts'
import { announcedNotices } from '../../invoices/transfer-notices.queries.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { authorOf } from '../../platform/history/history.ts'
import { notFound, Refusal } from '../../platform/http/refusal.ts'
import { visibleCategories } from '../../session/visible-categories.ts'
import { readInvoices } from '../charge/payment-rules.ts'

/** Returns how to pay invoices by one transfer, less the credits that the payer deducts. */
export async function planTransfer(
  tx: Tx,
  scope: Scope,
  config: Config,
  { invoiceIds, deducted }: PlanTransfer,
): Promise<TransferPlan> {
  const invoices = (await readTransferInvoices(tx, scope, invoiceIds))!
  requireAnnounceable(invoices)
  const [{ currency, subsidiary, account: recorded }] = invoices as [(typeof invoices)[0]]
  const credits = await readCredits(tx, scope, { currency, subsidiary })
  const used = credits.filter(({ invoiceNumber }) => deducted.includes(invoiceNumber))
  const parts = transferParts(invoices, sum(used))
  const cents = sum(parts)
  const { account, changed } = shownAccount(config, bankAccountKey(subsidiary, currency), recorded)
  const reference = referenceOf(parts.map(({ invoiceNumber }) => invoiceNumber))
  const amount = (one: { cents: number }) => fromCents(one.cents, currency)
  return {
    amount: amount({ cents }),
    due: amount({ cents: sum(transferParts(invoices, 0)) }),
    currencyIsoCode: currency,
    invoices: parts.map((one) => ({
      id: one.id,
      invoiceNumber: one.invoiceNumber,
      amount: amount(one),
    })),
    credits: credits.map((one) => ({ invoiceNumber: one.invoiceNumber, amount: amount(one) })),
    transfer: {
      account,
      changed,
      reference,
      contact: config.seller.email,
      caution: scope.isAutoPayOn && currency === 'USD' ? autoPayCaution('these invoices') : null,
      code: (account && epcText({ account, currency, balanceCents: cents, reference })) ?? null,
    },
  }
}

export const sum = (rows: readonly { cents: number }[]) =>
  rows.reduce((all, one) => all + one.cents, 0)

/** The longest reference that banks transmit. */
const referenceLimit = 140

/** Returns the numbers of the invoices, as many as fit; the announcement names all of them. */
function referenceOf(numbers: readonly string[]): string {
  const fit = numbers.findLastIndex(
    (_, index) => numbers.slice(0, index + 1).join(', ').length <= referenceLimit,
  )
  return numbers.slice(0, fit + 1).join(', ')
}

export interface TransferInvoice extends Announceable {
  id: string
  dueDate: Day | null
  subsidiary: string
  account: RecordedAccount | null
  lastMovement: string
}

/**
 * Reads invoices that a user wants to pay by one transfer; with `lock` also locks them like a payment does, and returns
 * undefined if one of them is locked. Throws a Refusal if the user may not see one, or if they need several transfers.
 */
export async function readTransferInvoices(
  tx: Tx,
  scope: Scope,
  invoiceIds: readonly string[],
  lock?: 'lockFree',
): Promise<TransferInvoice[] | undefined> {
  const { accountId } = scope
  // Locked first: an import may be changing them.
  const order = { author: authorOf(scope), categoryIds: scope.categoryIds }
  const read = await readInvoices(tx, order, invoiceIds, [], lock)
  const facts = await tx.query<
    Pick<TransferInvoice, 'id' | 'dueDate' | 'subsidiary' | 'account' | 'lastMovement'>
  >(sql`
    select i.id::text as id, i.due_date as "dueDate", i.subsidiary, ${recordedAccount} as account,
           (select coalesce(max(m.id), 0)::text from invoice_movement m
             where m.account_id = i.account_id and m.invoice_number = i.invoice_number) as "lastMovement"
      from invoice i
     where i.account_id = ${accountId} and i.id = any (${invoiceIds}::bigint[]) ${visibleCategories(scope)}`)
  if (facts.length < invoiceIds.length) throw notFound()
  if (read.length < facts.length) return undefined
  const moneyBack = await leftOutInvoices(tx, accountId, invoiceIds)
  const notices = await announcedNotices(tx, accountId)
  const byId = new Map(facts.map((one) => [one.id, one]))
  const invoices = read.map(({ waiting, ...one }) => ({
    ...one,
    ...byId.get(one.id)!,
    isWaiting: waiting !== undefined,
    moneyBack: moneyBack.get(one.id) ?? null,
    notice: notices.get(one.invoiceNumber),
  }))
  const kinds = new Set(invoices.map(({ currency, subsidiary }) => `${currency} ${subsidiary}`))
  if (kinds.size > 1)
    throw new Refusal(
      409,
      'One transfer can pay invoices of one currency and one selling company. Please select fewer.',
    )
  return invoices
}

/** Throws a Refusal if a transfer of these amounts cannot be announced, by default of what is due. */
export function requireAnnounceable(
  invoices: readonly TransferInvoice[],
  centsOf = ({ balanceDueCents }: TransferInvoice) => balanceDueCents,
): void {
  for (const invoice of invoices) {
    const refusal = announceRefusal(invoice, centsOf(invoice))
    if (refusal) throw new Refusal(409, refusal)
  }
}

/** Returns what is left of the credits of an invoice's selling company and currency that the user sees, oldest first. */
export const readCredits = (
  tx: Tx,
  scope: Scope,
  { currency, subsidiary }: Pick<TransferInvoice, 'currency' | 'subsidiary'>,
) =>
  tx.query<{ invoiceNumber: string; cents: number }>(sql`
    select i.invoice_number as "invoiceNumber", -i.books_balance_cents as cents from invoice i
     where i.account_id = ${scope.accountId} and i.books_balance_cents < 0 and i.currency = ${currency}
       and i.subsidiary = ${subsidiary} ${visibleCategories(scope)}
     order by i.invoice_date, i.id limit 1000`)
