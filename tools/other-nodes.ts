import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { makeScratchFolder } from './scratch-folder.ts'

/** The Node versions that README names besides the one that runs the tests. */
export const otherNodes = ['22.23.3', '24.22.3'] as const

/** Installs a version from npm in a scratch folder, and returns its program. */
export function installNode(version: string): string {
  const folder = makeScratchFolder('portal-node-')
  const name = `node-${process.platform}-${process.arch}`
  execFileSync('npm', ['install', '--prefix', folder, '--no-save', `${name}@${version}`])
  return join(folder, 'node_modules', name, 'bin/node')
}
