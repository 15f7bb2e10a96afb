import pg from 'pg'
import { buyer, largest } from '../data/real-set.ts'
import { fetchOk } from '../lab/fetch-raw.ts'
import type { Lab } from '../lab/lab.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { interleave, milliseconds, timed } from '../report/rounds.ts'

/** The columns by which a plain statement groups the same lines. */
const columns = {
  type: 'i.invoice_type',
  product: 'l.product_name',
  site: 'l.city, l.state',
  user: 'l.user_name',
} as const

/** Compares the spend of the largest real company, 133,600 lines, with the plain sum of its lines by month. */
export async function spend(lab: Lab): Promise<Comparison[]> {
  const urls = await lab.realSet()
  const { origin, signIn } = await lab.realPortal()
  const browser = await signIn(buyer)
  const db = new pg.Client({ connectionString: urls.admin })
  await db.connect()
  const comparisons: Comparison[] = []
  for (const [by, column] of Object.entries(columns)) {
    const address = `${origin}/api/invoice/spend?by=${by}`
    const measures = {
      call: () => timed(() => fetchOk(address, browser)),
      spread: () => timed(() => fetchOk(`${address}&spread=true`, browser)),
      sum: () =>
        timed(() =>
          db.query(
            `select to_char(i.invoice_date, 'YYYY-MM') as month, ${column}, sum(l.total_cents)
               from invoice i join invoice_line l on l.account_id = i.account_id and l.invoice_id = i.id
              where i.account_id = $1 group by month, ${column}`,
            [largest.accountId],
          ),
        ),
    }
    await interleave(2, measures)
    const { call, spread, sum } = await interleave(10, measures)
    const plain = 'their plain sum'
    for (const [what, times] of [
      [`spend of 133,600 lines by ${by}`, call],
      [`spend of 133,600 lines by ${by}, spread`, spread],
    ] as const)
      comparisons.push({
        ...compare(what, times, plain, sum, milliseconds),
        target: { atMost: 2 },
      })
  }
  await db.end()
  return comparisons
}
