import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { isInTheWay } from '../../platform/database-errors.ts'
import { withAccount, type Tx } from '../../platform/database.ts'
import type { Attempt } from '../charge/attempt.ts'
import type { BatchRun } from './batch-run.ts'
import { keepBatch } from './batches.queries.ts'
import { keepOpened } from './hold-opened.ts'
import { BatchLost, openChunk } from './open-chunk.ts'

/** Opened in one transaction at most. */
const largestChunk = 500
/**
 * A chunk is what the provider answers in about half a second, and the next one is opened when that much is left, so
 * that whoever stops a batch stops it within a second.
 */
const chunkMs = 500
/** How long an opened attempt may wait for its turn before it is looked at again, and after what time the batch is. */
const freshMs = 5000
/** How long to wait for whoever is busy with the invoices that are left. */
const patienceMs = 10_000

/**
 * The attempts of a batch in their order, opened some time before they are charged: so many at once that the
 * database is asked rarely, and so few that they do not wait long.
 */
export class OpenedAhead {
  readonly #deps: Deps
  readonly #run: BatchRun
  readonly #atOnce: number
  /** With the time they were opened or looked at, oldest first. */
  #ready: { attempt: Attempt; seenAt: number }[] = []
  readonly #adopted: ReadonlySet<string>
  #opening: Promise<void> | undefined
  #keeping: Promise<void> | undefined
  #failure: unknown
  #isOver = false
  #keptAt = Date.now()
  #openedAt = Date.now()
  /** Charges answered since the last chunk was opened; the first ones asked for follow no answer. */
  #answered: number
  /** Nothing of the batch before this position is left to open. */
  #position = 0
  #stuckSince: number | undefined

  /** `atOnce` charges are under way at a time; `adopted` were opened by an earlier holder. */
  constructor(deps: Deps, run: BatchRun, atOnce: number, adopted: Attempt[]) {
    this.#deps = deps
    this.#run = run
    this.#atOnce = atOnce
    this.#add(adopted)
    this.#adopted = new Set(adopted.map(({ id }) => id))
    this.#answered = -atOnce
  }

  /** The next one to charge; nothing when the batch is through. Throws when it has been lost or left. */
  async next(): Promise<Attempt | undefined> {
    this.#answered += 1
    for (;;) {
      while (this.#isStale) await this.#keep()
      if (isOld(this.#keptAt)) void this.#keep()
      if (this.#ready.length < this.#chunkSize && !this.#isOver)
        this.#opening ??= this.#open().finally(() => (this.#opening = undefined))
      if (this.#failure) throw this.#failure
      const first = this.#ready.shift()
      if (first) return first.attempt
      // What is being looked at again comes back.
      const more = this.#keeping ?? this.#opening
      if (!more) return undefined
      await more
    }
  }

  #add(attempts: readonly Attempt[]): void {
    const seenAt = Date.now()
    this.#ready.push(...attempts.map((attempt) => ({ attempt, seenAt })))
  }

  get #isStale(): boolean {
    const [first] = this.#ready
    return first !== undefined && isOld(first.seenAt)
  }

  get #chunkSize(): number {
    const elapsed = Math.max(Date.now() - this.#openedAt, 1)
    const size = Math.round((this.#answered / elapsed) * chunkMs)
    return Math.min(largestChunk, Math.max(this.#atOnce, size))
  }

  /** Never throws: whoever asks next is told. */
  async #open(): Promise<void> {
    try {
      const size = this.#chunkSize
      this.#openedAt = Date.now()
      this.#answered = Math.min(this.#answered, 0)
      const chunk = await openChunk(this.#deps, this.#run, size, this.#position).catch(
        (error: unknown) => {
          if (isInTheWay(error)) return undefined
          throw error
        },
      )
      if (!chunk) return await this.#waitWhenStuck(true)
      this.#position = chunk.next
      if (chunk.size === 0) this.#isOver = true
      this.#add(chunk.attempts)
      if (chunk.attempts.length > 0) await this.#deps.checkpoint('opened')
      await this.#waitWhenStuck(chunk.busy > 0 && chunk.busy === chunk.size)
    } catch (error) {
      this.#stop(error)
    }
  }

  async #waitWhenStuck(isStuck: boolean): Promise<void> {
    if (!isStuck) return void (this.#stuckSince = undefined)
    this.#stuckSince ??= Date.now()
    if (Date.now() - this.#stuckSince > patienceMs)
      throw new Error('somebody else is busy with what is left of the batch')
    await sleep(200)
  }

  /** Goes on holding the batch, and what has waited too long in it. Never throws: whoever asks next is told. */
  #keep(): Promise<void> {
    return (this.#keeping ??= this.#holdOn()
      .catch((error: unknown) => this.#stop(error))
      .finally(() => (this.#keeping = undefined)))
  }

  async #holdOn(): Promise<void> {
    const { author, batchId, hold } = this.#run
    const inCompany = <T>(work: (tx: Tx) => Promise<T>) =>
      withAccount(this.#deps.paymentsDb, author.accountId, work)
    // It holds the batch's row, which this one would wait for.
    await this.#opening
    if (!(await inCompany((tx) => keepBatch(tx, author.accountId, batchId, hold))))
      throw new BatchLost()
    this.#keptAt = Date.now()
    if (!this.#isStale) return
    const waiting = this.#ready.splice(0).map(({ attempt }) => attempt)
    this.#add(await inCompany((tx) => keepOpened(tx, this.#run, waiting, this.#adopted)))
  }

  /** What is opened and not yet charged is left to the next holder. */
  #stop(error: unknown): void {
    this.#failure ??= error
    this.#isOver = true
    this.#ready = []
  }
}

const isOld = (time: number) => Date.now() - time > freshMs
