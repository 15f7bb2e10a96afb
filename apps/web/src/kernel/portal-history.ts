import { createBrowserHistory } from '@tanstack/react-router'
import { searchAtArrival, withCompany } from './company-in-address.ts'
import { layerHistory } from './layer-history.ts'
import { returnFromLayers } from './return-from-layers.ts'

const browser = window.history
let pages = 0

/** The open layers of this tab. */
export const layers = layerHistory(
  {
    get state(): unknown {
      return browser.state
    },
    get url() {
      return location.href
    },
    get length() {
      return browser.length
    },
    push: (state, url) => browser.pushState(state, '', url),
    replace: (state, url) => browser.replaceState(state, '', url),
    go: (delta) => browser.go(delta),
  },
  () => `${performance.timeOrigin}-${++pages}`,
)

/** The history as the router knows it: one entry for each page, without those of layers. */
export const portalHistory = createBrowserHistory({
  createHref: withCompany,
  window: {
    // Read when the page is opened, and when the user goes back or forward.
    location: {
      get pathname() {
        return location.pathname
      },
      get search() {
        return searchAtArrival()
      },
      get hash() {
        return location.hash
      },
    },
    document,
    history: {
      get state(): unknown {
        return browser.state
      },
      get length() {
        return browser.length
      },
      pushState: (state: unknown, _: string, url: string) =>
        layers.push(state, url || location.href),
      replaceState: (state: unknown, _: string, url: string) =>
        layers.replace(state, url || location.href),
      go: layers.go,
      back: () => layers.go(-1),
      forward: () => layers.go(1),
    },
    addEventListener: (type: string, listener: EventListener, options?: AddEventListenerOptions) =>
      addEventListener(
        type,
        (event) => (type !== 'popstate' || layers.arrive()) && listener(event),
        options,
      ),
    // The history lives as long as the tab.
    removeEventListener: () => {},
  },
})

returnFromLayers(portalHistory)
