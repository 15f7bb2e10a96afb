import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { dunlin } from './records/autopay-companies.ts'

const dora = dunlin.payer
const at = '/payments?tab=recipients'

function recipients(page: Page) {
  const external = page.getByRole('region', { name: 'External Recipients' })
  const users = page.getByRole('region', { name: 'User Recipients' })
  const dialog = page.getByRole('dialog', { name: 'Add Recipients' })
  return {
    external,
    users,
    dialog,
    row: (email: string) => external.getByRole('listitem').filter({ hasText: email }),
    emails: async () =>
      (await external.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0]),
    open: external.getByRole('button', { name: 'Add Recipients' }),
    field: dialog.getByRole('textbox', { name: 'Email addresses' }),
    add: dialog.getByRole('button', { name: 'Add', exact: true }),
    remove: (email: string) => page.getByRole('button', { name: `Delete, ${email}` }),
    total: (count: number) => page.getByText(`Total: ${count}`, { exact: true }),
  }
}

test('two sections list the recipients: no external ones, and the users who may pay', async () => {
  const { page } = await visit({ as: dora, at })
  const { external, users, total } = recipients(page)
  await page.getByRole('heading', { name: 'Payment Notification Recipients' }).waitFor()
  await external.getByText('No External Recipients Found').waitFor()
  await users.getByText(dora.email).waitFor()
  await users.getByText(/Last Sign In Date: \d\d\/\d\d\/\d{4}/).waitFor()
  expect(await users.getByRole('button').count()).toBe(0)
  await total(1).waitFor()
})

test('every invalid entry is refused with the message of its rule', async () => {
  const { page } = await visit({ as: dora, at })
  const { open, dialog, field, add } = recipients(page)
  await open.click()
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await add.click()
  await dialog.getByText('Invalid emails or duplicates found.').waitFor()
  await field.fill('a@x.example, b@x.example')
  await field.blur()
  await dialog.getByText('Emails must be comma-separated without spaces.').waitFor()
  for (const wrong of ['bob@acme', dora.email, 'a@-.']) {
    await field.fill(wrong)
    await field.press('Enter')
    await dialog.getByText(`Invalid or duplicate email(s): ${wrong}`).waitFor()
    await dialog.getByRole('alert').getByText('Invalid emails or duplicates found.').waitFor()
    await expect.poll(() => field.inputValue()).toBe(wrong)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('valid entries are added first in the list, invalid ones stay for correction', async () => {
  const { page } = await visit({ as: dora, at })
  const { open, dialog, field, add, row, emails, total } = recipients(page)
  await open.click()
  await field.fill('books@x.example,cfo@acme')
  await add.click()
  await page.getByText('Recipient added').first().waitFor()
  await dialog.getByText('Invalid or duplicate email(s): cfo@acme').waitFor()
  await expect.poll(() => field.inputValue()).toBe('cfo@acme')
  await field.fill('cfo@acme.example')
  await add.click()
  await dialog.waitFor({ state: 'detached' })
  await row('cfo@acme.example')
    .getByText(/Date Added: \d\d\/\d\d\/\d{4}/)
    .waitFor()
  await expect.poll(() => emails()).toEqual(['cfo@acme.example', 'books@x.example'])
  await total(3).waitFor()
  await page.reload()
  await row('books@x.example').waitFor()
  await expect.poll(() => emails()).toEqual(['cfo@acme.example', 'books@x.example'])
})

test('a recipient that another user added meanwhile is refused with the server’s message', async () => {
  const { page, problems } = await visit({ as: dora, at })
  problems.expect(/status of 400/)
  const { open, dialog, field, add } = recipients(page)
  await open.click()
  const other = await visit({ as: dora, at })
  const there = recipients(other.page)
  await there.open.click()
  await there.field.fill('late@x.example')
  await there.add.click()
  await there.dialog.waitFor({ state: 'detached' })
  await field.fill('late@x.example')
  await add.click()
  await dialog
    .getByRole('alert')
    .getByText('Invalid or duplicate email(s): late@x.example')
    .waitFor()
})

test('a recipient is deleted immediately, and restored by Undo', async () => {
  const { page } = await visit({ as: dora, at })
  const { remove, row, total } = recipients(page)
  await remove('late@x.example').click()
  await row('late@x.example').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row('late@x.example').waitFor()
  const told = page.getByText('Recipient deleted')
  await told.waitFor({ state: 'detached' })
  // The focus moves to the next row: its own row has disappeared.
  await remove('late@x.example').press('Enter')
  await told.waitFor()
  const next = remove('cfo@acme.example')
  await expect.poll(() => next.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.reload()
  await total(3).waitFor()
  await expect.poll(() => row('late@x.example').count()).toBe(0)
})

test('without a network a deletion is undone, and the lists show an error', async () => {
  const { page, context, problems } = await visit({ as: dora, at })
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  const { remove, row } = recipients(page)
  await row('books@x.example').waitFor()
  await context.setOffline(true)
  await remove('books@x.example').click()
  await page.getByText('An error occurred while deleting the recipient.').first().waitFor()
  await row('books@x.example').waitFor()
  await context.setOffline(false)
})
