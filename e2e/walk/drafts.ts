import type { Saying, Screen } from './screen.ts'
import type { Refusal } from './traffic.ts'
import type { World } from './world.ts'

interface Kept {
  notes: string
  items: number
  version: number
}

/** The draft has changed meanwhile, and the page shows both versions. */
const asksWhichVersion = ({ things }: Screen) =>
  things.some(({ name }) => /^(?:Keep (?:my|this) version|Keep mine as a new order)$/.test(name))

/** Compares the drafts on the screen with those on the server, over a whole walk. */
export class DraftWatch {
  readonly #world: World
  /** Drafts with changes that have not been saved. */
  readonly #unsaved = new Set<number>()
  readonly #refused = new Map<string, number>()
  /** The draft to which items are added. */
  #inHand: number | undefined

  constructor(world: World) {
    this.#world = world
  }

  /** The draft was changed, and a reload came before the change was seen. */
  noteUnseenChange(): void {
    if (this.#inHand) this.#unsaved.add(this.#inHand)
  }

  async judge(
    before: Screen,
    now: Screen,
    sayings: Saying[],
    refusals: Refusal[],
  ): Promise<string[]> {
    const saved = sayings.filter(({ title }) => /^(?:Draft saved|Order submitted)\.$/.test(title))
    return [
      ...this.#afterSaving(now, sayings),
      ...(await this.#whenOpened(saved.length ? undefined : before.draft?.id, now)),
      ...(await this.#refusedForEver(refusals)),
    ]
  }

  /** A saved or submitted draft is no longer the current order. */
  #afterSaving(now: Screen, sayings: Saying[]): string[] {
    return sayings.flatMap(({ title, note }) => {
      if (title === 'Item added to order.' && this.#inHand) this.#unsaved.add(this.#inHand)
      if (!/^(?:Draft saved|Order submitted)\.$/.test(title)) return []
      const id = Number(/P-(\d+)/.exec(note)?.[1])
      this.#unsaved.delete(id)
      const isInHand = now.draft?.id === id || now.text.includes(`You are editing draft P-${id}`)
      return isInHand ? [`after "${title}" draft P-${id} is in hand again`] : []
    })
  }

  /** An opened draft is the server's newest, unless it has unsaved changes here. */
  async #whenOpened(openBefore: number | undefined, now: Screen): Promise<string[]> {
    if (!now.draft) return []
    const { id, notes, items } = now.draft
    this.#inHand = id
    const kept = await this.#kept(id)
    const agrees = kept?.notes === notes && kept.items === items
    const wasOpen = openBefore === id
    if (agrees) this.#unsaved.delete(id)
    else if (wasOpen || asksWhichVersion(now)) this.#unsaved.add(id)
    else if (!this.#unsaved.has(id))
      return [
        `draft P-${id} was opened with ${items} items and notes "${notes.slice(0, 60)}"; ` +
          (kept
            ? `the server has ${kept.items} items and "${kept.notes.slice(0, 60)}"`
            : 'the server has no such draft'),
      ]
    return []
  }

  /** One conflict is possible; the same again, without changes by others, would never end. */
  async #refusedForEver(refusals: Refusal[]): Promise<string[]> {
    const found: string[] = []
    for (const { method, path, status } of refusals) {
      const id = /\/license\/(\d+)$/.exec(path)?.[1]
      if (method !== 'PUT' || status !== 409 || !id) continue
      const version = (await this.#kept(Number(id)))?.version ?? 0
      if (this.#refused.get(id) === version)
        found.push(`${method} ${path} was refused with 409 again`)
      this.#refused.set(id, version)
    }
    return found
  }

  async #kept(id: number): Promise<Kept | undefined> {
    const [row] = await this.#world.ask<Kept>(
      `select o.notes, o.version,
              (select count(*)::integer from license_order_line l
                where l.account_id = o.account_id and l.order_id = o.id) as items
         from license_order o where o.id = $1 and o.status = 'Draft'`,
      id,
    )
    // As shown on the screen: `trim` of the database keeps line ends.
    return row && { ...row, notes: row.notes.trim() }
  }
}
