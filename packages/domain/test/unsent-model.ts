import fc from 'fast-check'
import { addedItem } from '../src/licenses/line-items.ts'
import {
  changed,
  mayBeMade,
  nothingBuilt,
  sameContent,
  type UnsentChange,
  type UnsentContent,
} from '../src/licenses/unsent-changes.ts'

/**
 * Two users, each with three tabs or devices, a server, and a network that loses requests and answers. Every item has its
 * own key, so that each can be followed.
 */

interface Kept {
  revision: number
  content: UnsentContent
  savedFrom: number | null
}
interface Saved {
  person: string
  from: number
  content: UnsentContent
}
type Wish = UnsentChange | 'save'

export interface Rules {
  isOfNewest: (row: Kept, revision: number, isSave: boolean) => boolean
  /** Returns an earlier save if there was one: its answer was lost, or another tab saved the same. */
  findSaved: (saved: readonly Saved[], person: string, revision: number) => Saved | undefined
  changed: typeof changed
  mayBeMade: typeof mayBeMade
  /** Whether saving clears the row. */
  empties: boolean
}

export const rules: Rules = {
  isOfNewest: (row, revision) => row.revision === revision,
  findSaved: (saved, person, revision) =>
    saved.find((one) => one.person === person && one.from === revision),
  changed,
  mayBeMade,
  empties: true,
}

export const wrongRules: Record<string, Partial<Rules>> = {
  'the last PUT wins': { isOfNewest: () => true },
  'a late change is dropped without a message': {
    changed: (now, change) => changed(now, change) ?? now,
  },
  'adding again adds twice': {
    changed: (now, change) =>
      change.do === 'add'
        ? { ...now, items: [...now.items, ...change.items] }
        : changed(now, change),
  },
  'a save is not recognized when it is repeated': { findSaved: () => undefined },
  'a save of an older order saves the newest': {
    isOfNewest: (row, revision, isSave) => row.revision === revision || isSave,
  },
  'a change is made again after the order was saved': { mayBeMade: () => true },
  'saving leaves the order where it is': { empties: false },
  'clearing clears what the person has not seen': {
    changed: (now, change) => (change.do === 'replace' ? change.content : changed(now, change)),
  },
}

class Server {
  readonly rows = new Map<string, Kept>()
  readonly saved: Saved[] = []
  constructor(readonly rules: Rules) {}

  read = (person: string): Kept =>
    this.rows.get(person) ?? { revision: 0, content: nothingBuilt, savedFrom: null }

  put(person: string, revision: number, content: UnsentContent): boolean {
    const row = this.read(person)
    if (!this.rules.isOfNewest(row, revision, false)) return false
    this.rows.set(person, { ...row, revision: row.revision + 1, content })
    return true
  }

  save(person: string, revision: number): boolean {
    if (this.rules.findSaved(this.saved, person, revision)) return true
    const row = this.read(person)
    const isNewest = this.rules.isOfNewest(row, revision, true)
    if (!isNewest || row.content.items.length === 0) return false
    this.saved.push({ person, from: revision, content: row.content })
    const content = this.rules.empties ? nothingBuilt : row.content
    this.rows.set(person, { revision: row.revision + 1, content, savedFrom: revision })
    return true
  }
}

interface Pending {
  wish: Wish
  /** The revision to which the change was first applied. */
  since: number
  sent: Kept
  tries: number
}

/** The tab's buttons are disabled while a request is in progress. */
class Tab {
  kept: Kept = { revision: 0, content: nothingBuilt, savedFrom: null }
  pending: Pending | undefined
  readonly asked: string[] = []
  readonly outcomes: string[] = []
  readonly done = new Set<string>()
  /** The revisions that the page reported as not saved. */
  readonly notSaved: number[] = []
  constructor(
    readonly person: string,
    readonly server: Server,
  ) {}

  load() {
    if (!this.pending) this.kept = this.server.read(this.person)
  }

  begin(wish: Wish) {
    const { kept } = this
    this.asked.push(nameOf(wish))
    this.#try({ wish, since: kept.revision, sent: kept, tries: 0 })
  }

  /** Sends the request, or repeats it after a lost answer. Returns what it confirmed without having done it. */
  send(loses: 'request' | 'answer' | undefined): string | undefined {
    const { pending, server, person } = this
    if (!pending || loses === 'request') return undefined
    const { wish, sent } = pending
    const isDone =
      wish === 'save'
        ? server.save(person, sent.revision)
        : server.put(person, sent.revision, sent.content)
    if (loses) return undefined
    this.kept = server.read(person)
    this.pending = undefined
    if (isDone) {
      this.done.add(nameOf(wish))
      this.outcomes.push(nameOf(wish))
      return wish !== 'save' && !isInEffect(wish, this.kept.content)
        ? `${nameOf(wish)} was confirmed, and is not in effect`
        : undefined
    }
    if (wish === 'save') this.notSaved.push(sent.revision)
    if (wish === 'save' || pending.tries === 3) this.outcomes.push(nameOf(wish))
    else this.#try({ ...pending, sent: this.kept, tries: pending.tries + 1 })
    return undefined
  }

  /** The page reports that there was no answer. */
  stop() {
    if (this.pending) this.outcomes.push(nameOf(this.pending.wish))
    this.pending = undefined
  }

  #try(pending: Pending) {
    const { wish, since, sent } = pending
    const { rules } = this.server
    if (wish === 'save') this.pending = pending
    else {
      const content = rules.mayBeMade(since, sent) ? rules.changed(sent.content, wish) : undefined
      if (content) this.pending = { ...pending, sent: { ...sent, content } }
      else this.outcomes.push(nameOf(wish))
    }
  }
}

const nameOf = (wish: Wish) => JSON.stringify(wish)

function isInEffect(change: UnsentChange, now: UnsentContent): boolean {
  const has = (key: string) => now.items.find((one) => one.key === key)
  if (change.do === 'add') return change.items.every(({ key }) => has(key))
  if (change.do === 'edit') return has(change.seen.key)?.item.userName === change.item.userName
  if (change.do === 'remove') return !has(change.seen.key)
  return change.do === 'notes' ? now.notes === change.notes : sameContent(now, change.content)
}

const item = (userName: string) =>
  addedItem('10010', { networkId: 'N', networkName: 'N', userName, dateRequired: '2026-12-01' })

/** Returns the change that a step makes to what the tab shows. */
function wishOf({ kept: { content } }: Tab, { what, nth }: Step, count: number): Wish | undefined {
  const seen = content.items[nth % Math.max(content.items.length, 1)]
  if (what === 'save') return seen && what
  if (what === 'notes')
    return { do: 'notes', draft: undefined, seen: content.notes, notes: `note ${count}` }
  if (what === 'add' || !seen) return { do: 'add', items: [{ key: `k${count}`, item: item('a') }] }
  if (what === 'edit') return { do: 'edit', seen, item: item(`${seen.item.userName}'`) }
  return what === 'remove'
    ? { do: 'remove', seen }
    : { do: 'replace', seen: content, content: nothingBuilt }
}

const acts = ['add', 'add', 'edit', 'remove', 'notes', 'clear', 'save', 'stop'] as const
const step = fc.record({
  tab: fc.nat({ max: 5 }),
  goes: fc.constantFrom('load', 'act', 'act', 'send', 'send', 'send'),
  what: fc.constantFrom(...acts),
  nth: fc.nat({ max: 5 }),
  loses: fc.constantFrom('request', 'answer', ...Array.from({ length: 5 }, () => undefined)),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
export const history = fc.array(step, { minLength: 60, maxLength: 60 })

/** Returns the fault after a sequence of steps; undefined if there is none. */
export function faultOf(steps: readonly Step[], changes: Partial<Rules> = {}): string | undefined {
  const server = new Server({ ...rules, ...changes })
  const tabs = ['kim', 'lee'].flatMap((who) => [1, 2, 3].map(() => new Tab(who, server)))
  const removed = new Set<string>()
  const added: { tab: Tab; wish: Wish; key: string }[] = []
  /** The order shown at each save. */
  const shown = new Map<string, UnsentContent>()
  for (const [count, one] of steps.entries()) {
    const tab = tabs[one.tab]!
    if (one.goes === 'load') tab.load()
    else if (one.goes === 'send') {
      const fault = tab.send(one.loses)
      if (fault) return fault
    } else if (one.what === 'stop') tab.stop()
    else if (!tab.pending) {
      const wish = wishOf(tab, one, count)
      if (wish === undefined) continue
      const { content, revision } = tab.kept
      if (wish === 'save') shown.set(`${tab.person} ${revision}`, content)
      else if (wish.do === 'add') added.push({ tab, wish, key: wish.items[0]!.key })
      else if (wish.do === 'remove') removed.add(wish.seen.key)
      else if (wish.do === 'replace') for (const { key } of wish.seen.items) removed.add(key)
      tab.begin(wish)
    }
    const fault = stateFault()
    if (fault) return fault
  }
  // The network works again.
  for (let round = 0; round < 8; round += 1)
    for (const tab of tabs) {
      const fault = tab.send(undefined)
      if (fault) return fault
    }
  return stateFault() ?? endFault()

  function stateFault(): string | undefined {
    const places = new Map<string, string>()
    const all = [
      ...server.saved.map(({ content, from, person }) => ({ content, at: `${person} ${from}` })),
      ...[...server.rows].map(([at, { content }]) => ({ content, at })),
    ]
    for (const { content, at } of all)
      for (const { key } of content.items) {
        if (places.has(key)) return `item ${key} is in ${places.get(key)} and in ${at}`
        places.set(key, at)
      }
    const unseen = server.saved.find(
      ({ content, person, from }) => !sameContent(shown.get(`${person} ${from}`)!, content),
    )
    return unseen && `revision ${unseen.from} of ${unseen.person} is not what was shown`
  }

  function endFault(): string | undefined {
    for (const { person, notSaved, asked, outcomes } of tabs) {
      const wrong = notSaved.find((from) =>
        server.saved.some((one) => one.person === person && one.from === from),
      )
      if (wrong !== undefined) return `revision ${wrong} of ${person} was saved, not as was said`
      if (asked.toSorted().join() !== outcomes.toSorted().join())
        return `a change of ${person} has no outcome`
    }
    const orders = [...server.saved, ...server.rows.values()]
    const lost = added.find(
      ({ tab, wish, key }) =>
        tab.done.has(nameOf(wish)) &&
        !removed.has(key) &&
        !orders.some(({ content }) => content.items.some((one) => one.key === key)),
    )
    return lost && `item ${lost.key} was added by ${lost.tab.person} and is nowhere`
  }
}
