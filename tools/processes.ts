import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface RunningProcess {
  /** Asks the process to end, kills it if it does not end in time, and waits for its end. */
  stop(patienceMs?: number): Promise<void>
}

const running: RunningProcess[] = []

export const logOf = (dataDir: string) => join(dataDir, 'portal.log')

/**
 * Starts a bundle as a child that ends with this process, and waits until it reports that it is ready. Its log is written
 * to the data folder of `env`; only its warnings and errors are printed.
 */
export async function startProcess(
  name: string,
  file: string,
  env: Record<string, string>,
  onUnexpectedEnd: (name: string) => void,
): Promise<RunningProcess> {
  // The child has its own process group, so that Ctrl-C reaches only the launcher, which stops processes in order. The
  // channel between the processes closes even if the parent is killed, and the child then stops.
  const child = fork(file, {
    cwd: import.meta.portalRoot,
    env,
    execArgv: ['--enable-source-maps'],
    detached: true,
    stdio: ['inherit', 'pipe', 'inherit', 'ipc'],
  })
  const log = logOf(env.PORTAL_DATA_DIR ?? '.')
  createInterface(child.stdout!).on('line', (line) => {
    appendFileSync(log, `${line}\n`)
    if (!/^\{"level":[1-3]0,/.test(line)) console.log(line)
  })
  const started = { stop: (patienceMs?: number) => end(child, patienceMs) }
  running.push(started)
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', () => reject(new Error(`The ${name} did not start; see above.`)))
  })
  child.removeAllListeners('exit')
  child.once('exit', () => onUnexpectedEnd(name))
  return started
}

async function end(child: ChildProcess, patienceMs = 30_000): Promise<void> {
  child.removeAllListeners('exit')
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'close')
  child.kill('SIGTERM')
  const tooLong = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await ended
  clearTimeout(tooLong)
}

/** Stops all processes, the last started first, and waits for each of them. */
export async function stopAll(): Promise<void> {
  for (const one of running.splice(0).reverse()) await one.stop()
}
