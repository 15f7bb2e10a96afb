import type { Statement } from '@portal/domain/invoices/statement.schema'
import { formatDay } from '@portal/domain/kernel/day'
import { formatMoney } from '@portal/domain/kernel/money'
import { agingBuckets } from '@portal/domain/payments/aging'
import {
  area,
  colours,
  factList,
  fit,
  styles,
  Table,
  textBox,
  type Block,
  type Sheet,
} from '../../documents/documents.ts'

type Account = Statement['accounts'][number]

const nameWidth = 280
const factsLeft = 380

/** The facts of the statement: its company and days. */
export function statementFacts(companyName: string, content: Statement): Block {
  const name = textBox(companyName, styles.section, nameWidth, 5)
  const facts = factList(content.facts, factsLeft, 54, area.right - factsLeft)
  const paint = (sheet: Sheet, top: number) => {
    sheet.mark('P', () => {
      sheet.text(area.left, top + 8.2, 'Statement for', styles.label)
      name.paint(sheet, area.left, top + 23)
    })
    facts.paint(sheet, top)
  }
  return { height: Math.max(18 + name.height, facts.height) + 14, paint }
}

/** A table of the changes in one currency, from the opening to the closing balance. */
export function accountTable({ currency, lines }: Account): Block[] {
  const amountWidth = 120
  const table = new Table([
    { title: `Account · ${currency}`, width: area.width - 2 * Table.inset - amountWidth },
    { title: 'Amount', width: amountWidth, align: 'right' },
  ])
  const rows = lines.flatMap(({ label, cents, isTotal }) => {
    const style = isTotal ? styles.strong : styles.body
    return table.row([[{ text: label, style }], [{ text: formatMoney(cents, currency), style }]])
  })
  const gap = { height: 8, paint: () => {} }
  return [table.head(), ...rows, gap]
}

/** One color per aging bucket, in order, as on the balance screen. */
const agingColours = ['#8fa5cf', '#f2c14e', '#ee9b3a', '#dc6a3a', '#b42318', '#9aa1ac'] as const

const panelHeight = 56
const inset = 14
const figureWidth = 122
const barLeft = area.left + inset + figureWidth
const barWidth = area.right - inset - barLeft
const bucketWidth = barWidth / agingBuckets.length

/** The open amounts in one currency by age: as a bar and as figures. */
export function agingPanel({ asOf }: Statement, { currency, aging, closingCents }: Account): Block {
  const amounts = agingBuckets.map(({ key }) => formatMoney(aging[key], currency))
  const balance = formatMoney(closingCents, currency)
  // All six figures have one font size, because readers compare them.
  const size = Math.min(...amounts.map((text) => fit(text, styles.strong, bucketWidth - 6).size))
  const paint = (sheet: Sheet, top: number) => {
    sheet.artifact(() => {
      sheet.band(top, panelHeight)
      paintBar(sheet, top + 12, aging)
    })
    sheet.mark('P', () => {
      const left = area.left + inset
      sheet.text(left, top + 18, `Open on ${formatDay(asOf)} · ${currency}`, styles.label)
      sheet.text(left, top + 38, balance, fit(balance, styles.figure, figureWidth - 12))
    })
    agingBuckets.forEach(({ label }, index) =>
      sheet.mark('P', () => {
        const left = barLeft + index * bucketWidth
        sheet.text(left + 8, top + 33, label, { ...styles.label, size: 7 })
        sheet.text(left, top + 45, amounts[index] ?? '', { ...styles.strong, size })
      }),
    )
  }
  return { height: panelHeight + 16, paint }
}

/** Paints the shares of the amounts owed to the provider; a bucket in credit has no share. */
function paintBar(sheet: Sheet, top: number, aging: Account['aging']): void {
  const parts = agingBuckets.map(({ key }) => Math.max(0, aging[key]))
  const all = parts.reduce((sum, part) => sum + part, 0)
  if (all === 0) sheet.box(barLeft, top, barWidth, 7, colours.rule)
  let left = barLeft
  parts.forEach((part, index) => {
    const colour = agingColours[index] ?? colours.muted
    const width = all === 0 ? 0 : (part / all) * barWidth
    if (width > 0) sheet.box(left, top, Math.max(0.6, width - 1), 7, colour)
    left += width
    sheet.box(barLeft + index * bucketWidth, top + 16, 5, 5, colour)
  })
}
