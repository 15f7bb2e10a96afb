import type { InvoiceChanges } from '@portal/domain/changes/changes.schema'
import { capital, largestCauses, ofVisible, whyTitle } from '@portal/domain/changes/show-change'
import { signedMoney, toCents } from '@portal/domain/kernel/money'
import { area, styles, Table, textBox, type Block, type Sheet } from '../../documents/documents.ts'

/** If there are more causes, the smaller ones are combined in one row. */
const mostCauses = 10

/** Explains how the invoice differs from the previous one: a sentence, and the causes if there are several. */
export function changeBlocks(changes: InvoiceChanges): Block[] {
  const table = new Table([
    { title: 'Cause', width: 414 },
    { title: 'Change', width: 90, align: 'right' },
  ])
  const { causes, currencyIsoCode } = changes
  const amount = (of: number) => signedMoney(toCents(of, currencyIsoCode), currencyIsoCode)
  const { shown, rest } = largestCauses(causes, mostCauses)
  const rows = shown.map((cause) => [capital(cause.words), amount(cause.amount)] as const)
  if (rest.length > 0) {
    const cents = rest.reduce((sum, one) => sum + toCents(one.amount, currencyIsoCode), 0)
    rows.push([`${rest.length} smaller changes`, signedMoney(cents, currencyIsoCode)])
  }
  if (rows.length < 2) return [sentence(changes)]
  return [
    sentence(changes),
    table.head(),
    ...rows.flatMap(([words, change]) =>
      table.row([[{ text: words, style: styles.body }], [{ text: change, style: styles.strong }]]),
    ),
  ]
}

function sentence({ sentence: words, isOfVisible }: InvoiceChanges): Block {
  const text = isOfVisible ? `${words} ${ofVisible}` : words
  const box = textBox(text, styles.body, area.width)
  const paint = (sheet: Sheet, top: number) => {
    sheet.mark('H2', () => sheet.text(area.left, top + 20, whyTitle, styles.section))
    sheet.mark('P', () => box.paint(sheet, area.left, top + 37))
  }
  return { height: 29 + box.height + 12, paint, keepWith: 40 }
}
