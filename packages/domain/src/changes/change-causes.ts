import type { Cents } from '../kernel/money.ts'
import { isolated } from '../kernel/isolated.ts'
import { perWhole } from '../kernel/millionths.ts'
import { plural } from '../kernel/plural.ts'
import { withoutEnd } from '../kernel/without-end.ts'
import type { Bill, BillLine } from './bill.ts'
import { withoutTimes } from './named-months.ts'
import { partKinds, type Part, type PartKind } from './change-parts.ts'

export const causeKinds = [
  'usersAdded',
  'usersRemoved',
  'replaced',
  'periodic',
  ...partKinds,
] as const
export type CauseKind = (typeof causeKinds)[number]

/** Parts of a difference with one cause. The words must fit into the middle of a sentence. */
export interface Cause {
  kind: CauseKind
  words: string
  cents: Cents
  parts: readonly Part[]
}

/** Facts that the lines of two bills do not contain. */
export interface CauseFacts {
  /** Returns after how many months a line is charged again, if that is more than one. */
  monthsOf: (line: BillLine) => number | undefined
  /** Returns the invoice that now contains a line, or did before. */
  otherInvoiceOf: (line: BillLine) => string | undefined
  /** Returns whether each license of the product is for one person. */
  isPerUser: (line: BillLine) => boolean
}

/** Groups the parts of a difference by cause, the largest first; tax is never first. */
export function causesOf(
  parts: readonly Part[],
  before: readonly Bill[],
  after: Bill,
  facts: CauseFacts,
): Cause[] {
  const groups = new Map<string, { kind: CauseKind; parts: Part[] }>()
  const peopleOf = (lines: readonly BillLine[]) =>
    new Set(lines.map((line) => personKey(line, facts)).filter(Boolean))
  const people = {
    before: peopleOf(before.flatMap((bill) => bill.lines)),
    after: peopleOf(after.lines),
  }
  for (const part of parts) {
    const [kind, about] = groupOf(part, people, facts)
    const key = `${kind}\n${about}`
    const group = groups.get(key)
    if (group) group.parts.push(part)
    else groups.set(key, { kind, parts: [part] })
  }
  const causes = withOnePriceChange([...groups.values()]).map((group) => ({
    ...group,
    cents: sumOf(group.parts),
    words: causeWords(group, after, facts),
  }))
  return causes.sort(
    (a, b) =>
      Number(a.kind === 'tax') - Number(b.kind === 'tax') ||
      Math.abs(b.cents) - Math.abs(a.cents) ||
      (a.words < b.words ? -1 : 1),
  )
}

type Group = Pick<Cause, 'kind' | 'parts'>
type People = Record<'before' | 'after', Set<string | undefined>>

export const sumOf = (parts: readonly Part[]): Cents =>
  parts.reduce((sum, { cents }) => sum + cents, 0)

function groupOf(part: Part, people: People, facts: CauseFacts): [CauseKind, string] {
  const { before, after, kind } = part
  const line = after ?? before
  if (!line) return [kind, '']
  const isOtherProduct = before?.words.product !== line.words.product
  const isReplaced = part.found === 'replaced' || (part.found === 'instead' && isOtherProduct)
  if (isReplaced && before && isPlain(kind))
    return ['replaced', `${before.words.product}\n${line.words.product}`]
  if (kind === 'added' || kind === 'removed') {
    if (facts.monthsOf(line)) return ['periodic', String(facts.monthsOf(line))]
    const person = personKey(line, facts)
    if (person && kind === 'added' && !people.before.has(person)) return ['usersAdded', '']
    if (person && kind === 'removed' && !people.after.has(person)) return ['usersRemoved', '']
    return [kind, line.words.product]
  }
  if (kind === 'movedHere' || kind === 'movedAway') return [kind, facts.otherInvoiceOf(line) ?? '']
  if (kind === 'oneTime' || kind === 'credit') return [kind, after ? 'now' : 'earlier']
  return isPlain(kind) && kind !== 'rounding' ? [kind, line.words.product] : [kind, '']
}

const isPlain = (kind: PartKind) =>
  kind === 'quantity' || kind === 'price' || kind === 'amount' || kind === 'rounding'

/** Combines a rise of all prices into one cause, even if rounded prices make it differ slightly between products. */
function withOnePriceChange(groups: readonly Group[]): Group[] {
  const prices = groups.filter(({ kind }) => kind === 'price')
  const parts = prices.flatMap((group) => group.parts)
  if (prices.length < 2 || !priceChange(parts)) return [...groups]
  return [...groups.filter(({ kind }) => kind !== 'price'), { kind: 'price', parts }]
}

/** Returns `+3.5%` or `about +3.5%` if all prices changed by nearly the same. */
function priceChange(parts: readonly Part[]): string | undefined {
  const shares = parts.flatMap(({ before, after }) =>
    before?.price && after?.price ? Number(after.price - before.price) / Number(before.price) : [],
  )
  if (shares.length < parts.length || shares.length === 0) return undefined
  const [least, most] = [Math.min(...shares), Math.max(...shares)]
  if (most - least > 0.002 || least * most < 0) return undefined
  const middle = (least + most) / 2
  const percent = `${middle < 0 ? '\u2212' : '+'}${(Math.abs(middle) * 100).toFixed(1)}%`
  if (percent.endsWith('0.0%') && Math.abs(middle) < 0.0005) return undefined
  return most - least > 0.001 ? `about ${percent}` : percent
}

/** Returns the person of a line in comparable words; undefined if the books do not say that the line is for one person. */
function personKey(line: BillLine, facts: CauseFacts): string | undefined {
  return personName(line, facts)?.normalize('NFKC').toLowerCase()
}

function personName(line: BillLine, facts: CauseFacts): string | undefined {
  if (line.userName) return line.userName
  const named = /^\s*user\s*:\s*(.+)$/iu.exec(line.note)?.[1]
  if (named) return named.trim()
  return facts.isPerUser(line) && line.note.trim() ? line.note.trim() : undefined
}

/** The facts in the words of a cause; `line` and `part` are the first ones. */
interface About {
  parts: readonly Part[]
  part: Part
  lines: readonly BillLine[]
  line: BillLine
  productCount: number
  facts: CauseFacts
}

function causeWords({ kind, parts }: Group, after: Bill, facts: CauseFacts): string {
  const lines = parts.flatMap(({ before, after }) => after ?? before ?? [])
  const [line] = lines
  const [part] = parts
  if (!line || !part) return 'amounts outside the lines'
  const products = after.lines.filter(({ isTax }) => !isTax).map(({ words }) => words.product)
  const productCount = new Set(products).size
  return wordsOf[kind]({ parts, part, lines, line, productCount, facts })
}

const wordsOf: Record<CauseKind, (about: About) => string> = {
  usersAdded: (about) => `${userCount(about)} added${namesOf(peopleIn(about))}`,
  usersRemoved: (about) => `${userCount(about)} removed${namesOf(peopleIn(about))}`,
  replaced: ({ part, line }) => {
    const former = part.before ? nameOf(part.before) : ''
    return part.found === 'instead'
      ? `${nameOf(line)} instead of ${former}`
      : `${former} replaced by ${nameOf(line)}`
  },
  periodic: ({ lines, line, facts }) =>
    `${productsOf(lines)}, billed every ${String(facts.monthsOf(line))} months`,
  added: (about) => `${thingOf(about)} added`,
  removed: (about) => `${thingOf(about)} removed`,
  movedHere: ({ lines, line, facts }) =>
    `${plural(lines.length, 'line')} earlier on ${otherInvoice(line, facts)}`,
  movedAway: ({ lines, line, facts }) =>
    `${plural(lines.length, 'line')} now on ${otherInvoice(line, facts)}`,
  quantity: ({ parts, line }) => quantityWords(parts, nameOf(line)),
  price: priceWords,
  amount: ({ line }) => `amount of ${nameOf(line)}`,
  rounding: () => 'rounding',
  oneTime: ({ lines, line, parts }) =>
    `${earlier(parts)}${lines.length === 1 ? `one-time charge: ${nameOf(line)}` : plural(lines.length, 'one-time charge')}`,
  partialMonth: ({ lines, line, facts }) =>
    lines.length === 1
      ? `partial month of ${nameOf(line)}${forWhom(lines, facts)}`
      : `${lines.length} partial months`,
  priorPeriod: () => 'charges for earlier months',
  credit: ({ lines, line, parts }) =>
    `${earlier(parts)}${lines.length === 1 ? `credit for ${nameOf(line)}` : plural(lines.length, 'credit')}`,
  tax: () => 'tax',
  unitemized: () => 'amounts outside the lines',
}

/** Whether only the previous bill has these parts. */
const earlier = (parts: readonly Part[]) => (parts.every(({ after }) => !after) ? 'earlier ' : '')

const peopleIn = ({ lines, facts }: About) => [
  ...new Set(lines.flatMap((line) => personName(line, facts) ?? [])),
]
const userCount = (about: About) => plural(peopleIn(about).length, 'user')
const thingOf = ({ lines, line, facts }: About) =>
  `${countOf(lines)}${nameOf(line)}${forWhom(lines, facts)}`
const otherInvoice = (line: BillLine, facts: CauseFacts) =>
  isolated(facts.otherInvoiceOf(line) ?? 'another invoice')

/** Some books name products by a code only, so the description is better. */
function nameOf({ productName, description }: BillLine): string {
  const isCode = !/\p{L}{3}/u.test(productName)
  const said = isCode ? trimmed(description) : ''
  return isolated(said || productName)
}

/** Returns a description without times and the words around them: `TT Pro` of `TT Pro for Nov 2026`. */
function trimmed(description: string): string {
  const said = withoutTimes(description).replace(/\(\s*(to|-)?\s*\)/gu, '')
  const joint = /[\s,(–-]/u
  const kept = withoutEnd(said, joint)
  return withoutEnd(kept.replace(/[\s,(–-](for|from|of|to)$/u, ''), joint).trim()
}

const namesOf = (names: readonly string[]) =>
  names.length > 0 && names.length < 3 ? ` (${names.map(isolated).join(' and ')})` : ''

/** Returns the person of a single line, else its place. */
function forWhom(lines: readonly BillLine[], facts: CauseFacts): string {
  const [line] = lines
  if (lines.length > 1 || !line) return ''
  const person = personName(line, facts)
  if (person) return ` for ${isolated(person)}`
  return line.city ? ` in ${isolated(line.city)}` : ''
}

function countOf(lines: readonly BillLine[]): string {
  const counted = lines.reduce((sum, { quantity }) => sum + (quantity ?? perWhole), 0n)
  const isWhole = counted % perWhole === 0n && counted > 0n
  const count = isWhole ? counted / perWhole : BigInt(lines.length)
  return count === 1n ? '' : `${count.toLocaleString('en-US')} × `
}

function productsOf(lines: readonly BillLine[]): string {
  const names = [...new Set(lines.map(nameOf))]
  if (names.length > 3) return plural(names.length, 'product')
  const last = names.pop() ?? ''
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last
}

function quantityWords(parts: readonly Part[], product: string): string {
  const sum = (of: 'before' | 'after') =>
    parts.reduce((all, part) => all + (part[of]?.quantity ?? 0n), 0n)
  const [was, is] = [sum('before'), sum('after')]
  if (was % perWhole !== 0n || is % perWhole !== 0n) return `quantity of ${product}`
  const count = (quantity: bigint) => (quantity / perWhole).toLocaleString('en-US')
  return `${count(is)} × ${product} instead of ${count(was)}`
}

function priceWords({ parts, lines, productCount }: About): string {
  const change = priceChange(parts)
  const count = new Set(lines.map(({ words }) => words.product)).size
  const all = count === productCount ? 'all ' : ''
  const whose =
    count > 1 ? `prices of ${all}${plural(count, 'product')}` : `price of ${productsOf(lines)}`
  return change ? `${whose} ${change}` : whose
}
