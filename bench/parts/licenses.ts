import { holders } from '../data/license-companies.ts'
import { loadTimes, onPhone } from '../browser/load-page.ts'
import { openBrowser } from '../browser/open-browser.ts'
import { fetchOk } from '../lab/fetch-raw.ts'
import type { Lab } from '../lab/lab.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { interleave, milliseconds, seconds } from '../report/rounds.ts'

const rounds = 5

/** Compares the page of a company with 200,000 licenses, and its calls, with those of a company with 2,000. */
export async function licenses(lab: Lab): Promise<Comparison[]> {
  const { origin, signIn } = await lab.licensePortal()
  const few = await signIn(holders.few.reader)
  const many = await signIn(holders.many.reader)
  const browser = await openBrowser()
  const row = (headers: Record<string, string>) => async () =>
    (await onPhone(browser, { address: `${origin}/licenses`, headers, cpu: 1 }, loadTimes)).row
  const took = (path: string, headers: Record<string, string>) => async () => {
    const start = performance.now()
    await fetchOk(`${origin}/api/${path}`, headers)
    return performance.now() - start
  }
  const calls = {
    'page of 500': 'license/held?perPage=500',
    'last page': 'license/held?perPage=500&page=4',
    search: 'license/held?perPage=500&search=trader.77',
    sums: 'license/costs',
  }
  try {
    const pages = { few: row(few), many: row(many) }
    await interleave(1, pages)
    const times = await interleave(rounds, pages)
    const comparisons: Comparison[] = [
      {
        ...compare('licenses: first row of 200,000', times.many, 'of 2,000', times.few, seconds),
        target: { atMost: 1.2 },
      },
    ]
    for (const [what, path] of Object.entries(calls)) {
      const measures = { few: took(path, few), many: took(path, many) }
      await interleave(1, measures)
      const both = await interleave(rounds, measures)
      comparisons.push(
        compare(`licenses: ${what} of 200,000`, both.many, 'of 2,000', both.few, milliseconds),
      )
    }
    const ahead = {
      forecast: took('invoice/spend/forecast', many),
      spend: took('invoice/spend?by=product', many),
    }
    await interleave(1, ahead)
    const both = await interleave(rounds, ahead)
    comparisons.push(
      compare(
        'forecast of 200,000 licenses',
        both.forecast,
        'their spend',
        both.spend,
        milliseconds,
      ),
    )
    return comparisons
  } finally {
    await browser.close()
  }
}
