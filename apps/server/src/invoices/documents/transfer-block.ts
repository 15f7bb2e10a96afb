import { encode } from 'uqr'
import { transferCodeOptions, type TransferRow } from '@portal/domain/invoices/bank-transfer'
import {
  area,
  colours,
  factList,
  styles,
  textBox,
  type Block,
  type Sheet,
} from '../../documents/documents.ts'

export interface TransferBlock {
  title: string
  /** Warnings to read before any payment. */
  cautions: readonly string[]
  rows: readonly TransferRow[]
  /** Below the rows, or instead of them. */
  note: string
  /** The text of the QR code. */
  code: string | null
}

const labelWidth = 112
/** Includes the white margin that a camera needs. */
const codeSize = 112
const codeGap = 20
const headHeight = 29
const gap = 5

/** How to pay by bank transfer: the fields of a bank's form, and next to them a QR code. */
export function transferBlock({ title, cautions, rows, note, code }: TransferBlock): Block {
  const width = code ? area.width - codeSize - codeGap : area.width
  const facts = factList(
    rows.map(({ label, shown }) => ({ label, value: shown })),
    area.left,
    labelWidth,
    width,
  )
  const first = textBox(cautions.join(' '), styles.strong, width)
  const last = textBox(note, styles.muted, width)
  const factsTop = headHeight + (first.height && first.height + gap)
  const lastTop = factsTop + facts.height + (facts.height && gap)
  const codeHeight = code ? codeSize + 12 : 0
  const height = Math.max(lastTop + last.height, codeHeight) + 12
  const paint = (sheet: Sheet, top: number) => {
    sheet.mark('H2', () => sheet.text(area.left, top + 20, title, styles.section))
    if (cautions.length) sheet.mark('P', () => first.paint(sheet, area.left, top + headHeight + 8))
    facts.paint(sheet, top + factsTop)
    if (note) sheet.mark('P', () => last.paint(sheet, area.left, top + lastTop + 8))
    if (code) paintCode(sheet, top + 4, code)
  }
  return { height, paint }
}

function paintCode(sheet: Sheet, top: number, code: string): void {
  const left = area.right - codeSize
  const { data, size } = encode(code, transferCodeOptions)
  const module = codeSize / size
  const alt = 'QR code that fills in this transfer in a banking app'
  sheet.mark(
    'Figure',
    () =>
      sheet.draw((pdf) => {
        pdf.rect(left, top, codeSize, codeSize).fill('#ffffff')
        data.forEach((row, line) => {
          const modules = row.map(Number).join('')
          // One box per run of dark modules, because separate boxes would show seams.
          for (const { index, 0: run } of modules.matchAll(/1+/g)) {
            const [x, y] = [left + index * module, top + line * module]
            pdf.rect(x, y, run.length * module, module)
          }
        })
        pdf.fill('#000000')
      }),
    { alt },
  )
  const middle = left + codeSize / 2
  const caption = { ...styles.label, colour: colours.ink }
  sheet.mark('P', () =>
    sheet.text(middle, top + codeSize + 2, 'Scan with your banking app', caption, 'center'),
  )
}
