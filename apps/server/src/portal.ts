import { apiKeyCommand } from './commands/api-key.ts'
import { chargingCommand } from './commands/charging.ts'
import { UsageProblem, type Command } from './commands/command.ts'
import { doctorCommand } from './commands/doctor.ts'
import { eventsCommand } from './commands/events.ts'
import { reasonOf } from './commands/failure.ts'
import { autoPayCommand } from './commands/autopay.ts'
import { historyCommand } from './commands/history.ts'
import { importCommand } from './commands/import.ts'
import { migrateCommand } from './commands/migrate.ts'
import { superAdminCommand } from './commands/super-admin.ts'

const commands: Command[] = [
  importCommand,
  migrateCommand,
  superAdminCommand,
  autoPayCommand,
  chargingCommand,
  historyCommand,
  apiKeyCommand,
  eventsCommand,
  doctorCommand,
]

process.exitCode = await main(process.argv.slice(2))

async function main([name = 'help', ...args]: string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) return help()
  const command = commands.find((known) => known.name === name)
  if (!command) {
    console.error(`There is no command ${JSON.stringify(name)}.\n`)
    help(console.error)
    return 2
  }
  try {
    return await command.run(args)
  } catch (error) {
    console.error(reasonOf(error))
    if (!isUsageProblem(error)) return 1
    console.error(`Usage: npm run portal -- ${command.usage}`)
    return 2
  }
}

function help(print: (text: string) => void = console.log): number {
  print('Usage: npm run portal -- <command>\n')
  for (const { usage, summary } of commands) print(`  ${usage}\n      ${summary}`)
  print('  help\n      this list')
  return 0
}

function isUsageProblem(error: unknown): boolean {
  if (error instanceof UsageProblem) return true
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  )
}
