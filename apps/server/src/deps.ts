import type { AutoPayWords } from '@portal/domain/payments/autopay-sentence'
import type { Config } from './config.ts'
import type { Database, Tx } from './platform/database/database.ts'
import type { Log } from './platform/log/trace.ts'
import type { CardProvider } from './providers/cards/card-provider.ts'
import type { IdentityProvider } from './providers/identity/identity-provider.ts'

/** Names of the steps of a payment after which tests end the process. */
export type Checkpoint = 'opened' | 'created' | 'allowed' | 'charged' | 'settling' | 'settled'

/** What every slice may use. Created once per process. */
export interface Deps {
  config: Config
  /** For reads and for ordinary writes of the web server. */
  db: Database
  /** Payments have their own pool, so that busy lists cannot take all connections. */
  paymentsDb: Database
  cards: CardProvider
  identity: IdentityProvider
  /** What AutoPay does with the open invoices of a company, by number. Mails and PDFs of invoices say it. */
  autoPayWords: (tx: Tx, accountId: string) => Promise<ReadonlyMap<string, AutoPayWords>>
  /** True after the process was asked to stop: it finishes its work but accepts no new traffic. */
  isStopping: () => boolean
  /** Adds the request or the timed work to every line. */
  log: Log
  /** Does nothing in production; tests end the process here. */
  checkpoint: (name: Checkpoint) => Promise<void> | void
  /** Waits this long before a retry; tests wait less. */
  pause: (milliseconds: number) => Promise<void>
}
