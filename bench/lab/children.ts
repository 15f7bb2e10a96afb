import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const running = new Set<ChildProcess>()

export interface Child {
  pid: number
  /** What it said when it was ready. */
  ready: unknown
  stop(): Promise<void>
}

interface Start {
  args?: string[]
  env?: Record<string, string>
  execArgv?: string[]
}

/** Starts a bundle, or one of our TypeScript entries, and waits until it says it is ready. */
export async function startChild(
  file: string,
  { args = [], env = {}, execArgv = [] }: Start = {},
): Promise<Child> {
  const root = import.meta.portalRoot
  const [program, programArgs] = file.endsWith('.ts')
    ? [join(root, 'tools/run.mjs'), [file, ...args]]
    : [file, args]
  // In a group of its own, so that Ctrl-C reaches the benchmark alone. Ours gone, the channel closes and the child
  // stops by itself.
  const child = fork(program, programArgs, {
    cwd: root,
    env: { ...process.env, ...env },
    execArgv,
    detached: true,
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const ready = await Promise.race([
    once(child, 'message').then(([message]: unknown[]) => message),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} did not start; see above`))),
  ])
  return { pid: child.pid!, ready, stop: () => stop(child) }
}

export async function stopChildren(): Promise<void> {
  await Promise.all([...running].map(stop))
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
