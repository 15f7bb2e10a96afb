import type { Locator } from 'playwright-core'

/** Two clicks before the page can render: a double click on a slow machine. */
export async function clickTwiceAtOnce(button: Locator): Promise<void> {
  await button.click({ trial: true })
  await button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
}
