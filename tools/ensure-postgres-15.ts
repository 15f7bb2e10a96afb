import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage } from './install-package.ts'

const programs = '/usr/lib/postgresql/15/bin'
const startOfMain = '/etc/postgresql/15/main/start.conf'

/**
 * Returns the folder of the programs of PostgreSQL 15, the oldest release that the portal supports. Drills use them
 * because the embedded PostgreSQL is newer and does not include pg_dump. Installs Debian's package if it is missing, stops
 * the cluster that the package starts, and prevents it from starting at boot.
 */
export function ensurePostgres15(): string {
  if (exists()) return programs
  console.log('Installing postgresql-15 for the drills of backup and restore …')
  installPackage('postgresql-15')
  if (!exists())
    throw new Error(
      `There is no PostgreSQL 15 in ${programs}. Install Debian's postgresql-15, server and tools.`,
    )
  if (existsSync(startOfMain)) writeFileSync(startOfMain, 'manual\n')
  spawnSync('pg_ctlcluster', ['15', 'main', 'stop'])
  return programs
}

const exists = () => existsSync(join(programs, 'postgres')) && existsSync(join(programs, 'pg_dump'))
