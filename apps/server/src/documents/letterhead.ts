import type { Block } from './flow.ts'
import { area, colours, styles } from './page-style.ts'
import type { Sheet } from './sheet.ts'
import { shorten, wrapText } from './wrap.ts'

/** The provider, as shown in the letterhead. */
export interface Seller {
  name: string
  addressLines: readonly string[]
  email?: string
}

const mark = 26
const sellerLeft = area.left + mark + 10
const sideWidth = 235
const subtitleStyle = { ...styles.muted, size: 9 }

/** Prints the logo, the provider, and on the right the document's title. */
export function letterhead(seller: Seller, title: string, subtitle: string): Block {
  const lines = [...seller.addressLines, seller.email ?? '']
    .map((line) => shorten(line, styles.label, sideWidth))
    .filter((line) => line !== '')
  const name = shorten(seller.name, styles.section, sideWidth)
  const subtitleLines = wrapText(subtitle, subtitleStyle, sideWidth)
  const left = 16 + lines.length * 10.5
  const right = 24 + subtitleLines.length * 12.5
  const height = Math.max(mark, left, right) + 18
  const paint = (sheet: Sheet, top: number) => {
    sheet.artifact(() => logo(sheet, area.left, top))
    sheet.mark('P', () => {
      sheet.text(sellerLeft, top + 10.5, name, styles.section)
      lines.forEach((line, index) =>
        sheet.text(sellerLeft, top + 22 + index * 10.5, line, styles.label),
      )
    })
    sheet.mark('H1', () => {
      sheet.text(area.right, top + 18, title, styles.title, 'right')
      subtitleLines.forEach((line, index) =>
        sheet.text(area.right, top + 33 + index * 12.5, line, subtitleStyle, 'right'),
      )
    })
    sheet.artifact(() => sheet.rule(area.left, area.right, top + height - 8, colours.accent, 1))
  }
  return { height: height + 6, paint }
}

/** The portal's logo as vectors, so that it stays sharp without an image file. */
function logo(sheet: Sheet, x: number, y: number): void {
  sheet.draw((pdf) => {
    const blue = pdf.linearGradient(x, y, x + mark, y + mark)
    blue.stop(0, '#3563e9').stop(1, '#1b3fb0')
    pdf.roundedRect(x, y, mark, mark, 6.5).fill(blue)
    pdf.rect(x + 9.6, y + 7.4, 2.7, 11.6).fill('#ffffff')
    pdf.rect(x + 9.6, y + 16.5, 8, 2.5).fill('#ffffff')
  })
}
