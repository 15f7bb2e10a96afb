import pg from 'pg'
import { company, reader } from '../data/invoices.ts'
import { big } from '../data/big-company.ts'
import { fetchOk } from '../lab/fetch-raw.ts'
import type { Database, Lab } from '../lab/lab.ts'
import type { Portal } from '../lab/portal.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { interleave, milliseconds, timed } from '../report/rounds.ts'

/** Compares the aging of a usual company, and of a company far larger than any real one, with one sum of the same rows. */
export async function aging(lab: Lab): Promise<Comparison[]> {
  const [usual, large] = [await lab.invoices('small'), await lab.bigCompany()]
  return [
    await measure(
      `aging of ${company.invoices.toLocaleString('en-US')} invoices`,
      { portal: await lab.portal('small'), urls: usual, reader, accountId: company.accountId },
      100,
    ),
    await measure(
      `aging of ${big.invoices.toLocaleString('en-US')} open invoices`,
      { portal: await lab.bigPortal(), urls: large, reader: big.reader, accountId: big.accountId },
      20,
    ),
  ]
}

interface Measured {
  portal: Portal
  urls: Database
  reader: string
  accountId: string
}

async function measure(
  what: string,
  { portal, urls, reader, accountId }: Measured,
  rounds: number,
) {
  const browser = await portal.signIn(reader)
  const db = new pg.Client({ connectionString: urls.admin })
  await db.connect()
  const measures = {
    server: () => timed(() => fetchOk(`${portal.origin}/api/invoice/aging`, browser)),
    sum: () =>
      timed(() =>
        db.query(
          `select subsidiary, currency, sum(books_balance_cents) from invoice where account_id = $1 group by 1, 2`,
          [accountId],
        ),
      ),
  }
  await interleave(20, measures)
  const { server, sum } = await interleave(rounds, measures)
  await db.end()
  return {
    ...compare(what, server, 'their plain sum', sum, milliseconds),
    target: { atMost: 2 },
  }
}
