import { Fault } from './cells.ts'
import { isJsonObject } from './record-shape.ts'

/** Reads a line of NDJSON. Refuses a line that two programs could read differently. */
export function parseLine(line: string): Record<string, unknown> | Fault {
  if (line.startsWith('\uFEFF'))
    return new Fault('begins with a byte order mark: only the first line of a file may have one')
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return new Fault('is not valid JSON')
  }
  if (!isJsonObject(value)) return new Fault('is not a JSON object')
  const { keys, unsafe } = contentOf(value)
  if (unsafe !== undefined)
    return new Fault(`has the number ${unsafe}, which is too large to be exact: send it as text`)
  // If a key is given twice, only its last value is in the object.
  const doubled = hasColons(line, keys) ? undefined : doubledKey(line)
  return doubled === undefined ? value : new Fault(`has ${JSON.stringify(doubled)} twice`)
}

/**
 * Whether this many quotes are followed by a colon, and none by blanks and a colon. This check is enough for almost every line.
 */
function hasColons(line: string, count: number): boolean {
  let found = 0
  for (let at = line.indexOf('":'); at !== -1; at = line.indexOf('":', at + 2)) found += 1
  return found === count && !/"\s+:/.test(line)
}

interface Content {
  /** The number of keys at all depths. */
  keys: number
  /** A whole number that JavaScript cannot represent exactly. */
  unsafe?: number
}

function contentOf(value: unknown, content: Content = { keys: 0 }): Content {
  if (typeof value === 'number') {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) content.unsafe = value
  } else if (Array.isArray(value)) for (const one of value) contentOf(one, content)
  else if (isJsonObject(value))
    for (const key in value) {
      content.keys += 1
      contentOf(value[key], content)
    }
  return content
}

/** Returns the first key of valid JSON that occurs twice in its object. */
function doubledKey(line: string): string | undefined {
  const open: Set<string>[] = []
  let text = ''
  for (const [token] of line.matchAll(/"(?:[^"\\]|\\.)*"|[{}:]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (token === ':') {
      if (open.at(-1)?.has(text)) return text
      open.at(-1)?.add(text)
    } else text = JSON.parse(token) as string
  }
  return undefined
}
