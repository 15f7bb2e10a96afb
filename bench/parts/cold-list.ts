import pg from 'pg'
import { openDatabase, Tx } from '../../apps/server/src/platform/database.ts'
import { listInvoices } from '../../apps/server/src/invoices/invoices.queries.ts'
import { company, reader } from '../data/invoices.ts'
import { fetchOk } from '../lab/fetch-raw.ts'
import type { Lab } from '../lab/lab.ts'
import { scopeOfSession } from '../lab/measured-scope.ts'
import { newRevision } from '../lab/new-revision.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { interleave, milliseconds, timed } from '../report/rounds.ts'

/** The list right after a change of it, against PostgreSQL writing the same JSON. */
export async function coldList(lab: Lab): Promise<Comparison[]> {
  const portal = await lab.portal('small')
  const urls = await lab.invoices('small')
  const browser = await portal.signIn(reader)
  const scope = await scopeOfSession(urls.app, browser)
  const system = new pg.Pool({ connectionString: urls.system, max: 1 })
  const db = openDatabase({ connectionString: urls.app, name: 'bench', size: 1 })
  const client = await db.connect()
  try {
    // For the whole connection, so that the statement alone is measured.
    await client.query(`select set_config('portal.account', $1, false)`, [company.accountId])
    const page = { page: 1, perPage: company.invoices }
    const measures = {
      server: async () => {
        await newRevision(system, company.accountId)
        return timed(() => fetchOk(`${portal.origin}/api/invoice`, browser))
      },
      database: () => timed(() => listInvoices(new Tx(client), scope, page, [])),
    }
    await interleave(10, measures)
    const { server, database } = await interleave(40, measures)
    return [
      {
        ...compare('3,000-row list, cold', server, 'its query alone', database, milliseconds),
        target: { atMost: 2 },
      },
    ]
  } finally {
    client.release()
    await Promise.all([db.end(), system.end()])
  }
}
