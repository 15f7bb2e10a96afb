import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { readAutoPayWords } from './payments/autopay/autopay-words.ts'
import { stopping } from './platform/work/stop.ts'
import { tracedLog } from './platform/log/trace.ts'
import { openDatabase } from './platform/database/database.ts'
import { loggedCharges } from './providers/cards/logged-charges.ts'
import { stripeCards } from './providers/cards/stripe-cards.ts'
import { openidConnect } from './providers/identity/openid-connect.ts'

/** Opens the real providers and pools of a process. Tests use `checkpoint` to end the process midway. */
export function openDeps(
  config: Config,
  log: Deps['log'],
  name: string,
  checkpoint: Deps['checkpoint'] = () => {},
  size = 10,
): Deps {
  const { databaseUrl: connectionString } = config
  return {
    config,
    db: openDatabase({ connectionString, name: `portal ${name}`, size, pipeline: true }),
    paymentsDb: openDatabase({ connectionString, name: `portal ${name} payments`, size: 5 }),
    cards: loggedCharges(stripeCards(config)),
    identity: openidConnect(config),
    autoPayWords: (tx, accountId) => readAutoPayWords(tx, accountId, config.page.cardLimitCents),
    isStopping: () => stopping.signal.aborted,
    log: tracedLog(log),
    checkpoint,
    pause: (milliseconds) => sleep(milliseconds),
  }
}

export async function closeDeps(deps: Deps): Promise<void> {
  await Promise.all([deps.db.end(), deps.paymentsDb.end()])
}
