import { LRUCache } from 'lru-cache'
import { tooMany } from './refusal.ts'

/** The most sessions and addresses that are counted; the least recently used are dropped. */
const mostCounted = 50_000
const windowMs = 60_000

/**
 * Counts the calls of each session or address in this process, and refuses with 429 past the limit. Calls that cost money or open
 * accounts are limited through the database instead (`limitRate`), across all processes.
 */
export class CallLimit {
  readonly #perMinute: number
  readonly #windows = new LRUCache<string, { hits: number; endsAt: number }>({ max: mostCounted })

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  count(who: string): void {
    const now = performance.now()
    let window = this.#windows.get(who)
    if (!window || window.endsAt <= now)
      this.#windows.set(who, (window = { hits: 0, endsAt: now + windowMs }))
    window.hits += 1
    if (window.hits <= this.#perMinute) return
    const seconds = Math.ceil((window.endsAt - now) / 1000)
    throw tooMany(
      `Too many requests. Please wait ${seconds} seconds and try again.`,
      seconds,
      'calls',
      window.hits === this.#perMinute + 1,
    )
  }

  has(who: string): boolean {
    return this.#windows.has(who)
  }

  /** Moves one counted call from the key `from` to the key `to`. */
  move(from: string, to: string): void {
    const window = this.#windows.get(from)
    if (window && window.hits > 0) window.hits -= 1
    this.count(to)
  }

  forget(who: string): void {
    this.#windows.delete(who)
  }
}
