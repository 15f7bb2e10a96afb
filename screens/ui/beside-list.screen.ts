import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isFocused } from '../../e2e/is-focused.ts'
import { orders } from '../../e2e/license-pages.ts'
import { follow } from '../../e2e/navigation.ts'
import { desktop, tablet } from '../../e2e/open-visit.ts'
import { siskin } from '../../e2e/records/equipment-company.ts'
import { curlew } from '../../e2e/records/license-company.ts'
import { screen } from '../screen.ts'
const address = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

test('a request is beside its list, which stays usable; in a narrower window the request covers the list with the same content', async () => {
  const { page } = await screen({ as: siskin.decider, at: '/ture' })
  await follow(page, '/erf')
  const list = page.getByRole('grid', { name: 'Requests' })
  const row = (id: string) => list.locator('[data-index]').filter({ hasText: id })
  const current = list.locator('[aria-current=true]')
  const beside = (id: string) => page.getByRole('complementary', { name: `Request ${id}` })
  const panel = page.locator('[data-side-panel]')

  await row('SI-SEEN').click()
  await beside('SI-SEEN').getByText('Router, managed pair').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => current.innerText()).toContain('SI-SEEN')
  // Both are fully visible: the list ends where the panel begins.
  const [of, from] = [(await list.boundingBox())!, (await panel.boundingBox())!]
  expect(of.x + of.width).toBeLessThanOrEqual(from.x)

  // The focus stays in the list, so the arrows and Enter read one request after the other.
  await expect.poll(() => isFocused(row('SI-SEEN'))).toBe(true)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => isFocused(row('SI-100'))).toBe(true)
  await page.keyboard.press('Enter')
  await beside('SI-100').getByText('Router, managed pair').waitFor()
  await expect.poll(() => current.count()).toBe(1)
  await expect.poll(() => current.innerText()).toContain('SI-100')
  expect(await isFocused(row('SI-100'))).toBe(true)
  await row('SI-101').click()
  await beside('SI-101').waitFor()
  expect(address(page)).toBe('/erf?open=SI-101')
  // One history entry, however many requests were read.
  await page.goBack()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => address(page)).toBe('/erf')
  await page.goBack()
  await expect.poll(() => address(page)).toBe('/ture')
  await page.goForward()

  // The tab key leads from the list to the panel and out of it again.
  await row('SI-SEEN').click()
  await beside('SI-SEEN').getByRole('button', { name: 'Approve' }).waitFor()
  const isInPanel = () => panel.evaluate((one) => one.contains(document.activeElement))
  const stops: boolean[] = []
  for (let nth = 0; nth < 16; nth += 1) {
    await page.keyboard.press('Tab')
    stops.push(await isInPanel())
  }
  expect(stops.indexOf(true)).toBeGreaterThan(0)
  expect(stops.lastIndexOf(true)).toBeLessThan(stops.length - 1)
  await panel.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(row('SI-SEEN'))).toBe(true)

  // Escape in the search does not close the panel; in the list it does.
  await page.keyboard.press('Enter')
  await beside('SI-SEEN').waitFor()
  await page.getByRole('searchbox').fill('SI-SEE')
  await expect.poll(() => address(page)).toBe('/erf?q=SI-SEE&open=SI-SEEN')
  await page.keyboard.press('Escape')
  await row('SI-SEEN').focus()
  expect(await panel.count()).toBe(1)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(row('SI-SEEN'))).toBe(true)

  // A narrower window covers the list with the same content, and the question in it stays open.
  await page.keyboard.press('Enter')
  await beside('SI-SEEN').getByRole('button', { name: 'Approve' }).waitFor()
  await page.setViewportSize(tablet)
  const sheet = page.getByRole('dialog', { name: 'Request SI-SEEN' })
  await sheet.getByText('Router, managed pair').waitFor()
  await expect.poll(isInPanel).toBe(true)
  expect(await list.count()).toBe(0)
  await sheet.getByRole('button', { name: 'Approve' }).click()
  const question = page.getByRole('dialog', { name: /^APPROVE/ })
  await question.waitFor()
  await page.setViewportSize(desktop)
  await expect.poll(() => panel.getAttribute('data-side-panel')).toBe('beside')
  await question.waitFor()
  await expect
    .poll(() => question.evaluate((one) => one.contains(document.activeElement)))
    .toBe(true)
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await beside('SI-SEEN').waitFor()
})

test('licenses are selected and searched beside an open one, and the list keeps its state', async () => {
  const { page } = await screen({ as: curlew.orderer, at: '/licenses' })
  const { heldRow, heldBox, selection } = orders(page)
  const panel = page.locator('[data-side-panel]')
  await heldRow('ben').first().click()
  await panel.getByRole('region', { name: 'History' }).waitFor()
  await heldBox('ben').first().click()
  await selection.getByText('1 selected').waitFor()
  // Escape clears the selection first.
  await heldRow('ben').first().focus()
  await page.keyboard.press('Escape')
  await selection.waitFor({ state: 'detached' })
  expect(await panel.count()).toBe(1)
  await page.getByRole('searchbox', { name: 'Search your licenses' }).fill('bea')
  await expect.poll(() => address(page)).toBe('/licenses?license=CU-ben&find=bea')
  await panel.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => address(page)).toBe('/licenses?find=bea')
})

test('beside an open license the requested licenses open, and known data does not hide the end of the license', async () => {
  const { page, problems } = await screen({ as: curlew.orderer, at: '/licenses' })
  problems.expect(/404/)
  const { heldRow } = orders(page)
  const panel = page.locator('[data-side-panel]')
  await heldRow('ben').first().click()
  await panel.getByRole('region', { name: 'History' }).waitFor()
  // If the keyboard was used, its button has the focus again afterwards.
  const show = page.getByRole('button', { name: /^1 license requested/ })
  await show.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Ordered and in force' }).waitFor()
  await panel.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Enter')
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(show)).toBe(true)
  expect(address(page)).toBe('/licenses')

  await page.route(/\/license\/held\/CU-ben/, (route) =>
    route.fulfill({ status: 404, json: { message: 'Not found.' } }),
  )
  await heldRow('ben').first().click()
  await panel.getByText('This license is not in force.').waitFor()
  expect(await panel.getByRole('button', { name: 'Change License' }).count()).toBe(0)

  // The open license is requested again when the list lacks it.
  await heldRow('ann').first().click()
  await panel.getByRole('button', { name: 'Change License' }).waitFor()
  await page.route(/\/license\/held\/CU-ann/, (route) =>
    route.fulfill({ status: 404, json: { message: 'Not found.' } }),
  )
  await page.getByRole('searchbox', { name: 'Search your licenses' }).fill('bea')
  await panel.getByText('This license is not in force.').waitFor()
})

test('after Back closes a record, the focus returns to its row, whatever row was visited last, also in a low window', async () => {
  const { page } = await screen({ as: curlew.orderer, at: '/licenses?license=CU-ben' })
  const { heldRow } = orders(page)
  const panel = page.locator('[data-side-panel]')
  const ben = heldRow('ben').first()
  const close = panel.getByRole('button', { name: 'Close' })
  await panel.getByRole('region', { name: 'History' }).waitFor()
  await ben.waitFor()
  // Opened only by the address.
  await page.goBack()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(ben)).toBe(true)

  await page.keyboard.press('Enter')
  await panel.getByRole('region', { name: 'History' }).waitFor()
  await heldRow('ann').first().focus()
  await close.focus()
  await page.goBack()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(ben)).toBe(true)

  // The page scrolls the list of a low window, which is another one.
  await page.keyboard.press('Enter')
  await panel.getByRole('region', { name: 'History' }).waitFor()
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.goBack()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(ben)).toBe(true)
})
