import { join } from 'node:path'
import { desktop, openVisit, phone, tablet } from './open-visit.ts'
import { givenPayments } from './given-payments.ts'
import { paidScreens } from './payment-screens.ts'
import { inDatabase } from './portal-database.ts'
import { importRecords } from './portal/import-records.ts'
import { startBrowser } from './portal/start-browser.ts'
import { startPortal } from './portal/start-portal.ts'
import type { Screen } from './screen.ts'
import { layers, pages } from './screens.ts'

// Takes screenshots of every page and layer: node tools/run.mjs e2e/shoot.ts [pattern of names]
const wanted = new RegExp(process.argv[2] ?? '')
const folder = join(import.meta.portalRoot, 'e2e/shots')
const portal = await startPortal()
const browser = await startBrowser()
try {
  importRecords(portal)
  await inDatabase(portal.dataDir, givenPayments)
  for (const screen of [...pages, ...layers, ...paidScreens])
    if (wanted.test(screen.name)) await shoot(screen)
} finally {
  await browser.close()
  await portal.stop()
}
process.exit()

async function shoot({ name, as, at, open, shows }: Screen): Promise<void> {
  for (const [size, viewport] of Object.entries({ desktop, tablet, phone })) {
    const isMobile = viewport === phone
    const settings = { viewport, isMobile, reducedMotion: 'reduce' } as const
    const { page, context } = await openVisit(browser.wsEndpoint(), portal.origin, {
      as,
      at,
      ...settings,
    })
    await open?.(page)
    await shows(page).waitFor()
    await page.waitForLoadState('networkidle')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
      await page.screenshot({ path: join(folder, `${name}.${size}.${colorScheme}.png`) })
    }
    await context.close()
  }
  console.log(name)
}
