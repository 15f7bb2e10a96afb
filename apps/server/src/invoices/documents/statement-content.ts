import { noticeText } from '@portal/domain/invoices/transfer-notice'
import {
  accountRowOf,
  accountRows,
  isOfPortal,
  movementWords,
} from '@portal/domain/invoices/movements'
import type {
  OpenInvoice as OpenRow,
  Statement,
  StatementLine,
  StatementMovement as MovementRow,
  StatementTotal,
} from '@portal/domain/invoices/statement.schema'
import { daysBetween, formatDay } from '@portal/domain/kernel/day'
import type { Cents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { cardName } from '@portal/domain/payments/card-name'
import type {
  OpenInvoice,
  StatementAccount,
  StatementFacts,
  StatementMovement,
} from './statement-document.ts'

/** Returns the content of a statement: the screen, the PDF and the spreadsheet have the same words and numbers. */
export function statementContent(statement: StatementFacts): Statement {
  const { company, from, to, asOf, accounts, movements, open } = statement
  return {
    asOf,
    facts: [
      { label: 'Account', value: company.accountId },
      { label: 'Period', value: periodWords(statement) },
      { label: 'As of', value: formatDay(asOf) },
      { label: 'State', value: stateWords(statement) },
    ],
    accounts: accounts.map((account) => ({
      currency: account.currency,
      lines: accountLines(statement, account),
      closingCents: account.closing,
      aging: account.aging,
    })),
    movements: {
      title: `Movements from ${formatDay(from)} to ${formatDay(to)}`,
      empty: 'Nothing changed in this period.',
      ...listOf(movements.map(movementRow), 'line'),
    },
    open: {
      title: `Open invoices and credits on ${formatDay(asOf)}`,
      empty: 'No invoice or credit was open.',
      ...listOf(
        open.map((invoice) => openRow(invoice, statement)),
        'invoice',
      ),
    },
    notes: notes(statement),
  }
}

export const periodWords = ({ from, to }: Pick<StatementFacts, 'from' | 'to'>): string =>
  `${formatDay(from)} – ${formatDay(to)}`

/** Whether records and payments can still change the statement. */
const stateWords = ({ openFrom }: StatementFacts): string =>
  openFrom ? `Preliminary: days from ${formatDay(openFrom)} on can still change` : 'Final'

/** Returns the lines from the balance before the range to the balance at its end, and to the amount due today. */
function accountLines(
  { from, asOf, movements }: StatementFacts,
  { currency, opening, closing, dueCents, pendingCents, notAppliedCents }: StatementAccount,
): StatementLine[] {
  const own = movements.filter((one) => one.currency === currency)
  const line = (row: StatementLine['row'], label: string, cents: Cents, isTotal = false) => ({
    row,
    label,
    cents,
    isTotal,
  })
  const now = [
    line('pending', 'Being paid, posted, or reconciled: not due now', pendingCents),
    line('notApplied', 'Card payments not applied to an invoice yet', notAppliedCents),
  ].filter(({ cents }) => cents !== 0)
  return [
    line('opening', `Opening balance on ${formatDay(from)}`, opening, true),
    ...accountRows(own).map(({ row, label, count, cents }) =>
      line(row, `${label} (${count.toLocaleString('en-US')})`, cents),
    ),
    line('closing', `Closing balance on ${formatDay(asOf)}`, closing, true),
    ...(dueCents === null || dueCents === closing
      ? []
      : [...now, line('due', `Due on ${formatDay(asOf)}`, dueCents, true)]),
  ]
}

/** With one total per currency, by code: amounts of different currencies are never added. */
function listOf<Row extends { currency: string; cents: Cents }>(rows: Row[], noun: string) {
  const codes = [...new Set(rows.map(({ currency }) => currency))].sort()
  const totals = codes.map((currency): StatementTotal => {
    const some = rows.filter((row) => row.currency === currency)
    const cents = some.reduce((sum, one) => sum + one.cents, 0)
    return { currency, count: plural(some.length, noun), cents }
  })
  return { rows, totals }
}

function movementRow(movement: StatementMovement): MovementRow {
  const { day, invoiceNumber, isKept, card, paidOn, paymentId, cents, currency } = movement
  const words = movementWords(movement)
  return {
    day,
    invoiceNumber,
    isKept,
    // Lines without an amount are in no statement.
    row: accountRowOf(movement)!,
    what: card ? `${words}, ${cardName(card)}` : words,
    // What the payer wrote and what the provider calls the payment; a card payment is called by the id on its receipt.
    reference: [movement.reference, movement.referenceId].filter(Boolean).join(' · '),
    paidOn,
    paymentId,
    source: isOfPortal(movement) ? 'This portal' : 'Our books',
    cents,
    currency,
  }
}

function openRow(invoice: OpenInvoice, { asOf }: StatementFacts): OpenRow {
  const { date, invoiceNumber, isKept, dueDate, cents, currency, notice } = invoice
  const type = invoice.isLateFee ? 'Late Fee' : invoice.invoiceType
  return {
    date,
    invoiceNumber,
    isKept,
    type,
    dueDate,
    age: ageWords(invoice, asOf),
    cents,
    currency,
    ...(notice && { notice: noticeText(notice) }),
  }
}

/** How old an open amount is on the last day of the statement. */
function ageWords({ cents, dueDate }: OpenInvoice, asOf: string) {
  if (cents < 0) return 'Credit'
  const days = dueDate ? daysBetween(dueDate, asOf) : 0
  return days > 0 ? `Overdue ${plural(days, 'day')}` : 'Not due yet'
}

/** Returns notes that explain the numbers. */
function notes({ today, timeZone, isOfVisible }: StatementFacts): string[] {
  return [
    ...(isOfVisible
      ? ['This statement covers only invoices of the categories that its reader sees today.']
      : []),
    `Made on ${formatDay(today)}. Days are days in the time zone ${timeZone}. A change counts on the day on which our books or this portal recorded it.`,
  ]
}
