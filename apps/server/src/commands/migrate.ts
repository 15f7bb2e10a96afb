import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate, readMigrations } from '../platform/migrate.ts'
import { UsageProblem, type Command } from './command.ts'
import { databaseAddress } from './command-settings.ts'

export const migrateCommand: Command = {
  usage: 'migrate',
  summary: 'bring the tables up to date (connects as portal_owner)',
  async run(args) {
    if (args.length > 0) throw new UsageProblem('migrate takes no arguments.')
    const done = await migrate(databaseAddress('owner'), await readMigrations(migrationsFolder()))
    console.log(done.length > 0 ? `Applied ${done.join(', ')}.` : 'Everything was up to date.')
    return 0
  },
}

/** In the repository, or beside the folder of the bundle in production. */
export function migrationsFolder(): string {
  const inRepository = join(import.meta.portalRoot, 'apps/server/migrations')
  if (existsSync(inRepository)) return inRepository
  return fileURLToPath(new URL('../migrations', import.meta.url))
}
