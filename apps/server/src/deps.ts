import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Database } from './platform/database.ts'
import type { CardProvider } from './providers/cards/card-provider.ts'
import type { IdentityProvider } from './providers/identity/identity-provider.ts'

/** Names of the places in the payment machine where a process may die (payments.md). */
export type Checkpoint = 'opened' | 'created' | 'allowed' | 'charged' | 'settling' | 'settled'

/** What every slice may use; made once per process. */
export interface Deps {
  config: Config
  /** Reads and ordinary writes of the web. */
  db: Database
  /** Payments have a pool of their own, so that a busy list cannot starve them. */
  paymentsDb: Database
  cards: CardProvider
  identity: IdentityProvider
  /** True from the moment the process is asked to stop: it still works, but wants no new traffic. */
  isStopping: () => boolean
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** Does nothing; tests end the process here. */
  checkpoint: (name: Checkpoint) => Promise<void> | void
}
