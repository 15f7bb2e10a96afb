import { UsageProblem, type Command } from './commands/command.ts'
import { reasonOf } from './commands/failure.ts'

/** Commands are loaded when named: an import does not need the card provider's library. */
const commands = new Map<string, () => Promise<Command>>([
  ['import', async () => (await import('./commands/import.ts')).importCommand],
  ['migrate', async () => (await import('./commands/migrate.ts')).migrateCommand],
  ['super-admin', async () => (await import('./commands/super-admin.ts')).superAdminCommand],
  ['autopay', async () => (await import('./commands/autopay.ts')).autoPayCommand],
  ['trace', async () => (await import('./commands/trace.ts')).traceCommand],
  ['payments', async () => (await import('./commands/payments.ts')).paymentsCommand],
  ['charging', async () => (await import('./commands/charging.ts')).chargingCommand],
  ['history', async () => (await import('./commands/history.ts')).historyCommand],
  ['api-key', async () => (await import('./commands/api-key.ts')).apiKeyCommand],
  ['authorize', async () => (await import('./commands/authorize.ts')).authorizeCommand],
  ['events', async () => (await import('./commands/events.ts')).eventsCommand],
  ['doctor', async () => (await import('./commands/doctor.ts')).doctorCommand],
])

// A reader such as head may close the pipe: the command continues, and what it prints is lost.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process.exitCode = await main(process.argv.slice(2))

async function main([name = 'help', ...args]: string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) return help()
  const command = await commands.get(name)?.()
  if (!command) {
    console.error(`There is no command ${JSON.stringify(name)}.\n`)
    await help(console.error)
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

async function help(print: (text: string) => void = console.log): Promise<number> {
  print('Usage: npm run portal -- <command>\n')
  for (const load of commands.values()) {
    const { usage, summary } = await load()
    print(`  ${usage}\n      ${summary}`)
  }
  print('  help\n      this list')
  return 0
}

function isUsageProblem(error: unknown): boolean {
  if (error instanceof UsageProblem) return true
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  )
}
