import { apiFields } from './api-fields.ts'
import type { Step } from './choose-step.ts'
import {
  judgeComplaints,
  judgeFocus,
  judgeRefusals,
  judgeReload,
  judgeRights,
  judgeWords,
} from './judge.ts'
import type { Strangers } from './junk-addresses.ts'
import type { Screen } from './screen.ts'
import type { News } from './traffic.ts'
import { Weather } from './weather.ts'
import type { World } from './world.ts'

/** The company that a super admin acts for, as shown in the navigation. */
const accountOf = (text: string) => /\bAccount (\d+)\b/.exec(text)?.[1]

/** A completed step with all known facts about it. */
interface Taken {
  step: Step
  before: Screen
  now: Screen
  /** The parts of the page that never settled. */
  unrest: string[]
  isSameTab: boolean
  /** The obstacle that prevented the step. */
  hindrance: string | undefined
  news: News
}

/** Checks the invariants after every step. */
export class Inspector {
  readonly #world: World
  readonly #weather: Weather
  readonly #foreign = new Map<string, Promise<string[]>>()

  constructor(world: World, strangers: Strangers) {
    this.#world = world
    this.#weather = new Weather(strangers)
  }

  async before(step: Step, offlineFor: number): Promise<void> {
    const isMember = (await this.#world.rights()) !== undefined
    this.#weather.note(step, { offlineFor, isMember })
  }

  /** Returns the faults after a step. */
  async after({ step, before, now, unrest, isSameTab, hindrance, news }: Taken): Promise<string[]> {
    const climate = this.#weather.climate(step, before.openedAt)
    const { refusals, complaints, outside } = news
    const isComparable =
      step.kind === 'reload' &&
      isSameTab &&
      !climate.isCutOff &&
      !climate.maySignIn &&
      !this.#weather.mayBeOutdated(before.openedAt)
    const isSameDocument = isSameTab && before.openedAt === now.openedAt && now.openedAt > 0
    const found = [
      ...outside.map((url) => `a request left this machine: ${url}`),
      ...judgeRefusals(refusals, climate),
      ...judgeComplaints(complaints, climate),
    ]
    if (now.openedAt === 0) return found
    if (!climate.isCutOff) found.push(...unrest.map((what) => `it never came to rest: ${what}`))
    const pressed = !hindrance && ['press', 'type', 'pick'].includes(step.kind)
    // The skip link covers the logo while it has the focus, and disappears with the focus.
    if (hindrance?.includes('intercepts pointer events') && !hindrance.includes('href="#main"'))
      found.push(`what is offered is covered: ${hindrance}`)
    const isTab = step.kind === 'key' && step.key === 'Tab'
    found.push(
      ...judgeWords(now, { foreign: await this.#foreignTo(now), fields: apiFields }, climate),
      ...judgeFocus(before, now, { pressed, isSameDocument, isTab }),
      ...(isComparable ? judgeReload(before, now) : []),
    )
    if (!this.#world.isSuperAdmin && !climate.isCutOff)
      found.push(...judgeRights(now, refusals, (await this.#world.rights())?.permissions ?? []))
    return found
  }

  /** Texts that must not be on this screen. A super admin sees other companies only in lists and layers. */
  async #foreignTo({ path, layers, text }: Screen): Promise<string[]> {
    const { isSuperAdmin, accountId: own } = this.#world
    if (isSuperAdmin && (layers.length > 0 || /^\/(?:companies|attention)?$/.test(path))) return []
    const accountId = isSuperAdmin ? (accountOf(text) ?? own) : own
    const known = this.#foreign.get(accountId) ?? this.#world.foreignTexts(accountId)
    this.#foreign.set(accountId, known)
    return known
  }
}
