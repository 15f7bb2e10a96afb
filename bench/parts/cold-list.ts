import { listInvoices } from '../../apps/server/src/invoices/invoices.queries.ts'
import { company, reader } from '../data/invoices.ts'
import { measureCold } from '../lab/cold.ts'
import type { Lab } from '../lab/lab.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { milliseconds } from '../report/rounds.ts'

/** Compares the list right after a change to PostgreSQL writing the same JSON. */
export async function coldList(lab: Lab): Promise<Comparison[]> {
  const portal = await lab.portal('small')
  const page = { page: 1, perPage: company.invoices }
  const { server, database } = await measureCold(lab, {
    url: `${portal.origin}/api/invoice`,
    browser: await portal.signIn(reader),
    statement: (tx, scope) => listInvoices(tx, scope, page, []),
    warmup: 10,
    rounds: 40,
  })
  return [
    {
      ...compare('3,000-row list, cold', server, 'its query alone', database, milliseconds),
      target: { atMost: 2 },
    },
  ]
}
