import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { builtPagesFile } from '@portal/domain/session/built-page'
import { settings } from '../../src/settings/settings.ts'
import { readSettings } from '../../src/settings/read-settings.ts'
import { readCalendar, storeCalendar } from '../../src/platform/database/business-calendar.ts'
import { autoPayDay, today } from '../../src/platform/database/today.ts'
import type { Browser } from '../portal/portal.ts'
import { startReplica } from '../processes/start-dying-server.ts'
import { testClock, testPortal } from '../portal/test-portal.ts'

const portal = testPortal()
const clock = testClock(portal)
let payer: Browser
const storeZone = (businessTimeZone: string) =>
  storeCalendar(portal.database.ownerUrl, { businessTimeZone, booksDayHour: 0 })
beforeAll(async () => {
  await portal.given.company('B')
  await portal.given.invoice('B', 'B-1', { due: '2026-11-30' })
  payer = await portal.person('p@b.example', 'B', ['AccessInvoices', 'PayInvoices'], ['Licenses'])
})
afterEach(() => storeZone('UTC'))

test.each([
  ['UTC', '2026-11-30T23:59:00Z', '2026-12-01T00:01:00Z'],
  // 4 PM on the due day is 00:00 UTC of the next one.
  ['America/Los_Angeles', '2026-12-01T07:59:00Z', '2026-12-01T08:01:00Z'],
  ['Asia/Tokyo', '2026-11-30T14:59:00Z', '2026-11-30T15:01:00Z'],
])('an invoice is past due after its day ends in %s', async (zone, before, after) => {
  await storeZone(zone)
  const seen = async (instant: string) => {
    await clock.set(instant)
    const read = async (path: string) => (await payer.get(path)).json<unknown>()
    const home = (await read('/api/home')) as { due: { overdueCount: number }[] }
    return [await read('/api/invoice/pastDue'), home.due[0]!.overdueCount]
  }
  expect([await seen(before), await seen(after)]).toEqual([
    [false, 0],
    [true, 1],
  ])
})

test('AutoPay keeps its day in UTC', async () => {
  await storeZone('America/Los_Angeles')
  await clock.set('2026-12-01T07:59:00Z')
  const { rows } = await portal.system.query(
    `select ${today.sql} as business, ${autoPayDay.sql} as autopay`,
  )
  expect(rows).toEqual([{ business: '2026-11-30', autopay: '2026-12-01' }])
})

test('a zone that Node or PostgreSQL does not know is refused, and the stored zone stays', async () => {
  const read = (BUSINESS_TIME_ZONE: string) =>
    readSettings({ zone: settings.businessTimeZone }, { BUSINESS_TIME_ZONE }, 'command line').zone
  expect(read('America/Chicago')).toBe('America/Chicago')
  expect(() => read('Chicago')).toThrow(/BUSINESS_TIME_ZONE must be a time zone/)
  await expect(storeZone('Chicago')).rejects.toThrow('time zone "Chicago" not recognized')
  expect((await readCalendar(portal.system)).businessTimeZone).toBe('UTC')
})

test('the page gets the zone that is stored, whatever the setting of its server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-web-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'index.html'), '<html>__PORTAL_CONFIG__</html>')
  writeFileSync(join(folder, builtPagesFile), '{}')
  await storeZone('Asia/Tokyo')
  const server = await startReplica(portal, 'web', {
    WEB_FOLDER: folder,
    BUSINESS_TIME_ZONE: 'America/Chicago',
  })
  onTestFinished(async () => void (await server.stop()))
  const page = await (await fetch(`http://localhost:${server.port}/`)).text()
  expect(page).toContain('"businessTimeZone":"Asia/Tokyo"')
})
