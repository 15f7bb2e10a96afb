import { spawnSync } from 'node:child_process'

/** Installs a Debian package where there is apt-get and the right to use it; elsewhere does nothing. */
export function installPackage(name: string): void {
  if (process.platform !== 'linux') return
  const options = {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', name], options)
}
