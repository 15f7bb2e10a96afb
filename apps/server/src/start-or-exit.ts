import { WrongAccount } from './payments/charge/provider-account.ts'
import { OldSchema } from './platform/database/migrate.ts'
import { ConfigError } from './settings/read-settings.ts'

/**
 * Starts a program. If it cannot start, prints the reason and exits; a problem that an operator can correct is printed
 * without a stack.
 */
export async function startOrExit(start: () => Promise<unknown>): Promise<void> {
  try {
    await start()
  } catch (error) {
    const isKnown = [ConfigError, OldSchema, WrongAccount].some((kind) => error instanceof kind)
    console.error(isKnown ? (error as Error).message : error)
    process.exit(1)
  }
}
