import { lineHeight, type TextStyle } from './page-style.ts'
import type { Sheet } from './sheet.ts'
import { shorten, wrapText } from './wrap.ts'

/** Text whose height is known before painting. */
export interface TextBox {
  height: number
  /** Paints the text; `baseline` is the baseline of the first line. */
  paint(sheet: Sheet, left: number, baseline: number): void
}

/** Wraps text to a width, up to a number of lines. Each text of a list gets one line, shortened to the width. */
export function textBox(
  text: string | readonly string[],
  style: TextStyle,
  width: number,
  most?: number,
): TextBox {
  const lines =
    typeof text === 'string'
      ? wrapText(text, style, width, most)
      : text.map((line) => shorten(line, style, width))
  const step = style.size * lineHeight
  return {
    height: lines.length * step,
    paint: (sheet, left, baseline) =>
      lines.forEach((line, index) => sheet.text(left, baseline + index * step, line, style)),
  }
}
