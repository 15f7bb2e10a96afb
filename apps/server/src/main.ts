import { WrongAccount } from './platform/instance.ts'
import { ConfigError } from './settings/read-settings.ts'
import { startWeb } from './start-web.ts'

try {
  await startWeb()
} catch (error) {
  console.error(
    error instanceof ConfigError || error instanceof WrongAccount ? error.message : error,
  )
  process.exit(1)
}
