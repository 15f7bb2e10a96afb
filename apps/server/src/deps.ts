import type { Config } from './config.ts'
import type { Database } from './platform/database/database.ts'
import type { Log } from './platform/log/trace.ts'
import type { CardProvider } from './providers/cards/card-provider.ts'
import type { IdentityProvider } from './providers/identity/identity-provider.ts'

/** Names of the steps of a payment after which tests end the process. */
export type Checkpoint = 'opened' | 'created' | 'allowed' | 'charged' | 'settling' | 'settled'

/** What every slice may use; created once per process. */
export interface Deps {
  config: Config
  /** For reads and ordinary writes of the web server. */
  db: Database
  /** Payments have their own pool, so that busy lists cannot starve them. */
  paymentsDb: Database
  cards: CardProvider
  identity: IdentityProvider
  /** True once the process was asked to stop: it still works, but accepts no new traffic. */
  isStopping: () => boolean
  /** Lines name the request or the timed work that writes them. */
  log: Log
  /** Does nothing; tests end the process here. */
  checkpoint: (name: Checkpoint) => Promise<void> | void
  /** Waits so many milliseconds before something is tried again; tests wait less. */
  pause: (milliseconds: number) => Promise<void>
}
