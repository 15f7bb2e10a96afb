import { isPending, pendingText } from '@portal/domain/invoices/status'
import { formatDay } from '@portal/domain/kernel/day'
import { formatMoney, toCents } from '@portal/domain/kernel/money'
import { isMoving, moneyBackText } from '@portal/domain/invoices/money-back'
import {
  area,
  colours,
  styles,
  Table,
  textBox,
  type Block,
  type Sheet,
} from '../../documents/documents.ts'
import type { SummaryDocument } from './summary-document.ts'

const width = 246
const mostNoteLines = 24
const left = area.right - width
/** Aligned with the last column of the table. */
const right = area.right - Table.inset

/** The sum of the invoice, the remaining amount, and how to pay. */
export function totals(document: SummaryDocument): Block {
  const { invoice } = document
  const currency = invoice.currencyIsoCode
  const balanceDueCents = toCents(invoice.balanceDue, currency)
  const pending = isPending({ hasBeenCharged: invoice.hasBeenCharged, balanceDueCents })
  const total = formatMoney(toCents(invoice.amount, currency), currency)
  const balance = formatMoney(balanceDueCents, currency)
  const words = document.paymentNote ?? paymentNote(document, pending)
  const note = textBox(words, styles.muted, area.width, mostNoteLines)
  const noteTop = 68
  const paint = (sheet: Sheet, top: number) => {
    sheet.mark('P', () => {
      sheet.text(left + Table.inset, top + 22, 'Invoice Total', styles.body)
      sheet.text(right, top + 22, total, styles.strong, 'right')
    })
    sheet.artifact(() => sheet.rule(left, area.right, top + 30, colours.rule))
    const strong = { ...styles.strong, size: 10 }
    sheet.mark('P', () => {
      const label = pending
        ? `Remaining Balance Due ${pendingText(invoice)}`
        : 'Remaining Balance Due'
      sheet.text(left + Table.inset, top + 44, label, { ...strong, size: 9 })
      sheet.text(right, top + 44, balance, strong, 'right')
    })
    sheet.artifact(() => sheet.rule(left, area.right, top + 52, colours.accent, 1))
    sheet.mark('P', () => note.paint(sheet, area.left, top + noteTop + 8))
  }
  return { height: noteTop + note.height + 8, paint }
}

function paymentNote({ invoice, autoPay }: SummaryDocument, pending: boolean): string {
  if (invoice.isOnHold)
    return 'This invoice is being reconciled with your provider. Please do not pay it until that is done.'
  if (pending)
    return 'This invoice has been charged. The balance is cleared once the payment is posted; nothing more needs to be paid.'
  if (invoice.balanceDue < 0 || (invoice.balanceDue === 0 && invoice.amount < 0))
    return 'This is a credit in your favor. No payment is due.'
  if (invoice.balanceDue === 0) return 'This invoice is paid in full. No payment is due. Thank you.'
  const { moneyBack: back } = invoice
  if (back) {
    const moneyBack = { kind: back.kind, at: new Date(back.at) }
    const what = `${moneyBackText(moneyBack)}.`
    if (isMoving(moneyBack)) return `${what} Please do not pay this invoice until that is settled.`
    return `${what} You do not need to pay this invoice unless you were asked to again.`
  }
  if (autoPay?.willCharge) return `${autoPay.sentence} Please do not pay it as well.`
  const by = invoice.dueDate ? ` by ${formatDay(invoice.dueDate)}` : ''
  const words = `Please pay${by} and quote invoice number ${invoice.invoiceNumber} with your payment.`
  return autoPay ? `${words} ${autoPay.sentence}` : words
}
