import { formatDay } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { formatMoney, type Cents } from '@portal/domain/kernel/money'
import {
  area,
  oneLine,
  pause,
  printPdf,
  styles,
  Table,
  textBox,
  type Block,
  type Cell,
  type Sheet,
} from '../../documents/documents.ts'
import { statusWords } from './invoice-status.ts'
import { openAccountBlocks } from './open-account-blocks.ts'
import { accountTable, agingPanel, statementFacts } from './statement-balance.ts'
import {
  invoiceSections,
  invoiceType,
  notes,
  paymentsTitle,
  paymentWords,
  type InvoiceSection,
  type InvoiceTotal,
} from './statement-content.ts'
import type { StatementDocument, StatementInvoice, StatementPayment } from './statement-document.ts'

const rowsBetweenPauses = 500

/** Prints the account of a company over a range of days: the amount due before, the changes, and the amount due at the end. */
export async function statementPdf(document: StatementDocument): Promise<Buffer> {
  const { seller, company, from, to, asOf, created } = document
  const period = `${formatDay(from)} – ${formatDay(to)}`
  const title = `Statement ${period}`
  const name = oneLine(company.name)
  const account = oneLine(company.accountId)
  const paper = {
    seller,
    title: `${title}, ${name}`,
    subject: `Customer statement of account ${account}`,
    heading: 'Statement',
    subheading: period,
    runningHead: `${title} · ${isolated(name)}`,
    foot: `Account ${account} · As of ${formatDay(asOf)}`,
    created,
  }
  return printPdf(paper, document, async () => [
    statementFacts(document, period),
    ...document.accounts.flatMap((one) =>
      together([...accountTable(document, one), agingPanel(document, one)]),
    ),
    ...(await invoiceTables(document)),
    ...paymentTable(document.payments),
    ...openAccountBlocks({
      accounts: document.openAccounts,
      accountId: account,
      contact: seller.email ?? seller.name,
    }),
    ...notes(document).map(note),
  ])
}

async function invoiceTables(document: StatementDocument): Promise<Block[]> {
  const blocks: Block[] = []
  for (const section of invoiceSections(document))
    blocks.push(...(await invoiceTable(document, section)))
  return blocks
}

/** Keeps the blocks on one page. */
function together([first, ...others]: Block[]): Block[] {
  if (!first) return []
  const keepWith = others.reduce((sum, { height }) => sum + height, 0)
  return [{ ...first, keepWith }, ...others]
}

function heading(words: string): Block {
  const paint = (sheet: Sheet, top: number) =>
    sheet.mark('H2', () => sheet.text(area.left, top + 20, words, styles.section))
  return { height: 29, keepWith: 60, paint }
}

function note(words: string): Block {
  const text = textBox(words, styles.muted, area.width)
  const paint = (sheet: Sheet, top: number) =>
    sheet.mark('P', () => text.paint(sheet, area.left, top + 16))
  return { height: text.height + 8, paint }
}

async function invoiceTable(
  { asOf }: StatementDocument,
  { title, rows, empty, totals }: InvoiceSection,
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
  const blocks = [heading(title), table.head()]
  if (rows.length === 0) return [...blocks, table.note(empty)]
  for (const [index, invoice] of rows.entries()) {
    blocks.push(...table.row(invoiceCells(invoice, asOf)))
    if (index % rowsBetweenPauses === rowsBetweenPauses - 1) await pause()
  }
  for (const each of totals) blocks.push(...table.row(totalCells(each), 'total'))
  return blocks
}

function invoiceCells(invoice: StatementInvoice, asOf: string): Cell[] {
  const { amountCents, dueCents, currency, dueDate } = invoice
  const { words, colour } = statusWords({ ...invoice, balanceDueCents: dueCents }, asOf)
  // Amounts that are still due are emphasized; zeros are not.
  const due = dueCents === 0 ? styles.muted : styles.strong
  return [
    [{ text: formatDay(invoice.date), style: styles.body }],
    [{ text: invoice.invoiceNumber, style: styles.strong }],
    [{ text: invoiceType(invoice), style: styles.muted }],
    [{ text: dueDate ? formatDay(dueDate) : '', style: styles.body }],
    [{ text: formatMoney(amountCents, currency), style: styles.body }],
    [{ text: formatMoney(dueCents, currency), style: due }],
    [{ text: words, style: { ...styles.body, colour } }],
  ]
}

function totalCells({ currency, count, amountCents, dueCents }: InvoiceTotal): Cell[] {
  const amount = (cents: Cents) => [{ text: formatMoney(cents, currency), style: styles.strong }]
  return [
    [{ text: 'Total', style: styles.strong }],
    [{ text: count, style: styles.strong }],
    [{ text: currency, style: styles.strong }],
    [],
    amount(amountCents),
    amount(dueCents),
    [],
  ]
}

function paymentTable(payments: readonly StatementPayment[]): Block[] {
  if (payments.length === 0) return []
  const table = new Table([
    { title: 'Date', width: 58 },
    { title: 'Invoice', width: 158 },
    { title: 'What', width: 200 },
    { title: 'Amount', width: 88, align: 'right' },
  ])
  const rows = payments.flatMap((payment) =>
    table.row([
      [{ text: formatDay(payment.day), style: styles.body }],
      [{ text: payment.invoiceNumber, style: styles.strong }],
      [{ text: paymentWords(payment), style: styles.muted }],
      [{ text: formatMoney(payment.cents, payment.currency), style: styles.body }],
    ]),
  )
  return [heading(paymentsTitle), table.head(), ...rows]
}
