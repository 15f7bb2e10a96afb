import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type Postgres } from '../../apps/sandbox/src/database/start-postgres.ts'
import { webFolder } from '../../tools/build-portal.ts'
import { prepareDatabase, type DatabaseUrls } from '../../tools/prepare-database.ts'
import { fillWithInvoices } from '../data/invoices.ts'
import { addBuyer, importRealSet } from '../data/real-set.ts'
import { stopChildren } from './children.ts'
import { startPortal, type Portal } from './portal.ts'

export interface Database extends DatabaseUrls {
  admin: string
}

/** Invoices in all, in either of the two databases that are compared. */
export const sizes = { small: 20_000, large: 2_000_000 }
export type Size = keyof typeof sizes

/** What the parts of a run share; everything is made when first asked for. */
export class Lab {
  readonly #folder = mkdtemp(join(tmpdir(), 'portal-bench-'))
  readonly #made = new Map<string, Promise<unknown>>()

  /** A folder that goes away with the lab. */
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
    return this.#once(`portal ${size}`, async () => startPortal(await this.invoices(size)))
  }

  /** The real set as an import leaves it. */
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
    return this.#once('real portal', async () => startPortal(await this.realSet(), { webFolder }))
  }

  /** Stops and removes everything, wherever the run was. */
  async close(): Promise<void> {
    await stopChildren()
    const postgres = this.#made.get('postgres') as Promise<Postgres> | undefined
    await postgres?.then(
      ({ stop }) => stop(),
      () => {},
    )
    await rm(await this.#folder, { recursive: true, force: true })
  }

  #postgres(): Promise<Postgres> {
    return this.#once('postgres', async () =>
      startPostgres({ dataDir: await this.databaseFolder, port: 0 }),
    )
  }

  #once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const made = (this.#made.get(name) as Promise<T> | undefined) ?? make()
    this.#made.set(name, made)
    return made
  }
}
