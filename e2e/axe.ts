import { source } from 'axe-core'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const wcag22aa: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  // Off by default: controls of at least 24 by 24 px, or with as much space around them.
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
}

/** The other theme changes only colors. */
const contrast: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }

/** The page's violations of WCAG 2.2 AA in both themes, one line per element. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const found: string[] = []
  for (const [theme, options] of [['light', wcag22aa] as const, ['dark', contrast] as const]) {
    await page.emulateMedia({ colorScheme: theme })
    await page.locator(`html:is([data-theme=${theme}], :not([data-theme]))`).waitFor()
    await settled(page)
    found.push(...(await run(page, options)).map((violation) => `${theme}: ${violation}`))
  }
  return found
}

async function run(page: Page, wanted: RunOptions): Promise<string[]> {
  const found = await page.evaluate(
    (options) => (globalThis as unknown as { axe: Axe }).axe.run(document, options),
    wanted,
  )
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Waits until nothing has moved or changed its color for some frames. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let calm = 0; calm < 5; calm += 1) {
      await new Promise(requestAnimationFrame)
      const moving = document.getAnimations().some(({ playState }) => playState === 'running')
      if (moving) calm = 0
    }
  })
}

interface Axe {
  run: (context: Document, options: RunOptions) => Promise<AxeResults>
}
