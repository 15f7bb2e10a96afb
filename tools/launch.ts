import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cast } from '../apps/sandbox/src/cast.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { dataFolder } from '../apps/server/src/commands/command-settings.ts'
import { sandboxBundle } from './build-portal.ts'
import { developmentSettings, readPorts, type Ports } from './development-settings.ts'
import { takeMark } from './mark.mjs'
import { openDataFolder } from './open-data-folder.ts'
import { bookPast } from '../apps/server/src/invoices/close-days.ts'
import { storeCalendar } from '../apps/server/src/platform/database/business-calendar.ts'
import { prepareDatabase } from './prepare-database.ts'
import { stopWithParent } from './stop-with-parent.ts'
import { logOf, startProcess, stopAll, type RunningProcess } from './processes.ts'
import { keepSandboxAccounts } from './keep-sandbox-accounts.ts'
import { seedDemo } from './seed-demo.ts'

/** The environment of a portal: a migrated database with the demo data, the sandbox, and settings for both. */
export interface Surroundings {
  /** Every setting of the web server and the worker. */
  env: Record<string, string>
  /** The database's address for migrations. */
  ownerUrl: string
  /** Starts a bundle; if the bundle ends unexpectedly, everything stops. */
  start(name: string, file: string, env: Record<string, string>): Promise<RunningProcess>
  /** Registers a function that is called at a stop, before the processes are stopped. */
  onStop(stop: () => Promise<void>): void
}

interface Launch {
  build: () => Promise<void>
  /** Settings that differ from those of `npm start`. */
  settings?: (ports: Ports) => Record<string, string>
  start: (surroundings: Surroundings) => Promise<void>
}

/** Starts the portal with everything that it needs, prints how to use it, and stops everything on Ctrl-C. */
export async function launch({ build, settings, start }: Launch): Promise<void> {
  const dataDir = dataFolder()
  mkdirSync(dataDir, { recursive: true })
  const mark = join(dataDir, 'in-use')
  const holder = takeMark(mark)
  if (holder !== undefined) {
    console.error(
      `Process ${holder} already runs a portal on ${dataDir}. Stop it, or set PORTAL_DATA_DIR and PORT.`,
    )
    process.exit(1)
  }
  process.on('exit', () => rmSync(mark, { force: true }))
  const ports = readPorts(process.env)
  const stops: (() => Promise<void>)[] = []
  let stopping = false

  async function stop(exitCode: number): Promise<void> {
    if (stopping) return
    stopping = true
    for (const one of stops.reverse()) await one()
    process.exit(exitCode)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0))
  stopWithParent(() => void stop(0))
  // Tests start the program with a channel, which closes even if the tests are killed.
  process.on('disconnect', () => void stop(0))

  const onUnexpectedEnd = (name: string) => {
    if (stopping) return
    console.error(`The ${name} ended unexpectedly; stopping the rest.`)
    void stop(1)
  }
  try {
    await build()
    const postgres = await openDataFolder({
      dataDir,
      port: ports.database,
      keepsCards: process.env.CARDS_STATE !== 'memory',
      log: console.log,
    })
    stops.push(() => postgres.stop())
    const urls = await prepareDatabase(postgres.adminUrl, 'portal')
    const given = { ...process.env, ...settings?.(ports) }
    const env = developmentSettings(given, ports, dataDir, urls)
    // Checked before any data is loaded: a first start that stops halfway would leave half of the demo.
    const config = readConfig(env)
    await storeCalendar(urls.owner, config)
    await bookPast(urls.owner)
    // The log of the previous start is kept too.
    if (existsSync(logOf(dataDir))) renameSync(logOf(dataDir), `${logOf(dataDir)}.1`)
    stops.push(stopAll)
    await startProcess('sandbox', sandboxBundle, env, onUnexpectedEnd)
    await seedDemo(urls, config, console.log)
    await keepSandboxAccounts(urls, config)
    await start({
      env,
      ownerUrl: urls.owner,
      start: (name, file, own) => startProcess(name, file, own, onUnexpectedEnd),
      onStop: (one) => void stops.push(one),
    })
    sayReady(env.PORTAL_ORIGIN ?? '', ports)
    console.log(`\nThe log is in ${logOf(dataDir)}`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(`The portal could not be started. ${reason}`)
    await stop(1)
  }
}

function sayReady(origin: string, ports: Ports): void {
  console.log(`\nPortal ready at ${origin}`)
  console.log(`Mailbox at http://localhost:${ports.mail}, Ctrl-C stops everything.`)
  console.log(`For visitors: ${origin}/accreditation/purchase?productId=ACC-100\n\nSign in as:`)
  for (const { firstName, lastName, email, note } of cast)
    console.log(`  ${`${firstName} ${lastName}`.padEnd(18)} ${email.padEnd(34)} ${note}`)
}
