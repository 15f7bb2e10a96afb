import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import {
  autoPayTonight,
  daysOverdue,
  daysUntilDue,
  isAutoPayTonight,
} from '@portal/domain/invoices/overdue'
import {
  invoiceStatus,
  isPending,
  statusText,
  type InvoiceStatus,
} from '@portal/domain/invoices/status'
import { formatDay, type Day } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { toCents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { noticeText, type TransferNotice } from '@portal/domain/invoices/transfer-notice'
import { autoPayToday } from '../kernel/today.ts'
import type { BadgeTone } from '../ui/Badge.tsx'
import { moneyBackText, type MoneyBack, type MoneyMoving } from '@portal/domain/invoices/money-back'

/** An invoice for the list: amounts in cents, and derived values. */
export interface InvoiceRow extends Invoice {
  amountCents: number
  balanceDueCents: number
  status: InvoiceStatus
  isPending: boolean
  /** `Refunded on 11/22/2026`; empty if no money of the invoice was refunded. */
  moneyBackText: string
  /** `Transfer of $1,000.00 announced for 11/30/2026 by Paula Reyes`; empty if none is announced. */
  noticeText: string
  /** Whole days past due; 0 if not overdue. */
  overdueDays: number
  /** Whole days until an open invoice is due, if they are few. */
  dueInDays: number | undefined
  isAutoPayTonight: boolean
}

export function invoiceRow(invoice: Invoice, today: Day): InvoiceRow {
  const amountCents = toCents(invoice.amount, invoice.currencyIsoCode)
  const balanceDueCents = toCents(invoice.balanceDue, invoice.currencyIsoCode)
  const { hasBeenCharged, dueDate } = invoice
  const due = { dueDate, hasBeenCharged, balanceDueCents, autoPayOn: invoice.autoPayOn }
  const notice = noticeOf(invoice)
  return {
    ...invoice,
    amountCents,
    balanceDueCents,
    status: invoiceStatus({ amountCents, balanceDueCents }),
    isPending: isPending({ hasBeenCharged, balanceDueCents }),
    moneyBackText: invoice.moneyBack ? moneyBackText(moneyBackOf(invoice.moneyBack)) : '',
    noticeText: notice ? noticeText(notice) : '',
    overdueDays: daysOverdue(due, today),
    dueInDays: daysUntilDue(due, today),
    isAutoPayTonight: isAutoPayTonight(due, autoPayToday()),
  }
}

/** The refunds and disputes of earlier payments, as the rules expect them. */
export function moneyBackOf({
  kind,
  at,
}: NonNullable<Invoice['moneyBack']>): MoneyBack | MoneyMoving {
  return { kind, at: new Date(at) }
}

/** The announced transfer, as the rules expect it. */
export function noticeOf({
  transferNotice,
}: Pick<Invoice, 'transferNotice'>): TransferNotice | undefined {
  if (!transferNotice) return undefined
  // The invoice may have another currency since.
  const { id, amount, currencyIsoCode: currency, paidOn, announcedBy: actorName } = transferNotice
  return { id, cents: toCents(amount, currency), currency, paidOn, actorName }
}

/** The fields that the rules for card payments read. */
export function cardPayable(
  row: Pick<InvoiceRow, 'hasBeenCharged' | 'isOnHold' | 'balanceDueCents' | 'currencyIsoCode'>,
) {
  return {
    hasBeenCharged: row.hasBeenCharged,
    isOnHold: row.isOnHold,
    balanceDueCents: row.balanceDueCents,
    currency: row.currencyIsoCode,
  }
}

export interface Standing {
  /** `Overdue 3 days`, `Due in 5 days`, `Open`. */
  text: string
  tone: BadgeTone
  mark: 'pending' | 'overdue' | 'soon' | InvoiceStatus
}

/** Overdue for longer than this is an alarm. */
const lateDays = 30

/** The status of an invoice. Colored only if a user must act; a payment being confirmed or posted needs no action. */
export function standing(row: InvoiceRow): Standing {
  const { status } = row
  if (row.isPending)
    return { text: statusText(row), tone: row.isOnHold ? 'warn' : 'neutral', mark: 'pending' }
  if (row.isAutoPayTonight) return { text: autoPayTonight, tone: 'neutral', mark: 'soon' }
  return dueStanding(row) ?? { text: status, tone: 'neutral', mark: status }
}

/** The status of an unpaid invoice that is overdue or due soon. */
export function dueStanding({
  overdueDays,
  dueInDays,
}: Pick<InvoiceRow, 'overdueDays' | 'dueInDays'>): Standing | undefined {
  if (overdueDays > 0) {
    const tone = overdueDays > lateDays ? 'danger' : 'warn'
    return { text: `Overdue ${plural(overdueDays, 'day')}`, tone, mark: 'overdue' }
  }
  if (dueInDays === undefined) return undefined
  const when = dueInDays === 0 ? 'today' : `in ${plural(dueInDays, 'day')}`
  return { text: `Due ${when}`, tone: 'warn', mark: 'soon' }
}

/** `due 12/01/2026`, or `no due date`. */
export const dueText = (dueDate: Day | null) =>
  dueDate ? `due ${formatDay(dueDate)}` : 'no due date'

/** Customer number and name, if present; a name that is too long is cut off at its end. */
export function customerText({ name, customerNumber }: Invoice): string {
  return [customerNumber, name].filter(Boolean).map(isolated).join(' · ')
}

/** The service period, or `Late Fee`. */
export function periodText(invoice: Pick<Invoice, 'isLateFee' | 'servicePeriod'>): string {
  return invoice.isLateFee ? 'Late Fee' : invoice.servicePeriod
}
