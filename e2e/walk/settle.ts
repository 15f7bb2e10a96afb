import type { Page } from 'playwright-core'
import { setTimeout } from 'node:timers/promises'
import type { Traffic } from './traffic.ts'

/** Longer than the pause before a typed text is sent, and than React delays loaded content. */
const quietMs = 420

/** Waits until no response is pending and nothing moves. Returns the parts that never settled. */
export async function settle(page: Page, traffic: Traffic, patienceMs = 12_000): Promise<string[]> {
  const start = Date.now()
  let quietSince = start
  let awaited: string[] = []
  while (Date.now() - start < patienceMs) {
    // A page that is being replaced cannot be read yet.
    awaited = [...traffic.awaited(page), ...(await moving(page).catch(() => ['the document']))]
    if (awaited.length) quietSince = Date.now()
    else if (Date.now() - quietSince >= quietMs) return []
    await setTimeout(20)
  }
  return awaited
}

function moving(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(drawn))
    // Newly loaded code runs and renders before the page is idle.
    await new Promise((idle) => requestIdleCallback(idle, { timeout: 1000 }))
    const isFinite = (one: Animation) => one.effect?.getComputedTiming().endTime !== Infinity
    const runs = document
      .getAnimations()
      .filter((one) => one.playState === 'running' && isFinite(one))
      .map(() => 'an animation')
    const busy = [...document.querySelectorAll('[aria-busy=true],[data-loading]')].map(
      (one) => `${one.tagName} ${one.className} is busy`,
    )
    const waits = [...document.querySelectorAll<HTMLElement>('[role=status]')]
      .filter((one) => one.checkVisibility() && one.textContent?.startsWith('loading....'))
      .map((one) => `loading.... ${one.getAttribute('aria-label') ?? ''}`)
    const isLoaded = document.readyState === 'complete'
    const documents = isLoaded ? [] : ['the document']
    // While the bank's window is open, the walk waits for the person.
    const asksBank = document.querySelector('iframe[title="Secure 3D Secure challenge frame"]')
    return asksBank ? [...runs, ...documents] : [...runs, ...busy, ...waits, ...documents]
  })
}
