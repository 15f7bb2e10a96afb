import {
  accountRows,
  changedAccountText,
  noAccountText,
  paymentRows,
} from '@portal/domain/invoices/bank-transfer'
import type { InvoiceDetail, LineItem } from '@portal/domain/invoices/invoices.schema'
import { isAutoPayTonight } from '@portal/domain/invoices/overdue'
import { isPending } from '@portal/domain/invoices/status'
import { subjectText } from '@portal/domain/invoices/line-subject'
import { formatDay } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { formatMoney, formatQuantity, formatUnitPrice, toCents } from '@portal/domain/kernel/money'
import {
  colours,
  oneLine,
  pause,
  printPdf,
  styles,
  Table,
  type Block,
  type Cell,
} from '../../documents/documents.ts'
import { changeBlocks } from './summary-changes.ts'
import { statusWords } from './invoice-status.ts'
import { billing } from './summary-billing.ts'
import type { SummaryDocument } from './summary-document.ts'
import { totals } from './summary-totals.ts'
import { transferBlock } from './transfer-block.ts'

const rowsBetweenPauses = 250

/** Prints one invoice. */
export async function summaryPdf(document: SummaryDocument): Promise<Buffer> {
  const { seller, company, invoice, created } = document
  const number = oneLine(invoice.invoiceNumber)
  const title = `${summaryTitle(invoice)} ${number}`
  const name = oneLine(company.name)
  const paper = {
    seller,
    title,
    subject: `${title}, ${name}`,
    heading: summaryTitle(invoice),
    subheading: number,
    runningHead: `${title} · ${isolated(name)}`,
    foot: `${title} · ${formatDay(invoice.date)}`,
    created,
  }
  return printPdf(paper, document, async () => [
    billing(document, statusWords(standing(document), document.today)),
    ...(await lineTable(invoice)),
    totals(document),
    ...(document.changes ? changeBlocks(document.changes) : []),
    ...howToTransfer(invoice),
  ])
}

function howToTransfer({ bankTransfer, balanceDue, currencyIsoCode }: InvoiceDetail): Block[] {
  if (!bankTransfer) return []
  const { account, changed, reference, contact, caution, code } = bankTransfer
  const balanceCents = toCents(balanceDue, currencyIsoCode)
  const rows = account
    ? [...accountRows(account), ...paymentRows(balanceCents, currencyIsoCode, reference)]
    : []
  const note = account ? account.note : noAccountText(currencyIsoCode, contact)
  const cautions = [
    ...(caution ? [caution] : []),
    ...(changed ? [changedAccountText(changed, account)] : []),
  ]
  return [transferBlock({ title: 'Pay by bank transfer', cautions, rows, note, code })]
}

function standing({ invoice, created }: SummaryDocument) {
  const { hasBeenCharged, isOnHold, isBeingPosted, dueDate, currencyIsoCode, autoPayOn } = invoice
  const amountCents = toCents(invoice.amount, currencyIsoCode)
  const balanceDueCents = toCents(invoice.balanceDue, currencyIsoCode)
  const pending = isPending({ hasBeenCharged, balanceDueCents })
  const due = { dueDate, hasBeenCharged, balanceDueCents, autoPayOn }
  return {
    amountCents,
    balanceDueCents,
    isPending: pending,
    isOnHold,
    isBeingPosted,
    dueDate,
    isAutoPayTonight: isAutoPayTonight(due, created.toISOString().slice(0, 10)),
  }
}

function summaryTitle(invoice: InvoiceDetail): string {
  if (invoice.isLateFee) return 'Late Fee'
  return invoice.amount < 0 ? 'Credit' : 'Invoice'
}

async function lineTable(invoice: InvoiceDetail): Promise<Block[]> {
  const table = new Table([
    { title: 'Product', width: 132 },
    { title: 'Description', width: 190 },
    { title: 'Quantity', width: 50, align: 'right' },
    { title: 'Unit price', width: 66, align: 'right' },
    { title: 'Total', width: 66, align: 'right' },
  ])
  if (invoice.lineItems.length === 0)
    return [table.head(), table.note('No Line Items Available...')]
  const blocks = [table.head()]
  for (const [index, line] of invoice.lineItems.entries()) {
    blocks.push(...table.row(lineCells(line, invoice.currencyIsoCode)))
    if (index % rowsBetweenPauses === rowsBetweenPauses - 1) await pause()
  }
  return blocks
}

function lineCells(line: LineItem, currency: string): Cell[] {
  const place = [line.city, line.state].map(oneLine).filter(Boolean).join(', ')
  const description = [line.description, place].filter((part) => part.trim()).join('\u00a0· ')
  return [
    [{ text: line.productName, style: styles.strong }],
    [
      { text: description, style: styles.body },
      { text: line.moreInfo, style: { ...styles.label, colour: colours.muted } },
      { text: subjectText(line), style: { ...styles.label, colour: colours.muted } },
    ],
    [{ text: line.quantity === null ? '' : formatQuantity(line.quantity), style: styles.body }],
    [{ text: unitPrice(line, currency), style: styles.body }],
    [{ text: formatMoney(toCents(line.total, currency), currency), style: styles.strong }],
  ]
}

const unitPrice = ({ salesPrice }: LineItem, currency: string) =>
  salesPrice === null ? '' : formatUnitPrice(salesPrice, currency)
