import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { withAccount } from '../../platform/database/database.ts'
import type { Attempt } from './attempt.ts'
import { leaveAttempts } from './attempts.queries.ts'

const leaseMs = 60_000
const renewMs = 15_000

/**
 * Prevents the reconciler from taking attempts while this process works on them. If the database is unreachable, the lease
 * expires, and its holder confirms nothing more.
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
    // The opening transaction set the lease in the database a moment ago, so the lease in this process ends earlier than that.
    this.#until = Date.now() + leaseMs - renewMs
    this.#timer = setInterval(() => void this.#renew(), renewMs)
  }

  /** In milliseconds, by the clock of this process. */
  get until(): number {
    return this.#until
  }

  /** Releases all attempts; the reconciler takes `left` at once. */
  async end(left: readonly string[]): Promise<void> {
    clearInterval(this.#timer)
    if (left.length === 0) return
    await withAccount(this.#deps.paymentsDb, this.#accountId, (tx) =>
      leaveAttempts(tx, this.#accountId, left),
    ).catch((error: unknown) => this.#deps.log.warn({ err: error }, 'a lease runs out by time'))
  }

  /** Renews only leases that this process still holds: the reconciler may have taken an expired one. */
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
