import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { orders } from './license-pages.ts'
import { accept, addGateway, isKept } from './order-steps.ts'
import { luis } from './people.ts'
import { inDatabase } from './portal-database.ts'
import { wagtail } from './records/license-company.ts'
import { signIn, userMenu } from './sign-in.ts'

const at = '/licenses?show=orders'
const startedOne = 'You have started an order with 1 item'

test('two tabs build one order and submit it once', async () => {
  const { page, context, problems } = await visit({ as: wagtail.orderer, at })
  problems.expect(/status of 409/)
  await addGateway(page, 'CME Gateway')
  const twin = await context.newPage()
  await twin.goto('/license/review')
  const [first, second] = [orders(page), orders(twin)]
  await second.items.getByText('CME Gateway').waitFor()
  // Each tab changes an order that the other has not reloaded.
  await addGateway(page)
  await second.notes.fill('From the other tab')
  await expect.poll(() => second.items.count()).toBe(2)
  await isKept(twin)
  await page.getByRole('button', { name: 'Delete item 1, CME Gateway' }).click()
  await first.dialog('Delete Item').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => first.items.count()).toBe(1)
  expect(await first.notes.inputValue()).toBe('From the other tab')
  await twin.getByRole('button', { name: 'Edit item 1, CME Gateway' }).click()
  await second.dialog('Edit Item').getByRole('textbox', { name: 'Required By' }).fill('12/31/2035')
  await second.dialog('Edit Item').getByRole('button', { name: 'Save' }).click()
  await twin.getByRole('alert').getByText('Not done: Edit CME Gateway').waitFor()
  await second.dialog('Edit Item').getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => second.items.count()).toBe(1)

  for (const tab of [first, second]) await tab.button('Submit Order').click()
  for (const tab of [page, twin]) await accept(tab).waitFor()
  await Promise.all([page, twin].map((tab) => accept(tab).click()))
  for (const tab of [page, twin]) await tab.getByText('Order submitted.').first().waitFor()
  const { rows } = await inDatabase(portal.dataDir, (database) =>
    database.query(
      `select from license_order where account_id = $1 and notes = 'From the other tab'`,
      [wagtail.accountId],
    ),
  )
  expect(rows).toHaveLength(1)
  await twin.goto('/license/review')
  await twin.getByText("You haven't added an item to this order.").waitFor()
})

test('signing out removes the order from the browser; the next sign-in restores it', async () => {
  const { page, problems } = await visit({ at })
  await signIn(page, luis)
  // Requests sent just before the sign-out: reads have no session, writes have the page token of the ended session.
  problems.expect(/status of 40[13]/)
  await addGateway(page)
  await orders(page).notes.fill('over the night')
  await userMenu(page, luis).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page
    .getByRole('button', { name: /Sign In/i })
    .first()
    .waitFor()
  const left = () => page.evaluate(() => Object.keys(localStorage))
  expect((await left()).filter((key) => key.startsWith('order'))).toEqual([])
  await page.goto(at)
  await signIn(page, luis)
  await page.getByText(startedOne).waitFor()
  await orders(page).button('Continue').click()
  await expect.poll(() => orders(page).notes.inputValue()).toBe('over the night')
  // The session ends while notes are typed: this tab has them again after the next sign-in.
  await page.context().clearCookies()
  await orders(page).notes.fill('and the day')
  await signIn(page, luis)
  await expect.poll(() => orders(page).notes.inputValue()).toBe('and the day')
  await isKept(page)
  await orders(page).button('Clear Order').click()
  await orders(page).dialog('Clear Order').getByRole('button', { name: 'Clear Order' }).click()
})
