import bidiFactory from 'bidi-js'
import { hanStyle, scripts, type HanStyle } from '@portal/domain/kernel/scripts'

export const bidi = bidiFactory()

/** Properties shared by all lines of a text, wherever it is broken. */
export interface TextShape {
  isRightToLeft: boolean
  han: HanStyle
}

/** A line of a text in a script that needs another font, or that runs from right to left. */
export class ScriptLine {
  constructor(
    readonly text: string,
    readonly shape: TextShape,
  ) {}

  /** Returns the line with an ellipsis at its end, in the direction of the line. */
  shortened(): ScriptLine {
    return new ScriptLine(`${this.text}…`, this.shape)
  }
}

/** One line of text; most lines are plain strings. */
export type TextLine = string | ScriptLine

const plainText = /^[\x20-\x7e]*$/
/** Scripts with a direction but without a font here, such as Syriac, and the characters that isolate a direction. */
const directed = /[\u0700-\u085f\u2066-\u2069]/
const needsShape = new RegExp(
  `[${[...Object.values(scripts), directed].map(({ source }) => source.slice(1, -1)).join('')}]`,
  'u',
)

/** Whether any of the text needs another font or direction. */
export function isScriptText(text: string): boolean {
  return !plainText.test(text) && needsShape.test(text)
}

/** Returns a plain string if the line needs no other font or direction. */
export function asLine(line: TextLine): TextLine {
  if (typeof line !== 'string' || !isScriptText(line)) return line
  return new ScriptLine(line, shapeOf(line))
}

export function shapeOf(text: string): TextShape {
  return { isRightToLeft: isRightToLeft(text), han: hanStyle(text) }
}

/** Whether the first letter with a direction, outside of isolated parts, runs from right to left. */
function isRightToLeft(text: string): boolean {
  let depth = 0
  for (const character of text) {
    const type = bidi.getBidiCharTypeName(character)
    if (type === 'LRI' || type === 'RLI' || type === 'FSI') depth += 1
    else if (type === 'PDI') depth = Math.max(0, depth - 1)
    else if (depth === 0 && type === 'L') return false
    else if (depth === 0 && (type === 'R' || type === 'AL')) return true
  }
  return false
}
