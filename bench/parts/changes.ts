import pg from 'pg'
import { billed, compared } from '../data/recurring-bills.ts'
import { buyer, hasRealSet, largest } from '../data/real-set.ts'
import { fetchOk } from '../lab/fetch-raw.ts'
import type { Lab } from '../lab/lab.ts'
import { newRevision } from '../lab/new-revision.ts'
import type { Portal } from '../lab/portal.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { interleave, milliseconds, timed } from '../report/rounds.ts'

/** Compares the explanation of why an invoice changed with reading the two invoices. */
export async function changes(lab: Lab): Promise<Comparison[]> {
  const portal = await lab.billedPortal()
  const ofLines = await measure(portal, { ...billed, ...compared }, (await lab.billed()).system)
  const comparisons: Comparison[] = [
    {
      ...compare('why 612 lines changed', ofLines.why, 'reading both', ofLines.both, milliseconds),
      target: { atMost: 3 },
    },
  ]
  if (!hasRealSet) return comparisons
  const urls = await lab.realSet()
  const [after, before] = await newestTwo(urls.system)
  const real = { accountId: largest.accountId, reader: buyer, after, before }
  const ofLargest = await measure(await lab.realPortal(), real, urls.system)
  return [
    ...comparisons,
    compare(
      'why an invoice of the largest real company changed',
      ofLargest.why,
      'reading both',
      ofLargest.both,
      milliseconds,
    ),
  ]
}

interface Measured {
  accountId: string
  reader: string
  after: string
  before: string
}

async function measure({ origin, signIn }: Portal, of: Measured, systemUrl: string) {
  const browser = await signIn(of.reader)
  const system = new pg.Pool({ connectionString: systemUrl, max: 1 })
  const detail = (number: string) => `${origin}/api/invoice/details/${number}`
  const measures = {
    why: () => timed(() => fetchOk(`${detail(of.after)}/changes`, browser)),
    both: async () => {
      await newRevision(system, of.accountId)
      return timed(async () => {
        for (const number of [of.before, of.after]) await fetchOk(detail(number), browser)
      })
    },
  }
  await interleave(5, measures)
  const measured = await interleave(21, measures)
  await system.end()
  return measured
}

/** Returns the newest invoice of the largest company that has at least 20 lines, and the previous invoice. */
async function newestTwo(systemUrl: string): Promise<[string, string]> {
  const system = new pg.Client({ connectionString: systemUrl })
  await system.connect()
  const { rows } = await system.query<{ number: string }>(
    `select i.invoice_number as number from invoice i
      where i.account_id = $1 and i.amount_cents > 0
        and (select count(*) from invoice_line l where l.account_id = i.account_id and l.invoice_id = i.id) >= 20
      order by i.service_month desc, i.id desc limit 2`,
    [largest.accountId],
  )
  await system.end()
  return [rows[0]!.number, rows[1]!.number]
}
