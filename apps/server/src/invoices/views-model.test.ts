import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InvoiceView, ViewSearch } from '@portal/domain/invoices/views.schema'
import { runs } from '../../../../tools/random-tests.ts'
import { startTestPortal, type Browser, type TestPortal } from '../../test/portal.ts'

let portal: TestPortal
let ana: Browser

beforeAll(async () => {
  portal = await startTestPortal()
  await portal.given.company('A1')
  await portal.given.user('ana@a.example', 'A1', ['AccessInvoices'])
  ana = await portal.signIn('ana@a.example')
})
afterAll(() => portal.close())

const path = '/api/invoice/views'
const searches: ViewSearch[] = [{ status: 'open' }, { due: '7', sort: 'due' }, { q: 'x' }]
const name = fc.constantFrom('a', 'A', 'b', 'c', 'd', 'e')
const tab = fc.nat(1)
const nth = fc.nat(9)
const search = fc.nat(searches.length - 1)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('save' as const), tab, name, search }) },
  fc.record({ do: fc.constant('rename' as const), tab, nth, name }),
  fc.record({ do: fc.constant('update' as const), tab, nth, search }),
  fc.record({ do: fc.constant('default' as const), tab, nth, isOn: fc.boolean() }),
  fc.record({ do: fc.constant('move' as const), tab, nth, by: fc.constantFrom(-1, 1) }),
  fc.record({ do: fc.constant('delete' as const), tab, nth }),
  fc.record({ do: fc.constant('undo' as const), tab }),
  fc.record({ do: fc.constant('reload' as const), tab }),
)

interface Tab {
  /** As of its last answer; the other tab may have changed the views since. */
  shows: InvoiceView[]
  removed?: InvoiceView & { place: number }
}

test('random changes from two tabs equal those of a plain list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await portal.system.query('delete from invoice_view')
      let list: InvoiceView[] = []
      const tabs: Tab[] = [{ shows: [] }, { shows: [] }]
      const isTaken = (name: string, id: string) =>
        list.some((one) => one.id !== id && one.name.toLowerCase() === name.toLowerCase())
      for (const next of steps) {
        const own = tabs[next.tab]!
        const call = async (
          method: 'POST' | 'PUT' | 'DELETE' | 'GET',
          url: string,
          payload?: object,
        ) => {
          const answer = await ana.send(method, path + url, payload ? { payload } : {})
          if (answer.statusCode === 200) own.shows = answer.json()
          return answer.statusCode
        }
        let status = 200
        let expected = 200
        const at = 'nth' in next ? own.shows[next.nth % (own.shows.length || 1)] : undefined
        const known = at && list.find(({ id }) => id === at.id)
        if (next.do === 'save') {
          const view = { id: randomUUID(), name: next.name, search: searches[next.search]! }
          status = await call('POST', '', view)
          expected = isTaken(view.name, view.id) ? 409 : 200
          if (status === 200) list.push({ ...view, isDefault: false })
        }
        if (next.do === 'rename' && at) {
          status = await call('PUT', `/${at.id}`, { name: next.name })
          expected = !known ? 404 : isTaken(next.name, at.id) ? 409 : 200
          if (status === 200) known!.name = next.name
        }
        if (next.do === 'update' && at) {
          status = await call('PUT', `/${at.id}`, { search: searches[next.search] })
          expected = known ? 200 : 404
          if (known) known.search = searches[next.search]!
        }
        if (next.do === 'default' && at) {
          status = await call('PUT', `/${at.id}`, { isDefault: next.isOn })
          expected = known ? 200 : 404
          if (known && next.isOn) for (const one of list) one.isDefault = one === known
          if (known && !next.isOn) known.isDefault = false
        }
        if (next.do === 'move' && at) {
          const ids = own.shows.map(({ id }) => id)
          const from = ids.indexOf(at.id)
          const to = Math.min(Math.max(from + next.by, 0), ids.length - 1)
          ids.splice(to, 0, ...ids.splice(from, 1))
          status = await call('PUT', '', { viewIds: ids })
          // Those that the tab knows, in its order, in the places of those that still exist.
          const places = list.flatMap(({ id }, place) => (ids.includes(id) ? [place] : []))
          const wanted = ids.flatMap((id) => list.find((one) => one.id === id) ?? [])
          places.forEach((place, index) => (list[place] = wanted[index]!))
        }
        if (next.do === 'delete' && at) {
          own.removed = { ...at, place: own.shows.indexOf(at) }
          status = await call('DELETE', `/${at.id}`)
          list = list.filter(({ id }) => id !== at.id)
        }
        if (next.do === 'undo' && own.removed) {
          const { removed } = own
          delete own.removed
          status = await call('POST', '', removed)
          const exists = list.some(({ id }) => id === removed.id)
          expected = exists || !isTaken(removed.name, removed.id) ? 200 : 409
          const { place, ...view } = removed
          const isDefault = view.isDefault && !list.some((one) => one.isDefault)
          if (status === 200 && !exists) list.splice(place, 0, { ...view, isDefault })
        }
        if (next.do === 'reload') await call('GET', '')
        const all = (await ana.get(path)).json<InvoiceView[]>()
        expect([status, all]).toEqual([expected, list])
      }
    }),
    { numRuns: runs(40) },
  )
})
