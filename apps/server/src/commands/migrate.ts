import { migrate, migrationsFolder, readMigrations } from '../platform/database/migrate.ts'
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
