import type { Locator } from 'playwright-core'

/** Two clicks before the page can draw anything: what a double click is on a slow machine. */
export async function clickTwiceAtOnce(button: Locator): Promise<void> {
  await button.click({ trial: true })
  await button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
}
