import { LRUCache } from 'lru-cache'
import { codePoints, invisible, type Face } from '../face.ts'
import { fontFile } from './font-files.ts'
import { loadedFonts, scriptFont, type Cluster, type ScriptFont } from './script-font.ts'
import { bidi, type ScriptLine } from './text-line.ts'

/** A run of characters in one font and one direction, as drawn from left to right. */
export type Run = OwnRun | ScriptRun

/** Characters of the documents' own font. */
export interface OwnRun {
  /** `text` is the character as written; `drawn` is the mirrored one for brackets from right to left. */
  characters: { text: string; drawn: number }[]
}

export interface ScriptRun {
  font: ScriptFont
  isRightToLeft: boolean
  clusters: Cluster[]
}

export interface LaidLine {
  runs: Run[]
  /** Whether the visual order differs from the reading order. */
  isReordered: boolean
  /** In thousandths of the font size. */
  width: number
}

interface Item {
  /** Undefined: the documents' own font. */
  font: ScriptFont | undefined
  level: number
  text: string
}

/** These characters change the direction or the joining of their neighbors, and are not drawn. */
const unseen = /^[\u061c\u200e\u200f\u2066-\u2069]$/
const joiner = /^[\u200c\u200d]$/
const mark = /^\p{M}$/u
/** More marks than any language puts on one letter would overlap the lines above. */
export const mostMarks = 3

/** Lines are cached, because texts are measured before they are drawn, and names are drawn repeatedly. */
const laid = new LRUCache<string, LaidLine>({ maxSize: 200_000, sizeCalculation: sizeOf })

function sizeOf(_: LaidLine, key: string): number {
  return key.length
}

/** Lays out a line from left to right: fonts, directions, then the shapes of each run. */
export function layLine(line: ScriptLine, face: Face): LaidLine {
  const { isRightToLeft, han } = line.shape
  const key = `${face.weight} ${loadedFonts()} ${isRightToLeft} ${han} ${line.text}`
  let found = laid.get(key)
  if (!found) laid.set(key, (found = layOut(line, face)))
  return found
}

function layOut({ text, shape }: ScriptLine, face: Face): LaidLine {
  const characters = codePoints(text).map((codePoint) => String.fromCodePoint(codePoint))
  const fonts = fontsOf(characters, face, shape.han)
  const levels = levelsOf(characters, fonts, face, shape.isRightToLeft)
  const runs = inVisualOrder(items(characters, fonts, levels)).map(drawn)
  const width = runs.reduce((sum, run) => sum + widthOf(run, face), 0)
  return { runs, width, isReordered: levels.some((level) => level > 0) }
}

/** Returns the font of each character: null for a character that is not drawn, undefined for the documents' own font. */
function fontsOf(characters: readonly string[], face: Face, han: ScriptLine['shape']['han']) {
  const fonts: (ScriptFont | null | undefined)[] = []
  // If a line has only such characters, they are drawn as boxes, so that every text is visible.
  const hasText = characters.some((character) => !unseen.test(character))
  let marks = 0
  let before: ScriptFont | undefined
  for (const character of characters) {
    if (hasText && unseen.test(character)) {
      fonts.push(null)
      continue
    }
    const codePoint = character.codePointAt(0) ?? 0
    if (mark.test(character) || joiner.test(character)) {
      // A mark is drawn with the previous letter, or as a box.
      marks += 1
      before = marks <= mostMarks && before?.has(codePoint) ? before : undefined
    } else {
      marks = 0
      before = face.glyph(codePoint).replaced ? ownFont(codePoint, face, han) : undefined
    }
    fonts.push(before)
  }
  return fonts
}

/** Cached, because several lists of ranges would be searched for each character. */
const files = new LRUCache<string, { file: string | undefined }>({ max: 20_000 })

function ownFont(codePoint: number, face: Face, han: ScriptLine['shape']['han']) {
  const key = `${han} ${codePoint}`
  let found = files.get(key)
  if (!found) files.set(key, (found = { file: fontFile(codePoint, han) }))
  const { file } = found
  const font = file === undefined ? undefined : scriptFont(file, face.weight)
  return font?.has(codePoint) ? font : undefined
}

/** Returns the direction of each character: odd levels run from right to left. */
function levelsOf(
  characters: readonly string[],
  fonts: readonly (ScriptFont | null | undefined)[],
  face: Face,
  isRightToLeft: boolean,
): number[] {
  // A control that is drawn as a box has no other effect.
  const seen = characters.map((character, index) =>
    fonts[index] === undefined && isControl(character, face)
      ? '\u25a1'.repeat(character.length)
      : character,
  )
  const { levels } = bidi.getEmbeddingLevels(seen.join(''), isRightToLeft ? 'rtl' : 'ltr')
  let at = 0
  return seen.map((character) => levels[(at += character.length) - character.length] ?? 0)
}

const lineEnd = /[\u2028\u2029]/

function isControl(character: string, face: Face): boolean {
  return (
    (invisible.test(character) || lineEnd.test(character)) &&
    face.glyph(character.codePointAt(0) ?? 0).replaced
  )
}

function items(
  characters: readonly string[],
  fonts: readonly (ScriptFont | null | undefined)[],
  levels: readonly number[],
): Item[] {
  const found: Item[] = []
  characters.forEach((character, index) => {
    const font = fonts[index]
    if (font === null) return
    const level = levels[index] ?? 0
    const last = found.at(-1)
    if (last?.font === font && last?.level === level) last.text += character
    else found.push({ font, level, text: character })
  })
  return found
}

/** Reverses the parts that run from right to left, from the innermost level outwards (UAX 9, L2). */
function inVisualOrder(logical: readonly Item[]): Item[] {
  const ordered = [...logical]
  const levels = new Set(ordered.map(({ level }) => level))
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      if (ordered[from]!.level < level) continue
      let to = from
      while (to + 1 < ordered.length && ordered[to + 1]!.level >= level) to += 1
      for (let left = from, right = to; left < right; left += 1, right -= 1)
        [ordered[left], ordered[right]] = [ordered[right]!, ordered[left]!]
      from = to
    }
  }
  return ordered
}

function drawn({ font, level, text }: Item): Run {
  const isRightToLeft = level % 2 === 1
  if (font) return { font, isRightToLeft, clusters: font.shape(text, isRightToLeft) }
  const characters = Array.from(text, (character) => ({
    text: character,
    drawn: (isRightToLeft ? mirrored(character) : character).codePointAt(0) ?? 0,
  }))
  return { characters: isRightToLeft ? characters.reverse() : characters }
}

/** From right to left, an opening bracket must be drawn mirrored. */
const mirrored = (character: string) => bidi.getMirroredCharacter(character) ?? character

function widthOf(run: Run, face: Face): number {
  if ('characters' in run) return face.advance(run.characters.map(({ drawn }) => drawn))
  return run.clusters.flatMap(({ glyphs }) => glyphs).reduce((sum, { advance }) => sum + advance, 0)
}
