import { expect, test } from 'vitest'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { ana } from '../../e2e/people.ts'
import { hold } from '../hold.ts'
import { screen } from '../screen.ts'

const aldgate = '10412'

test('the frame is shown and the list requested before the code has loaded; each call is sent once', async () => {
  const { page, context } = await screen({ as: ana, at: '/ture' })
  await page.getByRole('navigation').waitFor()
  const release = await hold(context, /\/assets\/main-/)
  const calls: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.startsWith('/api/')) calls.push(url)
  })
  const count = (path: string) => calls.filter(({ pathname }) => pathname === path).length
  // The frame that the document itself contains.
  const frame = page.locator('#root > .first')
  await page.goto('/invoices', { waitUntil: 'commit' })
  await frame.waitFor()
  expect(await page.locator('.first-nav').isVisible()).toBe(true)
  await expect.poll(() => count('/api/invoice')).toBe(1)
  expect(await invoiceList(page).rows.count()).toBe(0)
  release()
  await invoiceList(page).rows.first().waitFor()
  expect(await frame.count()).toBe(0)
  await page.getByRole('region', { name: 'Balance by age' }).waitFor()
  for (const path of [
    '/api/is-authenticated',
    '/api/user/myself',
    '/api/invoice',
    '/api/invoice/aging',
  ])
    expect(count(path), path).toBe(1)
  const companies = calls.flatMap(({ searchParams }) => searchParams.getAll('companyFilter'))
  expect([...new Set(companies)]).toEqual([aldgate])
})

test('if the code cannot be loaded, the frame shows a message and offers to reload', async () => {
  const { page, context, problems } = await screen({ as: ana, at: '/ture' })
  problems.expect(/ERR_FAILED|Failed to fetch|not loaded/)
  await context.route(/\/assets\/main-/, (route) => route.abort())
  await page.goto('/invoices')
  await page.getByRole('alert').getByText('This page could not be loaded.').waitFor()
  await context.unroute(/\/assets\/main-/)
  await page.getByRole('button', { name: 'Reload' }).click()
  await invoiceList(page).rows.first().waitFor()
})
