import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { clickTwiceAtOnce } from './click-twice.ts'
import { downloaded } from './downloaded.ts'
import { orders } from './license-pages.ts'
import { mailsAbout } from './mailbox.ts'
import { pdfText } from './pdf-text.ts'
import { inDatabase } from './portal-database.ts'
import { wagtail } from './records/license-company.ts'

const wanda = wagtail.orderer
const at = '/licenses?show=orders'

test('each kind of item is built, reviewed, kept as a draft, opened again and submitted once', async () => {
  const { page } = await visit({ as: wanda, at })
  const { tile, product, choose, field, button, added, items, notes, dialog, held } = orders(page)
  const { heldRow, heldBox, step, products, heldOfProduct } = orders(page)
  // Hovering the second tile shows the others.
  await tile('new order').hover()
  await tile('add item').click()
  await product('TT Pro').click()
  await expect.poll(() => button('Add to Order').getAttribute('aria-disabled')).toBe('true')
  await page.getByText('Fill in all the fields to submit changes.').first().waitFor()
  await field('User Name').focus()
  await page.keyboard.press('Tab')
  await page.getByText('Please enter the user name.').waitFor()
  await choose('Network', 'Eurex')
  await field('User Name').fill('ann.lee')
  await button('Add to Order').click()
  await page.getByText('Item added to order.').waitFor()
  await added.getByText('1 item has been added to your order.').waitFor()
  await added.getByRole('button', { name: 'Add More' }).click()

  await product('Company relationship: clearing').click()
  const fees = dialog('SUBSCRIPTION SERVICE FEES')
  await fees.getByRole('button', { name: 'Add to Order' }).click()
  await fees.getByText('Fill in all the fields to add the item(s) to your order.').waitFor()
  await fees.getByLabel(/Company names/).fill('Northgate, Harbour Bank')
  await fees.getByText('TT Platform').waitFor()
  await fees.getByRole('button', { name: 'Add to Order' }).click()
  await added.getByText('2 items have been added to your order.').waitFor()
  await added.getByRole('button', { name: 'Add More' }).click()

  await tile('cancel item').click()
  await held.getByRole('button', { name: 'Cancel TT Pro, Eurex · first.trader' }).click()
  await step.getByText('Eurex · first.trader').waitFor()
  await expect.poll(() => field('User Name').count()).toBe(0)
  await step.getByRole('button', { name: 'Change selection' }).click()
  await products()
  await page.getByRole('heading', { name: 'TRADING PRODUCTS' }).waitFor()
  await product('TT Pro').click()
  await heldOfProduct('TT Pro')
    .getByRole('button', { name: /^Cancel .* first.trader/ })
    .click()
  await step.getByText('Eurex · first.trader').waitFor()
  await step.getByRole('button', { name: 'Change selection' }).click()
  await button('Edit').click()
  await product('TT Score').click()
  await page.getByText('Your list has no license of TT Score.').waitFor()
  await field('Required By').fill('13/45/2026')
  await page.getByText('Date input not valid.').waitFor()
  await field('Required By').fill('')
  await page.getByText('Date must be within the next 15 days.').waitFor()
  await page.keyboard.press('Tab')
  await button('Edit').click()
  await button('Your licenses').click()
  await heldRow('first.trader').click()
  await clickTwiceAtOnce(step.getByRole('button', { name: 'Add to Order' }))
  await added.getByText('1 item has been added to your order.').waitFor()
  await added.getByRole('button', { name: 'Add More' }).click()

  await tile('change item').click()
  const taken = held.getByRole('button', { name: 'Change TT Pro, Eurex · first.trader' })
  await expect.poll(() => taken.getAttribute('aria-disabled')).toBe('true')
  await heldRow('first.trader').getByText('In this order, item 4').waitFor()
  await expect.poll(() => heldBox('first.trader').getAttribute('aria-disabled')).toBe('true')
  await held.getByRole('button', { name: 'Change TT Pro, Eurex · old.trader' }).click()
  await page.getByRole('heading', { name: 'What would you like to change?' }).waitFor()
  await page.getByText('Change at least one of the values.').first().waitFor()
  expect(await field('User Name').inputValue()).toBe('old.trader')
  await field('User Name').fill('second.trader')
  await step.getByRole('button', { name: 'Add to Order' }).click()
  await added.getByRole('button', { name: 'Review Order' }).click()

  await page.getByRole('heading', { name: 'New Order' }).waitFor()
  await expect.poll(() => items.count()).toBe(5)
  await expect
    .poll(() => notes.inputValue())
    .toBe('Covered companies: Northgate\nCovered companies: Harbour Bank')
  await page.getByText('+$100.00 a month').first().waitFor()
  await page.getByRole('button', { name: /Delete item 2/ }).click()
  const removal = dialog('Delete Item')
  await removal.getByText('Are you sure you want to delete this item?').waitFor()
  await removal.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => items.count()).toBe(4)
  await page.getByRole('button', { name: /Edit item 1/ }).click()
  await dialog('Edit Item').getByRole('textbox', { name: 'User Name' }).fill('anne.lee')
  await dialog('Edit Item').getByRole('button', { name: 'Save' }).click()
  await items.first().getByText('Eurex · anne.lee').waitFor()

  // It survives a reload, in the agreed storage format.
  await page.reload()
  await expect.poll(() => items.count()).toBe(4)
  await tile('all orders').click()
  await page
    .getByText('You have started an order with 4 items that has not been submitted.')
    .waitFor()
  const stored = JSON.parse((await page.evaluate(() => localStorage.getItem('order')))!) as object
  expect(stored).toMatchObject({
    user: { accountId: wagtail.accountId },
    data: {
      notes: expect.stringContaining('Northgate'),
      lineItems: [{ productSku: '10010' }, {}, {}, {}],
    },
  })
  await button('Continue').click()
  await button('Save Draft').click()
  await page.getByText('Draft saved.').waitFor()
  const draft = orders(page).row('Draft').first()
  await draft.getByRole('button', { name: /Edit draft/ }).click()
  const id = (await page.getByRole('heading', { name: /^Draft P-/ }).innerText()).slice(8)
  expect(page.url()).toContain(`draft=${id}`)
  await notes.fill('Please call first')
  await button('Submit Order').click()
  const confirm = dialog('CONFIRM ORDER')
  await confirm.getByText('TT Standard is charged at $735').waitFor()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('"isDraft":false')) calls.push(request.method())
  })
  await clickTwiceAtOnce(confirm.getByRole('button', { name: 'Accept and Submit' }))
  await page.getByText('Order submitted.').waitFor()
  await orders(page).row(`P-${id}`).getByText('Submitted').waitFor()
  expect(calls).toEqual(['PUT'])
  expect(page.url()).not.toContain('draft')

  await orders(page).row(`P-${id}`).click()
  const panel = page.locator('[data-side-panel]')
  await panel.getByText('Schedule C, version').waitFor()
  await panel.getByText('3 (Change)').waitFor()
  await panel.getByText('old.trader → second.trader').waitFor()
  const { name, content } = await downloaded(page, () =>
    panel.getByRole('button', { name: 'Order confirmation' }).click(),
  )
  expect(name).toBe(`license-order-${id}.pdf`)
  expect(pdfText(content).includes('anne.lee')).toBe(true)
  await expect.poll(async () => (await mailsAbout(`submitted, P-${id}`)).length).toBeGreaterThan(0)
})

test('two tabs build one order and submit it once', async () => {
  const { page, context } = await visit({ as: wanda, at })
  const first = orders(page)
  await first.tile('new order').click()
  await page.getByText("You haven't added an item to this order.").waitFor()
  await first.button('Add Item').click()
  await first.product('CME Gateway').click()
  await first.choose('Network', 'ICE')
  await first.button('Add to Order').click()
  await first.added.getByRole('button', { name: 'Review Order' }).click()
  const twin = await context.newPage()
  await twin.goto('/license/review')
  const second = orders(twin)
  await second.items.getByText('CME Gateway').waitFor()
  await second.notes.fill('From the other tab')
  await expect.poll(() => first.notes.inputValue()).toBe('From the other tab')
  for (const tab of [first, second]) await tab.button('Submit Order').click()
  const accept = (tab: typeof first) =>
    tab.dialog('CONFIRM ORDER').getByRole('button', { name: 'Accept and Submit' })
  const count = () =>
    inDatabase(portal.dataDir, async (database) => {
      const { rows } = await database.query<{ count: number }>(
        `select count(*)::int as count from license_order where account_id = $1 and notes = 'From the other tab'`,
        [wagtail.accountId],
      )
      return rows[0]!.count
    })
  // The later one may find that the order is gone before its click.
  await Promise.allSettled(
    [accept(first), accept(second)].map((one) => one.click({ timeout: 3000 })),
  )
  await expect.poll(count).toBe(1)
  const later = await context.newPage()
  await later.goto(at)
  await orders(later).tile('new order').click()
  await later.getByText("You haven't added an item to this order.").waitFor()
})

test('without a network nothing of the order is lost, and a late retry saves it once', async () => {
  const { page, context, problems } = await visit({ as: wagtail.other, at })
  problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  const { tile, product, choose, button, added, items } = orders(page)
  await tile('new order').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await product('ICE Gateway').click()
  await choose('Network', 'ICE')
  await button('Add to Order').click()
  await added.getByRole('button', { name: 'Review Order' }).click()
  await context.setOffline(true)
  await button('Save Draft').click()
  await page
    .getByRole('alert')
    .getByText('The draft was not saved: the portal could not be reached.')
    .waitFor()
  await expect.poll(() => items.count()).toBe(1)
  await context.setOffline(false)
  await button('Save Draft').click()
  await page.getByText('Draft saved.').waitFor()
  // Opening it while another order is being built requires a confirmation.
  await tile('new order').click()
  await tile('add item').click()
  await product('ICE Gateway').click()
  await choose('Network', 'ICE')
  await button('Add to Order').click()
  await added.getByRole('button', { name: 'Review Order' }).click()
  await tile('all orders').click()
  const draft = orders(page).row('Will Page').first()
  await draft.getByRole('button', { name: /Edit draft/ }).click()
  const question = page.getByRole('dialog', { name: /^Open Draft/ })
  await question.getByRole('button', { name: 'Keep my order' }).click()
  await page.getByRole('heading', { name: 'New Order' }).waitFor()
  await button('Clear Order').click()
  await orders(page).dialog('Clear Order').getByRole('button', { name: 'Clear Order' }).click()
  await draft.click()
  const panel = page.locator('[data-side-panel]')
  await panel.getByRole('button', { name: 'Delete' }).click()
  const removal = page.getByRole('dialog', { name: 'Delete Draft' })
  await removal.getByText(/Are you sure you want to delete draft P-\d+\?/).waitFor()
  await removal.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Draft deleted.').waitFor()
  await orders(page).row('Will Page').waitFor({ state: 'detached' })
})

test('orders are searched and filtered over all pages, and an unknown draft shows a message', async () => {
  const { page, problems } = await visit({ as: wagtail.other, at: `${at}&status=Submitted&page=2` })
  const { row, rows } = orders(page)
  await row('Åse Nygård').waitFor()
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('desk 7')
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByText('Total: 1', { exact: true }).waitFor()
  await page.goto(`${at}&q=nothing-like-this`)
  await page.getByText('No Licenses Found.').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(5)
  problems.expect(/404/)
  await page.goto(`${at}&draft=999999`)
  await page.getByText('Failed to load draft. Try again.').waitFor()
  await page.goto(`${at}&order=999999`)
  await page.getByText('Failed to load license details.').waitFor()
})
