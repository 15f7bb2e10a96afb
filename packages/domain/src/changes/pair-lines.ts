import { signOf, subjectKey, type Bill, type BillLine } from './bill.ts'

/**
 * How two lines were identified as the same charge. The explanation names `renamed` and `replaced`. For `instead`, it is
 * as likely that one charge ended and another started, so the explanation lists one as gone and the other as new.
 */
export type Found = 'license' | 'words' | 'replaced' | 'renamed' | 'instead'

export interface Pair {
  before: BillLine
  after: BillLine
  found: Found
}

export interface Pairing {
  pairs: readonly Pair[]
  removed: readonly BillLine[]
  added: readonly BillLine[]
}

/** Returns the names of the product that replaces a product, in comparable words; none if the catalog has none. */
export type ReplacedBy = (product: string) => readonly string[]

/**
 * Pairs the lines of two bills that charge the same, each line once. Rules are applied from certain to likely, and lines
 * of opposite signs are never paired. A license that passed to another person can only be recognized by its id.
 */
export function pairLines(
  before: Bill['lines'],
  after: Bill['lines'],
  replacedBy: ReplacedBy = () => [],
): Pairing {
  const left = { before: new Set(before), after: new Set(after) }
  const pairs: Pair[] = []
  const pair = (one: BillLine, other: BillLine, found: Found) => {
    left.before.delete(one)
    left.after.delete(other)
    pairs.push({ before: one, after: other, found })
  }
  const pairBy = (key: (line: BillLine) => string | null | undefined, found: Found = 'words') => {
    const waiting = new Map<string, BillLine[]>()
    const keyed = (line: BillLine) => {
      const text = key(line)
      return text ? `${kindOf(line)}\n${text}` : undefined
    }
    for (const line of left.after) {
      const text = keyed(line)
      if (text === undefined) continue
      const same = waiting.get(text)
      if (same) same.push(line)
      else waiting.set(text, [line])
    }
    for (const line of left.before) {
      const text = keyed(line)
      const same = text === undefined ? undefined : waiting.get(text)
      const other = same?.shift()
      if (other) pair(line, other, found)
    }
  }

  pairBy(({ licenseId }) => licenseId, 'license')
  pairBy((line) => `${subject(line)}\n${line.quantity}\n${line.price}\n${line.totalCents}`)
  pairBy((line) => `${subject(line)}\n${line.quantity}`)
  pairBy(subject)
  pairBy(({ words }) => `${subjectKey(words)}\n${words.place}`)
  pairBy(({ words }) => (words.note ? subjectKey(words) : undefined))
  for (const [gone, came, found] of replacements(before, after, left, replacedBy)) {
    const name = (line: BillLine) => (line.words.product === gone ? came : line.words.product)
    const isOfThem = (line: BillLine) => name(line) === came
    pairBy(
      (line) => (isOfThem(line) ? `${line.words.note}\n${line.words.place}` : undefined),
      found,
    )
    pairBy((line) => (isOfThem(line) && line.words.note ? line.words.note : undefined), found)
  }
  for (const [one, other, found] of renames(left, wordsOfMany([before, after])))
    pair(one, other, found)
  pairBy(({ words }) => (words.note ? undefined : `${words.product}\n${words.place}`))
  return { pairs, removed: [...left.before], added: [...left.after] }
}

interface Left {
  before: Set<BillLine>
  after: Set<BillLine>
}

/** Lines of different kinds are never the same charge. */
const kindOf = (line: BillLine) =>
  `${signOf(line) < 0 ? 'credit' : ''}${line.isPrior ? 'prior' : ''}${line.isTax ? 'tax' : ''}`

const subject = ({ words }: BillLine) =>
  `${subjectKey(words)}\n${words.description}\n${words.place}`

/** Yields pairs of products: one that is gone, and the one that replaced it. */
function* replacements(
  before: Bill['lines'],
  after: Bill['lines'],
  left: Left,
  replacedBy: ReplacedBy,
): Generator<[string, string, Found]> {
  const had = new Set(before.map(({ words }) => words.product))
  const has = new Set(after.map(({ words }) => words.product))
  const gone = byProduct(left.before, (product) => !has.has(product))
  const came = byProduct(left.after, (product) => !had.has(product))
  for (const [product, lines] of gone) {
    const named = replacedBy(product).find((name) => has.has(name))
    if (named) {
      yield [product, named, 'replaced']
      continue
    }
    const best = [...came]
      .map(([other, others]) => ({ other, ...replacement(lines, others, after) }))
      .filter(({ common }) => common > 0)
      .sort((a, b) => b.common - a.common)[0]
    if (!best) continue
    came.delete(best.other)
    yield [product, best.other, best.found]
  }
}

function byProduct(lines: Iterable<BillLine>, isMeant: (product: string) => boolean) {
  const found = new Map<string, BillLine[]>()
  for (const line of lines) {
    const { product } = line.words
    if (line.isTax || !isMeant(product)) continue
    const same = found.get(product)
    if (same) same.push(line)
    else found.set(product, [line])
  }
  return found
}

/**
 * Returns which share of the notes is common if one product replaced the other, else 0. A blank note, and a note that all
 * lines have, does not identify a line.
 */
function replacement(
  gone: readonly BillLine[],
  came: readonly BillLine[],
  all: Bill['lines'],
): { common: number; found: Found } {
  const notes = came.map((line) => line.words.note)
  const shared = gone.flatMap((line) => {
    const at = notes.indexOf(line.words.note)
    return at < 0 ? [] : notes.splice(at, 1)
  })
  const share = shared.length / Math.max(gone.length, came.length)
  const isOfAll = (note: string) => all.length > 1 && all.every(({ words }) => words.note === note)
  const telling = shared.filter((note) => note && !isOfAll(note))
  const found = telling.length >= shared.length / 2 ? 'replaced' : 'instead'
  const [one] = gone
  const [other] = came
  const isSingle = gone.length === 1 && came.length === 1
  const isLikely = share >= 0.5 && (!isSingle || (one && other && isNear(one, other)))
  return { common: isLikely ? share : 0, found }
}

const isNear = (one: BillLine, other: BillLine) => {
  const [a, b] = [Math.abs(one.totalCents), Math.abs(other.totalCents)]
  return Math.abs(a - b) <= 0.25 * Math.max(a, b)
}

/**
 * Yields lines of a product whose notes share a name, or differ by one letter: the person's name was changed. If each note
 * has a name that the other lacks, these may be two persons with one name in common.
 */
function* renames(left: Left, common: ReadonlySet<string>): Generator<[BillLine, BillLine, Found]> {
  const came = new Map<string, BillLine[]>()
  const key = (line: BillLine) => `${kindOf(line)}\n${line.words.product}`
  for (const line of left.after) {
    if (!line.words.note) continue
    const same = came.get(key(line))
    if (same) same.push(line)
    else came.set(key(line), [line])
  }
  const likely: { one: BillLine; other: BillLine; weight: number }[] = []
  for (const one of left.before) {
    if (!one.words.note) continue
    for (const other of came.get(key(one)) ?? []) {
      const weight = renameWeight(one, other, common)
      if (weight > 0) likely.push({ one, other, weight })
    }
  }
  const taken = new Set<BillLine>()
  for (const { one, other } of likely.sort((a, b) => b.weight - a.weight)) {
    if (taken.has(one) || taken.has(other)) continue
    taken.add(one).add(other)
    yield [one, other, isSamePerson(one, other) ? 'renamed' : 'instead']
  }
}

function isSamePerson({ words: one }: BillLine, { words: other }: BillLine): boolean {
  const isIn = (names: readonly string[], all: readonly string[]) =>
    names.every((name) => all.includes(name))
  return (
    isOneLetterOff(one.note, other.note) ||
    isIn(one.names, other.names) ||
    isIn(other.names, one.names)
  )
}

function renameWeight(one: BillLine, other: BillLine, common: ReadonlySet<string>): number {
  const place = one.words.place === other.words.place ? 0.5 : 0
  const isName = (word: string) => word.length >= 3 && !/\d/.test(word) && !common.has(word)
  const names = new Set(other.words.names.filter(isName))
  const shared = new Set(one.words.names.filter((word) => names.has(word))).size
  if (shared > 0) return shared + place
  return isOneLetterOff(one.words.note, other.words.note) ? 1 + place : 0
}

/** Returns words that are in the notes of many lines, such as `user` or `van`: they are not names. */
function wordsOfMany(bills: readonly Bill['lines'][]): Set<string> {
  const common = new Set<string>()
  for (const lines of bills) {
    const counts = new Map<string, number>()
    for (const note of new Set(lines.map(({ words }) => words.note)))
      for (const word of new Set(note.split(' '))) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const [word, count] of counts) if (count > Math.max(3, lines.length / 5)) common.add(word)
  }
  return common
}

/** Digits must be equal: desk 7 is not desk 8. */
export function isOneLetterOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false
  if (a.replace(/\D/g, '') !== b.replace(/\D/g, '')) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  const most = Math.min(a.length, b.length) - start
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  return a.length - start - end <= 1 && b.length - start - end <= 1
}
