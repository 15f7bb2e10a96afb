import pg from 'pg'
import { buyer, largest } from '../data/real-set.ts'
import { fetchOk } from '../lab/fetch-raw.ts'
import type { Lab } from '../lab/lab.ts'
import { newRevision } from '../lab/new-revision.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { interleave, milliseconds, timed } from '../report/rounds.ts'

/** Compares a statement of all invoices of the largest real company to the same rows as an uncached list. */
export async function statement(lab: Lab): Promise<Comparison[]> {
  const urls = await lab.realSet()
  const { origin, signIn } = await lab.realPortal()
  const browser = await signIn(buyer)
  const system = new pg.Pool({ connectionString: urls.system, max: 1 })
  const range = await firstAndLastDay(system)
  const pages = [1, 2].map((page) => `${origin}/api/invoice?perPage=3000&page=${page}`)
  const measures = {
    pdf: () => timed(() => fetchOk(`${origin}/api/invoice/statements?${range}`, browser)),
    json: async () => {
      await newRevision(system, largest.accountId)
      return timed(async () => {
        for (const page of pages) await fetchOk(page, browser)
      })
    },
  }
  await interleave(3, measures)
  const { pdf, json } = await interleave(15, measures)
  await system.end()
  return [
    compare(
      `statement PDF of ${largest.invoices.toLocaleString('en-US')} invoices`,
      pdf,
      'the rows as JSON',
      json,
      milliseconds,
    ),
  ]
}

/** The days in the page's format: m/d/yy. */
async function firstAndLastDay(system: pg.Pool): Promise<URLSearchParams> {
  const { rows } = await system.query<Record<'startdate' | 'statementdate', string>>(
    `select to_char(min(invoice_date), 'FMMM/FMDD/YY') as startdate,
            to_char(max(invoice_date), 'FMMM/FMDD/YY') as statementdate
       from invoice where account_id = $1`,
    [largest.accountId],
  )
  return new URLSearchParams(rows[0])
}
