import type { Page } from 'playwright-core'
import { givenOnHold, givenRefusedMail } from '../apps/server/test/attention/attention.ts'
import { Given } from '../apps/server/test/portal/given.ts'
import { inDatabase } from './portal-database.ts'
import type pg from 'pg'

/** A company whose books name no portal payments; only the journeys of "Needs attention" use it. */
export const heron = { accountId: '20060', name: 'Heron & Söhne Handelsgesellschaft mbH' }

/** Puts Heron into the database, once. */
export function givenHeron(dataDir: string): Promise<void> {
  return inDatabase(dataDir, async (database) => {
    const known = await database.query(`select from company where account_id = $1`, [
      heron.accountId,
    ])
    if (known.rowCount) return
    await new Given(database as unknown as pg.Pool).company(heron.accountId, heron.name)
  })
}

/** Puts an invoice of Heron on hold: 100.00 were paid eleven days ago, and the books show 70.00. */
export const putOnHold = (dataDir: string, number: string) =>
  inDatabase(dataDir, (database) => givenOnHold(database, heron.accountId, number, 'License'))

export const refuseMail = (dataDir: string, recipient: string) =>
  inDatabase(dataDir, (database) => givenRefusedMail(database, heron.accountId, recipient))

export function attention(page: Page) {
  const section = (title: string) => page.getByRole('region', { name: new RegExp(`^${title}`) })
  return {
    badge: page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: /^ATTENTION/ }),
    section,
    item: (title: string, words: string) =>
      section(title).getByRole('listitem').filter({ hasText: words }),
    dialog: page.getByRole('dialog'),
    open: async () => {
      await page.goto('/attention')
      await page.getByRole('heading', { name: 'Needs attention', level: 1 }).waitFor()
    },
  }
}
