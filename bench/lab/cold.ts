import pg from 'pg'
import { openDatabase, Tx } from '../../apps/server/src/platform/database/database.ts'
import type { Scope } from '../../apps/server/src/platform/database/scope.ts'
import { company } from '../data/invoices.ts'
import { interleave, timed } from '../report/rounds.ts'
import { fetchOk } from './fetch-raw.ts'
import type { Lab } from './lab.ts'
import { scopeOfSession } from './measured-scope.ts'
import { newRevision } from './new-revision.ts'

interface Cold {
  url: string
  /** The browser's headers. */
  browser: Record<string, string>
  /** The same statement that the server uses, sent directly to PostgreSQL. */
  statement: (tx: Tx, scope: Scope) => Promise<unknown>
  warmup: number
  rounds: number
}

/** Measures a call right after a change of the company, and its statement: milliseconds of each round. */
export async function measureCold(lab: Lab, { url, browser, statement, warmup, rounds }: Cold) {
  const urls = await lab.invoices('small')
  const scope = await scopeOfSession(urls.app, browser)
  const system = new pg.Pool({ connectionString: urls.system, max: 1 })
  const db = openDatabase({ connectionString: urls.app, name: 'bench', size: 1 })
  const client = await db.connect()
  try {
    // Set once for the connection, so that only the statement is measured.
    await client.query(`select set_config('portal.account', $1, false)`, [company.accountId])
    const measures = {
      server: async () => {
        await newRevision(system, company.accountId)
        return timed(() => fetchOk(url, browser))
      },
      database: () => timed(() => statement(new Tx(client), scope)),
    }
    await interleave(warmup, measures)
    return await interleave(rounds, measures)
  } finally {
    client.release()
    await Promise.all([db.end(), system.end()])
  }
}
