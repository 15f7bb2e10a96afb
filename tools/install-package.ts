import { spawnSync } from 'node:child_process'

/**
 * Installs Debian packages if apt-get is available and permitted; otherwise does nothing. The arguments are names and
 * options of apt-get.
 */
export function installPackage(...args: string[]): void {
  if (process.platform !== 'linux') return
  const options = {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', ...args], options)
}
