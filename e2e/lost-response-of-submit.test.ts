import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { orders } from './license-pages.ts'
import { accept, addGateway } from './order-steps.ts'
import { inDatabase } from './portal-database.ts'
import { plover } from './records/draft-company.ts'

test('an order whose response is lost is submitted once, and another tab adds nothing to it', async () => {
  const { page, context, problems } = await visit({ as: plover.hal, at: '/licenses?show=orders' })
  problems.expect(/ERR_FAILED|status of 409/)
  await addGateway(page)
  const twin = await context.newPage()
  await twin.goto('/licenses?show=add_item')
  const { button, product, choose } = orders(twin)
  await product('CME Gateway').click()
  await choose('Network', 'ICE')
  await twin.getByText('1 item', { exact: true }).waitFor()
  await orders(page).button('Submit Order').click()
  await page.route(
    /\/api\/license$/,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await accept(page).click()
  await page.getByText(/^Submission failed\. The portal could not be reached/).waitFor()

  // The other tab shows the order as it was.
  await button('Add to Order').click()
  await twin.getByRole('alert').getByText('Not done: Add CME Gateway').waitFor()
  await accept(page).click()
  await page.getByText('Order submitted.').first().waitFor()
  for (const tab of [page, twin]) {
    await tab.goto('/license/review')
    await tab.getByText("You haven't added an item to this order.").waitFor()
  }
  const { rows } = await inDatabase(portal.dataDir, (database) =>
    database.query<{ status: string; lines: number }>(
      `select o.status, (select count(*)::int from license_order_line l where l.account_id = o.account_id and l.order_id = o.id) as lines
         from license_order o where o.account_id = $1 and o.requestor_name = 'Hal Drafter'`,
      [plover.accountId],
    ),
  )
  expect(rows).toEqual([{ status: 'Submitted', lines: 1 }])
})
