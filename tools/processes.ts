import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface RunningProcess {
  /** Requests the end of the process, kills it if it does not end in time, and waits for its end. */
  stop(patienceMs?: number): Promise<void>
}

const running: RunningProcess[] = []

/** Starts a bundle as a child that ends with this process, and waits until it reports that it is ready. */
export async function startProcess(
  name: string,
  file: string,
  env: Record<string, string>,
  onUnexpectedEnd: (name: string) => void,
): Promise<RunningProcess> {
  // Its own process group, so that Ctrl-C reaches only the launcher and processes stop in order. The channel between the
  // processes closes even if the parent is killed; the child then stops.
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

/** Stops all processes, the last started first, and waits for each. */
export async function stopAll(): Promise<void> {
  for (const one of running.splice(0).reverse()) await one.stop()
}
