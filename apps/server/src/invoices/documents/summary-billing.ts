import { isPending, pendingText } from '@portal/domain/invoices/status'
import { formatDay } from '@portal/domain/kernel/day'
import { formatMoney, toCents } from '@portal/domain/kernel/money'
import {
  area,
  colours,
  factList,
  fit,
  styles,
  textBox,
  type Block,
  type Sheet,
} from '../../documents/documents.ts'
import type { StatusWords } from './invoice-status.ts'
import type { SummaryDocument } from './summary-document.ts'

const columnGap = 30
const leftWidth = 250
const rightLeft = area.left + leftWidth + columnGap
const panelHeight = 50

/** The customer, the facts of the invoice, and its two most important amounts. */
export function billing(document: SummaryDocument, status: StatusWords): Block {
  const { company, invoice } = document
  const name = textBox(company.name, styles.section, leftWidth, 5)
  const address = textBox((company.addressLines ?? []).slice(0, 8), styles.muted, leftWidth)
  const buyer = factList(
    [
      { label: 'Account', value: company.accountId },
      { label: 'Customer number', value: invoice.customerNumber },
      { label: 'Customer', value: invoice.name === company.name ? '' : invoice.name },
    ],
    area.left,
    82,
    leftWidth,
  )
  const facts = factList(
    [
      { label: 'Invoice number', value: invoice.invoiceNumber },
      { label: 'Invoice date', value: formatDay(invoice.date) },
      { label: 'Due date', value: invoice.dueDate ? formatDay(invoice.dueDate) : '' },
      { label: 'Service period', value: invoice.isLateFee ? 'Late Fee' : invoice.servicePeriod },
      { label: 'Type', value: invoice.invoiceType },
      { label: 'Currency', value: invoice.currencyIsoCode },
    ],
    rightLeft,
    82,
    area.right - rightLeft,
  )
  const buyerTop = 16 + name.height + address.height + 4
  const bodyHeight = Math.max(buyerTop + buyer.height, facts.height + 4)
  const paint = (sheet: Sheet, top: number) => {
    sheet.mark('P', () => {
      sheet.text(area.left, top + 8.2, 'Bill to', styles.label)
      name.paint(sheet, area.left, top + 23)
      address.paint(sheet, area.left, top + 20 + name.height)
    })
    buyer.paint(sheet, top + buyerTop)
    facts.paint(sheet, top)
    paintPanel(sheet, top + bodyHeight + 12, document, status)
  }
  return { height: bodyHeight + 12 + panelHeight + 16, paint }
}

function paintPanel(sheet: Sheet, top: number, { invoice }: SummaryDocument, status: StatusWords) {
  const currency = invoice.currencyIsoCode
  const balanceDueCents = toCents(invoice.balanceDue, currency)
  const pending = isPending({ hasBeenCharged: invoice.hasBeenCharged, balanceDueCents })
  const balanceColour = balanceDueCents > 0 ? colours.red : colours.green
  const figures = [
    {
      label: 'Invoice Total',
      text: formatMoney(toCents(invoice.amount, currency), currency),
      colour: colours.ink,
    },
    {
      label: pending ? `Remaining Balance Due ${pendingText(invoice)}` : 'Remaining Balance Due',
      text: formatMoney(balanceDueCents, currency),
      colour: balanceColour,
    },
    { label: 'Status', text: status.words, colour: status.colour },
  ]
  const inset = 14
  const width = (area.width - 2 * inset) / 3
  sheet.artifact(() => sheet.band(top, panelHeight))
  figures.forEach(({ label, text, colour }, index) => {
    const left = area.left + inset + index * width
    sheet.mark('P', () => {
      sheet.text(left, top + 18, label, styles.label)
      sheet.text(left, top + 37, text, fit(text, { ...styles.figure, colour }, width - inset))
    })
  })
}
