import { afterAll, beforeAll } from 'vitest'
import { portalClock, type PortalClock } from './portal-clock.ts'
import { startTestPortal, type TestPortal } from './portal.ts'

/** The portal of a test file: it starts before the file's own hooks, and closes after them. */
export function testPortal(...given: Parameters<typeof startTestPortal>): TestPortal {
  const portal = {} as TestPortal
  beforeAll(async () => {
    Object.assign(portal, await startTestPortal(...given))
  })
  afterAll(() => portal.close())
  return portal
}

/** The clock of the file's portal. */
export function testClock(portal: TestPortal): PortalClock {
  const clock = {} as PortalClock
  beforeAll(async () => {
    Object.assign(clock, await portalClock(portal))
  })
  afterAll(() => clock.close())
  return clock
}
