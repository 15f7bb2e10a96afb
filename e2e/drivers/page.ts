import { expect } from 'vitest'
import type { Driver, Frame, Point } from './driver.ts'
import { locate, searchFor, type Target } from './locate.ts'

// Values by the WebDriver standard.
const keys = { Tab: '\uE004' }

const patience = { timeout: 20_000, interval: 100 }

/** A page by a user's view and actions, over any driver. Every action waits until it is possible. */
export function drivenPage(driver: Driver, origin: string, frame: Frame = []) {
  const find = (target: Target) => driver.call(frame, locate, searchFor(target))

  /** The position of a target that no longer moves. */
  async function settled(target: Target): Promise<Point> {
    let before: Point | null = null
    let found: Point | null = null
    const isStill = async () => {
      before = found
      found = await find(target)
      return found !== null && before?.x === found.x && before.y === found.y
    }
    const message = `${target.role} ${target.name}`
    await explained(async () => {
      await expect.poll(isStill, { ...patience, message }).toBe(true)
    })
    return found!
  }

  const click = async (role: Target['role'], name: Target['name']) =>
    driver.click(frame, await settled({ role, name }))

  /** Adds the texts of the page to a failure. */
  async function explained(step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      const shown = await text().catch(String)
      throw new Error(`${String(error)}\nThe page shows: ${shown.slice(0, 600)}`, { cause: error })
    }
  }

  const text = () => driver.call(frame, () => document.body.innerText, null)

  return {
    open: (path: string) => driver.open(origin + path),
    click,
    fill: async (name: string, value: string) => {
      await click('textbox', name)
      await driver.call(frame, locate, { ...searchFor({ role: 'textbox', name }), select: true })
      await driver.type(frame, value)
    },
    choose: async (name: string, option: string) => {
      await click('combobox', name)
      await click('option', option)
    },
    /** Waits for an element. */
    find: async (role: Target['role'], name: Target['name']) =>
      void (await settled({ role, name })),
    /** Waits for a text. */
    see: (words: string) =>
      explained(async () => {
        await expect.poll(text, { ...patience, message: words }).toContain(words)
      }),
    press: (key: keyof typeof keys) => driver.type(frame, keys[key]),
    /** The role of the focused element, or its tag name. */
    focused: () =>
      driver.call(
        frame,
        () => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName,
        null,
      ),
    /** The page in an iframe, by its title. */
    in: (title: string) => drivenPage(driver, origin, [...frame, title]),
  }
}
