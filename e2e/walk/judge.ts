import { areas } from '@portal/domain/session/areas'
import { mayUse, type Permission } from '@portal/domain/kernel/permissions'
import type { Refusal } from './traffic.ts'
import type { Screen } from './screen.ts'

/** The circumstances of a step, which excuse what would otherwise be a fault. */
export interface Climate {
  /** The connection or the server is or was down: network errors are expected. */
  isCutOff: boolean
  /** The document has been without a connection: a browser requests code that failed to load only once. */
  mayMissCode: boolean
  /** A document was left before its responses arrived. */
  isReloaded: boolean
  /** A session may have ended: 401 is expected. */
  maySignIn: boolean
  /** Another person has changed permissions, or an address names something forbidden: 403 is expected. */
  mayBeRefused: boolean
  /** The address names something that does not exist or belongs to another company: 404 is expected. */
  isOfStrangers: (refusal: Refusal) => boolean
  /** Junk was typed or put into the address: 400 is expected for a write. */
  mayBeNonsense: boolean
}

const written = /^(?:POST|PUT|DELETE)$/

/** Responses that no step should cause. */
export function judgeRefusals(refusals: Refusal[], climate: Climate): string[] {
  const isExcused = (refusal: Refusal): boolean => {
    const { method, status } = refusal
    if (status >= 500) return climate.isCutOff
    if (status === 401) return climate.maySignIn
    if (status === 403) return climate.mayBeRefused
    if (status === 404) return climate.isOfStrangers(refusal)
    if (status === 400) return climate.mayBeNonsense && written.test(method)
    // A declined card, a conflict, an invitation that has ended, a limit: expected refusals of an action.
    return [402, 409, 410, 422, 429].includes(status)
  }
  return refusals
    .filter((refusal) => !isExcused(refusal))
    .map(({ method, path, status }) => `${method} ${path} answered ${status}`)
}

const statusLine = /Failed to load resource: the server responded with a status of \d+/
const networkError =
  /net::ERR_|Failed to fetch|NetworkError|Load failed|not loaded|dynamically imported module/
const abortError = /net::ERR_ABORTED|AbortError|aborted/

/** Console errors, uncaught errors and unhandled rejections. */
export function judgeComplaints(complaints: string[], climate: Climate): string[] {
  return (
    complaints
      // Judged by the response itself.
      .filter((text) => !statusLine.test(text))
      .filter((text) => !(climate.isCutOff && networkError.test(text)))
      .filter((text) => !(climate.mayMissCode && text.includes('ScreenNotLoaded')))
      .filter((text) => !(climate.isReloaded && abortError.test(text)))
      .map((text) => `the browser complained: ${text.slice(0, 500)}`)
  )
}

/** Words that only programs write. The walk types none of them. */
const programWords = /(?<![\w'’])(?:undefined|NaN|null)(?![\w'’])|\[object/

export interface Known {
  /** Names and numbers of other companies, which this company's records do not contain. */
  foreign: string[]
  /** Field names of the API. */
  fields: Set<string>
}

/** Texts on the screen that should not be there. */
export function judgeWords(screen: Screen, { foreign, fields }: Known, climate: Climate): string[] {
  const found: string[] = []
  if (/Something went wrong on this page|^Something went wrong$/m.test(screen.text))
    found.push('the error boundary is on the screen')
  if (/This page could not be loaded/.test(screen.text) && !climate.isCutOff)
    found.push('a page could not be loaded')
  if (screen.text.trim() === '') found.push('the page is blank')
  const word = programWords.exec(screen.text)
  if (word) found.push(`"${word[0]}" is on the screen: ${around(screen.text, word.index)}`)
  for (const text of foreign) {
    const at = placeOf(screen.text, text)
    if (at >= 0)
      found.push(`another company's "${text}" is on the screen: ${around(screen.text, at)}`)
  }
  for (const message of screen.messages)
    for (const [name] of message.matchAll(/\b[a-z]+(?:[A-Z][a-z]*)+\b/g))
      if (fields.has(name))
        found.push(`a message names the field ${name}: ${message.slice(0, 200)}`)
  return found
}

/** The position of a part in a text, or -1; a number inside a longer number does not count. */
function placeOf(text: string, part: string): number {
  const isDigit = (sign: string | undefined) => sign !== undefined && /^\d$/.test(sign)
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const end = at + part.length
    const goesOn =
      (isDigit(part[0]) && isDigit(text[at - 1])) || (isDigit(part.at(-1)) && isDigit(text[end]))
    if (!goesOn) return at
  }
  return -1
}

const around = (text: string, at: number) =>
  text.slice(Math.max(0, at - 60), at + 80).replaceAll(/\s+/g, ' ')

/**
 * The focus is lost if an element had it, or a control was pressed, and in the same document nothing has it now: the
 * keyboard and screen readers would start at the top. A new document rightly starts there, and Tab may leave the last
 * control.
 */
export function judgeFocus(
  before: Screen,
  now: Screen,
  step: { pressed: boolean; isSameDocument: boolean; isTab: boolean },
): string[] {
  const hadPlace = before.focus !== '' || step.pressed
  if (!step.isSameDocument || step.isTab || !hadPlace || now.focus !== '') return []
  return [`the focus is lost: it was on ${before.focus || 'what was pressed'}`]
}

/** The address of a step that adds to an order, which does not contain the entries and filters there. */
const itemStep = /[?&]show=(?:add|change|cancel)_item/

const hasMenu = ({ menu }: Screen) => areas.some(({ label }) => menu.includes(label))

/** After a reload with nothing pending, the address leads to the same screen. */
export function judgeReload(before: Screen, now: Screen): string[] {
  const facts = (screen: Screen): Record<string, string> => ({
    address: screen.path + screen.search,
    heading: screen.heading,
    title: screen.title,
    // On a phone the bar of a selection replaces the navigation, and no address contains the selection.
    ...(hasMenu(screen) && { current: screen.current.join(', ') }),
    ...(!itemStep.test(screen.search) && screen.filters),
  })
  const was = facts(before)
  const is = facts(now)
  // If only one of them has a filter, their titles differ.
  return Object.keys(was)
    .filter((name) => name in is && was[name] !== is[name])
    .map((name) => `after a reload ${name} is "${is[name]}", before it was "${was[name]}"`)
}

/**
 * After a refusal for a missing permission, the page knows the remaining permissions: its navigation offers only their
 * areas, and there is no Retry, which would be refused again.
 */
export function judgeRights(
  screen: Screen,
  refusals: Refusal[],
  permissions: Permission[],
): string[] {
  if (!refusals.some(({ status }) => status === 403)) return []
  const me = { role: 'User', permissions } as const
  const offered = areas.filter(({ label }) => screen.menu.includes(label))
  const found = offered
    .filter(({ access }) => !mayUse(me, access))
    .map(({ label }) => `the navigation offers ${label} after a refusal`)
  if (screen.menu.includes('MANAGE') && !mayUse(me, 'ManageUsers'))
    found.push('the navigation offers MANAGE after a refusal')
  if (screen.things.some(({ name }) => name === 'Retry'))
    found.push('a Retry that is refused again')
  return found
}
