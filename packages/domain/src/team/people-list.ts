import { addressKey, isEmailAddress } from '../kernel/email.ts'
import { plural } from '../kernel/plural.ts'
import { withoutEnd } from '../kernel/without-end.ts'
import { inviteStatus } from './invite-form.ts'

/** The most people of one list. */
export const mostPeople = 100

/** One person of a pasted list. `line` counts from 1. */
export interface ListedPerson {
  line: number
  /** Only shown: the portal gets the name from the sign-in provider. */
  name: string
  /** The address as it was read, even if invalid; empty if the line has none. */
  email: string
  /** Why the line cannot be read. */
  fault?: string
  /** The number of an earlier line with the same address. */
  twiceIn?: number
}

const lineEnd = /\r\n?|[\n\v\f\u0085\u2028\u2029]/
const invisible = /[\p{Cc}\p{Cf}]/gu

/**
 * Returns the people of a pasted text: one per line as `Ana Kim <a@b>`, as cells of a spreadsheet or as an address alone,
 * or several in a line as mail programs write recipients. For a longer list, returns one person more than `mostPeople`.
 */
export function readPeople(text: string): ListedPerson[] {
  const people: ListedPerson[] = []
  const lineOf = new Map<string, number>()
  for (const [index, raw] of text.split(lineEnd).entries()) {
    for (const { name, email } of peopleOfLine(raw)) {
      if (people.length > mostPeople) return people
      const line = index + 1
      const fault = addressFault(email)
      const twiceIn = lineOf.get(addressKey(email))
      if (!fault && !twiceIn) lineOf.set(addressKey(email), line)
      people.push({ line, name, email, ...(fault && { fault }), ...(twiceIn && { twiceIn }) })
    }
  }
  return people
}

function addressFault(email: string): string | undefined {
  if (isEmailAddress(email)) return undefined
  return email ? 'Is not a valid email address' : 'Has no email address'
}

type Named = Pick<ListedPerson, 'name' | 'email'>

function peopleOfLine(raw: string): Named[] {
  const line = raw.replaceAll('\t', ';').replaceAll(invisible, '')
  if (line.trim() === '') return []
  const cells = cellsOf(line).flatMap(readCell)
  const found = cells.filter(({ email }) => email)
  if (found.length === 0) return [{ name: shortened(line), email: '' }]
  // In a line with one address, all cells belong to it; otherwise, the cells before each address do.
  if (found.length === 1) return [{ name: joined(cells), email: found[0]!.email }]
  const people: Named[] = []
  let read: Named[] = []
  for (const cell of cells) {
    read.push(cell)
    if (!cell.email) continue
    people.push({ name: joined(read), email: cell.email })
    read = []
  }
  return people
}

const joined = (cells: readonly Named[]) => shortened(cells.map(({ name }) => name).join(' '))
const shortened = (text: string) => text.trim().replaceAll(/\s+/g, ' ').slice(0, 100)

/** Returns the cells between commas and semicolons; inside quotes these characters are part of a cell. */
function cellsOf(line: string): string[] {
  const quoted = line.split('"')
  const hasOpenQuote = quoted.length % 2 === 0
  const marked = quoted.map((part, nth) =>
    nth % 2 === 1 && !hasOpenQuote ? part : part.replaceAll(/[,;]/g, '\n'),
  )
  return marked.join('').split('\n')
}

/** Reads a cell, which contains a name, an address or both, or several addresses separated by blanks. */
function readCell(cell: string): Named[] {
  const [, name = '', address = '', after = ''] =
    /^([^<>]*)<([^<>]*)(?:>([^<>]*))?$/.exec(cell) ?? []
  if (address.includes('@') && !after.includes('@'))
    return [{ name: name.trim(), email: bare(address) }]
  const found: Named[] = []
  let words: string[] = []
  for (const word of cell.split(/[\s<>()[\]]+/)) {
    if (!word.includes('@')) {
      words.push(word)
      continue
    }
    found.push({ name: words.join(' '), email: bare(word) })
    words = []
  }
  return [...found, { name: words.join(' '), email: '' }]
}

const bare = (address: string) =>
  withoutEnd(
    address
      .trim()
      .slice(0, 300)
      .replace(/^['‘“”]*(?:mailto:)?/i, ''),
    /['’“”.:>)]/,
  )

export const listedFates = ['invited', 'sentAgain', 'open', 'member', 'limited'] as const
/** The outcome for a person of a list. */
export type ListedFate = (typeof listedFates)[number]

/**
 * Decides the outcome for a person of the list. A usable open invitation stays unchanged unless `sendAgain`; an invitation
 * that can no longer be accepted is sent again with the list's permissions.
 */
export function listedFate(
  known: { isMember: boolean; openInvite: Parameters<typeof inviteStatus>[0] | undefined },
  sendAgain: boolean,
  now: Date,
): Exclude<ListedFate, 'limited'> {
  if (known.isMember) return 'member'
  if (!known.openInvite) return 'invited'
  const isUsable = inviteStatus(known.openInvite, now) === 'sent'
  return isUsable && !sendAgain ? 'open' : 'sentAgain'
}

/** Returns in words how long a limit lasts. */
export function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour')
}
