import { spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { programPath } from './postgres-binaries.ts'
import type { Runner } from './unprivileged.ts'

/** Makes the folder a PostgreSQL data folder with the right owner, whatever state it is in. */
export function prepareDataFolder(dataDir: string, runner: Runner) {
  if (!existsSync(join(dataDir, 'PG_VERSION'))) return initialise(dataDir, runner)
  const { owner } = runner
  if (owner && statSync(join(dataDir, 'PG_VERSION')).uid !== owner.uid) giveTo(dataDir, owner)
}

/** Initializes a folder next to the target and moves it into place, so that an interrupted start leaves no partial folder. */
function initialise(dataDir: string, runner: Runner) {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Error(
      `${dataDir} contains other files than a PostgreSQL database and is not changed.`,
    )
  mkdirSync(dirname(dataDir), { recursive: true })
  removeUnfinished(dataDir)
  const unfinished = `${dataDir}.init-${process.pid}`
  mkdirSync(unfinished, { mode: 0o700 })
  if (runner.owner) chownSync(unfinished, runner.owner.uid, runner.owner.gid)

  // There are no passwords: the server listens only on the loopback interface and has development data. The built-in
  // locale sorts identically on every operating system.
  const made = spawnSync(
    ...commandLine(runner, 'initdb', [
      '-D',
      unfinished,
      '-U',
      'postgres',
      '--auth=trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ]),
    { ...runner.identity, cwd: unfinished, encoding: 'utf8' },
  )
  if (made.status !== 0)
    throw new Error(`initdb failed: ${made.error?.message ?? `${made.stdout}${made.stderr}`}`)
  // If another process was faster, its folder is used.
  if (!existsSync(join(dataDir, 'PG_VERSION'))) renameSync(unfinished, dataDir)
  else rmSync(unfinished, { recursive: true })
}

function removeUnfinished(dataDir: string) {
  const prefix = `${basename(dataDir)}.init-`
  for (const name of readdirSync(dirname(dataDir))) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue
    rmSync(join(dirname(dataDir), name), { recursive: true })
  }
}

function isAlive(pid: number) {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch {
    return false
  }
}

export function commandLine(
  runner: Runner,
  program: 'initdb' | 'postgres' | 'pg_ctl',
  args: string[],
): [command: string, args: string[]] {
  const [command = '', ...rest] = [...runner.prefix, programPath(runner.native, program), ...args]
  return [command, rest]
}

function giveTo(folder: string, owner: { uid: number; gid: number }) {
  lchownSync(folder, owner.uid, owner.gid)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) giveTo(path, owner)
    else lchownSync(path, owner.uid, owner.gid)
  }
}
