import type { BrowserContext, Page } from 'playwright-core'
import { setTimeout } from 'node:timers/promises'
import { Random } from '../../tools/demo/random.ts'
import { desktop, openVisit, phone } from '../open-visit.ts'
import { chooseAccount, emailField } from '../sign-in.ts'
import { act } from './act.ts'
import { chooseStep, describe, type Memory, type Step } from './choose-step.ts'
import { Inspector } from './inspector.ts'
import { readScreen } from './read-screen.ts'
import { nowhere, type Screen } from './screen.ts'
import { settle } from './settle.ts'
import { watchTraffic, type Traffic } from './traffic.ts'
import type { World } from './world.ts'

export interface Plan {
  seed: number
  steps: number
  isPhone: boolean
  /** The first address of the walk. */
  start: string
  /** The path of the screenshot of a faulty screen. */
  picture: string
}

/** Requests to other machines go to a port on which nothing listens. */
export const nothingOutside = { server: 'http://127.0.0.1:9', bypass: 'localhost,127.0.0.1' }

/** Walks through a portal as a person and logs each step. Stops at the first faults, which it returns. */
export async function walk(
  browser: string,
  world: World,
  plan: Plan,
  say: (line: string) => void,
): Promise<string[]> {
  const { origin } = world.portal
  const { context, page, problems } = await openVisit(browser, origin, {
    viewport: plan.isPhone ? phone : desktop,
    isMobile: plan.isPhone,
    at: 'about:blank',
    proxy: nothingOutside,
  })
  const walker = new Walker(
    context,
    page,
    world,
    plan,
    watchTraffic(context, problems, origin),
    say,
  )
  try {
    const faults = await walker.walk()
    if (faults.length) await walker.takePicture()
    return faults
  } finally {
    await context.close()
  }
}

class Walker {
  page: Page
  readonly #say: (line: string) => void
  readonly #context: BrowserContext
  readonly #world: World
  readonly #plan: Plan
  readonly #traffic: Traffic
  readonly #dice: Random
  #tabs: Page[]
  readonly #memory: Memory

  constructor(
    context: BrowserContext,
    page: Page,
    world: World,
    plan: Plan,
    traffic: Traffic,
    say: (line: string) => void,
  ) {
    this.#say = say
    this.page = page
    this.#tabs = [page]
    this.#context = context
    this.#world = world
    this.#plan = plan
    this.#traffic = traffic
    this.#dice = new Random(plan.seed)
    this.#memory = {
      uses: new Map(),
      tabs: 1,
      offlineFor: 0,
      rightsBackIn: undefined,
      canBeMeddledWith: world.canBeMeddledWith,
      elsewhere: undefined,
    }
  }

  async walk(): Promise<string[]> {
    const strangers = await this.#world.strangers()
    const inspector = new Inspector(this.#world, strangers)
    await this.page.goto(this.#plan.start)
    let { screen } = await this.#rest()
    for (let nth = 1; nth <= this.#plan.steps; nth += 1) {
      const memory = this.#memory
      const step = chooseStep(this.#dice, screen, memory, strangers)
      this.#say(`${nth}. ${describe(step)} [${screen.path}${screen.search}]`.slice(0, 300))
      await inspector.before(step, memory.offlineFor)
      const tab = this.page
      const hindrance = await this.#take(step)
      if (hindrance) this.#say(`   not done: ${hindrance}`)
      const { screen: now, unrest } = await this.#rest()
      const faults = await inspector.after({
        step,
        before: screen,
        now,
        unrest,
        isSameTab: tab === this.page,
        hindrance,
        news: this.#traffic.take(),
      })
      if (faults.length) return faults
      screen = now
    }
    return []
  }

  takePicture(): Promise<unknown> {
    // The page itself may be broken.
    return this.page.screenshot({ path: this.#plan.picture, timeout: 5000 }).catch(() => {})
  }

  /** Takes the step. Returns the obstacle, if any. */
  async #take(step: Step): Promise<string | undefined> {
    const memory = this.#memory
    if (memory.offlineFor > 1) memory.offlineFor -= 1
    if (memory.rightsBackIn) memory.rightsBackIn -= 1
    switch (step.kind) {
      case 'sign in':
        return this.#signIn()
      case 'second tab':
        this.page = await this.#context.newPage()
        this.#tabs.push(this.page)
        await this.page.goto(this.#tabs[0]!.url(), { waitUntil: 'commit' })
        break
      case 'other tab':
        this.page = this.#tabs.find((one) => one !== this.page)!
        await this.page.bringToFront()
        break
      case 'offline':
        memory.offlineFor = this.#dice.whole(2, 5)
        await this.#context.setOffline(true)
        break
      case 'online':
        memory.offlineFor = 0
        await this.#context.setOffline(false)
        break
      case 'restart':
        await this.#world.portal.restart()
        break
      case 'end session':
        await this.#world.endSession()
        break
      case 'meddle':
        memory.rightsBackIn = this.#dice.whole(4, 8)
        await this.#world.meddle(step.change, this.#dice)
        break
      case 'rights back':
        memory.rightsBackIn = undefined
        await this.#world.giveBack()
        break
      case 'press':
      case 'type':
      case 'pick':
      case 'card':
      case 'bank':
      case 'key':
      case 'address':
      case 'back':
      case 'forward':
      case 'reload':
      case 'scroll':
      case 'home':
        return act(this.page, step, this.#plan.isPhone)
    }
    return undefined
  }

  async #signIn(): Promise<string | undefined> {
    try {
      await chooseAccount(this.page, this.#world.person)
      await this.page.waitForURL((url) => url.origin === this.#world.portal.origin, {
        timeout: 5000,
      })
      return undefined
    } catch (error) {
      return String(error).split('\n')[0]
    }
  }

  /** Waits until the page settles, closes windows outside the walk, and reads the page. */
  async #rest(): Promise<{ screen: Screen; unrest: string[] }> {
    const unrest = await settle(this.page, this.#traffic)
    this.#tabs = this.#tabs.filter((one) => !one.isClosed())
    for (const one of this.#context.pages()) if (!this.#tabs.includes(one)) await one.close()
    this.page = this.#tabs.includes(this.page) ? this.page : this.#tabs[0]!
    this.#memory.tabs = this.#tabs.length
    const { origin, identity } = this.#world.portal
    const url = new URL(this.page.url())
    const canSignIn = url.origin === identity && (await emailField(this.page).count()) > 0
    this.#memory.elsewhere = url.origin === origin ? undefined : canSignIn ? 'sign in' : 'lost'
    if (this.#memory.elsewhere) return { screen: nowhere, unrest: [] }
    return { screen: await this.#read(), unrest }
  }

  /** A page that is being replaced cannot be read. */
  async #read(): Promise<Screen> {
    for (let tries = 0; tries < 4; tries += 1) {
      try {
        return await readScreen(this.page)
      } catch {
        await setTimeout(200)
        await settle(this.page, this.#traffic)
      }
    }
    return nowhere
  }
}
