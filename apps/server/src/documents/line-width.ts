import { codePoints, face } from './face.ts'
import type { TextStyle } from './page-style.ts'
import { layLine } from './scripts/lay-line.ts'
import { asLine, type TextLine } from './scripts/text-line.ts'

/** Returns the width of one line of text in points. */
export function lineWidth(line: TextLine, { weight, size }: Pick<TextStyle, 'weight' | 'size'>) {
  const letters = face(weight)
  const known = asLine(line)
  const width =
    typeof known === 'string' ? letters.advance(codePoints(known)) : layLine(known, letters).width
  return (width * size) / 1000
}
