import { lineWidth } from '../line-width.ts'
import type { TextStyle } from '../page-style.ts'
import { mostMarks } from './lay-line.ts'
import { ScriptLine, type TextShape } from './text-line.ts'

/** An unbreakable part of a line, and the blank before it. */
interface Piece {
  text: string
  isSpaced: boolean
  width: number
}

const words = new Intl.Segmenter('en', { granularity: 'word' })
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Scripts that have no blanks between words. */
const unspaced =
  '[\\p{Script=Thai}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\u30fb\\u30fc\\uff01-\\uff60]'
const hasUnspaced = new RegExp(unspaced, 'u')
const startsUnspaced = new RegExp(`^${unspaced}`, 'u')
const endsUnspaced = new RegExp(`${unspaced}$`, 'u')
const startsNoLine =
  /^[\p{Pe}\p{Pf}\p{M}\p{Po}\p{Lm}\p{Pd}～％…‥ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]/u
const endsNoLine = /[\p{Ps}\p{Pi}\p{Sc}]$/u

/** Wraps a paragraph in scripts that join letters or have no blanks between words. */
export function wrapScript(
  paragraph: string,
  shape: TextShape,
  style: TextStyle,
  room: number,
): ScriptLine[] {
  const whole = new ScriptLine(paragraph, shape)
  if (lineWidth(whole, style) <= room) return [whole]
  const lineOf = (parts: readonly Piece[]) =>
    new ScriptLine(
      parts
        .map(({ text, isSpaced }, index) => (isSpaced && index > 0 ? ` ${text}` : text))
        .join(''),
      shape,
    )
  const widthOf = (text: string) => lineWidth(new ScriptLine(text, shape), style)
  const space = lineWidth(' ', style)
  const pieces = wordsOf(paragraph).flatMap(({ text, isSpaced }): Piece[] => {
    const width = widthOf(text)
    if (width <= room) return [{ text, isSpaced, width }]
    return cut(text, room, widthOf).map((part, index) => ({
      text: part,
      isSpaced: isSpaced && index === 0,
      width: widthOf(part),
    }))
  })
  const lines: ScriptLine[] = []
  for (let from = 0, to = 0; from < pieces.length; from = to) {
    to = from + 1
    let used = pieces[from]!.width
    for (let next = pieces[to]; next; next = pieces[to]) {
      used += (next.isSpaced ? space : 0) + next.width
      if (used > room) break
      to += 1
    }
    lines.push(lineOf(pieces.slice(from, to)))
  }
  return lines
}

function wordsOf(paragraph: string): { text: string; isSpaced: boolean }[] {
  return paragraph
    .split(' ')
    .flatMap((word) => breakable(word).map((text, index) => ({ text, isSpaced: index === 0 })))
}

/** Returns the parts of a word of the unspaced scripts. Punctuation stays with its neighbor. */
function breakable(word: string): string[] {
  if (!hasUnspaced.test(word)) return [word]
  const parts: string[] = []
  let before = ''
  for (const segment of segmentsOf(words, word)) {
    const isAllowed =
      (endsUnspaced.test(before) || startsUnspaced.test(segment)) &&
      !startsNoLine.test(segment) &&
      !endsNoLine.test(before)
    if (before === '' || isAllowed) parts.push(segment)
    else parts[parts.length - 1] += segment
    before = segment
  }
  return parts
}

/** Cuts a word that is longer than a line between two letters. */
function cut(word: string, room: number, widthOf: (text: string) => number): string[] {
  const all = segmentsOf(letters, word).flatMap((letter) =>
    // A single letter with more marks than fit is cut too; most of these marks are drawn as boxes.
    letter.length > mostMarks && widthOf(letter) > room ? Array.from(letter) : [letter],
  )
  const parts: string[] = []
  let guess = 16
  for (let from = 0; from < all.length; from += guess) {
    const left = all.length - from
    let fits = 1
    let tooMany = left + 1
    guess = Math.min(guess, left)
    // Letters have similar widths, so the width of a few letters gives a good guess of how many fit. Each measured text
    // is laid out, so few texts may be measured.
    while (fits + 1 < tooMany) {
      const width = widthOf(all.slice(from, from + guess).join(''))
      if (width <= room) fits = guess
      else tooMany = guess
      const likely = width > 0 ? Math.floor((guess * room) / width) : 2 * guess
      guess = Math.min(Math.max(likely, fits + 1), tooMany - 1, 2 * guess)
    }
    guess = fits
    parts.push(all.slice(from, from + fits).join(''))
  }
  return parts
}

/** The number of characters that are segmented at once: the time of `Intl.Segmenter` grows with the square of the text. */
const windowLength = 400

function segmentsOf(segmenter: Intl.Segmenter, text: string): string[] {
  const all: string[] = []
  for (let from = 0; from < text.length;) {
    const window = text.slice(from, from + windowLength)
    const segments = Array.from(segmenter.segment(window), ({ segment }) => segment)
    // The last segment may continue after the window.
    if (from + windowLength < text.length && segments.length > 1) segments.pop()
    for (const segment of segments) {
      all.push(segment)
      from += segment.length
    }
  }
  return all
}
