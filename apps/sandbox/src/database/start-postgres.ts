import { chownSync, mkdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { prepareDataFolder } from './data-folder.ts'
import { findPostgres } from './postgres-binaries.ts'
import { runPostgres } from './postgres-process.ts'
import { findRunningServer, removeStaleLock, type RunningServer } from './running-server.ts'
import { chooseRunner, reachableFolder, shortHash, type Runner } from './unprivileged.ts'

export type PostgresOptions = {
  dataDir: string
  /** 0 selects a free port. A server that already runs on the folder keeps its port. */
  port: number
  /** Additional options of PostgreSQL, such as `-c fsync=off`. */
  flags?: string[]
  log?: (line: string) => void
  /**
   * Runs PostgreSQL as the unprivileged system user instead of in a user namespace, as on machines whose kernel forbids
   * namespaces.
   */
  rootBecomes?: 'nobody'
}

export type Postgres = {
  host: '127.0.0.1'
  port: number
  adminUrl: string
  /** The folder in use: `options.dataDir`, unless PostgreSQL's user cannot reach it. */
  dataDir: string
  socketDir: string
  /** True if another process started the server; `stop` then leaves it running. */
  adopted: boolean
  stop(): Promise<void>
}

/** Starts a real PostgreSQL for development and tests, on the loopback interface and a unix socket. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const runner = chooseRunner(findPostgres(), options.rootBecomes)
  const dataDir = reachableFolder(resolve(options.dataDir), runner)
  const running = await findRunningServer(dataDir)
  if (running) return describe(running, dataDir)
  try {
    return await startOwn(dataDir, runner, options)
  } catch (failure) {
    // Of two concurrent starts, the second uses the server of the first.
    const winner = await findRunningServer(dataDir)
    if (winner) return describe(winner, dataDir)
    throw failure
  }
}

async function startOwn(dataDir: string, runner: Runner, options: PostgresOptions) {
  prepareDataFolder(dataDir, runner)
  removeStaleLock(dataDir)
  const port = await claimPort(options.port)
  const socketDir = socketFolder(dataDir, port, runner)
  const flags = options.flags ?? []
  const stop = await runPostgres({ dataDir, port, socketDir, flags, log: options.log }, runner)
  return describe({ port, socketDir }, dataDir, stop)
}

function describe(
  { port, socketDir }: RunningServer,
  dataDir: string,
  stopOwn?: () => Promise<void>,
): Postgres {
  return {
    host: '127.0.0.1',
    port,
    adminUrl: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    dataDir,
    socketDir,
    adopted: !stopOwn,
    stop: stopOwn ?? (async () => {}),
  }
}

/** Reports the setting to change, instead of PostgreSQL's own "could not bind". */
function claimPort(port: number) {
  return new Promise<number>((resolvePort, reject) => {
    const probe = createServer()
    probe.once('error', (cause) =>
      reject(
        new Error(
          `Port ${port} is in use by another program, so PostgreSQL cannot have it. ` +
            'Set POSTGRES_PORT to a free port (or PORT, from which it is counted).',
          { cause },
        ),
      ),
    )
    probe.listen(port, '127.0.0.1', () => {
      const free = (probe.address() as AddressInfo).port
      probe.close(() => resolvePort(free))
    })
  })
}

/** Returns the data folder as the socket's folder, unless its path is too long for a socket. */
function socketFolder(dataDir: string, port: number, { owner }: Runner) {
  if (join(dataDir, `.s.PGSQL.${port}.lock`).length < 100) return dataDir
  const folder = join(tmpdir(), `portal-postgres-socket-${shortHash(dataDir)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return folder
}
