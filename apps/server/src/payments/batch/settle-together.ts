import type { Deps } from '../../deps.ts'
import { withAccount } from '../../platform/database.ts'
import { settleOrLeave, settlePayments, type Settlement } from '../charge/settle-payment.ts'

/** Settled in one transaction at most, and how long the first answer waits for others to come while any may. */
const atMost = 500
const gatherMs = 500

export interface Settler {
  /** Takes an answer; comes back at once unless too many wait to be written down. */
  add(settlement: Settlement): Promise<void>
  /** Takes no more; when everything taken has been written down, or left to the reconciler. */
  drained(): Promise<void>
}

/** Writes the answers of one company down, many in a transaction: what came in while the last one ran. */
export function settleTogether(deps: Deps, accountId: string): Settler {
  const waiting: Settlement[] = []
  let running: Promise<void> | undefined
  let turn: Promise<void> | undefined
  let isLast = false
  let enough = () => {}

  async function work(): Promise<void> {
    while (waiting.length > 0) await (turn = settleNext())
    running = undefined
  }

  function gathered(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, gatherMs)
      enough = () => {
        if (!isLast && waiting.length < atMost) return
        clearTimeout(timer)
        resolve()
      }
      enough()
    })
  }

  async function settleNext(): Promise<void> {
    await gathered()
    await settleSome(deps, accountId, waiting.splice(0, atMost))
  }

  return {
    async add(settlement) {
      waiting.push(settlement)
      running ??= work()
      enough()
      while (waiting.length >= 2 * atMost) await turn
    },
    async drained() {
      isLast = true
      enough()
      await running
    },
  }
}

/** All of them or, when one of them cannot be written down, each by itself. Never throws. */
async function settleSome(
  deps: Deps,
  accountId: string,
  settlements: readonly Settlement[],
): Promise<void> {
  const left = await withAccount(deps.paymentsDb, accountId, async (tx) => {
    const { busy } = await settlePayments(tx, accountId, settlements)
    await deps.checkpoint('settling')
    return busy
  }).catch((error: unknown) => {
    deps.log.warn({ err: error, accountId }, 'payments are settled one by one')
    return settlements
  })
  for (const { attempt, outcome } of left) await settleOrLeave(deps, attempt, outcome)
}
