import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startPostgres } from '../apps/sandbox/src/database/start-postgres.ts'
import { cast } from '../apps/sandbox/src/cast.ts'
import { buildWhenNeeded, sandboxBundle, serverFolder, webFolder } from './build-portal.ts'
import { seedDemo } from './seed-demo.ts'
import { developmentSettings, readPorts } from './development-settings.ts'
import { prepareDatabase } from './prepare-database.ts'
import { startProcess, stopAll } from './processes.ts'

const log = (line: string) => console.log(line)
const root = import.meta.portalRoot
const dataDir = resolve(root, process.env.PORTAL_DATA_DIR || '.portal')
mkdirSync(dataDir, { recursive: true })
const ports = readPorts(process.env)

let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
let stopping = false

async function stop(exitCode: number): Promise<void> {
  if (stopping) return
  stopping = true
  await stopAll()
  await postgres?.stop()
  process.exit(exitCode)
}
process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))
process.on('SIGHUP', () => void stop(0))

try {
  await start()
} catch (error) {
  console.error(
    `The portal could not be started. ${error instanceof Error ? error.message : String(error)}`,
  )
  await stop(1)
}

async function start(): Promise<void> {
  await buildWhenNeeded(log)
  postgres = await startPostgres({ dataDir: join(dataDir, 'database'), port: ports.database })
  const urls = await prepareDatabase(postgres.adminUrl, 'portal')
  const env = developmentSettings(process.env, ports, dataDir, urls)
  const onUnexpectedEnd = (name: string) => {
    if (stopping) return
    console.error(`The ${name} ended unexpectedly; stopping the rest.`)
    void stop(1)
  }
  await startProcess('sandbox', sandboxBundle, env, onUnexpectedEnd)
  await seedDemo(urls, env, log)
  await Promise.all([
    startProcess(
      'web server',
      join(serverFolder, 'main.js'),
      { ...env, WEB_FOLDER: webFolder },
      onUnexpectedEnd,
    ),
    startProcess('worker', join(serverFolder, 'main.worker.js'), env, onUnexpectedEnd),
  ])
  log(`\nPortal ready at ${env.PORTAL_ORIGIN}`)
  log(`Mailbox at http://localhost:${ports.mail}, Ctrl-C stops everything.`)
  log(`For visitors: ${env.PORTAL_ORIGIN}/accreditation/purchase?productId=ACC-100\n\nSign in as:`)
  for (const { firstName, lastName, email, note } of cast)
    log(`  ${`${firstName} ${lastName}`.padEnd(18)} ${email.padEnd(34)} ${note}`)
}
