import { parseArgs } from 'node:util'
import { findChargingStop, startCharging, stopCharging } from '../platform/charging.ts'
import { openDatabase, type Database } from '../platform/database.ts'
import { UsageProblem, type Command } from './command.ts'
import { databaseAddress } from './database-address.ts'
import { grouped, printable } from './printing.ts'

export const chargingCommand: Command = {
  usage: 'charging stop --reason … | start | status',
  summary: 'stop every new charge of every server and worker at once, and let them go on',
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { reason: { type: 'string' } },
    })
    const act = positionals.length === 1 ? actions[positionals[0] ?? ''] : undefined
    if (!act) throw new UsageProblem('Stop, start or status?')
    const db = openDatabase({
      connectionString: databaseAddress('system'),
      name: 'portal charging',
      size: 1,
    })
    try {
      return await act(db, values.reason)
    } finally {
      await db.end()
    }
  },
}

const actions: Record<string, (db: Database, reason?: string) => Promise<number>> = {
  async stop(db, reason) {
    if (!reason) throw new UsageProblem('Say why with --reason.')
    const open = await stopCharging(db, reason)
    console.log('Charging is stopped: pay, pay all, AutoPay and accreditation checkouts.')
    if (open) console.log(`${grouped(open)} charges were under way and are finished or settled.`)
    return 0
  },
  async start(db) {
    const wasStopped = await startCharging(db)
    console.log(wasStopped ? 'Charging goes on.' : 'Charging was not stopped.')
    return 0
  },
  async status(db) {
    const stop = await findChargingStop(db)
    console.log(
      stop
        ? `Stopped since ${stop.stoppedAt.toISOString()}: ${printable(stop.reason)}`
        : 'Charging goes on.',
    )
    return 0
  },
}
