import { lineWidth } from './line-width.ts'
import type { TextStyle } from './page-style.ts'
import { isScriptText, shapeOf, type TextLine } from './scripts/text-line.ts'
import { wrapScript } from './scripts/wrap-script.ts'

const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
const blanks = /[\t ]+/g
const clean = /^[!-~]+( [!-~]+)*$/

/** Returns the text on one line: line ends and tabs become single spaces. */
export function oneLine(text: string): string {
  return text.split(lineEnds).join(' ').replace(blanks, ' ').trim()
}

/**
 * Wraps a text to a width; a word longer than the line is cut at the line's end. An ellipsis replaces the text after
 * `most` lines.
 */
export function wrapText(
  text: string,
  style: TextStyle,
  width: number,
  most = Infinity,
): TextLine[] {
  // A shortcut: most cells have plain characters and are short enough.
  if (clean.test(text) && lineWidth(text, style) <= width) return [text]
  const lines = paragraphLines(text, style, width)
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), shortened(lines[most - 1] ?? '')]
}

/** Returns one line of the text, with an ellipsis if the text does not fit. */
export function shorten(text: string, style: TextStyle, width: number): TextLine {
  return wrapText(oneLine(text), style, width, 1)[0] ?? ''
}

const shortened = (line: TextLine) => (typeof line === 'string' ? `${line}…` : line.shortened())

function paragraphLines(text: string, style: TextStyle, width: number): TextLine[] {
  const paragraphs = text
    .split(lineEnds)
    .map((paragraph) => paragraph.replace(blanks, ' ').trim())
    .filter((paragraph) => paragraph !== '')
  if (!isScriptText(text))
    return paragraphs.flatMap((paragraph) => wrapParagraph(paragraph, style, width))
  const { han } = shapeOf(text)
  return paragraphs.flatMap((paragraph) =>
    wrapScript(paragraph, { ...shapeOf(paragraph), han }, style, width),
  )
}

function wrapParagraph(paragraph: string, style: TextStyle, width: number): string[] {
  if (lineWidth(paragraph, style) <= width) return [paragraph]
  const lines: string[] = []
  const space = lineWidth(' ', style)
  let line = ''
  let used = 0
  for (const word of paragraph.split(' ')) {
    const needed = lineWidth(word, style)
    if (line !== '' && used + space + needed <= width) {
      line += ` ${word}`
      used += space + needed
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = needed <= width ? [word] : cutWord(word, style, width)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
    used = pieces.length === 1 ? needed : lineWidth(line, style)
  }
  if (line !== '') lines.push(line)
  return lines
}

function cutWord(word: string, style: TextStyle, width: number): string[] {
  const pieces: string[] = []
  let piece = ''
  let before = ''
  let used = 0
  // Cuts between code points; an accent has no width, so it stays with its letter.
  for (const letter of word) {
    const needed = lineWidth(before + letter, style) - lineWidth(before, style)
    if (piece !== '' && used + needed > width) {
      pieces.push(piece)
      piece = ''
      used = 0
    }
    piece += letter
    used += needed
    before = letter
  }
  pieces.push(piece)
  return pieces
}
