import { ConfigError } from './config.ts'
import { startWeb } from './start-web.ts'

try {
  await startWeb()
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
