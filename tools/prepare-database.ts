import pg from 'pg'
import { join } from 'node:path'
import { migrate, readMigrations } from '../apps/server/src/platform/database/migrate.ts'

export interface DatabaseUrls {
  /** For the web server: one company at a time. */
  app: string
  /** For worker and command line: every company. */
  system: string
  /** For migrations only. */
  owner: string
}

export const migrationsFolder = join(import.meta.portalRoot, 'apps/server/migrations')

const roles = ['portal_owner', 'portal_app', 'portal_system'] as const

/** Returns the three addresses of a database on a development server (loopback, no passwords). */
export function databaseUrls(adminUrl: string, database: string): DatabaseUrls {
  const as = (role: (typeof roles)[number]) => {
    const url = new URL(adminUrl)
    url.username = role
    url.pathname = `/${database}`
    return url.href
  }
  return { app: as('portal_app'), system: as('portal_system'), owner: as('portal_owner') }
}

/** Creates the roles and the database if they are missing, and applies the migrations. */
export async function prepareDatabase(adminUrl: string, database: string): Promise<DatabaseUrls> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    for (const role of roles) {
      const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [role])
      if (!rowCount) await admin.query(`create role ${role} login nosuperuser nobypassrls`)
    }
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [database])
    if (!rowCount) await admin.query(`create database "${database}" owner portal_owner`)
  } finally {
    await admin.end()
  }
  const urls = databaseUrls(adminUrl, database)
  const within = new URL(adminUrl)
  within.pathname = `/${database}`
  const owner = new pg.Client({ connectionString: within.href })
  await owner.connect()
  try {
    await owner.query(
      'revoke execute on function lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) from public',
    )
  } finally {
    await owner.end()
  }
  await migrate(urls.owner, await readMigrations(migrationsFolder))
  return urls
}
