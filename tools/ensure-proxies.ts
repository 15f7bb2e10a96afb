import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installPackage } from './install-package.ts'

const programs = { pgbouncer: '/usr/sbin/pgbouncer', haproxy: '/usr/sbin/haproxy' }

/** Returns the programs of PgBouncer and HAProxy. Installs Debian's packages if they are missing, without their services. */
export function ensureProxies(): typeof programs {
  const missing = Object.entries(programs).flatMap(([name, path]) => (existsSync(path) ? [] : name))
  if (missing.length > 0) {
    console.log('Installing PgBouncer and HAProxy for the drills …')
    installPackage(...missing)
    for (const name of missing) spawnSync('systemctl', ['disable', '--now', name])
  }
  for (const [name, path] of Object.entries(programs))
    if (!existsSync(path)) throw new Error(`There is no ${path}. Install Debian's ${name}.`)
  return programs
}
