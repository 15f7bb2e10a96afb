import type { Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { openVisit, type Visit, type VisitOptions } from './open-visit.ts'

const stage = inject('stages')[Number(process.env['VITEST_POOL_ID']) - 1]
if (!stage) throw new Error('Journeys run under their own vitest configuration.')
export const { portal, browser } = stage

/**
 * A browser with a fresh profile. At the end of the test the browser is closed, and the test fails if the page
 * logged an error.
 */
export async function visit(options: VisitOptions = {}): Promise<Visit> {
  const visitor = await openVisit(browser, portal.origin, options)
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keepPicture(visitor.page, task.name)
    await visitor.context.close()
    const complaints = visitor.problems.unexpected()
    // In the message itself, because the summary of a run cuts off the items of a list.
    expect(complaints, `what the browser complained about: ${complaints.join('; ')}`).toEqual([])
  })
  return visitor
}

async function keepPicture(page: Page, testName: string): Promise<void> {
  // The page itself may be broken.
  await page.screenshot({ path: picturePath(testName), timeout: 5000 }).catch(() => {})
}

/** The path of the screenshot of a failed test. */
export const picturePath = (testName: string) =>
  `e2e/shots/failed/${testName.replaceAll(/\W+/g, '-')}.png`
