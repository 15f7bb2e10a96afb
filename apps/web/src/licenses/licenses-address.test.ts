import { createMemoryHistory } from '@tanstack/react-router'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { returnFromLayers } from '../kernel/return-from-layers.ts'
import type { Changes } from '../kernel/search-params.ts'
import { closeLayer, pathTo, putListBelow, searchAt } from './licenses-address.ts'
import {
  atPanel,
  changed,
  opensLayer,
  panelOf,
  stepOf,
  type LicensesSearch,
  type OrderPanel,
} from './licenses-search.ts'

type Layer = { order: string } | { license: string } | { compare: 'open' }

/** The view of the user, in words of the screen. */
interface View {
  panel: OrderPanel
  layer?: Layer | undefined
  draft?: string | undefined
  orders: { q: string; status?: 'Draft' | undefined; page: number }
  held: { find: string; sort: string; part: number }
}
const start: View = {
  panel: 'in_force',
  orders: { q: '', page: 1 },
  held: { find: '', sort: 'product', part: 1 },
}

/** A tab: the history as the router knows it, with the actions of the screen. */
class Tab {
  readonly history
  #isGoingBack = false

  constructor(href = '/licenses') {
    this.history = createMemoryHistory({ initialEntries: [href] })
    // As in a browser, a step back arrives later.
    const { history } = this
    this.#back = history.back.bind(history)
    history.back = () => {
      this.#isGoingBack = true
    }
    returnFromLayers(history)
    this.render()
  }
  readonly #back: () => void

  render() {
    if (this.#isGoingBack) this.#back()
    this.#isGoingBack = false
    putListBelow(this.history)
  }
  #navigate(search: Changes<LicensesSearch>, { replace, state }: ReturnType<typeof stepOf>) {
    this.history[replace ? 'replace' : 'push'](pathTo(search), state)
  }
  change(wanted: Changes<LicensesSearch>) {
    const now = searchAt(this.history)
    this.#navigate(changed(now, wanted), stepOf(now, wanted))
  }
  toPanel(panel: OrderPanel, wanted: Changes<LicensesSearch> = {}, replace = false) {
    const state = { isLayer: opensLayer(wanted) }
    this.#navigate(atPanel(searchAt(this.history), panel, wanted), { replace, state })
  }
  get href() {
    return this.history.location.href
  }
  get view(): View {
    const search = searchAt(this.history)
    const { order, license, compare, draft, q, status, page, find, sort, part } = search
    const layers: Layer[] = []
    if (order !== undefined) layers.push({ order })
    if (license !== undefined) layers.push({ license })
    else if (compare) layers.push({ compare })
    if (layers.length > 1) throw new Error(`two things beside the list: ${this.href}`)
    return {
      panel: panelOf(search),
      layer: layers[0],
      draft,
      orders: { q, status: status as 'Draft', page },
      held: { find, sort, part },
    }
  }
}

/** The simple model: a stack of views. */
class Model {
  #stack: View[] = [start]
  #at = 0

  get view() {
    return this.#stack[this.#at]!
  }
  push(view: View) {
    this.#stack = [...this.#stack.slice(0, ++this.#at), view]
  }
  replace(view: View) {
    this.#stack[this.#at] = view
  }
  /** Returns to the layer below, or to the current list, which may have changed since the layer was opened. */
  close() {
    const list = { ...this.view, layer: undefined }
    const below = this.#stack[this.#at - 1]!
    // Compared as text, which omits undefined values.
    if (below.layer || JSON.stringify(below) === JSON.stringify(list)) this.#at--
    else this.replace(list)
  }
  go(delta: number): boolean {
    const isPossible = this.#stack[this.#at + delta] !== undefined
    if (isPossible) this.#at += delta
    return isPossible
  }
}

interface Visit {
  tab: Tab
  model: Model
}
interface Step {
  name: string
  mayRun?: (view: View) => boolean
  run: (visit: Visit) => void
}

const panels = [
  'in_force',
  'orders',
  'new_order',
  'add_item',
  'change_item',
  'cancel_item',
] as const
const shows = (panel: OrderPanel) => (view: View) => view.panel === panel
const firstPages = (view: View): View => ({
  ...view,
  orders: { ...view.orders, page: 1 },
  held: { ...view.held, part: 1 },
})
const draftAt = (panel: OrderPanel) => (panel === 'new_order' ? '' : undefined)

const choosePanel = (panel: OrderPanel): Step => ({
  name: `to ${panel}`,
  mayRun: (view) => view.layer === undefined && view.panel !== panel,
  run: ({ tab, model }) => {
    tab.toPanel(panel)
    model.push({ ...model.view, panel, draft: draftAt(panel) })
  },
})
const narrow = (
  panel: OrderPanel,
  wanted: Changes<LicensesSearch>,
  seen: (view: View) => View,
): Step => ({
  name: JSON.stringify(wanted),
  mayRun: shows(panel),
  run: ({ tab, model }) => {
    tab.change(wanted)
    model.replace(firstPages(seen(model.view)))
  },
})
const narrowOrders = (wanted: Partial<View['orders']>) =>
  narrow('orders', wanted, (view) => ({ ...view, orders: { ...view.orders, ...wanted } }))
const searchHeld = (find: string) =>
  narrow('in_force', { find }, (view) => ({ ...view, held: { ...view.held, find } }))
const turnPage = (page: number): Step => ({
  name: `page ${page}`,
  mayRun: (view) => shows('orders')(view) && view.orders.page !== page,
  run: ({ tab, model }) => {
    tab.change({ page })
    const { view } = model
    const turned = { ...view, orders: { ...view.orders, page } }
    model.push({ ...turned, layer: undefined })
    if (view.layer) model.push(turned)
  },
})
const open = (panel: OrderPanel, layer: { order: string } | { license: string }): Step => ({
  name: `open ${JSON.stringify(layer)}`,
  mayRun: shows(panel),
  run: ({ tab, model }) => {
    tab.change(layer)
    // The second click of a double click, before the page has rendered.
    tab.change(layer)
    const isSameKind = Object.keys(model.view.layer ?? {}).join() === Object.keys(layer).join()
    model[isSameKind ? 'replace' : 'push']({ ...model.view, layer })
  },
})
const orderOfLicense: Step = {
  name: 'the order of a license or difference',
  mayRun: ({ panel, layer }) => panel === 'in_force' && layer !== undefined,
  run: ({ tab, model }) => {
    tab.toPanel('orders', { order: '5' })
    model.push({ ...model.view, panel: 'orders', layer: { order: '5' } })
  },
}
const editDraft: Step = {
  name: 'edit a draft',
  mayRun: ({ panel }) => panel === 'orders',
  run: ({ tab, model }) => {
    tab.toPanel('new_order', { draft: '12' })
    model.push({ ...model.view, panel: 'new_order', layer: undefined, draft: '12' })
  },
}
const steps: Step[] = [
  ...panels.map(choosePanel),
  ...['', 'ice'].map((q) => narrowOrders({ q })),
  ...[undefined, 'Draft' as const].map((status) => narrowOrders({ status })),
  ...['', 'ann'].map(searchHeld),
  ...[1, 2].map(turnPage),
  ...['7', '8'].map((order) => open('orders', { order })),
  ...['A-1', '12'].map((license) => open('in_force', { license })),
  orderOfLicense,
  editDraft,
  {
    name: 'compare',
    mayRun: ({ panel, layer }) => panel === 'in_force' && layer === undefined,
    run: ({ tab, model }) => {
      tab.change({ compare: 'open' })
      model.push({ ...model.view, layer: { compare: 'open' } })
    },
  },
  {
    name: 'close',
    mayRun: ({ layer }) => layer !== undefined,
    run: ({ tab, model }) => {
      closeLayer(tab.history)
      closeLayer(tab.history)
      model.close()
    },
  },
  {
    name: 'leave the draft',
    mayRun: shows('new_order'),
    run: ({ tab, model }) => {
      tab.change({ draft: '' })
      model.replace(firstPages({ ...model.view, draft: '' }))
    },
  },
  {
    name: 'saved, submitted or cleared',
    mayRun: shows('new_order'),
    run: ({ tab, model }) => {
      tab.toPanel('orders', {}, true)
      model.replace({ ...model.view, panel: 'orders', draft: undefined })
    },
  },
  {
    name: 'back',
    run: ({ tab, model }) => {
      if (model.go(-1)) tab.history.go(-1)
    },
  },
  {
    name: 'forward',
    run: ({ tab, model }) => {
      if (model.go(1)) tab.history.go(1)
    },
  },
  {
    name: 'a link of an email to an order',
    run: ({ tab, model }) => {
      tab.history.push('/licenses?order=7')
      model.push({ ...start, panel: 'orders' })
      model.push({ ...start, panel: 'orders', layer: { order: '7' } })
    },
  },
]

test('Back, Forward, a reload and a second tab show the view of the address, after any steps', () => {
  let taken = 0
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 1, maxLength: 40 }),
      (choices) => {
        const visit = { tab: new Tab(), model: new Model() }
        const names: string[] = []
        for (const choice of choices) {
          const possible = steps.filter(({ mayRun }) => mayRun?.(visit.model.view) ?? true)
          const step = possible[choice % possible.length]!
          names.push(step.name)
          step.run(visit)
          visit.tab.render()
          const trail = names.join(', ')
          expect(visit.tab.view, trail).toEqual({
            layer: undefined,
            draft: undefined,
            ...visit.model.view,
            orders: { status: undefined, ...visit.model.view.orders },
          })
          // The written address is read again unchanged.
          expect(pathTo(searchAt(visit.tab.history)), trail).toBe(visit.tab.href)
          expect(new Tab(visit.tab.href).view, trail).toEqual(visit.tab.view)
          taken++
        }
      },
    ),
    { numRuns: runs(400) },
  )
  expect(taken).toBeGreaterThan(400)
})

test.each([
  ['/licenses', 'in_force'],
  ['/licenses?find=ann&part=2', 'in_force'],
  ['/licenses?license=A-1', 'in_force'],
  ['/licenses?show=orders', 'orders'],
  ['/licenses?order=7', 'orders'],
  ['/licenses?q=ice', 'orders'],
  ['/licenses?status=Draft', 'orders'],
  ['/licenses?page=2', 'orders'],
  ['/licenses?draft=', 'new_order'],
  ['/licenses?draft=12', 'new_order'],
  ['/licenses?show=orders&draft=12', 'new_order'],
  ['/licenses?show=add_item', 'add_item'],
] as const)('%s opens %s', (href, panel) => {
  expect(new Tab(href).view.panel).toBe(panel)
})
