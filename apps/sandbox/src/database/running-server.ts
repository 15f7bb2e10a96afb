import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type RunningServer = { port: number; socketDir: string }

/** Returns the server that already runs on this data folder, after it is ready; undefined if none runs. */
export async function findRunningServer(dataDir: string): Promise<RunningServer | undefined> {
  for (let waited = 0; waited < 30_000; waited += 50) {
    const lock = readLock(dataDir)
    if (!lock || !isServerOf(dataDir, lock.pid)) return undefined
    // A server whose parent process was just killed still responds for some milliseconds before it reports that it is
    // stopping, so only a server that stays ready is adopted.
    if (lock.status === 'ready' && (await accepts(lock.port))) {
      await pause(250)
      if (readLock(dataDir)?.status === 'ready')
        return { port: lock.port, socketDir: lock.socketDir }
    }
    await pause(50)
  }
  throw new Error(`The PostgreSQL on ${dataDir} neither became ready nor stopped in 30 seconds.`)
}

/** Returns whether this process owns the data folder and reports that it accepts connections. */
export function isReady(dataDir: string, pid: number) {
  const lock = readLock(dataDir)
  return lock?.pid === pid && lock.status === 'ready'
}

/** Removes the lock file of a server that has ended. Its process id may now belong to another program. */
export function removeStaleLock(dataDir: string) {
  const lock = readLock(dataDir)
  if (!lock || !isServerOf(dataDir, lock.pid)) rmSync(lockFile(dataDir), { force: true })
}

const lockFile = (dataDir: string) => join(dataDir, 'postmaster.pid')

function readLock(dataDir: string) {
  const file = lockFile(dataDir)
  if (!existsSync(file)) return undefined
  // Line by line: process id, data folder, start time, port, socket folder, address, memory, status.
  const lines = readFileSync(file, 'utf8').split('\n')
  return {
    pid: Number(lines[0]),
    port: Number(lines[3]),
    socketDir: lines[4] ?? '',
    status: lines[7]?.trim() ?? 'starting',
  }
}

function isServerOf(dataDir: string, pid: number) {
  try {
    if (process.platform === 'linux')
      return (
        readlinkSync(`/proc/${pid}/exe`).includes('postgres') &&
        readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir)
      )
    if (process.platform === 'win32') return process.kill(pid, 0)
    const listed = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' })
    return listed.stdout.includes('postgres')
  } catch {
    return false
  }
}

function accepts(port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
