import { comparable } from '../changes/bill.ts'
import { isOneLetterOff } from '../changes/pair-lines.ts'

/** How certain it is that two texts name the same person, the most certain first. */
export const nameLevels = ['exact', 'similar', 'oneLetterOff'] as const
export type NameLevel = (typeof nameLevels)[number]

export interface PersonName {
  text: string
  words: readonly string[]
  /** Numbers must be equal: desk 7 is not desk 8. */
  numbers: string
}

/** Letters that Unicode does not separate into a plain letter and an accent. */
const plainLetters: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd' }

/** Returns a name for comparison; undefined for a text without letters or digits. `labels` are not part of the name. */
export function personName(
  name: string,
  labels: ReadonlySet<string> = usualLabels,
): PersonName | undefined {
  const words = comparable(name)
    .split(' ')
    .filter((word) => word !== '' && !labels.has(word))
  if (words.length === 0) return undefined
  const folded = words.map(fold)
  return {
    text: words.join(' '),
    words: folded,
    numbers: (folded.join(' ').match(/\d+/g) ?? []).map(Number).join(' '),
  }
}

const usualLabels: ReadonlySet<string> = new Set(['user', 'trader', 'name', 'login'])

const fold = (word: string) =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøæœłđ]/g, (letter) => plainLetters[letter] ?? letter)

/** Whether two names belong to one person, at the given level of certainty. */
function isSamePerson(one: PersonName, other: PersonName, level: NameLevel): boolean {
  if (level === 'exact') return one.text === other.text
  if (one.numbers !== other.numbers) return false
  if (level === 'similar')
    return sameWords(one, other) || isLogin(one, other) || isLogin(other, one) || isPart(one, other)
  const [a, b] = [one.words.join(' '), other.words.join(' ')]
  return Math.min(a.length, b.length) >= 4 && isOneLetterOff(a, b)
}

const sameWords = (one: PersonName, other: PersonName) =>
  one.words.length === other.words.length && sorted(one) === sorted(other)

/** `007` and `7` are the same number. */
const sorted = ({ words }: PersonName) =>
  words
    .map((word) => word.replace(/^0+(?=\d)/, ''))
    .sort()
    .join(' ')

/** Whether the single word `login` is composed of the parts of a name. */
const isLogin = (login: PersonName, name: PersonName): boolean =>
  login.words.length === 1 && loginsOf(name).includes(login.words[0] ?? '')

/** Returns the login names that systems derive from a name of several words: `tjones`, `jonest`, `tomjones`. */
function loginsOf({ words }: PersonName): string[] {
  const [first, ...rest] = words
  const last = rest.at(-1)
  if (!first || !last) return []
  const whole = rest.join('')
  return [
    first.charAt(0) + last,
    last + first.charAt(0),
    first + last.charAt(0),
    first + last,
    last + first,
    first.charAt(0) + whole,
    first + whole,
  ]
}

/**
 * Whether each word of the shorter name is a word of the other name, or an initial of one. One equal word is enough if all
 * others are initials; two are required if the longer name has more words.
 */
function isPart(one: PersonName, other: PersonName): boolean {
  const [short, long] =
    one.words.length <= other.words.length ? [one.words, other.words] : [other.words, one.words]
  if (short.length < 2) return false
  const left = [...long]
  let equal = 0
  const rest: string[] = []
  for (const word of short) {
    const at = left.indexOf(word)
    if (at < 0) rest.push(word)
    else {
      left.splice(at, 1)
      if (word.length > 2) equal += 1
    }
  }
  for (const word of rest) {
    const at = left.findIndex((longer) => isInitial(word, longer) || isInitial(longer, word))
    if (at < 0) return false
    left.splice(at, 1)
  }
  return equal >= (left.length > 0 ? 2 : 1)
}

const isInitial = (word: string, longer: string) => word.length === 1 && longer.startsWith(word)

/** With more names than this, names are not compared letter by letter, because it would take seconds. */
const mostCompared = 20_000

/** Finds things by the names of people. */
export interface NameIndex<Thing> {
  /** Returns the things with a name of the same person, each once. */
  fits: (names: readonly PersonName[], level: NameLevel) => Thing[]
}

export function nameIndex<Thing>(
  things: readonly Thing[],
  namesOf: (thing: Thing) => readonly PersonName[],
): NameIndex<Thing> {
  const all = things.flatMap((thing) => namesOf(thing).map((name) => ({ thing, name })))
  type Entry = (typeof all)[number]
  const byText = new Map<string, Entry[]>()
  const byWord = new Map<string, Entry[]>()
  const byLogin = new Map<string, Entry[]>()
  for (const entry of all) {
    note(byText, entry.name.text, entry)
    for (const word of new Set(entry.name.words)) note(byWord, word, entry)
    for (const login of new Set(loginsOf(entry.name))) note(byLogin, login, entry)
  }
  const candidates = (name: PersonName, level: NameLevel): readonly Entry[] => {
    if (level === 'exact') return byText.get(name.text) ?? []
    if (level === 'oneLetterOff') return all.length > mostCompared ? [] : all
    const [only] = name.words.length === 1 ? name.words : []
    return [
      ...name.words.flatMap((word) => byWord.get(word) ?? []),
      ...loginsOf(name).flatMap((login) => byWord.get(login) ?? []),
      ...(only ? (byLogin.get(only) ?? []) : []),
    ]
  }
  const fits = (names: readonly PersonName[], level: NameLevel) => [
    ...new Set(
      names.flatMap((name) =>
        candidates(name, level)
          .filter((entry) => isSamePerson(entry.name, name, level))
          .map(({ thing }) => thing),
      ),
    ),
  ]
  return { fits }
}

function note<Entry>(map: Map<string, Entry[]>, key: string, entry: Entry) {
  const same = map.get(key)
  if (same) same.push(entry)
  else map.set(key, [entry])
}
