import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { downloaded } from './downloaded.ts'
import { phone } from './open-visit.ts'
import { fatima, luis, priya } from './people.ts'
import { historyList } from './team-pages.ts'

const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

test('search, filters, order and page size stand in the address and survive a reload', async () => {
  const { page } = await visit({ as: priya, at: '/manage' })
  const history = historyList(page)
  await history.search.fill('Signed in')
  await expect
    .poll(() => history.rows.allInnerTexts())
    .not.toEqual(expect.arrayContaining([expect.not.stringContaining('Signed in')]))
  await history.choose('Category', 'Account')
  await history.choose('Type', 'Sign In')
  await history.choose('User', 'Priya Raman')
  await history.choose('Rows', '100')
  await page.getByRole('button', { name: 'Sort by date: newest first' }).click()
  await expect
    .poll(() => queryOf(page.url()))
    .toMatchObject({
      q: 'Signed in',
      category: 'Account',
      type: 'Sign In',
      size: '100',
      order: 'asc',
    })
  const first = history.rows.first()
  await expect.poll(() => first.innerText()).toContain('Priya Raman')
  await page.reload()
  await expect.poll(() => first.innerText()).toContain('Priya Raman')
  expect(await history.search.inputValue()).toBe('Signed in')
  expect(await page.getByRole('combobox', { name: 'Type' }).innerText()).toContain('Sign In')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect
    .poll(() => queryOf(page.url()))
    .toEqual({ q: 'Signed in', size: '100', order: 'asc' })
})

test('a search for digits stays the text it is; where nothing matches there is a way out', async () => {
  const { page } = await visit({ as: priya, at: '/manage' })
  const history = historyList(page)
  await history.rows.first().waitFor()
  await history.search.fill('000734')
  await page.getByText('No History Found').waitFor()
  await expect.poll(() => history.total.innerText()).toBe('Total: 0')
  await page.reload()
  await page.getByText('No History Found').waitFor()
  expect(await history.search.inputValue()).toBe('000734')
  expect(queryOf(page.url())).toEqual({ q: '000734' })
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await history.rows.first().waitFor()
  expect(await history.search.inputValue()).toBe('')
})

test('pages are turned, Back turns them back, and All shows everything', async () => {
  // Each export is written down: more than a page of them.
  const { context } = await visit({ as: fatima })
  for (let nth = 0; nth < 27; nth += 1) await context.request.get('/api/admin/history/csv')
  const { page } = await visit({ as: priya, at: '/manage?type=History Export' })
  const history = historyList(page)
  const pages = page.getByRole('navigation', { name: 'Pages of the history' })
  await pages.getByText('1–25').waitFor()
  expect(await pages.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true)
  await pages.getByRole('button', { name: 'Next' }).click()
  await pages.getByText(/^26–/).waitFor()
  expect(queryOf(page.url()).page).toBe('2')
  await page.goBack()
  await pages.getByText('1–25').waitFor()
  const total = (await history.total.innerText()).replace('Total: ', '')
  await history.choose('Rows', 'All')
  await expect
    .poll(() => history.grid.getAttribute('aria-rowcount'))
    .toBe(String(Number(total) + 1))
  expect(await pages.count()).toBe(0)
})

test('the history is taken along as a file, as it is filtered', async () => {
  const { page } = await visit({ as: priya, at: '/manage?category=Account' })
  await historyList(page).rows.first().waitFor()
  const { name, content } = await downloaded(page, () =>
    page.getByRole('button', { name: 'Export CSV' }).click(),
  )
  expect(name).toBe('history-10415.csv')
  const text = content.toString('utf8')
  expect(text).toContain('Description')
  expect(text).toContain('Priya Raman')
  expect(text).not.toContain('"Import"')
})

test('without a network the history says what failed, and Retry brings it', async () => {
  const { page, context, problems } = await visit({ as: priya, at: '/manage' })
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await historyList(page).rows.first().waitFor()
  await context.setOffline(true)
  await historyList(page).choose('Rows', '100')
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load history.' })
  await failure.waitFor()
  await context.setOffline(false)
  await failure.getByRole('button', { name: 'Retry' }).click()
  await historyList(page).rows.first().waitFor()
})

test('the three tabs are links that Tab and Enter follow', async () => {
  const { page } = await visit({ as: luis, at: '/manage' })
  const tabs = page.getByRole('navigation', { name: 'Manage' })
  await expect
    .poll(() => tabs.getByRole('link').allInnerTexts())
    .toEqual(['History', 'Users', 'Invites'])
  await tabs.getByRole('link', { name: 'History' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
  expect(await tabs.locator('[aria-current=page]').innerText()).toBe('Users')
  await tabs.getByRole('link', { name: 'Invites' }).click()
  await page.getByRole('heading', { name: 'Invites', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/invites')
})

test('on a phone the filters fold away, and say how many are on', async () => {
  const { page } = await visit({ as: priya, at: '/manage?category=Account', viewport: phone })
  const fold = page.getByRole('button', { name: 'Filters (1)' })
  await fold.waitFor()
  expect(await page.getByRole('combobox', { name: 'Category' }).isVisible()).toBe(false)
  await fold.click()
  await page.getByRole('combobox', { name: 'Category' }).waitFor()
  expect(await fold.getAttribute('aria-expanded')).toBe('true')
})
