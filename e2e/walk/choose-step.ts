import type { Random } from '../../tools/demo/random.ts'
import { hostileTexts, sensibleTexts } from './hostile-texts.ts'
import { junkAddresses, type Strangers } from './junk-addresses.ts'
import { keyOf, type Screen, type Thing } from './screen.ts'

export const changes = ['permission', 'category', 'everything', 'deactivate'] as const
/** Actions of another person that affect the walking person. */
export type Change = (typeof changes)[number]

export type PageStep =
  | { kind: 'press'; thing: Thing; reloads: boolean }
  | { kind: 'type'; thing: Thing; text: string; textName: string; enters: boolean }
  | { kind: 'pick'; thing: Thing; nth: number }
  | { kind: 'card'; number: string }
  | { kind: 'bank'; passes: boolean }
  | { kind: 'key'; key: string }
  | { kind: 'address'; address: string }
  | { kind: 'back' | 'forward' | 'reload' | 'scroll' | 'home' }

/** A step around the page. */
type WorldStep =
  | { kind: 'meddle'; change: Change }
  | { kind: 'second tab' | 'other tab' | 'offline' | 'online' | 'restart' }
  | { kind: 'end session' | 'rights back' | 'sign in' }

export type Step = PageStep | WorldStep

/** The state of the walk, besides the screen, that determines the next step. */
export interface Memory {
  /** How often each kind of thing has been used. */
  uses: Map<string, number>
  tabs: number
  /** Remaining steps without a connection. */
  offlineFor: number
  /** Steps until removed permissions are restored; undefined if none are removed. */
  rightsBackIn: number | undefined
  /** False if the person's permissions cannot be removed. */
  canBeMeddledWith: boolean
  /** On a page outside the portal: the identity provider's, or none. */
  elsewhere: 'sign in' | 'lost' | undefined
}

const cardNumbers = [
  '4242424242424242',
  '4000000000000002',
  '4000002500003155',
  '4242',
  '5555555555554444',
]
const keys = ['Tab', 'Tab', 'Escape', 'Enter', 'ArrowDown', 'PageDown']

/** Chooses the next step. The same screens, memory and seed always lead to the same walk. */
export function chooseStep(
  dice: Random,
  screen: Screen,
  memory: Memory,
  strangers: Strangers,
): Step {
  if (memory.elsewhere === 'sign in') return { kind: 'sign in' }
  if (memory.elsewhere === 'lost') return { kind: memory.offlineFor > 0 ? 'online' : 'home' }
  if (memory.rightsBackIn === 0) return { kind: 'rights back' }
  if (memory.offlineFor === 1) return { kind: 'online' }
  const things = screen.things
  // Some layers can only be closed this way, and trying a few choices is fast.
  const isMenu = things.every(({ role }) => role === 'menuitemradio')
  if (things.some(({ inLayer }) => inLayer) && dice.chance(isMenu ? 0.6 : 0.07))
    return { kind: 'key', key: 'Escape' }
  const isBankOnly = things.some(({ kind }) => kind === 'bank')
  if (memory.offlineFor > 1 || isBankOnly || dice.chance(things.length > 2 ? 0.8 : 0.6)) {
    const thing = chooseThing(dice, things, memory)
    if (thing) return useOf(dice, thing, memory)
  }
  if (memory.offlineFor > 1) return { kind: 'key', key: dice.pick(keys) }
  return disturbance(dice, screen, memory, strangers)
}

/** Chooses first the kind, then the thing: a long list is as likely as one button. */
function chooseThing(dice: Random, things: Thing[], { uses }: Memory): Thing | undefined {
  const groups = new Map<string, Thing[]>()
  for (const thing of things) {
    const key = keyOf(thing)
    groups.set(key, [...(groups.get(key) ?? []), thing])
  }
  const weighed = [...groups].map(([key, group]) => ({
    group,
    // Things not used yet are preferred, so the walk goes deep.
    weight: interest(group[0]!) / (1 + (uses.get(key) ?? 0)),
  }))
  const group = pickWeighted(dice, weighed)?.group
  const thing = group && dice.pick(group)
  if (thing) uses.set(keyOf(thing), (uses.get(keyOf(thing)) ?? 0) + 1)
  return thing
}

const sections: Record<string, number> = { main: 3, nav: 1.5, header: 0.4, footer: 0.1, body: 0.3 }

function interest({ kind, role, name, where, inLayer, isFilled, isMain }: Thing): number {
  if (kind === 'card' || kind === 'bank') return 20
  if (/sign out|^copy\b/i.test(name) || role === 'menuitemradio') return 0.2
  if (/^sign in$/i.test(name)) return 30
  if (/^(close|cancel|keep|dismiss|no)\b/i.test(name)) return 2
  if (/download|csv|pdf|export|statement|confirmation|receipt/i.test(name)) return 0.8
  const base = inLayer ? 5 : (sections[where] ?? 1)
  if (isMain) return base * 2
  if (kind === 'type' || role === 'combobox' || role === 'checkbox')
    return isFilled ? base * 0.4 : base * 1.6
  // Steps that change something on the server are the purpose of the walk.
  return /submit|save|pay|add|edit|review|invite|approve|accept|continue|\bask|send/i.test(name)
    ? base * 2
    : base
}

function pickWeighted<T extends { weight: number }>(dice: Random, choices: T[]): T | undefined {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0)
  let left = (dice.whole(0, 999_999) / 1_000_000) * total
  return choices.find(({ weight }) => (left -= weight) < 0)
}

function useOf(dice: Random, thing: Thing, memory: Memory): Step {
  if (thing.kind === 'card') return { kind: 'card', number: dice.pick(cardNumbers) }
  if (thing.kind === 'bank') return { kind: 'bank', passes: dice.chance(0.7) }
  if (thing.kind === 'pick') return { kind: 'pick', thing, nth: dice.whole(0, 20) }
  if (thing.kind === 'press') {
    const isLink = thing.role === 'a'
    return {
      kind: 'press',
      thing,
      reloads: memory.offlineFor === 0 && !isLink && dice.chance(0.03),
    }
  }
  const enters = dice.chance(0.2)
  if (dice.chance(0.65)) {
    const text = dice.pick(sensibleTexts(thing.name))
    return { kind: 'type', thing, text, textName: `"${text}"`, enters }
  }
  const [textName, text] = dice.pick(Object.entries(hostileTexts))
  return { kind: 'type', thing, text, textName, enters }
}

function disturbance(dice: Random, screen: Screen, memory: Memory, strangers: Strangers): Step {
  const choices: { weight: number; make: () => Step }[] = [
    { weight: 5, make: () => ({ kind: 'key', key: dice.pick(keys) }) },
    { weight: 3, make: () => ({ kind: 'back' }) },
    { weight: 2, make: () => ({ kind: 'forward' }) },
    { weight: 4, make: () => ({ kind: 'reload' }) },
    { weight: 2, make: () => ({ kind: 'scroll' }) },
    { weight: 2, make: () => ({ kind: memory.tabs > 1 ? 'other tab' : 'second tab' }) },
    {
      weight: 3,
      make: () => ({ kind: 'address', address: dice.pick(junkAddresses(screen, strangers)) }),
    },
    { weight: 1.2, make: () => ({ kind: 'offline' }) },
    { weight: 0.6, make: () => ({ kind: 'restart' }) },
    { weight: 0.6, make: () => ({ kind: 'end session' }) },
  ]
  if (memory.canBeMeddledWith && memory.rightsBackIn === undefined)
    choices.push({ weight: 2, make: () => ({ kind: 'meddle', change: dice.pick(changes) }) })
  return pickWeighted(dice, choices)!.make()
}

/** One line for the log. */
export function describe(step: Step): string {
  if (step.kind === 'press')
    return `press ${step.thing.role} "${step.thing.name}" in ${step.thing.where}${step.reloads ? ' and reload at once' : ''}`
  if (step.kind === 'type')
    return `type ${step.textName} into "${step.thing.name}" in ${step.thing.where}${step.enters ? ' and Enter' : ''}`
  if (step.kind === 'pick') return `pick option ${step.nth} of "${step.thing.name}"`
  if (step.kind === 'card') return `type card ${step.number}`
  if (step.kind === 'bank') return step.passes ? 'pass the bank' : 'fail the bank'
  if (step.kind === 'key') return `key ${step.key}`
  if (step.kind === 'address') return `open ${step.address.slice(0, 120)}`
  if (step.kind === 'meddle') return `another person changes: ${step.change}`
  return step.kind
}
