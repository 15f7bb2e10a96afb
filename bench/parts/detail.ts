import { findInvoice } from '../../apps/server/src/invoices/invoices.queries.ts'
import { reader } from '../data/invoices.ts'
import { measureCold } from '../lab/cold.ts'
import { fetchOk, textOf } from '../lab/fetch-raw.ts'
import type { Lab } from '../lab/lab.ts'
import { load } from '../lab/load.ts'
import { noTransfers } from '../lab/measured-scope.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { interleave, milliseconds, perSecond } from '../report/rounds.ts'

/** Compares an invoice with 20 lines: unchanged with the cheapest call, and changed with its statement. */
export async function detail(lab: Lab): Promise<Comparison[]> {
  const portal = await lab.portal('small')
  const browser = await portal.signIn(reader)
  const page = await fetchOk(`${portal.origin}/api/invoice?perPage=25`, browser)
  const [newest] = JSON.parse(textOf(page)) as { invoiceNumber: string }[]
  const number = newest?.invoiceNumber ?? ''
  const url = `${portal.origin}/api/invoice/details/${number}`
  return [
    ...(await warm(`${portal.origin}/api/user/myself`, url, browser)),
    await cold(lab, url, number, browser),
  ]
}

async function warm(myselfUrl: string, url: string, browser: Record<string, string>) {
  const { headers } = await fetchOk(url, browser)
  const unchanged = { ...browser, 'if-none-match': headers.etag ?? '' }
  const measures = {
    myself: async () => (await load(myselfUrl, browser)).rate,
    full: async () => (await load(url, browser)).rate,
    unchanged: async () => (await load(url, unchanged)).rate,
  }
  await interleave(1, measures)
  const { myself, full, unchanged: again } = await interleave(5, measures)
  const againstMyself = (what: string, rates: number[]) =>
    compare(`detail, 20 lines, ${what}`, rates, 'myself', myself, perSecond)
  return [
    { ...againstMyself('warm', full), target: { atLeast: 0.7 } },
    { ...againstMyself('304', again), target: { atLeast: 0.7 } },
  ]
}

async function cold(lab: Lab, url: string, number: string, browser: Record<string, string>) {
  const { server, database } = await measureCold(lab, {
    url,
    browser,
    statement: (tx, scope) => findInvoice(tx, scope, number, [], noTransfers),
    warmup: 50,
    rounds: 400,
  })
  return {
    ...compare('detail, 20 lines, cold', server, 'its query alone', database, milliseconds),
    target: { atMost: 2 },
  }
}
