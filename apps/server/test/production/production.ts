import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { demoBusiness } from '../../../../tools/demo/demo-business.ts'
import { exampleSettings } from '../../../../tools/example-settings.ts'
import type { CommandAnswer } from '../integration/command-line.ts'
import { startCluster, type Cluster } from '../database/debian-postgres.ts'
import {
  createDocumentedRoles,
  documentedBlocks,
  runShell,
} from '../integration/documented-commands.ts'
import { freePort } from '../processes/free-port.ts'
import { Given } from '../portal/given.ts'
import { visitor, type Visitor } from '../session/sign-in.ts'
import { fetchWith } from './fetch-with.ts'
import { responds, startProgram, type Program } from './programs.ts'
import { startProviders, type Providers } from './providers.ts'
import { continueFromDump, dumpFile } from '../releases/releases.ts'
import { makeCertificate, startBouncer, startTlsProxy } from './proxies.ts'

/**
 * A portal that README and docs/operations.md set up, with the built programs: PostgreSQL 15 whose roles have
 * passwords, PgBouncer in front of it for the web servers, and HAProxy with TLS in front of those. Only the providers
 * are simulated.
 */
export interface Production {
  /** The address of the proxy. */
  origin: string
  /** A browser that knows the proxy's certificate. */
  visitor(): Visitor
  cluster: Cluster
  /** The operator's folder: `.env`, the built programs, `web.log` and `worker.log`. */
  folder: string
  providers: Providers
  /** Stops nothing; the old providers must have been killed. */
  startProvidersAgain(env?: Record<string, string>): Promise<void>
  /** Two web servers and two workers. */
  webs: Program[]
  workers: Program[]
  /** The unexpected errors in the logs, which are defects. */
  defects(): string[]
  /** The status that a web server reports. */
  isReady(nth: number): Promise<boolean>
  /** Restarts the programs one after another, each when the previous one works, with the current settings. */
  restart(...groups: ('webs' | 'workers')[]): Promise<void>
  /** Changes settings in `.env`; programs read them when they start. */
  set(settings: Record<string, string>): void
  /** Sets all addresses to another server, as after a failover; workers read theirs when they start. */
  leadTo(port: number): void
  /** Makes the programs connect as other roles from their next start; PgBouncer accepts both. */
  useRoles(app: Login, system: Login): void
  /** Runs commands in the operator's folder; `npm run portal --` is the built program with `.env`. */
  run(script: string, env?: Record<string, string>, input?: string): Promise<CommandAnswer>
  /** The database, as the worker sees it. */
  system: pg.Pool
  given: Given
}

export interface Login {
  name: string
  password: string
}

const roles = ['owner', 'app', 'system', 'backup'] as const
type Role = (typeof roles)[number]

export const newPassword = () => randomBytes(24).toString('hex')

/** The settings for a receiver on this machine. */
export const eventsTo = (url: string, secrets: string) => ({
  EVENTS_URL: url,
  EVENTS_SECRETS: secrets,
  EVENTS_ALLOWED_NETWORKS: '127.0.0.0/8',
})

interface ProductionOptions {
  /** The folder for the data of the database. */
  parent?: string
  /** Settings other than the documented ones. */
  settings?: Record<string, string>
  /**
   * Starts with the stored database of this release, migrated. A release other than the first needs a separate build here,
   * whose programs run until they are replaced.
   */
  release?: string
}

export async function startProduction(options: ProductionOptions = {}): Promise<Production> {
  build()
  const { parent, settings, release } = options
  const cluster = await startCluster({ password: newPassword(), ...(parent && { parent }) })
  const logins = Object.fromEntries(
    roles.map((role) => [role, { name: `portal_${role}`, password: newPassword() }]),
  ) as Record<Role, Login>
  const passwordsOf = (...all: Login[]) =>
    Object.fromEntries(all.map(({ name, password }) => [name, password]))
  await createDocumentedRoles(cluster.adminUrl, passwordsOf(...Object.values(logins)))
  const folder = operatorsFolder()
  const [proxyPort, bouncerPort, first, second, metrics, providersPort] = await freePorts(6)
  const ports = [first!, second!] as [number, number]
  const origin = `https://localhost:${proxyPort}`
  const certificate = makeCertificate(folder)
  const ask = fetchWith(certificate)
  let databasePort = cluster.port
  const urlAt = ({ name, password }: Login, port: number) =>
    `postgresql://${name}:${password}@127.0.0.1:${port}/portal`
  /** The addresses for the settings, with the current roles and server. */
  const addresses = () => ({
    DATABASE_URL: urlAt(logins.app, bouncerPort!),
    SYSTEM_DATABASE_URL: urlAt(logins.system, databasePort),
    MIGRATION_DATABASE_URL: urlAt(logins.owner, databasePort),
  })

  const envFile = join(folder, '.env')
  const set = (settings: Record<string, string>) =>
    writeFileSync(envFile, withSettings(readFileSync(envFile, 'utf8'), settings))
  set({
    ...exampleSettings('development'),
    ...demoBusiness,
    ...rehearsal(providersPort!),
    PORTAL_ORIGIN: origin,
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS: '3',
    // One person of a drill pays as often as many do.
    PAYMENTS_PER_MINUTE: '100000',
    SESSION_SECRET: newPassword(),
    ...addresses(),
    ...settings,
  })

  const bouncerFolder = mkdtempSync(join(tmpdir(), 'portal-bouncer-'))
  onTestFinished(() => rmSync(bouncerFolder, { recursive: true, force: true }))
  let users = passwordsOf(logins.app)
  const bouncer = await startBouncer(bouncerFolder, bouncerPort!, users, databasePort)
  const run: Production['run'] = (script, env = {}, input = '') =>
    runShell(
      script.replaceAll('npm run portal --', 'node --env-file=.env apps/server/dist/portal.js'),
      env,
      folder,
      input,
    )
  if (release) await restoreInto(cluster, release, run)
  expect(await run('npm run portal -- migrate')).toMatchObject({ code: 0 })

  const providersEnv = {
    ...sandboxEnv(origin),
    PORTAL_DATA_DIR: join(folder, 'providers'),
    NODE_EXTRA_CA_CERTS: certificate,
  }
  let providers = await startProviders(providersPort!, providersEnv)
  onTestFinished(async () => {
    providers.resume()
    await providers.kill()
  })
  const isReady = (nth: number) => responds(`http://127.0.0.1:${ports[nth]}/health/ready`)()
  const startWeb = (nth: number) =>
    startProgram({
      command: ['node', '--env-file=.env', 'apps/server/dist/main.js'],
      cwd: folder,
      env: { PORT: String(ports[nth]) },
      log: 'web.log',
      isReady: () => isReady(nth),
    })
  const startWorker = (nth: number) =>
    startProgram({
      command: ['node', '--env-file=.env', 'apps/server/dist/main.worker.js'],
      cwd: folder,
      env: { METRICS_PORT: String(metrics! + nth) },
      log: 'worker.log',
      isReady: responds(`http://127.0.0.1:${metrics! + nth}/metrics`),
    })
  const webs = await Promise.all([startWeb(0), startWeb(1)])
  const workers = await Promise.all([startWorker(0), startWorker(1)])
  await startTlsProxy(folder, proxyPort!, ports)

  let system = openPool(addresses().SYSTEM_DATABASE_URL)
  const connectAnew = () => {
    bouncer.reload(users, databasePort)
    set(addresses())
    system = openPool(addresses().SYSTEM_DATABASE_URL)
  }
  const production: Production = {
    origin,
    visitor: () => visitor({ origin }, new Map(), ask),
    cluster,
    folder,
    get providers() {
      return providers
    },
    startProvidersAgain: async (env = {}) => {
      providers = await startProviders(providersPort!, { ...providersEnv, ...env })
    },
    webs,
    workers,
    isReady,
    defects: () =>
      ['web.log', 'worker.log'].flatMap((file) =>
        readFileSync(join(folder, file), 'utf8')
          .split('\n')
          .filter((line) => line.includes('"unexpected error"') || !/^(\{|$)/.test(line)),
      ),
    restart: async (...groups) => {
      for (const group of groups)
        for (const nth of [0, 1]) {
          expect([group, nth, await production[group][nth]!.stop()]).toEqual([group, nth, 0])
          production[group][nth] = await (group === 'webs' ? startWeb(nth) : startWorker(nth))
          // The proxy, which checks every second, must see the server before the next one stops.
          if (group === 'webs') await sleep(2500)
        }
    },
    set,
    leadTo: (port) => {
      databasePort = port
      connectAnew()
    },
    useRoles: (app, other) => {
      users = { ...users, ...passwordsOf(app) }
      Object.assign(logins, { app, system: other })
      connectAnew()
    },
    run,
    get system() {
      return system
    },
    get given() {
      return new Given(system)
    },
  }
  return production
}

/** Runs in a separate process: the process of the test would build a page for tests. */
function build(): void {
  const { PATH, HOME } = process.env
  execFileSync(process.execPath, ['tools/run.mjs', 'tools/build.ts', '--when-needed'], {
    cwd: import.meta.portalRoot,
    env: { PATH, HOME },
    stdio: 'inherit',
  })
}

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 5 })
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  return pool
}

/** A folder with the built portal, and its own `.env` from the example. */
function operatorsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-production-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'providers'))
  symlinkSync(join(import.meta.portalRoot, 'apps'), join(folder, 'apps'))
  const example = readFileSync(join(import.meta.portalRoot, '.env.example'), 'utf8')
  writeFileSync(join(folder, '.env'), example)
  return folder
}

/** Restores the database of a release into the empty one. */
async function restoreInto(cluster: Cluster, release: string, run: Production['run']) {
  const restored = new URL(cluster.adminUrl)
  restored.pathname = '/portal'
  const env = { RESTORED_DATABASE_URL: restored.href, DUMP: dumpFile(release) }
  const psql = 'psql --quiet --output=/dev/null --set=ON_ERROR_STOP=1'
  const loaded = await run(`${psql} --dbname="$RESTORED_DATABASE_URL" --file="$DUMP"`, env)
  expect(loaded).toMatchObject({ code: 0, err: '' })
  const admin = new pg.Client({ connectionString: restored.href })
  await admin.connect()
  await continueFromDump(admin)
  await admin.end()
}

/** Fills in settings, also those that the example has as comments. */
function withSettings(file: string, settings: Record<string, string>): string {
  return Object.entries(settings).reduce((text, [name, value]) => {
    const line = new RegExp(`^(# )?${name}=.*$`, 'm')
    const filled = `${name}='${value}'`
    return line.test(text) ? text.replace(line, () => filled) : `${text}\n${filled}\n`
  }, file)
}

const rehearsalBlocks = () =>
  documentedBlocks('docs/operations.md').filter(({ heading }) => heading === 'First start')

/** The documented settings of a rehearsal, with the sandbox on the ports from `port` on instead of 3001. */
function rehearsal(port: number): Record<string, string> {
  const { code = '' } =
    rehearsalBlocks().find((block) => block.code.startsWith('PORTAL_ENV=')) ?? {}
  const pairs = code.split('\n').map((line) => {
    const at = line.indexOf('=')
    const moved = line
      .slice(at + 1)
      .replace(/:300([1-4])\b/, (_, nth) => `:${port + Number(nth) - 1}`)
    return [line.slice(0, at), moved]
  })
  return Object.fromEntries(pairs) as Record<string, string>
}

/** The documented environment of the sandbox; the portal's address is that of the proxy. */
function sandboxEnv(origin: string): Record<string, string> {
  const { code = '' } = rehearsalBlocks().find(({ code }) => code.includes('npm run sandbox')) ?? {}
  const [, url = '', secret = ''] =
    /^CARDS_WEBHOOK_URL=http:\/\/localhost:3000(\S+) CARDS_WEBHOOK_SECRET=(\S+) npm run sandbox$/.exec(
      code,
    ) ?? []
  return {
    PORTAL_ORIGIN: origin,
    CARDS_WEBHOOK_URL: `${origin}${url}`,
    CARDS_WEBHOOK_SECRET: secret,
  }
}

/** Far enough apart for programs that need several consecutive ports. */
async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = await freePort()
    if (ports.every((other) => Math.abs(other - port) > 10)) ports.push(port)
  }
  return ports
}
