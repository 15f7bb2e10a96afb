import { WrongAccount } from './platform/instance.ts'
import { OldSchema } from './platform/migrate.ts'
import { ConfigError } from './settings/read-settings.ts'
import { startWeb } from './start-web.ts'

try {
  await startWeb()
} catch (error) {
  const isKnown = [ConfigError, OldSchema, WrongAccount].some((kind) => error instanceof kind)
  console.error(isKnown ? (error as Error).message : error)
  process.exit(1)
}
