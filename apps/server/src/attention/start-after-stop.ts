import type { Static } from 'typebox'
import type { ShownStop, StartCharging } from '@portal/domain/attention/attention.schema'
import { isolated } from '@portal/domain/kernel/isolated'
import type { Deps } from '../deps.ts'
import {
  findStopOf,
  startChargingFor,
  type ChargingStop,
} from '../payments/charge/charging-stop.ts'
import { withAccount } from '../platform/database/database.ts'
import { authorOf, recordHistory } from '../platform/history/history.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { Scope } from '../platform/database/scope.ts'

const whatStarts = { all: 'Card payments', automatic: 'AutoPay and payments of several invoices' }

/** Same as `portal charging start`; for the pause, with `--after-restore`. */
export async function startAfterStop(
  { paymentsDb }: Deps,
  scope: Scope,
  sessionHash: Buffer,
  { kind, booksWereSentAgain, shown }: Static<typeof StartCharging>,
): Promise<string> {
  if (kind === 'automatic' && !booksWereSentAgain)
    throw new Refusal(
      409,
      "Have the provider's systems send all records again first. Old records could show paid invoices as unpaid.",
    )
  const own = { ...authorOf(scope), accountId: scope.actor.accountId }
  return withAccount(paymentsDb, own.accountId, async (tx) => {
    const stop = await findStopOf(tx, kind)
    if (shown && stop && isChanged(shown, stop))
      throw new Refusal(
        409,
        `The stop has changed. The reason is now ${isolated(stop.reason)}, not ${isolated(shown.reason)}. Please check it and confirm it again.`,
      )
    if (!(await startChargingFor(tx, sessionHash, kind)))
      throw new Refusal(409, `${whatStarts[kind]} were started in the meantime.`)
    const description = `${whatStarts[kind]} started again after a stop`
    await recordHistory(tx, own, { category: 'Account', entryType: 'Charging', description })
    return `${whatStarts[kind]} are on again.`
  })
}

const isChanged = ({ reason, stoppedAt }: ShownStop, now: ChargingStop) =>
  reason !== now.reason || stoppedAt !== now.stoppedAt.toISOString()
