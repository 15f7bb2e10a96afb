import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import {
  listChargingStops,
  startCharging,
  stopCharging,
  type ChargingStop,
  type StopKind,
} from '../payments/charge/charging-stop.ts'
import type { Database } from '../platform/database/database.ts'
import { continueInstance } from '../payments/charge/provider-account.ts'
import { stripeCards } from '../providers/cards/stripe-cards.ts'
import { readArgs, UsageProblem, type Command } from './command.ts'
import { commandConfig } from './command-settings.ts'
import { grouped, printable } from './printing.ts'
import { withDatabase } from './with-database.ts'

const options = {
  reason: { type: 'string' },
  'after-restore': { type: 'boolean' },
  'books-were-sent-again': { type: 'boolean' },
  'continue-instance': { type: 'string' },
} as const

type Wanted = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

export const chargingCommand: Command = {
  usage:
    'charging stop --reason … | start [--after-restore [--books-were-sent-again] | --continue-instance ID] | status',
  summary: 'stop all new charges of all servers and workers at once, and start charging again',
  async run(args) {
    const { values, positionals } = readArgs(args, options)
    const act = positionals.length === 1 ? actions[positionals[0] ?? ''] : undefined
    if (!act) throw new UsageProblem('Name an action: stop, start or status.')
    return withDatabase('charging', (db) => act(db, values))
  },
}

const actions: Record<string, (db: Database, wanted: Wanted) => Promise<number>> = {
  stop,
  start,
  status,
}

async function stop(db: Database, { reason }: Wanted): Promise<number> {
  if (!reason) throw new UsageProblem('--reason is required.')
  const open = await stopCharging(db, reason)
  console.log('Charging is stopped: pay, pay all, AutoPay and accreditation checkouts.')
  if (open) console.log(`${grouped(open)} charges in progress will be finished or settled.`)
  return 0
}

async function start(db: Database, wanted: Wanted): Promise<number> {
  const id = wanted['continue-instance']
  if (id !== undefined) return nameInstance(db, id)
  const kinds: StopKind[] = wanted['after-restore'] ? ['all', 'automatic'] : ['all']
  if (wanted['after-restore'] && !(await booksWereSentAgain(wanted))) return 1
  const ended = await startCharging(db, kinds)
  if (ended.length === 0) console.log('There was nothing to start.')
  if (wanted['after-restore'])
    console.log(
      'Transfers that customers announced since the backup are lost. The events transfer.announced of that time name them.',
    )
  return status(db)
}

/**
 * Confirms that the books were sent after the restore. An older record could show an invoice as unpaid that was paid after
 * the backup.
 */
async function booksWereSentAgain(wanted: Wanted): Promise<boolean> {
  if (wanted['books-were-sent-again']) return true
  process.stdout.write(
    "Have the provider's systems sent all records again since the restore? (yes or no) ",
  )
  if ((await readLine()) === 'yes') return true
  console.error('\nNothing was changed. Have the records sent again first.')
  return false
}

async function readLine(): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line.trim().toLowerCase()
  return undefined
}

async function nameInstance(db: Database, id: string): Promise<number> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    throw new UsageProblem(`${id} is not the id of an instance.`)
  await continueInstance(db, stripeCards(commandConfig()), id)
  return status(db)
}

async function status(db: Database): Promise<number> {
  const stops = await listChargingStops(db)
  if (stops.length === 0) console.log('Charging is on.')
  for (const one of stops) console.log(describeStop(one))
  return 0
}

const whatStops: Record<StopKind, string> = {
  all: 'Charging is stopped',
  automatic: 'AutoPay and payments of several invoices are paused',
  new_instance: 'Charging waits for the instance that this database continues',
}

/** Describes a stop. Control characters of the reason are escaped, because a terminal would execute them. */
export const describeStop = ({ kind, reason, stoppedAt }: ChargingStop) =>
  `${whatStops[kind]} since ${stoppedAt.toISOString()}: ${printable(reason)}`
