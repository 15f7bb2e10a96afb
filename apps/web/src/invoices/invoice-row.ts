import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import { daysOverdue } from '@portal/domain/invoices/overdue'
import { invoiceStatus, isPending, type InvoiceStatus } from '@portal/domain/invoices/status'
import type { Day } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { toCents } from '@portal/domain/kernel/money'
import { moneyBackText, type MoneyBack, type MoneyMoving } from '@portal/domain/payments/money-back'

/** An invoice as the list works with it: amounts in cents, and what follows from them. */
export interface InvoiceRow extends Invoice {
  amountCents: number
  balanceDueCents: number
  status: InvoiceStatus
  isPending: boolean
  /** `Refunded on 11/22/2026`; empty when no money of the invoice went back. */
  moneyBackText: string
  /** Whole days past due; 0 when nothing is overdue. */
  overdueDays: number
  /** All a search looks at, in lower case: put together once, not on every key. */
  searchText: string
}

export function invoiceRow(invoice: Invoice, today: Day): InvoiceRow {
  const amountCents = toCents(invoice.amount, invoice.currencyIsoCode)
  const balanceDueCents = toCents(invoice.balanceDue, invoice.currencyIsoCode)
  const { hasBeenCharged, dueDate, invoiceNumber, name, invoiceType, customerNumber } = invoice
  return {
    ...invoice,
    amountCents,
    balanceDueCents,
    status: invoiceStatus({ amountCents, balanceDueCents }),
    isPending: isPending({ hasBeenCharged, balanceDueCents }),
    moneyBackText: invoice.moneyBack ? moneyBackText(moneyBackOf(invoice.moneyBack)) : '',
    overdueDays: daysOverdue({ dueDate, hasBeenCharged, balanceDueCents }, today),
    searchText: [invoiceNumber, name, invoiceType, customerNumber].join('\n').toLowerCase(),
  }
}

/** What became of earlier payments, as the rules take it. */
export function moneyBackOf({
  kind,
  at,
}: NonNullable<Invoice['moneyBack']>): MoneyBack | MoneyMoving {
  return { kind, at: new Date(at) }
}

/** What the rules about card payments look at. */
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

/** Name and customer number, as far as there are any. */
export function customerText({ name, customerNumber }: Invoice): string {
  return [name, customerNumber].filter(Boolean).map(isolated).join(' · ')
}

/** The service period, or what stands in its place for a late fee. */
export function periodText(invoice: Pick<Invoice, 'isLateFee' | 'servicePeriod'>): string {
  return invoice.isLateFee ? 'Late Fee' : invoice.servicePeriod
}

/** Overdue in words, because colour alone says nothing to many. */
export function overdueText(days: number): string {
  return `${days.toLocaleString('en-US')} ${days === 1 ? 'day' : 'days'} overdue`
}
