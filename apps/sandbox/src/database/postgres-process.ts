import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { commandLine } from './data-folder.ts'
import { isReady } from './running-server.ts'
import type { Runner } from './unprivileged.ts'

type Launch = {
  dataDir: string
  port: number
  socketDir: string
  flags: string[]
  log?: ((line: string) => void) | undefined
}

/** Starts the server, waits until it accepts connections, and returns a function that stops it. */
export async function runPostgres(options: Launch, runner: Runner) {
  const { dataDir } = options
  const server = launch(options, runner)
  const recentLog = collectLog(server, options.log)
  const pid = await postgresPid(server)
  while (!isReady(dataDir, pid)) {
    if (hasExited(server)) throw new Error(`PostgreSQL did not start on ${dataDir}: ${recentLog()}`)
    await pause(20)
  }
  return () => stop(server, pid, dataDir, runner)
}

function launch({ dataDir, port, socketDir, flags }: Launch, runner: Runner): ChildProcess {
  const [command, args] = commandLine(runner, 'postgres', [
    '-D',
    dataDir,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${socketDir}`,
    '-c',
    'unix_socket_permissions=0700',
    ...flags,
  ])
  if (process.platform === 'win32')
    return spawn(command, args, { cwd: dataDir, stdio: ['ignore', 'ignore', 'pipe'] })
  // The shell ends PostgreSQL when its stdin closes, so that even a kill -9 of node leaves no orphan. The shell has its
  // own session, so that Ctrl-C reaches only node, which stops processes in order.
  const script = [
    'exec 3<&0; "$@" </dev/null >/dev/null & server=$!; echo $server',
    '(read _ <&3; kill -INT $server) & watcher=$!',
    'wait $server; outcome=$?; kill $watcher 2>/dev/null; exit $outcome',
  ].join('\n')
  return spawn('/bin/sh', ['-c', script, 'sh', command, ...args], {
    ...runner.identity,
    cwd: dataDir,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** Returns the process id of the server, which differs from that of the shell that starts it. */
async function postgresPid(server: ChildProcess) {
  if (!server.stdout) return server.pid ?? 0
  const [line] = (await once(server.stdout, 'data')) as [Buffer]
  return Number(line.toString())
}

const hasExited = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null

function collectLog(server: ChildProcess, log: Launch['log']) {
  let recent = ''
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    recent = (recent + text).slice(-4000)
    log?.(text.trimEnd())
  })
  return () => recent
}

async function stop(server: ChildProcess, pid: number, dataDir: string, runner: Runner) {
  if (hasExited(server)) return
  const gone = new Promise<void>((resolveGone) => server.once('exit', () => resolveGone()))
  if (server.stdin) server.stdin.end()
  else spawnSync(...commandLine(runner, 'pg_ctl', ['stop', '-m', 'fast', '-D', dataDir]))
  // The process that forwards the signal may have been killed.
  const nudge = setTimeout(() => process.kill(pid, 'SIGINT'), 3000)
  // Without disk space, the server cannot write its last checkpoint and retries forever. It is then ended at once, and
  // the next start repairs the data.
  const end = setTimeout(() => process.kill(pid, 'SIGQUIT'), 15_000)
  await gone
  clearTimeout(nudge)
  clearTimeout(end)
}
