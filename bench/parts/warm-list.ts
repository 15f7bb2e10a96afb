import { reader } from '../data/invoices.ts'
import { fetchOk } from '../lab/fetch-raw.ts'
import type { Lab } from '../lab/lab.ts'
import { load } from '../lab/load.ts'
import type { Comparison } from '../report/comparison.ts'
import { interleave, median, medianRatio, perSecond } from '../report/rounds.ts'

/** The list everybody opens, unchanged since the last look, against the cheapest call there is. */
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
  const comparedWith = `myself ${perSecond(median(myself))}`
  return [
    {
      what: '3,000-row list, warm',
      measured: perSecond(median(full)),
      comparedWith,
      ratio: medianRatio(full, myself),
      target: { atLeast: 0.7 },
    },
    {
      what: '3,000-row list, 304',
      measured: perSecond(median(again)),
      comparedWith,
      ratio: medianRatio(again, myself),
      target: { atLeast: 0.9 },
    },
  ]
}
