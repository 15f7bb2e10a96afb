import type { TestProject } from 'vitest/node'
import { startBrowser } from './start-browser.ts'
import { importRecords } from './import-records.ts'
import { startPortal, type RunningPortal } from './start-portal.ts'

/** The portal and browser of one worker. */
interface Stage {
  portal: RunningPortal
  /** The endpoint of the Chromium. */
  browser: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One portal for each worker, in the order of their pool ids. */
    stages: Stage[]
  }
}

/** Before the first journey, for each worker: starts the portal, imports the journeys' companies, starts a browser. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const opened: (() => Promise<void>)[] = []
  const close = async () => void (await Promise.all(opened.map((stop) => stop())))
  const stages = Array.from({ length: project.config.maxWorkers }, () => openStage(opened))
  // All portals have started or failed before any is stopped.
  await Promise.allSettled(stages)
  try {
    project.provide('stages', await Promise.all(stages))
    return close
  } catch (error) {
    await close()
    throw error
  }
}

async function openStage(opened: (() => Promise<void>)[]): Promise<Stage> {
  const { stop, restart: _restart, output: _output, ...portal } = await startPortal()
  opened.push(stop)
  importRecords(portal)
  const browser = await startBrowser()
  opened.push(() => browser.close())
  return { portal, browser: browser.wsEndpoint() }
}
