import type { TestProject } from 'vitest/node'
import { startBrowser } from './start-browser.ts'
import { importRecords } from './import-records.ts'
import { startPortal, type RunningPortal } from './start-portal.ts'

declare module 'vitest' {
  interface ProvidedContext {
    portal: RunningPortal
    /** Where the one Chromium of all journeys listens. */
    browser: string
  }
}

/** Before the first journey: the whole portal, the companies the journeys need, and a browser. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, output: _, ...portal } = await startPortal()
  try {
    importRecords(portal)
    const browser = await startBrowser()
    project.provide('portal', portal)
    project.provide('browser', browser.wsEndpoint())
    return async () => {
      await browser.close()
      await stop()
    }
  } catch (error) {
    await stop()
    throw error
  }
}
