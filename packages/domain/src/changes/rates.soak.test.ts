import { expect, test } from 'vitest'
import { effort, testSeed } from '../../../../tools/random-tests.ts'
import { recurringBills } from '../../test/recurring-bills.ts'
import { pairLines } from './pair-lines.ts'
import { findPrevious, indexBills } from './previous-bill.ts'

const companies = 60 * effort

test('generated bills with known truth: the earlier bill and its lines are found at the documented rate', () => {
  const counts = { bills: 0, right: 0, pairs: 0, reported: 0, hit: 0 }
  const wrong: string[] = []
  const first = testSeed
  for (let seed = first; seed < first + companies; seed += 1) {
    const known = recurringBills(seed)
    const index = indexBills(known.map(({ bill }) => bill))
    const byId = new Map(known.map((one) => [one.bill.id, one]))
    for (const { bill, previous, keys } of known) {
      const [found] = findPrevious(bill, index)
      const isRight = previous.length === 0 ? !found : previous.includes(found?.id ?? '')
      counts.bills += 1
      if (isRight) counts.right += 1
      else
        wrong.push(
          `seed ${seed}: ${bill.id} ${bill.invoiceType} ${bill.serviceMonth}: ${found?.id ?? 'none'}, not ${previous.join()}`,
        )
      const before = found && byId.get(found.id)
      if (!isRight || !before) continue
      const keyOf = new Map([
        ...bill.lines.map((line, nth) => [line, keys[nth]] as const),
        ...before.bill.lines.map((line, nth) => [line, before.keys[nth]] as const),
      ])
      counts.pairs += keys.filter((key) => before.keys.includes(key)).length
      for (const pair of pairLines(before.bill.lines, bill.lines).pairs) {
        counts.reported += 1
        if (keyOf.get(pair.before) === keyOf.get(pair.after)) counts.hit += 1
      }
    }
  }
  const percent = (part: number, whole: number) => Math.round((part / whole) * 10_000) / 100
  const rates = {
    previous: percent(counts.right, counts.bills),
    precision: percent(counts.hit, counts.reported),
    recall: percent(counts.hit, counts.pairs),
  }
  console.log(
    `of ${counts.bills} bills of ${companies} companies from seed ${first}`,
    rates,
    wrong.slice(0, 8),
  )
  expect(rates.previous).toBeGreaterThanOrEqual(99)
  expect(rates.precision).toBeGreaterThanOrEqual(99.5)
  expect(rates.recall).toBeGreaterThanOrEqual(99.5)
})
