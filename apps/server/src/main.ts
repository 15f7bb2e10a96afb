import { ConfigError } from './config.ts'
import { WrongAccount } from './platform/instance.ts'
import { startWeb } from './start-web.ts'

try {
  await startWeb()
} catch (error) {
  console.error(
    error instanceof ConfigError || error instanceof WrongAccount ? error.message : error,
  )
  process.exit(1)
}
