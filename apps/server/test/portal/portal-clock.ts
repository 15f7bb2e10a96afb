import pg from 'pg'
import type { TestPortal } from './portal.ts'

/** The clock of the database, which decides days and hours of AutoPay. Call it in `beforeAll`, and close it. */
export async function portalClock(portal: TestPortal): Promise<PortalClock> {
  const owner = new pg.Client({ connectionString: portal.database.ownerUrl })
  await owner.connect()
  const replace = (now: string) =>
    owner.query(
      `create or replace function portal_now() returns timestamptz language sql stable as $$select ${now}$$`,
    )
  return {
    set: async (instant) => void (await replace(`timestamptz '${instant}'`)),
    release: async () => void (await replace('now()')),
    close: () => owner.end(),
  }
}

export interface PortalClock {
  /** Stops the clock at an instant, such as `2027-01-10T09:00:00Z`. */
  set(instant: string): Promise<void>
  /** Restarts the clock. */
  release(): Promise<void>
  close(): Promise<void>
}
