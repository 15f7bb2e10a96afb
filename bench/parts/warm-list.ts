import { reader } from '../data/invoices.ts'
import { fetchOk } from '../lab/fetch-raw.ts'
import type { Lab } from '../lab/lab.ts'
import { load } from '../lab/load.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { interleave, perSecond } from '../report/rounds.ts'

/** Compares the invoice list, unchanged since the last request, to the cheapest call. */
export async function warmList(lab: Lab): Promise<Comparison[]> {
  const portal = await lab.portal('small')
  const browser = await portal.signIn(reader)
  const list = `${portal.origin}/api/invoice`
  const { headers } = await fetchOk(list, browser)
  const unchanged = { ...browser, 'if-none-match': headers.etag ?? '' }
  const rate = async (url: string, headers = browser) => (await load(url, headers)).rate
  const measures = {
    myself: () => rate(`${portal.origin}/api/user/myself`),
    full: () => rate(list),
    unchanged: () => rate(list, unchanged),
  }
  await interleave(1, measures)
  const { myself, full, unchanged: again } = await interleave(5, measures)
  const againstMyself = (what: string, rates: number[]) =>
    compare(`3,000-row list, ${what}`, rates, 'myself', myself, perSecond)
  return [
    { ...againstMyself('warm', full), target: { atLeast: 0.7 } },
    { ...againstMyself('304', again), target: { atLeast: 0.9 } },
  ]
}
