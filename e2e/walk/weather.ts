import type { Step } from './choose-step.ts'
import type { Climate } from './judge.ts'
import type { Strangers } from './junk-addresses.ts'
import type { Refusal } from './traffic.ts'

/** For how many steps an event excuses its consequences. */
const lingers = 2

/** The person's situation before a step. */
export interface Standing {
  offlineFor: number
  /** Whether the person is now a member of a company. */
  isMember: boolean
}

/** Tracks the circumstances that excuse a fault, over a whole walk. */
export class Weather {
  #step = 0
  #cutOffUntil = 0
  #cutOffAt = 0
  // Everyone starts signed out.
  #signInUntil = Infinity
  #refusedUntil = 0
  #strangersUntil = 0
  #isNonsense = false
  /** The time of the last change by others. */
  #changedAt = 0
  readonly #ids: Set<string>

  constructor(strangers: Strangers) {
    const { invoices, requests, orders } = strangers
    this.#ids = new Set([
      ...invoices,
      ...requests,
      ...orders,
      'x'.repeat(200),
      '../..',
      '\0',
      'nowhere',
    ])
  }

  /** Called before each step. */
  note(step: Step, { offlineFor, isMember }: Standing): void {
    this.#step += 1
    if (['meddle', 'rights back', 'end session'].includes(step.kind)) this.#changedAt = Date.now()
    const soon = this.#step + lingers
    if (offlineFor > 0 || ['offline', 'online', 'restart'].includes(step.kind)) {
      this.#cutOffUntil = soon
      this.#cutOffAt = Date.now()
    }
    const leaves = step.kind === 'press' && /sign out/i.test(step.thing.name)
    if (leaves || step.kind === 'end session') this.#signInUntil = Infinity
    if (step.kind === 'meddle') {
      this.#refusedUntil = Infinity
      if (step.change === 'deactivate') this.#signInUntil = Infinity
    }
    if (step.kind === 'rights back') this.#refusedUntil = soon
    if (!isMember) this.#refusedUntil = Math.max(this.#refusedUntil, soon)
    if (step.kind === 'sign in' && isMember) this.#signInUntil = soon
    if (step.kind === 'address') this.#strangersUntil = soon
    if (step.kind === 'address' || (step.kind === 'type' && !step.textName.startsWith('"')))
      this.#isNonsense = true
  }

  /** True if another person may have changed data that a document opened at that time shows, in any tab. */
  mayBeOutdated = (openedAt: number): boolean => openedAt < this.#changedAt

  climate(step: Step, openedAt: number): Climate {
    const now = this.#step
    return {
      isCutOff: now <= this.#cutOffUntil,
      mayMissCode: openedAt < this.#cutOffAt,
      isReloaded:
        step.kind === 'reload' ||
        step.kind === 'address' ||
        (step.kind === 'press' && step.reloads),
      maySignIn: now <= this.#signInUntil,
      mayBeRefused: now <= this.#refusedUntil || now <= this.#strangersUntil,
      isOfStrangers: ({ path }: Refusal) =>
        path.split('/').some((part) => this.#ids.has(safelyDecoded(part))) ||
        path.includes('/invite/') ||
        // An earlier address may name a draft that no longer exists. The screen shows that.
        (opens(step) && /\/license\/\d+$/.test(path)),
      mayBeNonsense: this.#isNonsense,
    }
  }
}

/** The step may show an earlier address. */
const opens = (step: Step) =>
  ['sign in', 'back', 'forward', 'reload'].includes(step.kind) ||
  (step.kind === 'press' && step.reloads)

function safelyDecoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
