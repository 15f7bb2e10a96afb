import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate, readMigrations } from '../platform/migrate.ts'
import { UsageProblem, type Command } from './command.ts'
import { databaseAddress } from './command-settings.ts'

export const migrateCommand: Command = {
  usage: 'migrate',
  summary: 'apply pending migrations (connects as portal_owner)',
  async run(args) {
    if (args.length > 0) throw new UsageProblem('migrate takes no arguments.')
    const done = await migrate(databaseAddress('owner'), await readMigrations(migrationsFolder()))
    console.log(done.length > 0 ? `Applied ${done.join(', ')}.` : 'No pending migrations.')
    return 0
  },
}

/** The folder is in the repository, or in production beside the bundle's folder. */
export function migrationsFolder(): string {
  const inRepository = join(import.meta.portalRoot, 'apps/server/migrations')
  if (existsSync(inRepository)) return inRepository
  return fileURLToPath(new URL('../migrations', import.meta.url))
}
