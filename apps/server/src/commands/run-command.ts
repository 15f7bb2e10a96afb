import { UsageProblem, type Command } from './command.ts'
import { reasonOf } from './failure.ts'

/** A command is loaded when it is named: an import does not need the card provider's library. */
const commands = new Map<string, () => Promise<Command>>([
  ['import', async () => (await import('./import.ts')).importCommand],
  ['migrate', async () => (await import('./migrate.ts')).migrateCommand],
  ['super-admin', async () => (await import('./super-admin.ts')).superAdminCommand],
  ['sign-in', async () => (await import('./sign-in.ts')).signInCommand],
  ['autopay', async () => (await import('./autopay.ts')).autoPayCommand],
  ['trace', async () => (await import('./trace.ts')).traceCommand],
  ['payments', async () => (await import('./payments.ts')).paymentsCommand],
  ['movements', async () => (await import('./movements.ts')).movementsCommand],
  ['charging', async () => (await import('./charging.ts')).chargingCommand],
  ['history', async () => (await import('./history.ts')).historyCommand],
  ['api-key', async () => (await import('./api-key.ts')).apiKeyCommand],
  ['authorize', async () => (await import('./authorize.ts')).authorizeCommand],
  ['export', async () => (await import('./export.ts')).exportCommand],
  ['erase', async () => (await import('./erase.ts')).eraseCommand],
  ['events', async () => (await import('./events.ts')).eventsCommand],
  ['doctor', async () => (await import('./doctor.ts')).doctorCommand],
])

/** Runs the command that the first argument names, and returns the exit code. */
export async function runCommand([name = 'help', ...args]: string[]): Promise<number> {
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
