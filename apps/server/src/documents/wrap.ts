import { face, type Face } from './face.ts'
import type { TextStyle } from './look.ts'

const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
const blanks = /[\t ]+/g
const clean = /^[!-~]+( [!-~]+)*$/

/** The text on one line: line ends and tabs become single spaces. */
export function oneLine(text: string): string {
  return text.split(lineEnds).join(' ').replace(blanks, ' ').trim()
}

/**
 * The lines a text takes within a width; a word longer than the line is cut where the line ends.
 * Beyond `most` lines the rest is left out, and an ellipsis says so.
 */
export function wrapText(text: string, style: TextStyle, width: number, most = Infinity): string[] {
  const { size } = style
  const letters = face(style.weight)
  // Most cells of most tables: nothing to clean, and short enough.
  if (clean.test(text) && letters.width(text, size) <= width) return [text]
  const lines = text
    .split(lineEnds)
    .map((paragraph) => paragraph.replace(blanks, ' ').trim())
    .filter((paragraph) => paragraph !== '')
    .flatMap((paragraph) => wrapParagraph(letters, paragraph, size, width))
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), `${lines[most - 1]}…`]
}

/** One line of the text, with an ellipsis for what does not fit. */
export function shorten(text: string, style: TextStyle, width: number): string {
  return wrapText(oneLine(text), style, width, 1)[0] ?? ''
}

function wrapParagraph(face: Face, paragraph: string, size: number, width: number): string[] {
  if (face.width(paragraph, size) <= width) return [paragraph]
  const lines: string[] = []
  const space = face.width(' ', size)
  let line = ''
  let used = 0
  for (const word of paragraph.split(' ')) {
    const needed = face.width(word, size)
    if (line !== '' && used + space + needed <= width) {
      line += ` ${word}`
      used += space + needed
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = needed <= width ? [word] : cutWord(face, word, size, width)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
    used = pieces.length === 1 ? needed : face.width(line, size)
  }
  if (line !== '') lines.push(line)
  return lines
}

function cutWord(face: Face, word: string, size: number, width: number): string[] {
  const pieces: string[] = []
  let piece = ''
  let before = ''
  let used = 0
  // By code points; an accent takes no width, so it stays with its letter.
  for (const letter of word) {
    const needed = face.width(before + letter, size) - face.width(before, size)
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
