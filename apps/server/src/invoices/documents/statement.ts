import { formatDay, type Day } from '@portal/domain/kernel/day'
import { formatMoney, toCents } from '@portal/domain/kernel/money'
import {
  oneLine,
  pause,
  printPdf,
  styles,
  Table,
  type Block,
  type Cell,
} from '../../documents/documents.ts'
import { statusWords } from './invoice-status.ts'
import { agingPanel, statementFacts } from './statement-balance.ts'
import type { StatementDocument, StatementInvoice } from './statement-document.ts'
import { sumByCurrency, type CurrencySums } from './statement-sums.ts'

const rowsBetweenPauses = 500

/** What a company was invoiced within a range of days, and what of it is still due. */
export async function statementPdf(document: StatementDocument): Promise<Buffer> {
  const { seller, company, from, to, created } = document
  const period = `${formatDay(from)} – ${formatDay(to)}`
  const title = `Statement ${period}`
  const name = oneLine(company.name)
  const account = oneLine(company.accountId)
  const sums = sumByCurrency(document.invoices, document.today)
  const paper = {
    seller,
    title: `${title}, ${name}`,
    subject: `Customer statement of account ${account}`,
    heading: 'Statement',
    subheading: period,
    runningHead: `${title} · ${name}`,
    foot: `Account ${account} · As of ${formatDay(document.today)}`,
    created,
  }
  return printPdf(paper, [
    statementFacts(document, period),
    ...sums.map(agingPanel),
    ...(await invoiceTable(document, sums, period)),
  ])
}

async function invoiceTable(
  document: StatementDocument,
  sums: readonly CurrencySums[],
  period: string,
): Promise<Block[]> {
  const table = new Table([
    { title: 'Date', width: 58 },
    { title: 'Invoice', width: 88 },
    { title: 'Type', width: 70 },
    { title: 'Due date', width: 58 },
    { title: 'Amount', width: 76, align: 'right' },
    { title: 'Balance due', width: 76, align: 'right' },
    { title: 'Status', width: 78 },
  ])
  const blocks = [table.head()]
  if (document.invoices.length === 0)
    return [...blocks, table.note(`No Invoices Found between ${period.replace('–', 'and')}.`)]
  for (const [index, invoice] of document.invoices.entries()) {
    blocks.push(...table.row(invoiceCells(invoice, document.today)))
    if (index % rowsBetweenPauses === rowsBetweenPauses - 1) await pause()
  }
  for (const each of sums) blocks.push(...table.row(totalCells(each), 'total'))
  return blocks
}

function invoiceCells(invoice: StatementInvoice, today: Day): Cell[] {
  const { words, colour } = statusWords(invoice, today)
  const currency = invoice.currencyIsoCode
  // What is still due stands out; a zero does not.
  const due = invoice.balanceDue === 0 ? styles.muted : styles.strong
  const type = invoice.isLateFee ? 'Late Fee' : invoice.invoiceType
  return [
    [{ text: formatDay(invoice.date), style: styles.body }],
    [{ text: invoice.invoiceNumber, style: styles.strong }],
    [{ text: type, style: styles.muted }],
    [{ text: invoice.dueDate ? formatDay(invoice.dueDate) : '', style: styles.body }],
    [{ text: formatMoney(toCents(invoice.amount, currency), currency), style: styles.body }],
    [{ text: formatMoney(toCents(invoice.balanceDue, currency), currency), style: due }],
    [{ text: words, style: { ...styles.body, colour } }],
  ]
}

function totalCells(sums: CurrencySums): Cell[] {
  const count = sums.count.toLocaleString('en-US')
  return [
    [{ text: 'Total', style: styles.strong }],
    [{ text: `${count} ${sums.count === 1 ? 'invoice' : 'invoices'}`, style: styles.strong }],
    [{ text: sums.currency, style: styles.strong }],
    [],
    [{ text: formatMoney(sums.amountCents, sums.currency), style: styles.strong }],
    [{ text: formatMoney(sums.balanceDueCents, sums.currency), style: styles.strong }],
    [],
  ]
}
