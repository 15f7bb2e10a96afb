import pg from 'pg'
import { company, reader } from '../data/invoices.ts'
import { fetchOk } from '../lab/fetch-raw.ts'
import { sizes, type Lab, type Size } from '../lab/lab.ts'
import { newRevision } from '../lab/new-revision.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { interleave, milliseconds, timed } from '../report/rounds.ts'

const calls = [
  { what: '3,000-row list, cold', path: '/api/invoice', rounds: 40 },
  { what: '25-row page, cold', path: '/api/invoice?perPage=25', rounds: 100 },
]

/**
 * Compares the list of the same company in a small and in a large database: invoices of other companies must not slow it down.
 */
export async function scale(lab: Lab): Promise<Comparison[]> {
  const small = await openCompany(lab, 'small')
  const large = await openCompany(lab, 'large')
  const comparisons: Comparison[] = []
  for (const { what, path, rounds } of calls) {
    const measures = { small: () => small.time(path), large: () => large.time(path) }
    await interleave(10, measures)
    const values = await interleave(rounds, measures)
    comparisons.push({
      ...compare(
        `${what}, of ${sizes.large.toLocaleString('en-US')}`,
        values.large,
        `of ${sizes.small.toLocaleString('en-US')}`,
        values.small,
        milliseconds,
      ),
      target: { atMost: 1.2 },
    })
  }
  await Promise.all([small.close(), large.close()])
  return comparisons
}

async function openCompany(lab: Lab, size: Size) {
  const portal = await lab.portal(size)
  const { system: connectionString } = await lab.invoices(size)
  const system = new pg.Pool({ connectionString, max: 1 })
  const browser = await portal.signIn(reader)
  return {
    time: async (path: string) => {
      await newRevision(system, company.accountId)
      return timed(() => fetchOk(`${portal.origin}${path}`, browser))
    },
    close: () => system.end(),
  }
}
