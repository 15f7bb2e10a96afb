import { reader } from '../data/invoices.ts'
import { startChild } from '../lab/children.ts'
import { costsOf, type Costs } from '../lab/costs.ts'
import { fetchOk, textOf } from '../lab/fetch-raw.ts'
import { freePort } from '../lab/free-port.ts'
import type { Lab } from '../lab/lab.ts'
import { load } from '../lab/load.ts'
import { scopeOfSession } from '../lab/measured-scope.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { interleave, microseconds, perSecond } from '../report/rounds.ts'

/** Compares two common calls to a server that only returns the same bytes from the same database. */
export async function againstBareServer(lab: Lab): Promise<Comparison[]> {
  const portal = await lab.portal('small')
  const urls = await lab.invoices('small')
  const browser = await portal.signIn(reader)
  const port = await freePort()
  const bare = await startChild('bench/parts/bare-server.ts', {
    env: {
      BARE_DATABASE_URL: urls.system,
      BARE_PORT: String(port),
      BARE_SCOPE: JSON.stringify(await scopeOfSession(urls.app, browser)),
    },
  })
  const calls = [
    { what: 'GET /user/myself', path: '/api/user/myself', same: '/myself', atLeast: 0.45 },
    { what: '25-row list, warm', path: '/api/invoice?perPage=25', same: '/list', atLeast: 0.4 },
  ]
  const dataFolder = await lab.databaseFolder
  const comparisons: Comparison[] = []
  for (const { what, path, same, atLeast } of calls) {
    const ours = `${portal.origin}${path}`
    const theirs = `http://127.0.0.1:${port}${same}`
    await requireSameBytes(ours, theirs, browser)
    const measures = {
      ours: () => costsOf(portal.pid, dataFolder, () => load(ours, browser)),
      theirs: () => costsOf(bare.pid, dataFolder, () => load(theirs, browser)),
    }
    await interleave(1, measures)
    comparisons.push(...rowsOf(what, atLeast, await interleave(5, measures)))
  }
  await bare.stop()
  return comparisons
}

function rowsOf(
  what: string,
  atLeast: number,
  { ours, theirs }: Record<'ours' | 'theirs', Costs[]>,
) {
  const row = (cost: keyof Costs, name: string, written: (value: number) => string) =>
    compare(
      `${what}${name}`,
      ours.map((costs) => costs[cost]),
      'bare node:http',
      theirs.map((costs) => costs[cost]),
      written,
    )
  return [
    { ...row('rate', '', perSecond), target: { atLeast } },
    ...(ours[0]?.node
      ? [
          row('node', ': CPU of node', microseconds),
          row('database', ': CPU of PostgreSQL', microseconds),
        ]
      : []),
  ]
}

/** Throws if the responses differ, because then they cannot be compared. */
async function requireSameBytes(ours: string, theirs: string, headers: Record<string, string>) {
  const [our, their] = await Promise.all([fetchOk(ours, headers), fetchOk(theirs, headers)])
  if (textOf(our) !== textOf(their))
    throw new Error(`${ours} and ${theirs} differ:\n${textOf(our)}\n${textOf(their)}`)
}
