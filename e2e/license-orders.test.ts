import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { clickTwiceAtOnce } from './click-twice.ts'
import { downloaded } from './downloaded.ts'
import { orders } from './license-pages.ts'
import { mailsAbout } from './mailbox.ts'
import { pdfText } from './pdf-text.ts'
import { wagtail } from './records/license-company.ts'

const wanda = wagtail.orderer
const at = '/licenses?show=orders'

test('an order is kept as a draft, opened again and submitted once, with its mail and its document', async () => {
  const { page } = await visit({ as: wanda, at })
  const { tile, product, choose, field, button, added, notes, dialog, row, held, step } =
    orders(page)
  await tile('new order').hover()
  await tile('add item').click()
  await product('TT Pro').click()
  await choose('Network', 'Eurex')
  await field('User Name').fill('ann.lee')
  await button('Add to Order').click()
  await added.getByRole('button', { name: 'Add More' }).click()
  await tile('change item').click()
  await held.getByRole('button', { name: 'Change TT Pro, Eurex · old.trader' }).click()
  await field('User Name').fill('second.trader')
  await clickTwiceAtOnce(step.getByRole('button', { name: 'Add to Order' }))
  await added.getByText('1 item has been added to your order.').waitFor()
  await added.getByRole('button', { name: 'Review Order' }).click()
  await button('Save Draft').click()
  await page.getByText('Draft saved.').waitFor()
  await row('Draft')
    .first()
    .getByRole('button', { name: /Edit draft/ })
    .click()
  const id = (await page.getByRole('heading', { name: /^Draft #P-/ }).innerText()).slice(9)
  await expect.poll(() => page.url()).toContain(`draft=${id}`)
  await notes.fill('Please call first')
  await button('Submit Order').click()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('"isDraft":false')) calls.push(request.method())
  })
  await clickTwiceAtOnce(dialog('CONFIRM ORDER').getByRole('button', { name: 'Accept and Submit' }))
  await row(`P-${id}`).getByText('Submitted').waitFor()
  expect(calls).toEqual(['PUT'])
  // The order never returns: neither as the unsent order, nor from the address of its draft.
  await expect.poll(() => new URL(page.url()).search).toBe('?show=orders')
  await expect.poll(() => page.getByText(/You are editing|You have started/).count()).toBe(0)
  await page.goto(`${at}&draft=${id}`)
  await page.getByText(`Order P-${id} has been submitted.`).waitFor()

  await page.goto(`${at}&order=${id}`)
  const panel = page.locator('[data-side-panel]')
  await panel.getByText('Schedule C, version').waitFor()
  await panel.getByText('old.trader → second.trader').waitFor()
  const { name, content } = await downloaded(page, () =>
    panel.getByRole('button', { name: 'Order confirmation' }).click(),
  )
  expect(name).toBe(`license-order-${id}.pdf`)
  expect(pdfText(content).includes('ann.lee')).toBe(true)
  await expect.poll(async () => (await mailsAbout(`submitted, P-${id}`)).length).toBeGreaterThan(0)
})
