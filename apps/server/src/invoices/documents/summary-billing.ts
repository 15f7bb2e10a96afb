import { isPending } from '@portal/domain/invoices/status'
import { formatDay } from '@portal/domain/kernel/day'
import { formatMoney, toCents } from '@portal/domain/kernel/money'
import { face } from './face.ts'
import type { Block } from './flow.ts'
import type { StatusWords } from './invoice-status.ts'
import { factList } from './letterhead.ts'
import { colours, contentRight, contentWidth, lineHeight, margins, styles } from './look.ts'
import type { Sheet } from './sheet.ts'
import type { SummaryDocument } from './summary.ts'
import { fit } from './table.ts'
import { shorten, wrapText } from './wrap.ts'

const columnGap = 30
const leftWidth = 250
const rightLeft = margins.left + leftWidth + columnGap
const panelHeight = 50

/** Whom the invoice is for, its facts, and the two amounts one looks for first. */
export function billing(document: SummaryDocument, status: StatusWords): Block {
  const { company, invoice } = document
  const name = wrapText(face('bold'), company.name, styles.section.size, leftWidth, 5)
  const address = (company.addressLines ?? [])
    .slice(0, 8)
    .map((line) => shorten(face('regular'), line, styles.muted.size, leftWidth))
  const buyer = factList(
    [
      { label: 'Account', value: company.accountId },
      { label: 'Customer number', value: invoice.customerNumber },
      { label: 'Customer', value: invoice.name === company.name ? '' : invoice.name },
    ],
    margins.left,
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
    contentRight - rightLeft,
  )
  const nameStep = styles.section.size * lineHeight
  const addressStep = styles.body.size * lineHeight
  const buyerTop = 16 + name.length * nameStep + address.length * addressStep + 4
  const bodyHeight = Math.max(buyerTop + buyer.height, facts.height + 4)
  const paint = (sheet: Sheet, top: number) => {
    sheet.mark('P', () => {
      sheet.text(margins.left, top + 8.2, 'Bill to', styles.label)
      name.forEach((line, index) =>
        sheet.text(margins.left, top + 23 + index * nameStep, line, styles.section),
      )
      const addressTop = top + 20 + name.length * nameStep
      address.forEach((line, index) =>
        sheet.text(margins.left, addressTop + index * addressStep, line, styles.muted),
      )
    })
    buyer.paint(sheet, top + buyerTop)
    facts.paint(sheet, top)
    paintPanel(sheet, top + bodyHeight + 12, document, status)
  }
  return { height: bodyHeight + 12 + panelHeight + 16, paint }
}

function paintPanel(sheet: Sheet, top: number, { invoice }: SummaryDocument, status: StatusWords) {
  const balanceDueCents = toCents(invoice.balanceDue)
  const pending = isPending({ hasBeenCharged: invoice.hasBeenCharged, balanceDueCents })
  const currency = invoice.currencyIsoCode
  const balanceColour = balanceDueCents > 0 ? colours.red : colours.green
  const figures = [
    {
      label: 'Invoice Total',
      text: formatMoney(toCents(invoice.amount), currency),
      colour: colours.ink,
    },
    {
      label: pending ? 'Remaining Balance Due (pending)' : 'Remaining Balance Due',
      text: formatMoney(balanceDueCents, currency),
      colour: balanceColour,
    },
    { label: 'Status', text: status.words, colour: status.colour },
  ]
  const inset = 14
  const width = (contentWidth - 2 * inset) / 3
  sheet.artifact(() => {
    sheet.box(margins.left, top, contentWidth, panelHeight, colours.band)
    sheet.box(margins.left, top, 2.5, panelHeight, colours.accent)
  })
  figures.forEach(({ label, text, colour }, index) => {
    const left = margins.left + inset + index * width
    sheet.mark('P', () => {
      sheet.text(left, top + 18, label, styles.label)
      sheet.text(left, top + 37, text, fit(text, { ...styles.figure, colour }, width - inset))
    })
  })
}
