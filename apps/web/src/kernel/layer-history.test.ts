import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { layerHistory, type LayerHistory } from './layer-history.ts'

/** A browser, with a router and the layers of a page. Steps through the history arrive later. */
class Visit {
  #stored = [{ state: null as unknown, url: '/0' }]
  #at = 0
  #steps: number[] = []
  #pages = 0
  #layers!: LayerHistory
  #document = {}
  /** The address that the router shows. */
  url = '/0'
  open: { isBusy: boolean; remove: () => void }[] = []
  /** Steps of the user and of the router, with their results. */
  pressed = 0
  notified = 0
  closedByBack = 0
  /** The user started a step while another was in progress: together they may lead one entry too far. */
  hasCrossed = false

  constructor() {
    this.load()
  }

  /** Loads the document, for the first time or again. */
  load() {
    const stored = () => this.#stored
    const current = () => this.#stored[this.#at]!
    const document = (this.#document = {})
    // Pending work of an unloaded document is dropped.
    const isGone = () => document !== this.#document
    this.#steps = []
    this.open = []
    this.#layers = layerHistory(
      {
        get state() {
          return current().state
        },
        get url() {
          return current().url
        },
        get length() {
          return stored().length
        },
        push: (state, url) => {
          if (isGone()) return
          this.#stored = [...this.#stored.slice(0, ++this.#at), { state, url }]
        },
        replace: (state, url) => {
          if (!isGone()) this.#stored[this.#at] = { state, url }
        },
        go: (delta) => {
          if (isGone()) return
          this.hasCrossed ||= this.#steps.length > 0
          this.#steps.push(delta)
        },
      },
      () => `page ${++this.#pages}`,
    )
    this.url = this.#stored[this.#at]!.url
  }

  /** The browser opens the tab again with its last entry only. */
  restoreAlone() {
    this.#stored = this.#stored.slice(this.#at)
    this.#at = 0
    this.load()
  }

  get shown() {
    const { state, url } = this.#stored[this.#at]!
    return { url, layers: (state as { layer: { depth: number } }).layer.depth }
  }

  /** The index of the current entry in the history. */
  get place() {
    return this.#at
  }

  openLayer(isBusy: boolean) {
    const layer = { isBusy, remove: () => {} }
    const close = () => {
      this.closedByBack++
      this.open = this.open.filter((other) => other !== layer)
      layer.remove()
    }
    layer.remove = this.#layers.open({ close, isBusy: () => layer.isBusy })
    this.open.push(layer)
  }

  closeLayer(place: number) {
    const [layer] = this.open.splice(place % Math.max(this.open.length, 1), 1)
    layer?.remove()
  }

  push(url: string) {
    this.#layers.push({}, url)
    this.#show(url)
  }

  replace(url: string) {
    this.#layers.replace({}, url)
    this.url = url
  }

  /** The router goes back to the previous page. */
  goPage() {
    if (this.place <= this.shown.layers) return
    this.pressed++
    this.#layers.go(-1)
  }

  press(delta: number) {
    this.pressed++
    this.#steps.push(delta)
  }

  /** A single step arrives. */
  arrive() {
    const to = this.#at + (this.#steps.shift() ?? 0)
    if (to === this.#at || to < 0 || to >= this.#stored.length) return
    this.#at = to
    if (!this.#layers.arrive()) return
    this.notified++
    this.#show(this.#stored[to]!.url)
  }

  async settle() {
    do {
      this.arrive()
      await Promise.resolve()
    } while (this.#steps.length > 0)
  }

  /** Another page: the layers of the previous page are gone. */
  #show(url: string) {
    this.url = url
    for (const { remove } of this.open) remove()
    this.open = []
  }
}

const step = fc.oneof(
  fc.record({ do: fc.constant('open' as const), isBusy: fc.constantFrom(false, false, true) }),
  fc.record({ do: fc.constant('close' as const), place: fc.nat(3) }),
  fc.record({
    do: fc.constantFrom('push' as const, 'replace' as const),
    url: fc.nat(9).map(String),
  }),
  fc.record({
    do: fc.constantFrom(
      'back' as const,
      'back' as const,
      'forward' as const,
      'goPage' as const,
      'calm' as const,
      'load' as const,
    ),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

function carryOut(visit: Visit, taken: Step) {
  if (taken.do === 'open') visit.openLayer(taken.isBusy)
  else if (taken.do === 'close') visit.closeLayer(taken.place)
  else if (taken.do === 'push' || taken.do === 'replace') visit[taken.do](`/${taken.url}`)
  else if (taken.do === 'back') visit.press(-1)
  else if (taken.do === 'forward') visit.press(1)
  else if (taken.do === 'goPage') visit.goPage()
  else if (taken.do === 'load') visit.load()
  else for (const layer of visit.open) layer.isBusy = false
}

/** The expected result: a sequence of pages, with layers above the current one. */
class Expected {
  pages = ['/0']
  at = 0
  layers: { isBusy: boolean }[] = []

  carryOut(taken: Step) {
    if (taken.do === 'open') {
      this.layers.push({ isBusy: taken.isBusy })
      this.pages = this.pages.slice(0, this.at + 1)
    } else if (taken.do === 'close')
      this.layers.splice(taken.place % Math.max(this.layers.length, 1), 1)
    else if (taken.do === 'push') this.#go(this.at + 1, taken.url)
    else if (taken.do === 'replace') this.pages[this.at] = `/${taken.url}`
    else if (taken.do === 'back') this.#back()
    else if (taken.do === 'forward') this.#go(this.at + 1)
    else if (taken.do === 'goPage') this.#go(this.at - 1)
    else if (taken.do === 'load') this.layers = []
    else for (const layer of this.layers) layer.isBusy = false
  }

  #back() {
    if (this.layers.length === 0) this.#go(this.at - 1)
    else if (!this.layers.at(-1)!.isBusy) this.layers.pop()
  }

  #go(to: number, url?: string) {
    if (url) this.pages = [...this.pages.slice(0, to), `/${url}`]
    if (this.pages[to] === undefined) return
    this.at = to
    this.layers = []
  }
}

test('consecutive steps lead to the result that a user expects', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const visit = new Visit()
      const expected = new Expected()
      for (const taken of steps) {
        carryOut(visit, taken)
        expected.carryOut(taken)
        await visit.settle()
        const page = { url: expected.pages[expected.at], layers: expected.layers.length }
        expect(visit.shown).toEqual(page)
        expect({ url: visit.url, layers: visit.open.length }).toEqual(page)
      }
    }),
    { numRuns: runs(2000) },
  )
})

test('a tab restored without the entries before keeps its page', async () => {
  const visit = new Visit()
  visit.openLayer(false)
  await visit.settle()
  visit.restoreAlone()
  await visit.settle()
  visit.push('/1')
  await visit.settle()
  expect(visit.shown).toEqual({ url: '/1', layers: 0 })
})

test('with steps in progress, each Back finally closes a layer or leads to another entry', async () => {
  let raced = 0
  const moment = fc.oneof(step, fc.constantFrom('arrive' as const, 'tick' as const))
  await fc.assert(
    fc.asyncProperty(fc.array(moment, { maxLength: 30 }), async (moments) => {
      const visit = new Visit()
      for (const taken of moments) {
        if (taken === 'arrive') visit.arrive()
        else if (taken === 'tick') await Promise.resolve()
        else carryOut(visit, taken)
      }
      for (const layer of visit.open) layer.isBusy = false
      await visit.settle()
      // Only a step of the user leaves an entry or closes a layer.
      expect(visit.hasCrossed || visit.notified + visit.closedByBack <= visit.pressed).toBe(true)
      for (;;) {
        expect(visit.shown).toEqual({ url: visit.url, layers: visit.open.length })
        const { place } = visit
        if (place === 0) return
        const left = Math.max(visit.open.length - 1, 0)
        raced += visit.open.length
        visit.press(-1)
        await visit.settle()
        expect(visit.open).toHaveLength(left)
        expect(visit.place).toBeLessThan(place)
      }
    }),
    { numRuns: runs(2000) },
  )
  expect(raced).toBeGreaterThan(0)
})
