import sql from 'sql-template-tag'
import type { ResolveItem } from '@portal/domain/attention/attention.schema'
import { formatMoney } from '@portal/domain/kernel/money'
import { bookInvoice } from '../invoices/book-movements.ts'
import { collectInvoice } from '../invoices/collect-invoice.ts'
import { readBalances } from '../invoices/owed.queries.ts'
import { resolveInvoice } from '../invoices/resolve-invoice.ts'
import type { Tx } from '../platform/database/database.ts'
import { notFound, Refusal } from '../platform/http/refusal.ts'
import { companyOf, idOf, type Done, type Resolving } from './resolving.ts'

export async function explain(tx: Tx, { item, authorIn }: Resolving): Promise<Done | undefined> {
  const accountId = companyOf(item)
  const [before] = await readBalances(tx, accountId, sql`i.invoice_number = ${item.id}`)
  if (!before?.isOnHold) return undefined
  const contained = new Map(item.payments?.map(({ id, cents }) => [id, cents]))
  const result = await resolveInvoice(tx, {
    invoiceNumber: item.id,
    accountId,
    contained,
    authorIn,
  })
  if ('problem' in result) throw new Refusal(409, result.problem)
  const cents = result.balance?.balanceDueCents ?? 0
  const owed =
    cents > 0 ? `${formatMoney(cents, 'USD')} of it can be paid` : 'nothing is left to pay'
  return { message: `Invoice ${item.id} is explained: ${owed}.` }
}

interface Released extends Record<string, unknown> {
  invoiceId: string | null
  invoiceNumber: string
  cents: number
  currency: string
}

/**
 * Releases money that is named in another company. Only super admins may learn the name of that company, so the history of
 * the payer's company does not contain it.
 */
export async function release(tx: Tx, { item }: Resolving): Promise<Done | undefined> {
  const [paymentId, toInvoiceId] = item.id.split('.')
  const released = await tx.one<Released>(sql`
    update payment_elsewhere e set released_at = now()
      from payment_attempt p
     where e.account_id = ${companyOf(item)} and p.account_id = e.account_id and p.id = e.payment_id
       and e.payment_id::text = ${paymentId} and e.to_invoice_id::text = ${toInvoiceId} and e.released_at is null
 returning p.invoice_id::text as "invoiceId", p.invoice_number as "invoiceNumber", e.amount_cents as cents, p.currency`)
  if (!released) return undefined
  await bookInvoice(tx, companyOf(item), released.invoiceId)
  const { invoiceNumber, cents, currency } = released
  return {
    message: `What the books show for invoice ${invoiceNumber} is owed again.`,
    history: {
      category: 'Invoice',
      entryType: 'Reconciled',
      description: `Confirmed that the books apply ${formatMoney(cents, currency)} of the card payment for invoice ${invoiceNumber} to another account`,
    },
  }
}

export async function collect(tx: Tx, { item, authorIn }: Resolving): Promise<Done | undefined> {
  const accountId = companyOf(item)
  const back = await tx.one<{ invoiceNumber: string; canAct: boolean }>(sql`
    select p.invoice_number as "invoiceNumber",
           m.went_back_at >= greatest(i.collect_at, i.person_collects_at, '-infinity') as "canAct"
      from (select payment_id, went_back_at from payment_refund
             where account_id = ${accountId} and id = ${item.id} and state = 'succeeded'
             union all
            select payment_id, went_back_at from payment_dispute
             where account_id = ${accountId} and id = ${item.id} and state = 'lost') m
      join payment_attempt p on p.account_id = ${accountId} and p.id = m.payment_id
      join invoice i on i.account_id = p.account_id and i.id = p.invoice_id`)
  if (!back?.canAct) return undefined
  const { invoiceNumber } = back
  const result = await collectInvoice(tx, { invoiceNumber, accountId, authorIn })
  if ('problem' in result) throw new Refusal(409, result.problem)
  return {
    message: `AutoPay and payments of several invoices include invoice ${invoiceNumber} again.`,
  }
}

export async function describeEnd(tx: Tx, { item }: Resolving): Promise<Done> {
  const attempt = await findAttempt(tx, item)
  const { subject, state, needsPerson } = attempt
  if (needsPerson) throw new Refusal(409, `${needsPerson} Settle it at the card provider first.`)
  if (state !== 'succeeded' && state !== 'failed')
    throw new Refusal(
      409,
      `The outcome of ${subject} is not known yet. The portal checks again every minute.`,
    )
  return {
    message: `Checked with the card provider: ${subject} ${state}.`,
    history: {
      category: 'Invoice',
      entryType: 'Reconciled',
      description: `Checked ${subject} with the card provider: it ${state}`,
    },
  }
}

export async function clearMark(tx: Tx, { item }: Resolving): Promise<Done | undefined> {
  const { subject, needsPerson } = await findAttempt(tx, item)
  if (!needsPerson) return undefined
  await tx.run(sql`
    update payment_attempt set needs_person = null
     where account_id = ${companyOf(item)} and id = ${item.id}`)
  return {
    message: `Marked ${subject} as handled.`,
    history: {
      category: 'Invoice',
      entryType: 'Reconciled',
      description: `Marked ${subject} as handled: ${needsPerson}`,
    },
  }
}

async function findAttempt(tx: Tx, item: ResolveItem) {
  const attempt = await tx.one<{
    number: string
    cents: number
    currency: string
    state: string
    needsPerson: string | null
  }>(sql`
    select invoice_number as number, amount_cents as cents, currency, state, needs_person as "needsPerson"
      from payment_attempt where account_id = ${companyOf(item)} and id = ${idOf(item)} for no key update`)
  if (!attempt) throw notFound()
  const subject = `the payment of ${formatMoney(attempt.cents, attempt.currency)} for invoice ${attempt.number}`
  return { ...attempt, subject }
}

export async function acknowledge(tx: Tx, { item }: Resolving): Promise<Done | undefined> {
  const known = await tx.one<{ number: string }>(sql`
    update unknown_intent set acknowledged_at = now()
     where account_id = ${companyOf(item)} and intent_id = ${item.id} and acknowledged_at is null
 returning invoice_number as number`)
  if (!known) return undefined
  const description = `Acknowledged the unknown payment ${item.id} for invoice ${known.number}`
  return {
    message: `${description}.`,
    history: { category: 'Invoice', entryType: 'Reconciled', description },
  }
}
