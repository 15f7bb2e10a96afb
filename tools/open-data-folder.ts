import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { startPostgres, type Postgres } from '../apps/sandbox/src/database/start-postgres.ts'
import {
  findMismatch,
  readApplied,
  readMigrations,
} from '../apps/server/src/platform/database/migrate.ts'
import { databaseUrls, migrationsFolder } from './prepare-database.ts'

export interface DataFolder {
  dataDir: string
  port: number
  /** False if the card sandbox has no stored state. */
  keepsCards: boolean
  log: (line: string) => void
}

/**
 * Starts PostgreSQL on the data folder. Before that, a database is moved aside, together with the card sandbox's state, if
 * other migrations created it or if it does not match that state. Nothing is deleted.
 */
export async function openDataFolder(folder: DataFolder): Promise<Postgres> {
  let isFull = false
  const log = (lines: string) => {
    if (isFull || !lines.includes('No space left on device')) return
    isFull = true
    folder.log(`The disk of ${folder.dataDir} is full. Make space on it, then start again.`)
  }
  const start = () => startPostgres({ dataDir: databaseFolder(folder), port: folder.port, log })
  const postgres = await start()
  try {
    const reason = await findReason(postgres, folder)
    if (!reason) return postgres
    if (postgres.adopted)
      throw new Error(`${reason} Another portal uses the database; stop that portal first.`)
    await postgres.stop()
    moveAside(folder, postgres.dataDir, reason)
  } catch (error) {
    await postgres.stop()
    throw error
  }
  return start()
}

const databaseFolder = ({ dataDir }: DataFolder) => join(dataDir, 'database')
const cardState = ({ dataDir }: DataFolder) => join(dataDir, 'cards.ndjson')

/** Returns why database and card state cannot be used, or undefined if they can. */
async function findReason(postgres: Postgres, folder: DataFolder): Promise<string | undefined> {
  const hasCards = existsSync(cardState(folder))
  const database = await examineDatabase(postgres.adminUrl)
  if (!database)
    return folder.keepsCards && hasCards
      ? 'The card sandbox has state, but its database is missing.'
      : undefined
  if (database.mismatch) return `The database is of another version: ${database.mismatch}.`
  if (folder.keepsCards && !hasCards && database.knowsCards)
    return 'The database refers to cards, but the card sandbox has lost its state.'
  return undefined
}

interface Examined {
  mismatch: string | undefined
  knowsCards: boolean
}

/** Returns undefined if the portal has no database yet. */
async function examineDatabase(adminUrl: string): Promise<Examined | undefined> {
  const exists = await withClient(adminUrl, (admin) =>
    admin.query(`select from pg_database where datname = 'portal'`),
  )
  if (!exists.rowCount) return undefined
  return withClient(databaseUrls(adminUrl, 'portal').owner, async (owner) => {
    const applied = await readApplied(owner)
    const mismatch = findMismatch(applied, await readMigrations(migrationsFolder))
    if (mismatch || applied.size === 0) return { mismatch, knowsCards: false }
    const customers = await owner.query('select from provider_customer limit 1')
    return { mismatch, knowsCards: Boolean(customers.rowCount) }
  })
}

async function withClient<T>(
  connectionString: string,
  ask: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}

/** Moves database and card state to a folder with which an older version can be started. */
function moveAside(folder: DataFolder, database: string, reason: string): void {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const aside = join(folder.dataDir, `moved-aside-${stamp}`)
  mkdirSync(aside)
  // If PostgreSQL cannot access the data folder, the database is in another folder and stays on its file system.
  const isInside = dirname(database) === folder.dataDir
  const movedDatabase = isInside ? join(aside, 'database') : `${database}.moved-aside-${stamp}`
  renameSync(database, movedDatabase)
  if (existsSync(cardState(folder))) renameSync(cardState(folder), join(aside, 'cards.ndjson'))
  folder.log(
    `${reason}\nDatabase and card state were moved to ${aside}` +
      (isInside ? '' : ` and ${movedDatabase}`) +
      '; nothing was deleted.\nThe portal starts with new demo data. ' +
      (isInside
        ? `To use the old data, set PORTAL_DATA_DIR to that folder with the version that created it.`
        : ''),
  )
}
