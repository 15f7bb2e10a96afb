import { readFileSync } from 'node:fs'
import { heavy, longest, other } from '../data/heavy-company.ts'
import { fetchOk, fetchRaw } from '../lab/fetch-raw.ts'
import type { Lab } from '../lab/lab.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { milliseconds, timed } from '../report/rounds.ts'

/** The number of requests of each kind that a reader of the heavy company sends at once. */
const atOnce = 30
const kinds = [
  `invoice/details/${longest}`,
  `invoice/details/${longest}/changes`,
  `invoice/details/${longest}/authorization`,
  `invoice/pdf/${longest}.pdf`,
  `invoice/xls/${longest}.xls`,
  'invoice/spend',
  'invoice/statements?startdate=1/1/25&statementdate=12/31/26',
]

/**
 * Compares the list and the home page of a company with and without load: meanwhile, a reader of another company sends all
 * heavy calls.
 */
export async function weight(lab: Lab): Promise<Comparison[]> {
  const { origin, pid, signIn } = await lab.weightPortal()
  const [loud, calm] = [await signIn(heavy.reader), await signIn(other.reader)]
  let lost = 0
  const pages = ['invoice', 'home'].map((path) => `${origin}/api/${path}`)
  const visits = async (while_: () => boolean) => {
    const times: number[] = []
    while (while_()) {
      for (const page of pages)
        times.push(
          await timed(() =>
            fetchOk(page, calm).catch(() => {
              lost += 1
            }),
          ),
        )
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return times.toSorted((a, b) => a - b)
  }
  const start = performance.now()
  const quiet = await visits(() => performance.now() - start < 10_000)
  let left = kinds.length * atOnce
  const statuses = new Map<string, number>()
  const sending = kinds.flatMap((kind) =>
    Array.from({ length: atOnce }, async () => {
      const status = await fetchRaw(`${origin}/api/${kind}`, loud).then(
        (answer) => String(answer.status),
        () => 'no answer',
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      left -= 1
    }),
  )
  const meanwhile = await visits(() => left > 0)
  await Promise.all(sending)
  const highest = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  console.log(
    `  ${meanwhile.length} answers of the other company meanwhile; ${lost} of them lost; of the heavy calls ${[...statuses].map(([status, count]) => `${count} ${status}`).join(', ')}; memory ${Math.round(Number(highest) / 1024)} MB`,
  )
  const p95 = (times: number[]) => times[Math.floor(times.length * 0.95)] ?? NaN
  return [
    {
      ...compare(
        'list and home beside heavy calls, p95',
        [p95(meanwhile)],
        'quiet',
        [p95(quiet)],
        milliseconds,
      ),
      target: { atMost: 3 },
    },
  ]
}
