import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { downloaded } from '../../e2e/downloaded.ts'
import { phone } from '../../e2e/open-visit.ts'
import { maya, priya } from '../../e2e/people.ts'
import { historyList } from '../../e2e/team-pages.ts'
import { screen } from '../screen.ts'
import { file, Other, refusal, type Answers } from '../stub/answers.ts'
import { entry, oneEntry } from './history-entries.ts'

const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

const mayaId = '7c5addc1-db92-aff2-026f-5842ad21b040'
const superAdmins = [{ id: mayaId, name: `${maya.firstName} ${maya.lastName}` }]
/** history.test.ts of the server tests the filters. */
const filtered: Answers = {
  listHistory: [entry],
  getHistoryValues: { categories: ['Account'], types: ['Sign In'], superAdmins },
}

test('search, filters, order and page size are in the address and survive a reload', async () => {
  const { page, problems, desk } = await screen({ as: priya, at: '/manage', answers: filtered })
  const history = historyList(page)
  await history.search.fill('Signed in')
  await history.choose('Category', 'Account')
  await history.choose('Type', 'Sign In')
  await history.choose('User', 'Priya Raman')
  await history.choose('Rows', '100')
  await history.grid.getByRole('button', { name: 'Created' }).click()
  const chosen = { q: 'Signed in', category: 'Account', type: 'Sign In', size: '100', order: 'asc' }
  await expect.poll(() => queryOf(page.url())).toMatchObject(chosen)
  await page.reload()
  await history.rows.first().waitFor()
  expect(desk.asked('listHistory').at(-1)?.query).toMatchObject({
    search: 'Signed in',
    categoryFilter: 'Account',
    typeFilter: 'Sign In',
    userFilter: queryOf(page.url())['user'],
    orderDescending: 'false',
    perPage: 100,
  })
  await expect.poll(() => history.search.inputValue()).toBe('Signed in')
  const type = page.getByRole('combobox', { name: 'Type' })
  await expect.poll(() => type.innerText()).toContain('Sign In')
  await page.getByRole('button', { name: 'Remove the type filter' }).click()
  await expect.poll(() => queryOf(page.url())).not.toHaveProperty('type')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  const kept = { q: 'Signed in', size: '100', order: 'asc' }
  await expect.poll(() => queryOf(page.url())).toEqual(kept)

  // Super admins who acted are a filter; days filter exactly.
  const asked = () => desk.asked('listHistory').at(-1)?.query
  await history.choose('User', 'Maya Okafor (super admin)')
  await expect.poll(asked).toMatchObject({ userFilter: mayaId })
  const { chip, from, to } = history.period
  await chip.click()
  await from.fill('11/24/2026')
  await to.fill('11/24/2026')
  const day = { from: '2026-11-24T00:00:00.000Z', before: '2026-11-25T00:00:00.000Z' }
  await expect.poll(asked).toMatchObject(day)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => queryOf(page.url())).toEqual(kept)
  await chip.click()
  await expect.poll(() => from.inputValue()).toBe('')

  // If the server cannot load the history, a message is shown, and Retry loads it.
  problems.expect(/status of 500/)
  await page.keyboard.press('Escape')
  desk.answer({ listHistory: refusal(500, '') })
  await history.choose('Rows', '50')
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load history.' })
  await failure.waitFor()
  desk.answer({ listHistory: [entry] })
  await failure.getByRole('button', { name: 'Retry' }).click()
  await history.rows.first().waitFor()
})

test('the chip "Period" takes two days, keeps a wrong one, and works with the keyboard', async () => {
  const { page } = await screen({ as: priya, at: '/manage?type=Sign In', answers: filtered })
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
  const all = Array.from({ length: 27 }, (_, nth) => ({ ...entry, id: String(nth) }))
  const { page } = await screen({
    as: priya,
    at: '/manage',
    answers: {
      ...oneEntry,
      listHistory: ({ query: { page, perPage } }) =>
        new Other(200, all.slice((page - 1) * perPage, page * perPage), { 'x-count': '27' }),
    },
  })
  const history = historyList(page)
  const pages = page.getByRole('navigation', { name: 'Pages of the history' })
  await pages.getByText('1–25').waitFor()
  await expect.poll(() => pages.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true)
  await pages.getByRole('button', { name: 'Next' }).click()
  await pages.getByText('26–27').waitFor()
  expect(queryOf(page.url()).page).toBe('2')
  await page.goBack()
  await pages.getByText('1–25').waitFor()
  await history.choose('Rows', 'All')
  await expect.poll(() => history.grid.getAttribute('aria-rowcount')).toBe('28')
  expect(await pages.count()).toBe(0)
})

test('the filtered history can be exported as a file; an entry of an import has no address, and no type equal to its category', async () => {
  const ofImport = {
    ...entry,
    userName: 'Import',
    ipAddress: 'system',
    category: 'Import',
    entryType: 'Import',
    description: 'Imported records: 1 company added',
  }
  const csv = file('history-10415.csv', 'text/csv', Buffer.from('Description'))
  const { page, desk } = await screen({
    as: priya,
    at: '/manage?category=Import',
    answers: { ...oneEntry, listHistory: [ofImport], downloadHistory: csv },
  })
  const row = historyList(page).rows.first()
  // The entry has its user, as in the filter, and its category.
  await expect.poll(async () => (await row.innerText()).match(/\bImport\b/g)).toHaveLength(2)
  expect(await row.innerText()).not.toContain('system')
  const { name } = await downloaded(page, () => page.getByRole('button', { name: 'CSV' }).click())
  expect(name).toBe('history-10415.csv')
  expect(desk.asked('downloadHistory')[0]?.query).toMatchObject({ categoryFilter: 'Import' })
})

test('on a phone the filters are in a sheet, and the button shows the number of active ones', async () => {
  const { page } = await screen({
    as: priya,
    at: '/manage?category=Account',
    viewport: phone,
    answers: oneEntry,
  })
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
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await expect
    .poll(() => page.getByRole('button', { name: 'Filters', exact: true }).isVisible())
    .toBe(true)
})
