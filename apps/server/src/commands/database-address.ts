import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Who connects: portal_system sees every company, portal_owner owns the tables. */
export type DatabaseRole = 'system' | 'owner'

const settings = { system: 'SYSTEM_DATABASE_URL', owner: 'MIGRATION_DATABASE_URL' } as const

/** No database is known to the command line; the message says what to do. */
class NoDatabase extends Error {
  override name = 'NoDatabase'
}

/**
 * The address of the database for a role: from its environment variable, else from what `npm start` wrote
 * down about the database it runs.
 */
export function databaseAddress(role: DatabaseRole, env: NodeJS.ProcessEnv = process.env): string {
  const given = env[settings[role]]?.trim()
  if (given) return given
  const dataDir = env['PORTAL_DATA_DIR'] || join(import.meta.portalRoot, '.portal')
  const file = join(dataDir, 'database.json')
  if (!existsSync(file))
    throw new NoDatabase(
      `There is no running portal to connect to. Run npm start, or set ${settings[role]}.`,
    )
  const addresses = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const address = addresses[role]
  if (typeof address !== 'string')
    throw new NoDatabase(`${file} names no database for ${role}. Set ${settings[role]}.`)
  return address
}
