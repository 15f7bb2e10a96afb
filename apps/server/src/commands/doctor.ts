import sql from 'sql-template-tag'
import { requireLimitedRole } from '../platform/database/check-role.ts'
import { isDatabaseUp } from '../platform/database/database-state.ts'
import { inTransaction, queryOne, type Database } from '../platform/database/database.ts'
import { findMismatch, migrationsFolder, readMigrations } from '../platform/database/migrate.ts'
import { portalVersion } from '../platform/log/version.ts'
import { givenText } from '../settings/setting.ts'
import { databases } from '../settings/settings.ts'
import { UsageProblem, type Command } from './command.ts'
import { commandSettings, type DatabaseRole } from './command-settings.ts'
import { examineAutoPay } from './examine-autopay.ts'
import {
  examineAutomaticCharging,
  examineBankAccounts,
  examineBooks,
  examinePaymentsElsewhere,
  examineCategories,
  examineCharging,
  examineClock,
  examineEvents,
  examineHistories,
  examineImports,
  examineInvoiceLines,
  examineKeys,
  examineSpellings,
  examineMail,
  examineOrders,
  examinePayments,
  examineProviderEvents,
  examineUnknownPayments,
  examineSecrets,
  examineWorkers,
} from './examine-operations.ts'
import {
  examineBusinessDays,
  examineCards,
  examineConfiguration,
  examineIdentity,
  examineInstance,
  examineCollector,
  examineReceiver,
  examineSmtp,
  NotChecked,
} from './examine-providers.ts'
import { databaseReason, isMissing, reasonOf } from './failure.ts'
import { withDatabase } from './with-database.ts'

/** A check: returns what it found, or throws what is wrong. The database is given if it is up and no standby. */
type Examination = [title: string, examine: (primary: Database | undefined) => Promise<string>]

export const doctorCommand: Command = {
  usage: 'doctor',
  summary:
    'check settings, database, providers, payments and events, with a remedy for each problem',
  async run(args) {
    if (args.length > 0) throw new UsageProblem('doctor takes no arguments.')
    const isPrimary = await lookIn('system', isDatabaseUp).catch(() => false)
    const healthy = isPrimary ? await withDatabase('doctor', examineAll) : await examineAll()
    return healthy ? 0 : 1
  },
}

async function examineAll(primary?: Database): Promise<boolean> {
  let healthy = true
  for (const [title, examine] of examinations) {
    try {
      console.log(`ok    ${title}: ${await examine(primary)}`)
    } catch (error) {
      if (error instanceof NotChecked) {
        console.log(`-     ${title}: not checked, ${error.message}`)
        continue
      }
      healthy = false
      console.log(`FAIL  ${title}: ${reasonOf(error)}`)
    }
  }
  return healthy
}

/**
 * An examination of the database. It is skipped if the database is down or a standby, because that one cause would be
 * reported twenty times.
 */
function onPrimary(title: string, look: (db: Database) => Promise<string>): Examination {
  return [
    title,
    async (primary) => {
      if (!primary) throw new NotChecked('the database is down or a standby')
      return look(primary).catch(throwReason('system'))
    },
  ]
}

/** An examination of something that a migration after 0.1.0 created. Doctor may also run before that migration. */
function sinceMigration(title: string, look: (db: Database) => Promise<string>): Examination {
  return onPrimary(title, (db) =>
    look(db).catch((error: unknown) => {
      if (!isMissing(error)) throw error
      throw new NotChecked('portal migrate has to run first')
    }),
  )
}

const examinations: Examination[] = [
  ['portal', () => Promise.resolve(`version ${portalVersion}`)],
  ['Node', nodeVersion],
  ['configuration', examineConfiguration],
  ['database', () => lookIn('system', describeServer)],
  onPrimary('disk', examineDisk),
  ['portal_app', () => whereKnown('app', examineWebRole)],
  onPrimary('portal_system', examineRole),
  onPrimary('temporary tables', examineTemporary),
  onPrimary('large objects', examineLargeObjects),
  ['portal_owner', () => whereKnown('owner', ownerName)],
  onPrimary('migrations', examineMigrations),
  onPrimary('clock', examineClock),
  sinceMigration('business days', examineBusinessDays),
  ['sign-in provider', examineIdentity],
  ['card provider', examineCards],
  onPrimary('portal instance', examineInstance),
  ['mail server', examineSmtp],
  ['receiver of events', examineReceiver],
  ['collector of traces', examineCollector],
  onPrimary('workers', examineWorkers),
  sinceMigration('secrets', examineSecrets),
  onPrimary('charging', examineCharging),
  onPrimary('automatic charging', examineAutomaticCharging),
  onPrimary('payments', examinePayments),
  onPrimary('unknown payments', examineUnknownPayments),
  onPrimary('provider events', examineProviderEvents),
  onPrimary('books', examineBooks),
  sinceMigration('invoice lines', examineInvoiceLines),
  onPrimary('payments of other companies', examinePaymentsElsewhere),
  onPrimary('AutoPay', examineAutoPay),
  onPrimary('events', examineEvents),
  onPrimary('mail', examineMail),
  onPrimary('imports', examineImports),
  onPrimary('categories', examineCategories),
  sinceMigration('keys', examineSpellings),
  onPrimary('API keys', examineKeys),
  onPrimary('license orders', examineOrders),
  onPrimary('bank details', examineBankAccounts),
  onPrimary('histories', examineHistories),
]

function nodeVersion(): Promise<string> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`${process.version}, at least 20.19 is needed`)
  return Promise.resolve(process.version)
}

async function describeServer(db: Database): Promise<string> {
  const server = await queryOne<{ version: number; read_only: boolean; companies: number }>(
    db,
    sql`select current_setting('server_version_num')::int as version, pg_is_in_recovery() as read_only,
               (select count(*) from company) as companies`,
  )
  if (!server || server.version < 150_000) throw new Error('PostgreSQL 15 or later is needed')
  if (server.read_only) throw new Error('this is a read-only standby')
  return `PostgreSQL ${Math.floor(server.version / 10_000)}, ${server.companies} companies`
}

/** Writes as much as a large import writes at once, and rolls it back. */
async function examineDisk(db: Database): Promise<string> {
  await inTransaction(db, async (tx) => {
    await tx.run(sql`create temporary table written on commit drop as
                     select nth, repeat(md5(nth::text), 100) as text from generate_series(1, 2000) nth`)
  })
  return 'the database can write'
}

/**
 * Runs an examination if the role's address is known. Inside a container of one process, only the addresses of that
 * process are known.
 */
async function whereKnown(role: DatabaseRole, look: (db: Database) => Promise<string>) {
  const { name } = databases[role]
  if (!givenText(commandSettings(), name)) throw new NotChecked(`${name} is not set`)
  return lookIn(role, look)
}

/** Checks that the web server's role sees one company at a time and nothing else. */
async function examineWebRole(db: Database): Promise<string> {
  await requireLimitedRole(db)
  const seen = await queryOne<{ count: number }>(
    db,
    sql`select count(*)::int as count from company`,
  )
  if (seen?.count !== 0) throw new Error('sees companies that it did not name')
  const role = await queryOne<{ name: string }>(db, sql`select current_user as name`)
  return `connects as ${role?.name}`
}

async function examineRole(db: Database): Promise<string> {
  const role = await queryOne<{
    name: string
    above: boolean
    enough: boolean
    temporary: boolean
  }>(
    db,
    sql`select rolname as name, rolsuper or rolbypassrls as above,
               pg_has_role(current_user, 'portal_system', 'member') as enough,
               has_database_privilege(current_database(), 'temporary') as temporary
          from pg_roles where rolname = current_user`,
  )
  if (role?.above) throw new Error(`${role.name} bypasses row level security; use a plain role`)
  if (!role?.enough)
    throw new Error(
      `${role?.name} does not have the rights of portal_system; does SYSTEM_DATABASE_URL name the right role?`,
    )
  if (!role.temporary) throw new Error('may not create temporary tables, which imports need')
  return `connects as ${role.name}`
}

async function examineTemporary(db: Database): Promise<string> {
  const right = await queryOne<{ app: boolean }>(
    db,
    sql`select has_database_privilege('portal_app', current_database(), 'temporary') as app`,
  )
  if (right?.app)
    throw new Error('the web server may create temporary tables; run portal migrate to revoke that')
  return 'for imports only'
}

async function examineLargeObjects(db: Database): Promise<string> {
  const right = await queryOne<{ app: boolean }>(
    db,
    sql`select has_function_privilege('portal_app', 'lo_create(oid)', 'execute') as app`,
  )
  return right?.app
    ? 'every role may create some, which fill the disk; a superuser can revoke that (docs/operations.md, "The database\'s roles")'
    : 'no role may create them'
}

async function ownerName(db: Database): Promise<string> {
  const role = await queryOne<{ name: string; owns: boolean }>(
    db,
    sql`select current_user as name, pg_has_role(current_user, 'portal_owner', 'member') as owns`,
  )
  if (!role?.owns)
    throw new Error(
      `${role?.name} does not own the tables; does MIGRATION_DATABASE_URL name portal_owner?`,
    )
  return `connects as ${role?.name}`
}

async function examineMigrations(db: Database): Promise<string> {
  const files = await readMigrations(migrationsFolder())
  const { rows } = await db.query<{ name: string; digest: string }>(
    'select name, digest from applied_migration',
  )
  const applied = new Map(rows.map(({ name, digest }) => [name, digest]))
  const mismatch = findMismatch(applied, files)
  if (mismatch) throw new Error(`the database is from another version: ${mismatch}`)
  const missing = files.filter(({ name }) => !applied.has(name))
  if (missing.length > 0)
    throw new Error(`${missing.map(({ name }) => name).join(', ')} not applied; run portal migrate`)
  return `${files.length} applied`
}

const lookIn = <T>(role: DatabaseRole, look: (db: Database) => Promise<T>) =>
  withDatabase('doctor', look, { role }).catch(throwReason(role))

const throwReason = (role: DatabaseRole) => (error: unknown) => {
  if (error instanceof NotChecked) throw error
  throw new Error(databaseReason(error, databases[role].name), { cause: error })
}
