import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseIsoDay } from '@portal/domain/kernel/day'
import { readConfig } from '../config.ts'
import { closeDeps, openDeps } from '../open-deps.ts'
import { runAutoPay } from '../payments/run-autopay.ts'
import { UsageProblem, type Command } from './command.ts'

export const autoPayCommand: Command = {
  name: 'autopay',
  usage: 'autopay run [--day YYYY-MM-DD]',
  summary: 'run AutoPay now: the days whose hour has come, or one planned day before its hour',
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { day: { type: 'string' } },
    })
    if (positionals.join(' ') !== 'run') throw new UsageProblem('Run it?')
    const day = values.day
    if (day !== undefined && !parseIsoDay(day)) throw new UsageProblem(`${day} is not a date.`)
    const deps = openDeps(readConfig(settings(), 'SYSTEM_DATABASE_URL'), quiet, 'autopay')
    try {
      const done = await runAutoPay(deps, deps.db, day)
      console.log(`${done} ${done === 1 ? 'day' : 'days'} of companies run or planned.`)
      return 0
    } finally {
      await closeDeps(deps)
    }
  },
}

const quiet = {
  info: () => {},
  warn: (_: unknown, message?: string) => console.error(message ?? ''),
  error: (details: unknown, message?: string) => console.error(message ?? '', details),
}

/** What `npm start` wrote down for its own worker, under what the environment says. */
function settings(): Record<string, string | undefined> {
  const folder = process.env['PORTAL_DATA_DIR'] || join(import.meta.portalRoot, '.portal')
  const file = join(folder, 'settings.json')
  const written = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {}
  return { ...written, ...process.env }
}
