import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const running = new Set<ChildProcess>()

const { BENCH_PROFILES } = process.env
const profiling = BENCH_PROFILES ? ['--cpu-prof', `--cpu-prof-dir=${BENCH_PROFILES}`] : []

export interface Child {
  pid: number
  /** What it said when it was ready. */
  ready: unknown
  stop(): Promise<void>
}

export interface Start {
  args?: string[]
  env?: Record<string, string>
  execArgv?: string[]
}

/** Starts a bundle, or one of our TypeScript entries, and waits until it says it is ready. */
export async function startChild(file: string, start: Start = {}): Promise<Child> {
  const child = launch(file, start)
  const [ready] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} did not start; see above`))),
  ])) as [unknown]
  return { pid: child.pid!, ready, stop: () => stop(child) }
}

/** Runs a program to its end; what it prints is shown only when it fails. */
export async function runChild(file: string, start: Start): Promise<void> {
  const child = launch(file, start, 'pipe')
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${file} ended with ${code}:\n${printed}`)
}

function launch(file: string, { args = [], env, execArgv = [] }: Start, output?: 'pipe') {
  const root = import.meta.portalRoot
  const [program, programArgs] = file.endsWith('.ts')
    ? [join(root, 'tools/run.mjs'), [file, ...args]]
    : [file, args]
  // In a group of its own, so that Ctrl-C reaches the benchmark alone. When we are gone the channel closes and
  // the child stops by itself.
  const child = fork(program, programArgs, {
    cwd: root,
    env: { ...process.env, ...env },
    execArgv: [...profiling, ...execArgv],
    detached: true,
    ...(output && { silent: true }),
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
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
