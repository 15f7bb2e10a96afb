import type {
  OpenInvoice,
  Statement,
  StatementMovement,
  StatementTotal,
} from '@portal/domain/invoices/statement.schema'
import { formatDay } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { formatMoney } from '@portal/domain/kernel/money'
import {
  area,
  colours,
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
import { openAccountBlocks } from './open-account-blocks.ts'
import { accountTable, agingPanel, statementFacts } from './statement-balance.ts'
import { periodWords, statementContent } from './statement-content.ts'
import type { StatementDocument } from './statement-document.ts'

const rowsBetweenPauses = 500

/** Prints the account of a company over a range of days: the amount due before, the changes, and the amount due at the end. */
export async function statementPdf(document: StatementDocument): Promise<Buffer> {
  const { seller, company, asOf, created } = document
  const content = statementContent(document)
  const period = periodWords(document)
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
    statementFacts(company.name, content),
    ...content.accounts.flatMap((one) =>
      together([...accountTable(one), agingPanel(content, one)]),
    ),
    ...(await movementTable(content.movements)),
    ...(await openTable(content.open)),
    ...openAccountBlocks({
      accounts: document.openAccounts,
      accountId: account,
      contact: seller.email ?? seller.name,
    }),
    ...content.notes.map(note),
  ])
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

async function movementTable(movements: Statement['movements']): Promise<Block[]> {
  const table = new Table([
    { title: 'Day', width: 58 },
    { title: 'Invoice', width: 88 },
    { title: 'What', width: 124 },
    { title: 'Reference', width: 106 },
    { title: 'From', width: 52 },
    { title: 'Amount', width: 76, align: 'right' },
  ])
  return listBlocks(movements, table, movementCells)
}

const movementCells = (movement: StatementMovement): Cell[] => [
  [{ text: formatDay(movement.day), style: styles.body }],
  [{ text: movement.invoiceNumber, style: styles.strong }],
  [{ text: movement.what, style: styles.body }],
  [
    { text: movement.reference, style: styles.muted },
    ...(movement.paidOn
      ? [{ text: `paid ${formatDay(movement.paidOn)}`, style: styles.muted }]
      : []),
  ],
  [{ text: movement.source, style: styles.muted }],
  [{ text: formatMoney(movement.cents, movement.currency), style: styles.body }],
]

async function openTable(open: Statement['open']): Promise<Block[]> {
  const table = new Table([
    { title: 'Date', width: 58 },
    { title: 'Invoice', width: 108 },
    { title: 'Type', width: 90 },
    { title: 'Due date', width: 78 },
    { title: 'Age', width: 90 },
    { title: 'Open', width: 80, align: 'right' },
  ])
  return listBlocks(open, table, openCells)
}

function openCells(invoice: OpenInvoice): Cell[] {
  const { date, invoiceNumber, type, dueDate, age, cents, currency, notice } = invoice
  const colour = age.startsWith('Overdue') ? { colour: colours.red } : {}
  return [
    [{ text: formatDay(date), style: styles.body }],
    [{ text: invoiceNumber, style: styles.strong }],
    [{ text: type, style: styles.muted }],
    [{ text: dueDate ? formatDay(dueDate) : '', style: styles.body }],
    [
      { text: age, style: { ...styles.body, ...colour } },
      ...(notice ? [{ text: notice, style: styles.muted }] : []),
    ],
    [{ text: formatMoney(cents, currency), style: styles.strong }],
  ]
}

interface Listed<T> {
  title: string
  empty: string
  rows: readonly T[]
  totals: readonly StatementTotal[]
}

/** Lays out the rows of a table, with pauses: a long statement does not hold up other requests. */
async function listBlocks<T>(list: Listed<T>, table: Table, cells: (item: T) => Cell[]) {
  const blocks: Block[] = [heading(list.title), table.head()]
  if (list.rows.length === 0) blocks.push(table.note(list.empty))
  for (const [index, item] of list.rows.entries()) {
    blocks.push(...table.row(cells(item)))
    if (index % rowsBetweenPauses === rowsBetweenPauses - 1) await pause()
  }
  return [...blocks, ...list.totals.flatMap((total) => table.row(totalCells(total), 'total'))]
}

/** Cells of a total for a table with six columns. */
const totalCells = ({ currency, count, cents }: StatementTotal): Cell[] =>
  ['Total', count, currency, '', '', formatMoney(cents, currency)].map((text) => [
    { text, style: styles.strong },
  ])
