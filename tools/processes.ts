import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface RunningProcess {
  /** Asks it to end, kills it when it has not ended in time, and waits for its end. */
  stop(patienceMs?: number): Promise<void>
}

const running: RunningProcess[] = []

/** Starts one of our bundles as a child that ends with us, and waits until it says it is ready. */
export async function startProcess(
  name: string,
  file: string,
  env: Record<string, string>,
  onUnexpectedEnd: (name: string) => void,
): Promise<RunningProcess> {
  // A process group of its own, so that Ctrl-C reaches the launcher alone and things stop in order. The
  // channel between us closes even when we are killed, and the child then stops by itself.
  const child = fork(file, {
    cwd: import.meta.portalRoot,
    env,
    execArgv: ['--enable-source-maps'],
    detached: true,
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
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const tooLong = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await ended
  clearTimeout(tooLong)
}

/** Asks all of them to stop, the last started first, and waits for each. */
export async function stopAll(): Promise<void> {
  for (const one of running.splice(0).reverse()) await one.stop()
}
