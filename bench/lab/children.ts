import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

const running = new Set<ChildProcess>()

const { BENCH_PROFILES } = process.env
const profiling = BENCH_PROFILES ? ['--cpu-prof', `--cpu-prof-dir=${BENCH_PROFILES}`] : []

export interface Child {
  pid: number
  /** The message that the child sent when it was ready. */
  ready: unknown
  stop(): Promise<void>
}

export interface Start {
  args?: string[]
  env?: Record<string, string>
  execArgv?: string[]
  /** The file for the output; without it the output is printed. */
  logFile?: string
}

/** Starts a bundle, or a TypeScript entry of the project, and waits until it reports that it is ready. */
export async function startChild(file: string, start: Start = {}): Promise<Child> {
  const child = launch(file, start)
  const [ready] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} did not start; see above`))),
  ])) as [unknown]
  return { pid: child.pid!, ready, stop: () => stop(child) }
}

/** Runs a program until it ends; its output is printed only if the program fails. */
export async function runChild(file: string, start: Start): Promise<void> {
  const child = launch(file, start, 'pipe')
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${file} ended with ${code}:\n${printed}`)
}

function launch(
  file: string,
  { args = [], env, execArgv = [], logFile }: Start,
  output: 'pipe' | 'inherit' = 'inherit',
) {
  const root = import.meta.portalRoot
  const [program, programArgs] = file.endsWith('.ts')
    ? [join(root, 'tools/run.mjs'), [file, ...args]]
    : [file, args]
  const log = logFile === undefined ? undefined : openSync(logFile, 'a')
  // The child has its own process group, so that Ctrl-C reaches only the benchmark. When the benchmark ends, the
  // channel closes and the child stops.
  const child = fork(program, programArgs, {
    cwd: root,
    env: { ...process.env, ...env },
    execArgv: [...profiling, ...execArgv],
    detached: true,
    stdio: ['ignore', log ?? output, output, 'ipc'],
  })
  if (log !== undefined) closeSync(log)
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
