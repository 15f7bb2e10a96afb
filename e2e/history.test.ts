import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { callAs } from './call-as.ts'
import { downloaded } from './downloaded.ts'
import { phone } from './open-visit.ts'
import { fatima, luis, maya, priya } from './people.ts'
import { invite, newPerson } from './team-calls.ts'
import { historyList } from './team-pages.ts'

const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

test('search, filters, order and page size are in the address and survive a reload', async () => {
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
  await history.grid.getByRole('button', { name: 'Created' }).click()
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
  await expect.poll(() => history.search.inputValue()).toBe('Signed in')
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Type' }).innerText())
    .toContain('Sign In')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect
    .poll(() => queryOf(page.url()))
    .toEqual({ q: 'Signed in', size: '100', order: 'asc' })
})

test('a search for digits stays text; if nothing matches, the filters can be cleared', async () => {
  const { page } = await visit({ as: priya, at: '/manage' })
  const history = historyList(page)
  await history.rows.first().waitFor()
  await history.search.fill('000734')
  await page.getByText('No History Found').waitFor()
  await expect.poll(() => history.total.innerText()).toBe('Total: 0')
  await page.reload()
  await page.getByText('No History Found').waitFor()
  await expect.poll(() => history.search.inputValue()).toBe('000734')
  expect(queryOf(page.url())).toEqual({ q: '000734' })
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await history.rows.first().waitFor()
  await expect.poll(() => history.search.inputValue()).toBe('')
})

test('entries name what was granted; super admins who acted are a filter; days filter exactly', async () => {
  const ada = newPerson('Ada', 'Cole')
  await invite(priya, ada, ['AccessErfs'])
  await invite(priya, ada, ['AccessErfs', 'AccessLicenses'])
  await callAs(maya, 'post', '/invite/invite?companyFilter=10415', {
    email: ada.email,
    accountId: '10415',
    permissions: ['AccessLicenses'],
  })
  const { page } = await visit({ as: priya, at: `/manage?q=${ada.email}` })
  const history = historyList(page)
  await page.getByText(`Invited ${ada.email} with Requests/ERF`).waitFor()
  await page
    .getByText(`Invited ${ada.email} again: Requests/ERF → Licenses, Requests/ERF`)
    .waitFor()
  const newest = history.rows.first()
  await expect.poll(() => newest.locator('time').innerText()).toMatch(/\d:\d\d:\d\d\s[AP]M/)
  await history.choose('User', 'Maya Okafor (super admin)')
  await expect.poll(() => history.rows.count()).toBe(1)
  await expect.poll(() => newest.innerText()).toContain('(on behalf of the company)')

  const { chip, from, to } = history.period
  await chip.click()
  const now = await page.evaluate(() => {
    const day = (date: Date) => date.toLocaleDateString('en-US')
    const today = new Date()
    return { today: day(today), tomorrow: day(new Date(today.getTime() + 86_400_000)) }
  })
  await from.fill(now.tomorrow)
  await page.getByText('No History Found').waitFor()
  await from.fill(now.today)
  await to.fill(now.today)
  await expect.poll(() => history.rows.count()).toBe(1)
  await page.reload()
  await expect.poll(() => history.rows.count()).toBe(1)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => history.rows.count()).toBe(3)
  await chip.click()
  await expect.poll(() => from.inputValue()).toBe('')
})

test('the chip "Period" takes two days, keeps a wrong one, and works with the keyboard', async () => {
  const { page } = await visit({ as: priya, at: '/manage?type=Sign In' })
  const { rows, period } = historyList(page)
  const { chip, popover, from, to, remove } = period
  const chipText = async () => (await chip.innerText()).replaceAll(/\s+/g, ' ')
  const isFocused = (one: Locator) => one.evaluate((node) => node === document.activeElement)
  await rows.first().waitFor()
  await chip.press('Enter')
  await expect.poll(() => isFocused(from)).toBe(true)
  await page.keyboard.type('11/01/2020')
  await expect.poll(() => queryOf(page.url()).from).toBe('2020-11-01')
  // The field keeps the focus and its text while the list loads.
  await expect.poll(chipText).toBe('Period from 11/01/2020')
  expect(await isFocused(from)).toBe(true)

  await to.fill('2/30/2090')
  await to.press('Tab')
  await popover.getByText('Date input not valid.').waitFor()
  await page.keyboard.press('Escape')
  await popover.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(chip)).toBe(true)
  expect(queryOf(page.url())).toEqual({ type: 'Sign In', from: '2020-11-01' })
  await page.keyboard.press('Enter')
  await expect.poll(() => to.inputValue()).toBe('2/30/2090')
  await popover.getByText('Date input not valid.').waitFor()
  await to.fill('11/24/2090')
  await expect.poll(chipText).toBe('Period 11/01/2020 – 11/24/2090')

  // Escape closes the calendar first, then the period.
  await popover.getByRole('button', { name: 'Choose the last day' }).click()
  const calendar = page.getByRole('dialog', { name: 'Choose the last day' })
  await calendar.getByRole('grid').waitFor()
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  expect(await popover.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await popover.waitFor({ state: 'detached' })

  await page.reload()
  await expect.poll(chipText).toBe('Period 11/01/2020 – 11/24/2090')
  await rows.first().waitFor()
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
  await page.goBack()
  await expect.poll(chipText).toBe('Period 11/01/2020 – 11/24/2090')
  await chip.click()
  await from.fill('')
  await expect.poll(chipText).toBe('Period until 11/24/2090')
  await page.keyboard.press('Escape')
  await remove.press('Enter')
  await expect.poll(() => queryOf(page.url())).toEqual({ type: 'Sign In' })
  await expect.poll(() => isFocused(chip)).toBe(true)
  await expect.poll(chipText).toBe('Period')
})

test('pages can be turned, Back returns, and All shows everything', async () => {
  // Each export adds an entry: more than one page of them.
  const { context } = await visit({ as: fatima })
  for (let nth = 0; nth < 27; nth += 1) await context.request.get('/api/admin/history/csv')
  const { page } = await visit({ as: priya, at: '/manage?type=History Export' })
  const history = historyList(page)
  const pages = page.getByRole('navigation', { name: 'Pages of the history' })
  await pages.getByText('1–25').waitFor()
  await expect.poll(() => pages.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true)
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

test('the filtered history can be exported as a file', async () => {
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

test('what an import did names no address and no type beside the same category', async () => {
  const { page } = await visit({ as: priya, at: '/manage?type=Import' })
  const row = historyList(page).rows.filter({ hasText: '1 company added' }).first()
  // Its user, as in the filter, and its category.
  await expect.poll(async () => (await row.innerText()).match(/\bImport\b/g)).toHaveLength(2)
  expect(await row.innerText()).not.toContain('system')
})

test('if the server cannot load it the history says so, and Retry loads it', async () => {
  const { page, context, problems } = await visit({ as: priya, at: '/manage' })
  problems.expect(/status of 500/)
  await historyList(page).rows.first().waitFor()
  await context.route(/\/api\//, (route) => route.fulfill({ status: 500 }))
  await historyList(page).choose('Rows', '100')
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load history.' })
  await failure.waitFor()
  await context.unroute(/\/api\//)
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
  await expect.poll(() => tabs.locator('[aria-current=page]').innerText()).toBe('Users')
  await tabs.getByRole('link', { name: 'Invites' }).click()
  await page.getByRole('heading', { name: 'Invites', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/invites')
})

test('on a phone the filters are in a sheet, and the button says how many are active', async () => {
  const { page } = await visit({ as: priya, at: '/manage?category=Account', viewport: phone })
  const open = page.getByRole('button', { name: 'Filters, 1 active' })
  await open.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  const categories = sheet.getByRole('group', { name: 'Category' })
  const chosen = categories.locator('[aria-pressed=true]')
  await expect.poll(() => chosen.allInnerTexts()).toEqual(['Account'])
  await sheet.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => chosen.allInnerTexts()).toEqual(['All'])
  await sheet.getByRole('button', { name: /^Show [\d,]+ entr/ }).click()
  await sheet.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
  await expect
    .poll(() => page.getByRole('button', { name: 'Filters', exact: true }).isVisible())
    .toBe(true)
})
