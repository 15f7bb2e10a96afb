import { big } from '../data/big-company.ts'
import { fetchOk } from '../lab/fetch-raw.ts'
import type { Lab } from '../lab/lab.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { interleave, milliseconds, timed } from '../report/rounds.ts'

/** Compares a page of a payment history with a million entries with a page of a short one. */
export async function bigHistory(lab: Lab): Promise<Comparison[]> {
  const portal = await lab.bigPortal()
  const page = async (reader: string) => {
    const browser = await portal.signIn(reader)
    const url = `${portal.origin}/api/payment/history?page=1&perPage=200`
    return () => timed(() => fetchOk(url, browser))
  }
  const measures = { large: await page(big.reader), small: await page(big.readerOfSmall) }
  await interleave(5, measures)
  const { large, small } = await interleave(40, measures)
  const { entries } = big
  return [
    compare(
      `payment history page of ${entries.large.toLocaleString('en-US')} entries`,
      large,
      `of ${entries.small.toLocaleString('en-US')}`,
      small,
      milliseconds,
    ),
  ]
}
