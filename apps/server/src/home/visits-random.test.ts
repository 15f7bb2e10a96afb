import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Home } from '@portal/domain/home/home.schema'
import { runs } from '../../../../tools/random-tests.ts'
import { portalClock, type PortalClock } from '../../test/portal-clock.ts'
import { startTestPortal, type TestPortal } from '../../test/portal.ts'

let portal: TestPortal
let clock: PortalClock

beforeAll(async () => {
  portal = await startTestPortal()
  clock = await portalClock(portal)
})
afterAll(async () => {
  await clock.close()
  await portal.close()
})

const people = ['ann', 'ben'] as const
const look = fc.record({ do: fc.constant('look' as const), who: fc.constantFrom(...people) })
const step = fc.oneof(
  look,
  look,
  fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 29, 31, 31) }),
  fc.record({ do: fc.constant('arrive' as const), isVisible: fc.boolean() }),
)

/** The definition: the looks of a person and the invoices that arrived, in order. */
interface Look {
  minute: number
  invoices: number
}

/** The last look before the newest pause of more than half an hour. */
function lastVisit(looks: readonly Look[]): Look | undefined {
  for (let at = looks.length - 1; at > 0; at -= 1)
    if (looks[at]!.minute - looks[at - 1]!.minute > 30) return looks[at - 1]
  return undefined
}

test('what is new equals what arrived since the last look of the visit before', async () => {
  let company = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      const accountId = `V${++company}`
      await portal.given.company(accountId)
      const visible: number[] = []
      let arrived = 0
      let minute = 0
      const at = () => new Date(Date.UTC(2027, 0, 10, 8, minute)).toISOString()
      type Shown = [lastVisit: string | null, news: number]
      const shown: Shown[] = []
      const expected: Shown[] = []
      const looks: Record<string, Look[]> = { ann: [], ben: [] }
      await clock.set(at())
      const sessions = new Map(
        await Promise.all(
          people.map(async (who) => {
            const email = `${who}@${accountId.toLowerCase()}.example`
            await portal.given.user(email, accountId, ['AccessInvoices'], ['Licenses'])
            return [who, await portal.signIn(email)] as const
          }),
        ),
      )
      for (const one of steps) {
        if (one.do === 'wait') await clock.set(((minute += one.minutes), at()))
        if (one.do === 'arrive') {
          const category = one.isVisible ? 'Licenses' : 'Secret'
          await portal.given.invoice(accountId, `I-${++arrived}`, { category })
          if (one.isVisible) visible.push(arrived)
        }
        if (one.do === 'look') {
          const before = looks[one.who]!
          before.push({ minute, invoices: arrived })
          const last = lastVisit(before)
          const seen = (await sessions.get(one.who)!.get('/api/home')).json<Home>()
          const fresh = last ? visible.filter((nth) => nth > last.invoices).length : 0
          shown.push([seen.lastVisit, seen.news.reduce((sum, { count }) => sum + count, 0)])
          const visitedAt = last && new Date(Date.UTC(2027, 0, 10, 8, last.minute)).toISOString()
          expected.push([visitedAt ?? null, fresh])
        }
      }
      expect(shown).toEqual(expected)
    }),
    { numRuns: runs(8) },
  )
})
