import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const children: ChildProcess[] = []

/** Starts one of our bundles as a child that ends with us, and waits until it says it is ready. */
export async function startProcess(
  name: string,
  file: string,
  env: Record<string, string>,
  onUnexpectedEnd: (name: string) => void,
): Promise<void> {
  // A process group of its own, so that Ctrl-C reaches the launcher alone and things stop in order. The
  // channel between us closes even when we are killed, and the child then stops by itself.
  const child = fork(file, {
    cwd: import.meta.portalRoot,
    env,
    execArgv: ['--enable-source-maps'],
    detached: true,
  })
  children.push(child)
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', () => reject(new Error(`The ${name} did not start; see above.`)))
  })
  child.removeAllListeners('exit')
  child.once('exit', () => onUnexpectedEnd(name))
}

/** Asks all of them to stop, the last started first, and waits for each. */
export async function stopAll(): Promise<void> {
  for (const child of children.reverse()) {
    child.removeAllListeners('exit')
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
}
