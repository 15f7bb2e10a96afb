import { parseIsoDay } from '@portal/domain/kernel/day'
import { plural } from '@portal/domain/kernel/plural'
import { closeDeps, openDeps } from '../open-deps.ts'
import { requireOwnAccount } from '../payments/charge/provider-account.ts'
import { runAutoPay } from '../payments/autopay/run-autopay.ts'
import { readArgs, UsageProblem, type Command } from './command.ts'
import { quietLog } from './quiet-log.ts'
import { commandConfig } from './command-settings.ts'

export const autoPayCommand: Command = {
  usage: 'autopay run [--day YYYY-MM-DD]',
  summary: 'run AutoPay now: all days that are due, or one planned day ahead of time',
  async run(args) {
    const { values, positionals } = readArgs(args, { day: { type: 'string' } })
    if (positionals.join(' ') !== 'run') throw new UsageProblem('The only action is run.')
    const day = values.day
    if (day !== undefined && !parseIsoDay(day)) throw new UsageProblem(`${day} is not a date.`)
    const deps = openDeps(commandConfig(), quietLog, 'autopay')
    try {
      await requireOwnAccount(deps)
      const done = await runAutoPay(deps, deps.db, day)
      console.log(`${plural(done, 'day')} run or planned, counted per company.`)
      return 0
    } finally {
      await closeDeps(deps)
    }
  },
}
