import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { cardForm, cardList } from './card-pages.ts'
import { inDatabase } from './portal-database.ts'
import { heron } from './records/card-companies.ts'
import { callAs } from './call-as.ts'

const hana = heron.payer

const brands = [
  { number: '4242424242424242', name: 'Visa ending in 4242' },
  { number: '5555555555554444', name: 'Mastercard ending in 4444' },
  { number: '378282246310005', name: 'American Express ending in 0005' },
  { number: '6011111111111117', name: 'Discover ending in 1117' },
  { number: '3566002020360505', name: 'JCB ending in 0505' },
  { number: '3056930009020004', name: 'Diners Club ending in 0004' },
  { number: '6200000000000005', name: 'China UnionPay ending in 0005' },
  { number: '4000056655665556', name: 'Visa ending in 5556' },
]

test('a card of every brand is put on file, and the first one is the default', async () => {
  const { page } = await visit({ as: hana, at: '/payments' })
  await page.getByText('No cards on file').waitFor()
  const form = cardForm(page)
  const list = cardList(page)
  for (const { number, name } of brands) {
    await form.open()
    await form.type({ number })
    await form.submit.click()
    await form.dialog.waitFor({ state: 'detached' })
    await list.says('Card added successfully.').waitFor()
    await expect.poll(list.names).toContain(name)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await list.says('Card added successfully.').waitFor({ state: 'detached' })
  }
  const [first, ...others] = brands.map(({ name }) => name)
  await expect.poll(() => list.names()).toEqual([first, ...others.reverse()])
  await list.badge('4242', 'Default').waitFor()
  await expect.poll(() => page.getByText('Default', { exact: true }).count()).toBe(1)
  await expect.poll(() => list.row('4242').innerText()).toContain('Expires 12/2034')
  // The default card stays the same; every other one can be removed or become the default.
  await expect.poll(() => list.row('4242').getByRole('button').count()).toBe(0)
  await expect
    .poll(() => list.row('4444').getByRole('button').allInnerTexts())
    .toEqual(['Set Default', 'Remove'])
})

test('the same card twice is one card, with its new date', async () => {
  const { page } = await visit({ as: hana, at: '/payments' })
  const form = cardForm(page)
  const list = cardList(page)
  await list.row('4444').waitFor()
  await form.open()
  await form.type({ number: '5555555555554444', expiry: '0535' })
  await form.submit.click()
  await list.says('Card added successfully.').waitFor()
  await expect.poll(() => list.row('4444').innerText()).toContain('Expires 05/2035')
  await expect.poll(() => list.rows.count()).toBe(brands.length)
})

test('another card becomes the default, and stays the default', async () => {
  const { page } = await visit({ as: hana, at: '/payments' })
  const list = cardList(page)
  await list.setDefault('1117').click()
  await list.badge('1117', 'Default').waitFor()
  await list.says('Default card set successfully.').waitFor()
  await page.reload()
  await list.badge('1117', 'Default').waitFor()
  expect((await list.names())[0]).toBe('Discover ending in 1117')
  await expect.poll(() => page.getByText('Default', { exact: true }).count()).toBe(1)
  expect(await page.getByText('Autopay', { exact: true }).count()).toBe(0)
})

test('once enrolled in AutoPay the default card says so, and only that one', async () => {
  await callAs(hana, 'post', `/payment/autopay/enable?crmId=${heron.accountId}`)
  const { page } = await visit({ as: hana, at: '/payments' })
  const list = cardList(page)
  await list.badge('1117', 'Autopay').waitFor()
  await expect.poll(() => page.getByText('Autopay', { exact: true }).count()).toBe(1)
  await list.setDefault('4242').click()
  await list.badge('4242', 'Autopay').waitFor()
  await list.badge('1117', 'Autopay').waitFor({ state: 'detached' })
  await list.setDefault('1117').click()
  await list.badge('1117', 'Default').waitFor()
})

test('a card is removed only after a confirmation', async () => {
  const { page } = await visit({ as: hana, at: '/payments' })
  const list = cardList(page)
  const dialog = page.getByRole('dialog')
  await list.remove('5556').click()
  await dialog.getByText('Are you sure you want to remove this card?').waitFor()
  await dialog.getByText('Visa ending in 5556').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => list.row('5556').count()).toBe(1)

  await list.remove('5556').click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await list.says('You removed a credit card.').waitFor()
  await list.row('5556').waitFor({ state: 'detached' })
  await page.reload()
  await list.row('1117').waitFor()
  expect(await list.row('5556').count()).toBe(0)
})

test('an expired card cannot become the default, and a default that expires soon shows a warning', async () => {
  const expire = (last4: string, date: Date) =>
    inDatabase(portal.dataDir, (database) =>
      database.query(
        'update card set exp_year = $1, exp_month = $2 where account_id = $3 and last4 = $4',
        [date.getUTCFullYear(), date.getUTCMonth() + 1, heron.accountId, last4],
      ),
    )
  await expire('0505', new Date('2024-03-01'))
  await expire('1117', new Date())
  const { page, problems } = await visit({ as: hana, at: '/payments' })
  problems.expect(/status of 400/)
  const list = cardList(page)
  await list.badge('0505', 'Expired').waitFor()
  await page.getByText(/The default card, Discover ending in 1117, expires on/).waitFor()
  await list.setDefault('0505').click()
  await list.says('Error: Unable to set expired card as default payment card').waitFor()
  await list.badge('1117', 'Default').waitFor()

  await expire('1117', new Date('2024-03-01'))
  await page.reload()
  await page
    .getByText('The default card, Discover ending in 1117, expired on 03/31/2024.')
    .waitFor()
})

test('if nothing can be changed or loaded the list is emptied, and Retry loads it again', async () => {
  const { page, context, problems } = await visit({ as: hana, at: '/payments' })
  const list = cardList(page)
  await list.setDefault('4444').waitFor()
  problems.expect(/status of 500|ERR_INTERNET_DISCONNECTED/)
  // Without a network the cards stay as they are.
  await context.setOffline(true)
  await list.setDefault('4444').click()
  await list.says('An error occurred.').waitFor()
  await page.getByText('You are offline.').waitFor()
  await list.badge('1117', 'Default').waitFor()
  await context.setOffline(false)
  await page.getByText('You are offline.').waitFor({ state: 'detached' })
  await context.route(/\/api\//, (route) => route.fulfill({ status: 500 }))
  await list.setDefault('4444').click()
  await list.says('An error occurred.').waitFor()
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load cards.' })
  await failure.waitFor()
  expect(await list.rows.count()).toBe(0)
  await context.unroute(/\/api\//)
  await failure.getByRole('button', { name: 'Retry' }).click()
  await failure.waitFor({ state: 'detached' })
  await list.badge('1117', 'Default').waitFor()
  await list.badge('4444', 'Default').waitFor({ state: 'detached' })
})
