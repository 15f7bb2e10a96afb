import { parseArgs } from 'node:util'
import { formatMoney } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { readConfig } from '../config.ts'
import { closeDeps, openDeps } from '../open-deps.ts'
import type { Deps } from '../deps.ts'
import {
  compareWithProvider,
  findIntentsOf,
  type Difference,
} from '../payments/charge/compare-with-provider.ts'
import { requireOwnAccount } from '../platform/instance.ts'
import { UsageProblem, type Command } from './command.ts'
import { readInstant } from './instant.ts'
import { grouped, printable } from './printing.ts'
import { quietLog } from './quiet-log.ts'
import { settings } from './settings.ts'

export const paymentsCommand: Command = {
  usage: 'payments reconcile --since INSTANT | resolve ATTEMPT',
  summary: "hold the provider's payments since an instant, or one payment, against the database",
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { since: { type: 'string' } },
    })
    const act = chooseAction(positionals, values.since)
    const deps = openDeps(readConfig(settings(), 'SYSTEM_DATABASE_URL'), quietLog, 'payments')
    try {
      await requireOwnAccount(deps)
      return await act(deps)
    } finally {
      await closeDeps(deps)
    }
  },
}

function chooseAction([action, id, ...more]: string[], since: string | undefined) {
  if (action === 'reconcile' && id === undefined) {
    if (since === undefined) throw new UsageProblem('Since when? Name the instant with --since.')
    const instant = readInstant(since)
    return (deps: Deps) => reconcile(deps, instant)
  }
  if (action === 'resolve' && id && more.length === 0 && since === undefined) {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
      throw new UsageProblem(`${id} is not the id of a payment attempt.`)
    return (deps: Deps) => resolve(deps, id)
  }
  throw new UsageProblem('Reconcile since when, or resolve which attempt?')
}

async function reconcile(deps: Deps, since: Date): Promise<number> {
  let different = 0
  const compared = await compareWithProvider(deps.db, deps.cards, since, async (difference) => {
    different += 1
    console.log(describe(difference))
  })
  console.log(`${payments(compared)} compared, ${grouped(different)} not the same here.`)
  return different ? 1 : 0
}

async function resolve(deps: Deps, attemptId: string): Promise<number> {
  const found = await findIntentsOf(deps.db, deps.cards, attemptId)
  if (found.length === 0) {
    console.error('The card provider has no payment for this attempt.')
    return 1
  }
  for (const one of found) console.log(describe(one))
  return 0
}

const payments = (count: number) => plural(count, 'payment')

/** One line; what the provider stores was typed by other people. */
function describe({ intent, attemptId, row }: Difference): string {
  const { id, createdAt, metadata, amount, currency, status, lastError } = intent
  const about = `company ${metadata['account'] ?? '?'}, invoice ${metadata['invoice'] ?? '?'}`
  const reason = lastError ? ` (${lastError.code})` : ''
  const here = row ? `${row.state} here` : 'not known here'
  const money = formatMoney(amount, currency)
  return printable(
    `${createdAt.toISOString()} ${id} ${money} ${status}${reason} at the provider, ${here}: ${about}, attempt ${attemptId}`,
  )
}
