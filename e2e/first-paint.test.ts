import type { BrowserContext, Frame, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { actingBanner, chooseCompany } from './companies.ts'
import { ana, maya } from './people.ts'
import { sessionOf } from './sessions.ts'
import { emailField } from './sign-in.ts'

const aldgate = '10412'
const fairhaven = '10458'

test('the document of each page names only files that the build has, among them its own screen', async () => {
  const { page } = await visit()
  const fetched = async (path: string) => {
    const response = await page.request.get(path)
    return { type: response.headers()['content-type'] ?? '', text: await response.text() }
  }
  const screens: Record<string, string> = {
    '/': 'main',
    '/invoices': 'InvoiceListScreen',
    '/invoices/detail/MTS-1': 'InvoiceDetailScreen',
    '/payments/balance': 'BalanceScreen',
    '/accreditation/purchase': 'PurchaseScreen',
    '/nowhere': 'index',
  }
  for (const [path, screen] of Object.entries(screens)) {
    const { text } = await fetched(path)
    const files = [...text.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, file = '']) => file)
    expect(files.filter((file) => file.startsWith(`/assets/${screen}-`))).toHaveLength(1)
    expect(new Set(files).size).toBe(files.length)
    for (const file of files) {
      const { type, text } = await fetched(file)
      expect(type, file).not.toContain('html')
      // Firefox reports an error for a preload of the entry, which runs already.
      expect(text, file).not.toMatch(/f=\[[^\]]*assets\/index-/)
    }
  }
})

test('built files, which shared caches keep, set no token; the document does', async () => {
  const document = await fetch(portal.origin)
  expect(document.headers.get('set-cookie')).toContain('XSRF-TOKEN=')
  const [script = ''] = /\/assets\/index-[\w-]+\.js/.exec(await document.text()) ?? []
  const { headers } = await fetch(new URL(script, portal.origin))
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('set-cookie')).toBeNull()
})

test('a visitor who is not signed in is sent to sign-in, and sees no navigation on a public page', async () => {
  const { page, context } = await visit({ at: '/invoices' })
  await emailField(page).waitFor()
  const release = await holdCode(context)
  const calls = watchCalls(page)
  await page.goto(portal.origin, { waitUntil: 'commit' })
  await frame(page).waitFor()
  expect(await navigationPlace(page).isVisible()).toBe(false)
  release()
  await page.getByRole('button', { name: 'SIGN IN' }).waitFor()
  expect(calls).toEqual(['/api/is-authenticated'])
})

test('a super admin who acts for a company loads its list first, and the next user of the browser only their own', async () => {
  const { page, context, problems } = await visit({ as: maya })
  // Requests of the previous page are refused to the next user.
  problems.expect(/status of 40[134]/)
  await chooseCompany(page, 'Fairhaven Markets')
  await page.waitForURL(/\/manage\?company=/)
  const calls = watchCalls(page)
  await page.goto('/invoices')
  await actingBanner(page).waitFor()
  await page
    .getByRole('row', { name: /MTS-10458-/ })
    .first()
    .waitFor()
  expect(companiesIn(calls)).toEqual([fairhaven])
  await context.addCookies(await sessionOf(portal.origin, ana))
  // Requests of the previous page do not count. Later the new page rewrites its address.
  const isMain = (which: Frame) => which === page.mainFrame()
  const arrived = page.waitForEvent('framenavigated', isMain).then(() => (calls.length = 0))
  await page.reload()
  await arrived
  await page
    .getByRole('row', { name: /MTS-10412-/ })
    .first()
    .waitFor()
  expect(companiesIn(calls)).toEqual([aldgate])
  expect(await page.getByText('MTS-10458').count()).toBe(0)
})

/** Delays the code of all pages; returns a function that lets the code through. */
async function holdCode(context: BrowserContext): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await context.route(/\/assets\/main-/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** The frame that the document itself contains. */
const frame = (page: Page) => page.locator('#root > .first')
const navigationPlace = (page: Page) => page.locator('.first-nav')

/** The calls of a page, as paths with queries. */
function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url())
    if (origin === portal.origin && pathname.startsWith('/api/')) calls.push(pathname + search)
  })
  return calls
}

/** The companies whose data was requested. */
function companiesIn(calls: readonly string[]): string[] {
  const companies = calls.map((call) =>
    new URL(call, portal.origin).searchParams.get('companyFilter'),
  )
  return [...new Set(companies.filter((company) => company !== null))]
}
