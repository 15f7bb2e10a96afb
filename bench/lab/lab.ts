import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type Postgres } from '../../apps/sandbox/src/database/start-postgres.ts'
import { webFolder } from '../../tools/build-portal.ts'
import { prepareDatabase, type DatabaseUrls } from '../../tools/prepare-database.ts'
import { fillBigCompany } from '../data/big-company.ts'
import { fillBookedCompanies } from '../data/booked-companies.ts'
import { fillHeavyCompany } from '../data/heavy-company.ts'
import { fillWithInvoices, reader } from '../data/invoices.ts'
import { fillLicenses } from '../data/license-companies.ts'
import { fillRecurringBills } from '../data/recurring-bills.ts'
import { addBuyer, buyer, hasRealSet, importRealSet, largest } from '../data/real-set.ts'
import { stopChildren } from './children.ts'
import { startPortal, type Portal } from './portal.ts'

export interface Database extends DatabaseUrls {
  admin: string
}

/** The number of invoices in each of the two databases that are compared. */
export const sizes = { small: 20_000, large: 2_000_000 }
export type Size = keyof typeof sizes

const largeSettings = {
  shared_buffers: '4GB',
  effective_cache_size: '12GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  fsync: 'off',
  // Otherwise autovacuum would run at any time during the measurements.
  autovacuum: 'off',
}

/** The resources that the parts of a run share; each is created on its first use. */
export class Lab {
  readonly #folder = mkdtemp(join(tmpdir(), 'portal-bench-'))
  readonly #made = new Map<string, Promise<unknown>>()

  /** A folder that is removed with the lab. */
  get folder(): Promise<string> {
    return this.#folder
  }

  get databaseFolder(): Promise<string> {
    return this.#folder.then((folder) => join(folder, 'database'))
  }

  /** An empty, migrated database. */
  empty(name: string): Promise<Database> {
    return this.#once(`database ${name}`, async () => {
      const { adminUrl } = await this.#postgres()
      const admin = new URL(adminUrl)
      admin.pathname = `/${name}`
      return { ...(await prepareDatabase(adminUrl, name)), admin: admin.href }
    })
  }

  invoices(size: Size): Promise<Database> {
    return this.#once(`invoices ${size}`, async () => {
      const database = await this.empty(size)
      console.log(`… making ${sizes[size].toLocaleString('en-US')} invoices`)
      await fillWithInvoices(database.admin, sizes[size])
      return database
    })
  }

  /** The web server on one of the two databases. */
  portal(size: Size): Promise<Portal> {
    return this.#once(`portal ${size}`, async () => this.#startPortal(await this.invoices(size)))
  }

  bigCompany(): Promise<Database> {
    return this.#once('big company', async () => {
      const database = await this.empty('big_company')
      console.log('… making a company with 100,000 open invoices')
      await fillBigCompany(database.admin)
      return database
    })
  }

  bigPortal(): Promise<Portal> {
    return this.#once('big portal', async () => this.#startPortal(await this.bigCompany()))
  }

  /** A portal with its page, and two companies that hold licenses. */
  licensePortal(): Promise<Portal> {
    return this.#once('license portal', async () => {
      const database = await this.empty('licenses')
      await fillLicenses(database.admin)
      return this.#startPortal(database, webFolder)
    })
  }

  bookedCompanies(): Promise<Database> {
    return this.#once('booked companies', async () => {
      const database = await this.empty('booked')
      console.log('… making two companies with five years of lines')
      await fillBookedCompanies(database.admin)
      return database
    })
  }

  /** A company with bills of every month. */
  billed(): Promise<Database> {
    return this.#once('billed', async () => {
      const database = await this.empty('billed')
      await fillRecurringBills(database.admin)
      return database
    })
  }

  billedPortal(): Promise<Portal> {
    return this.#once('billed portal', async () => this.#startPortal(await this.billed()))
  }

  /** A portal with a heap of 512 MB, a company with heavy invoices, and another one. */
  weightPortal(): Promise<Portal> {
    return this.#once('weight portal', async () => {
      const database = await this.empty('weight')
      await fillHeavyCompany(database.admin)
      return this.#startPortal(database, '', { NODE_OPTIONS: '--max-old-space-size=512' })
    })
  }

  /** A database into which the real set was imported. */
  realSet(): Promise<Database> {
    return this.#once('real set', async () => {
      const database = await this.empty('real')
      console.log('… importing the real set')
      await importRealSet(database, await this.#folder)
      await addBuyer(database)
      return database
    })
  }

  realPortal(): Promise<Portal> {
    return this.#once('real portal', async () => this.#startPortal(await this.realSet(), webFolder))
  }

  /** A portal with its page and a company with 3,637 invoices: of the real set, or generated without it. */
  async listPortal(): Promise<Portal & { user: string }> {
    if (hasRealSet) return { ...(await this.realPortal()), user: buyer }
    const portal = this.#once('list portal', async () => {
      const database = await this.empty('list')
      await fillWithInvoices(database.admin, sizes.small, largest.invoices)
      return this.#startPortal(database, webFolder)
    })
    return { ...(await portal), user: reader }
  }

  /** Stops and removes everything, at any point of the run. */
  async close(): Promise<void> {
    await stopChildren()
    for (const name of ['postgres', 'large postgres']) {
      const postgres = this.#made.get(name) as Promise<Postgres> | undefined
      await postgres?.then(
        ({ stop }) => stop(),
        () => {},
      )
    }
    await rm(await this.#folder, { recursive: true, force: true })
  }

  async #startPortal(urls: DatabaseUrls, webFolder = '', env = {}): Promise<Portal> {
    return startPortal(urls, { logFile: join(await this.#folder, 'portal.log'), webFolder, env })
  }

  #postgres(): Promise<Postgres> {
    return this.#once('postgres', async () =>
      startPostgres({ dataDir: await this.databaseFolder, port: 0 }),
    )
  }

  /** A server with memory for tens of millions of rows. Its data is not needed after the run, so it need not survive a crash. */
  largePostgres(): Promise<Postgres> {
    return this.#once('large postgres', async () =>
      startPostgres({
        dataDir: join(await this.#folder, 'large'),
        port: 0,
        flags: Object.entries(largeSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      }),
    )
  }

  #once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const made = (this.#made.get(name) as Promise<T> | undefined) ?? make()
    this.#made.set(name, made)
    return made
  }
}
