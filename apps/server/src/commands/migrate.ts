import { bookPast } from '../invoices/close-days.ts'
import { migrate, migrationsFolder, readMigrations } from '../platform/database/migrate.ts'
import { UsageProblem, type Command } from './command.ts'
import { storeCalendar } from '../platform/database/business-calendar.ts'
import { businessDays } from '../settings/business-settings.ts'
import { readSettings } from '../settings/read-settings.ts'
import { commandSettings, databaseAddress } from './command-settings.ts'

export const migrateCommand: Command = {
  usage: 'migrate',
  summary:
    'apply pending migrations, and store BUSINESS_TIME_ZONE and BOOKS_DAY_HOUR (connects as portal_owner)',
  async run(args) {
    if (args.length > 0) throw new UsageProblem('migrate takes no arguments.')
    const calendar = readSettings(businessDays, commandSettings(), 'command line')
    const address = databaseAddress('owner')
    const done = await migrate(address, await readMigrations(migrationsFolder()))
    await storeCalendar(address, calendar)
    await bookPast(address)
    console.log(done.length > 0 ? `Applied ${done.join(', ')}.` : 'No pending migrations.')
    return 0
  },
}
