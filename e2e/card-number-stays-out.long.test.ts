import { test, expect, onTestFinished } from 'vitest'
import { browser } from './browser.ts'
import { cardForm, cardList } from './card-pages.ts'
import { openVisit } from './open-visit.ts'
import { importRecords } from './portal/import-records.ts'
import { startPortal } from './portal/start-portal.ts'
import { inDatabase } from './portal-database.ts'
import { wren } from './records/card-companies.ts'

const number = '4242424242424242'
const code = '987'
/** All forms in which the number might have been stored. */
const spellings = [number, '4242 4242 4242 4242', '4242-4242-4242-4242', btoa(number)]

test('a card number is never stored: not in the page, its storage, the log or the database', async () => {
  // A separate portal that logs at the most detailed level.
  const own = await startPortal({ LOG_LEVEL: 'trace' })
  onTestFinished(() => own.stop())
  importRecords(own)
  const { page, context } = await openVisit(browser, own.origin, { as: wren.payer })
  onTestFinished(() => context.close())
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(own.origin)) sent.push(request.url(), request.postData() ?? '')
  })
  await page.goto('/payments')
  const form = cardForm(page)
  await form.open()
  await form.type({ number, cvc: code })
  const inPage = () =>
    page.evaluate(() =>
      JSON.stringify([
        document.documentElement.outerHTML,
        [...document.querySelectorAll('input')].map(({ value }) => value),
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
        location.href,
      ]),
    )
  const typed = await inPage()
  await form.submit.click()
  await cardList(page).row('4242').waitFor()
  const saved = await inPage()

  const tables = await inDatabase(own.dataDir, async (database) => {
    const { rows } = await database.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const found = await rows.reduce(async (before, { name }) => {
      const texts = await before
      const table = await database.query<{ row: string }>(`select t::text as row from ${name} t`)
      return [...texts, ...table.rows.map(({ row }) => `${name} ${row}`)]
    }, Promise.resolve<string[]>([]))
    return found.join('\n')
  })
  const places = { typed, saved, sent: sent.join('\n'), log: own.output(), tables }
  // Proves that each place was read: it contains the card's last digits, or data beside them.
  expect(places.saved).toContain('4242')
  expect(places.sent).toContain('stripeToken=tok_')
  expect(places.log).toContain('/payment/card')
  expect(places.tables).toContain('Added Visa ending in 4242')
  for (const [place, text] of Object.entries(places))
    for (const spelling of spellings) expect(text.includes(spelling), place).toBe(false)
  // The token represents the card until it is used, so the log must not contain it either.
  expect(places.log).not.toContain('tok_1')
  expect(places.tables).not.toContain('tok_1')
})
