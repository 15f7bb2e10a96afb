import { reader } from '../data/invoices.ts'
import { startChild } from '../lab/children.ts'
import { fetchOk, textOf } from '../lab/fetch-raw.ts'
import { freePort } from '../lab/free-port.ts'
import type { Lab } from '../lab/lab.ts'
import { load } from '../lab/load.ts'
import { scopeOfSession } from '../lab/measured-scope.ts'
import type { Comparison } from '../report/comparison.ts'
import { interleave, median, medianRatio, perSecond } from '../report/rounds.ts'

/** Three everyday calls against a server that does nothing but answer the same bytes from the same database. */
export async function againstBareServer(lab: Lab): Promise<Comparison[]> {
  const portal = await lab.portal('small')
  const urls = await lab.invoices('small')
  const browser = await portal.signIn(reader)
  const page = await fetchOk(`${portal.origin}/api/invoice?perPage=25`, browser)
  const [newest] = JSON.parse(textOf(page)) as { invoiceNumber: string }[]
  const invoiceNumber = newest?.invoiceNumber ?? ''
  const port = await freePort()
  const { stop } = await startChild('bench/parts/bare-server.ts', {
    env: {
      BARE_DATABASE_URL: urls.system,
      BARE_PORT: String(port),
      BARE_SCOPE: JSON.stringify(await scopeOfSession(urls.app, browser)),
      BARE_INVOICE: invoiceNumber,
    },
  })
  const calls = [
    { what: 'GET /user/myself', path: '/api/user/myself', bare: '/myself' },
    { what: '25-row list, warm', path: '/api/invoice?perPage=25', bare: '/list' },
    { what: 'detail, 20 lines', path: `/api/invoice/details/${invoiceNumber}`, bare: '/detail' },
  ]
  const comparisons: Comparison[] = []
  for (const { what, path, bare } of calls) {
    const ours = `${portal.origin}${path}`
    const theirs = `http://127.0.0.1:${port}${bare}`
    await requireSameBytes(ours, theirs, browser)
    const measures = { server: () => load(ours, browser), bare: () => load(theirs, browser) }
    await interleave(1, measures)
    const { server, bare: bareServer } = await interleave(5, measures)
    comparisons.push({
      what,
      measured: perSecond(median(server)),
      comparedWith: `bare node:http ${perSecond(median(bareServer))}`,
      ratio: medianRatio(server, bareServer),
      target: { atLeast: 0.4 },
    })
  }
  await stop()
  return comparisons
}

/** A comparison of two different answers would say nothing. */
async function requireSameBytes(ours: string, theirs: string, headers: Record<string, string>) {
  const [our, their] = await Promise.all([fetchOk(ours, headers), fetchOk(theirs, headers)])
  if (textOf(our) !== textOf(their))
    throw new Error(`${ours} and ${theirs} differ:\n${textOf(our)}\n${textOf(their)}`)
}
