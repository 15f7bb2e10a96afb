import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { withAccount } from '../../platform/database.ts'
import type { Attempt } from './attempt.ts'
import { leaveAttempts } from './attempts.queries.ts'

const leaseMs = 60_000
const renewMs = 15_000

/**
 * Keeps attempts from the reconciler while this process works on them. When the database cannot be reached the lease
 * runs out, and the holder then confirms nothing more.
 */
export class Lease {
  readonly #deps: Deps
  readonly #accountId: string
  readonly #ids: string[]
  readonly #timer: NodeJS.Timeout
  #until: number

  constructor(deps: Deps, accountId: string, attempts: readonly Attempt[]) {
    this.#deps = deps
    this.#accountId = accountId
    this.#ids = attempts.map(({ id }) => id)
    // The opening transaction wrote the database's lease a moment ago, so that this one ends earlier.
    this.#until = Date.now() + leaseMs - renewMs
    this.#timer = setInterval(() => void this.#renew(), renewMs)
  }

  /** By the clock of this process, in milliseconds. */
  get until(): number {
    return this.#until
  }

  /** Lets go of all of them; the reconciler takes `left` at once. */
  async end(left: readonly string[]): Promise<void> {
    clearInterval(this.#timer)
    if (left.length === 0) return
    await withAccount(this.#deps.paymentsDb, this.#accountId, (tx) =>
      leaveAttempts(tx, this.#accountId, left),
    ).catch((error: unknown) => this.#deps.log.warn({ err: error }, 'a lease runs out by time'))
  }

  /** Only what is still held: a lease that has run out may be the reconciler's. */
  async #renew(): Promise<void> {
    const sentAt = Date.now()
    await withAccount(this.#deps.paymentsDb, this.#accountId, (tx) =>
      tx.run(sql`
        update payment_attempt set lease_until = now() + make_interval(secs => ${leaseMs / 1000})
         where account_id = ${this.#accountId} and id = any (${this.#ids}::uuid[])
           and state = 'open' and lease_until > now()`),
    )
      .then(() => void (this.#until = sentAt + leaseMs))
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'a lease was not renewed'))
  }
}
