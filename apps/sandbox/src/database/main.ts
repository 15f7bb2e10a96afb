// Runs PostgreSQL alone until this process ends, with data in PORTAL_DATA_DIR, on port POSTGRES_PORT.
import { join } from 'node:path'
import { startPostgres } from './start-postgres.ts'

const postgres = await startPostgres({
  dataDir: join(process.env['PORTAL_DATA_DIR'] ?? '.portal', 'postgres'),
  port: Number(process.env['POSTGRES_PORT'] ?? 3005),
})
console.log(`PostgreSQL ready at ${postgres.adminUrl}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void postgres.stop().then(() => process.exit(0)))
