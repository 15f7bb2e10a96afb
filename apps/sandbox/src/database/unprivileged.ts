import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, lstatSync, readFileSync, renameSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { programPath } from './postgres-binaries.ts'

/** How to run PostgreSQL's programs, which refuse to run as root. */
export type Runner = {
  native: string
  prefix: string[]
  identity: { uid?: number; gid?: number }
  /** The required owner of the data folder; absent if it is the current user. */
  owner?: { uid: number; gid: number }
}

const namespace = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']

export function chooseRunner(native: string, rootBecomes?: 'nobody'): Runner {
  if (process.getuid?.() !== 0) return { native, prefix: [], identity: {} }
  // Preferred, because a user namespace needs no change of owners and works in folders that only root may enter.
  if (rootBecomes !== 'nobody' && starts(native, namespace, {}))
    return { native, prefix: namespace, identity: {}, owner: { uid: 0, gid: 0 } }
  const nobody = findNobody()
  const reachable = starts(native, [], nobody) ? native : copyToPublicFolder(native)
  return { native: reachable, prefix: [], identity: nobody, owner: nobody }
}

function starts(native: string, prefix: string[], identity: Runner['identity']) {
  const [command, ...args] = [...prefix, programPath(native, 'postgres'), '--version']
  return spawnSync(command, args, { ...identity, cwd: '/' }).status === 0
}

function findNobody() {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'))
  if (!line) throw new Error('PostgreSQL refuses to run as root and there is no user "nobody".')
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** Copies the package once per version, because the unprivileged system user cannot read it in a folder such as /root. */
function copyToPublicFolder(native: string) {
  const version = native + statSync(programPath(native, 'postgres')).mtimeMs
  const copy = join(tmpdir(), `portal-postgres-${shortHash(version)}`)
  // Every user may write to the temporary folder, so only a copy that root owns is run.
  if (lstatSync(copy, { throwIfNoEntry: false })?.uid === 0) return copy
  if (existsSync(copy)) throw new Error(`${copy} belongs to another user; remove it.`)
  const unfinished = `${copy}.${process.pid}`
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  renameSync(unfinished, copy)
  return copy
}

/** Returns a data folder that the runner may enter: the requested one if possible. */
export function reachableFolder(wished: string, runner: Runner) {
  if (runner.identity.uid === undefined) return wished
  const entered = spawnSync('/bin/sh', ['-c', 'cd "$0"', join(wished, '..')], {
    ...runner.identity,
    cwd: '/',
  })
  if (entered.status === 0) return wished
  return join('/var/lib', `portal-${basename(wished)}-${shortHash(wished)}`)
}

export const shortHash = (text: string) =>
  createHash('sha256').update(text).digest('hex').slice(0, 12)
