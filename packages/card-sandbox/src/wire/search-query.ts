import { refused } from './api-error.ts'

type Clause = {
  field: string
  key: string | undefined
  operator: string
  value: string
  not: boolean
}

const clausePattern =
  /^\s*(-?)([a-z_.]+)(?:\[(['"])(.*?)\3\])?(:|~|>=|<=|>|<)(?:(['"])((?:\\.|(?!\6).)*)\6|(\d+))\s*/

/** Parses the provider's search language: `metadata['attempt']:'7' AND status:'succeeded'`. */
export function parseSearch(query: string) {
  const clauses: Clause[] = []
  const joints = new Set<string>()
  let rest = query
  for (;;) {
    const match = clausePattern.exec(rest)
    if (!match)
      throw refused(`We were unable to parse your search query: ${query}`, { param: 'query' })
    const [whole, minus, field = '', , key, operator = ':', , quoted, number] = match
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? number ?? ''
    clauses.push({ field, key, operator, value, not: minus === '-' })
    rest = rest.slice(whole.length)
    if (rest === '') break
    const joint = /^(AND|OR)\s+/i.exec(rest)
    // A space alone also means AND.
    joints.add(joint?.[1]?.toUpperCase() ?? 'AND')
    if (joint) rest = rest.slice(joint[0].length)
  }
  if (joints.size > 1)
    throw refused('You cannot combine AND and OR in one search query.', { param: 'query' })
  return (object: object) =>
    joints.has('OR')
      ? clauses.some((clause) => holds(clause, object))
      : clauses.every((clause) => holds(clause, object))
}

function holds({ field, key, operator, value, not }: Clause, object: object) {
  const found = key === undefined ? read(object, field) : read(read(object, field), key)
  return compare(found, operator, value) !== not
}

function compare(found: unknown, operator: string, value: string) {
  if (typeof found !== 'string' && typeof found !== 'number') return false
  const text = String(found).toLowerCase()
  if (operator === ':') return text === value.toLowerCase()
  if (operator === '~') return text.includes(value.toLowerCase())
  if (operator === '>=') return Number(found) >= Number(value)
  if (operator === '<=') return Number(found) <= Number(value)
  return operator === '>' ? Number(found) > Number(value) : Number(found) < Number(value)
}

function read(object: unknown, name: string): unknown {
  if (typeof object !== 'object' || object === null) return undefined
  return Object.getOwnPropertyDescriptor(object, name)?.value
}
