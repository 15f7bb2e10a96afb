import { execFile } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { runPostgres } from '../../../sandbox/src/database/postgres-process.ts'
import { chooseRunner } from '../../../sandbox/src/database/unprivileged.ts'
import { ensurePostgres15 } from '../../../../tools/ensure-postgres-15.ts'
import { freePort } from '../processes/free-port.ts'

const run = promisify(execFile)

/** A cluster of PostgreSQL 15 with its own data folder and port. */
export interface Cluster {
  port: number
  /** Connects as the superuser. */
  adminUrl: string
  start(): Promise<void>
  /** Kills every process at once, like a crash of the machine, without notice to the clients. */
  kill(): Promise<void>
  /** Starts a second server that follows this one, asynchronously by default. */
  startStandby(): Promise<Standby>
}

export interface Standby extends Cluster {
  /** Waits until the standby has everything that the primary has committed. */
  caughtUp(): Promise<void>
  /** Stops receiving from the primary: its later commits are lost by a promotion. */
  stopReceiving(): Promise<void>
  /** Promotes the standby to primary. The old primary must be dead. */
  promote(): Promise<void>
}

interface ClusterOptions {
  /** The superuser's password. If set, every role needs a password; otherwise none does on the loopback. */
  password?: string
  /** The folder above the data folder. */
  parent?: string
}

/** Starts an empty cluster; it is removed when the test is finished. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const cluster = await openCluster(options)
  const { password } = options
  const passwordFile = join(cluster.folder, 'password')
  if (password) writeFileSync(passwordFile, password)
  const access = password ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`] : ['--auth=trust']
  await cluster.tool('initdb', ['-U', 'postgres', ...access, '-E', 'UTF8', '--locale=C.UTF-8'])
  await cluster.start()
  return cluster
}

async function openCluster({ password, parent = tmpdir() }: ClusterOptions) {
  const programs = ensurePostgres15()
  const runner = chooseRunner(dirname(programs))
  const folder = mkdtempSync(join(parent, 'portal-postgres-15-'))
  if (runner.owner) chownSync(folder, runner.owner.uid, runner.owner.gid)
  const dataDir = join(folder, 'data')
  const port = await freePort()
  const superuser = password ? `postgres:${password}` : 'postgres'
  const adminUrl = `postgresql://${superuser}@127.0.0.1:${port}/postgres`
  const tool = (name: string, args: string[]) => {
    const [command = '', ...rest] = [...runner.prefix, join(programs, name), ...args]
    const env = { ...process.env, PGDATA: dataDir }
    return run(command, rest, { ...runner.identity, cwd: folder, env })
  }
  const psql = async (statement: string) =>
    (await tool('psql', ['-qAtX', '-d', adminUrl, '-c', statement])).stdout.trim()

  let stop = async () => {}
  const cluster: Cluster & { folder: string; tool: typeof tool; psql: typeof psql } = {
    folder,
    port,
    adminUrl,
    tool,
    psql,
    async start() {
      stop = await runPostgres({ dataDir, port, socketDir: folder, flags: [] }, runner)
    },
    kill: () => killAll(dataDir),
    startStandby: () => startStandby(psql, adminUrl, password),
  }
  onTestFinished(async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return cluster
}

type Psql = (statement: string) => Promise<string>

async function startStandby(
  primary: Psql,
  primaryUrl: string,
  password: string | undefined,
): Promise<Standby> {
  const standby = await openCluster(password ? { password } : {})
  // --write-recovery-conf makes the server a standby that follows the primary.
  const options = ['--write-recovery-conf', '--checkpoint=fast', '--pgdata=data']
  await standby.tool('pg_basebackup', [...options, `--dbname=${primaryUrl}`])
  await standby.start()
  return {
    ...standby,
    async caughtUp() {
      const lsn = await primary('select pg_current_wal_lsn()')
      await until(
        async () => (await standby.psql(`select pg_last_wal_replay_lsn() >= '${lsn}'`)) === 't',
      )
    },
    async stopReceiving() {
      await standby.psql(`alter system set primary_conninfo = ''`)
      await standby.psql('select pg_reload_conf()')
      await until(
        async () => (await standby.psql('select count(*) from pg_stat_wal_receiver')) === '0',
      )
    },
    async promote() {
      await standby.tool('pg_ctl', ['-w', 'promote'])
    },
  }
}

/** Stops the postmaster first, so that it starts no further process, and kills it with its children. */
async function killAll(data: string): Promise<void> {
  const postmaster = postmasterOf(data)
  if (postmaster === undefined) return
  process.kill(postmaster, 'SIGSTOP')
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const pids = [postmaster, ...children.split(' ').filter(Boolean).map(Number)]
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Already ended.
    }
  await until(() => pids.every(isDead))
}

function isDead(pid: number): boolean {
  try {
    return /^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return true
  }
}

function postmasterOf(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    // The file outlives a killed server, and the process id may have been reused.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres') ? pid : undefined
  } catch {
    return undefined
  }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries += 1) {
    if (tries > 200) throw new Error('waited for 10 seconds')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
