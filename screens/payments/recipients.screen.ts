import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ExternalRecipient } from '@portal/domain/payments/recipients.schema'
import { isFocused } from '../../e2e/is-focused.ts'
import { dunlin } from '../../e2e/records/autopay-companies.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'

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
  const { page } = await screen({ as: dora, at })
  const { external, users, total } = recipients(page)
  await page.getByRole('heading', { name: 'Payment Notification Recipients' }).waitFor()
  await external.getByText('No External Recipients Found').waitFor()
  await users.getByText(dora.email).waitFor()
  await users.getByText(/Last Sign In Date: \d\d\/\d\d\/\d{4}/).waitFor()
  expect(await users.getByRole('button').count()).toBe(0)
  await total(1).waitFor()
})

const added = (email: string, day = '2026-11-24') => ({
  email,
  accountId: dunlin.accountId,
  dateAdded: `${day}T09:00:00.000Z`,
  refusedSince: null,
  state: 'confirmed' as 'confirmed' | 'waiting',
  invoices: 'none' as ExternalRecipient['invoices'],
  categories: [] as ExternalRecipient['categories'],
})

test('valid entries are added first in the list, invalid ones stay for correction, and a refusal is shown', async () => {
  const { page, problems, desk } = await screen({
    as: dora,
    at,
    answers: { addRecipients: ({ body }) => body.emailRecipients.map((email) => added(email)) },
  })
  problems.expect(/status of 400/)
  const { open, dialog, field, add, row, emails, total } = recipients(page)
  await open.click()
  await expect.poll(() => isFocused(field)).toBe(true)
  await field.fill('books@x.example,cfo@acme')
  await add.click()
  await page.getByText('Recipient added').first().waitFor()
  await dialog.getByText('Invalid or duplicate email(s): cfo@acme').waitFor()
  await expect.poll(() => field.inputValue()).toBe('cfo@acme')
  await field.fill('cfo@acme.example')
  await add.click()
  await dialog.waitFor({ state: 'detached' })
  await row('cfo@acme.example').getByText('Date Added: 11/24/2026').waitFor()
  await expect.poll(() => emails()).toEqual(['cfo@acme.example', 'books@x.example'])
  await total(3).waitFor()
  expect(desk.asked('addRecipients').map(({ body }) => body)).toEqual([
    { crmId: dunlin.accountId, emailRecipients: ['books@x.example'] },
    { crmId: dunlin.accountId, emailRecipients: ['cfo@acme.example'] },
  ])
  // Another user added the recipient meanwhile.
  const refused = 'Invalid or duplicate email(s): late@x.example'
  desk.answer({ addRecipients: refusal(400, refused) })
  await open.click()
  await field.fill('late@x.example')
  await add.click()
  await dialog.getByRole('alert').getByText(refused).waitFor()
})

test('a recipient is deleted immediately, and restored by Undo or if the deletion fails', async () => {
  let list = [added('late@x.example'), added('cfo@x.example', '2026-11-20')]
  const { page, context, problems, desk } = await screen({
    as: dora,
    at,
    answers: {
      listExternalRecipients: () => list,
      removeRecipient: ({ query: { email } }) => {
        list = list.filter((one) => one.email !== email)
        return { email, accountId: dunlin.accountId }
      },
      addRecipients: () => {
        list = [added('late@x.example'), ...list]
        return list.slice(0, 1)
      },
    },
  })
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  const { remove, row } = recipients(page)
  await remove('late@x.example').click()
  await row('late@x.example').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row('late@x.example').waitFor()
  const toast = page.getByText('Recipient deleted')
  await toast.waitFor({ state: 'detached' })
  // The focus moves to the next row: its own row has disappeared.
  await remove('late@x.example').press('Enter')
  await toast.waitFor()
  const next = remove('cfo@x.example')
  await expect.poll(() => isFocused(next)).toBe(true)
  expect(desk.asked('removeRecipient').map(({ query }) => query)).toMatchObject([
    { email: 'late@x.example' },
    { email: 'late@x.example' },
  ])
  await context.setOffline(true)
  await next.click()
  await page.getByText('An error occurred while deleting the recipient.').first().waitFor()
  await row('cfo@x.example').waitFor()
})

test('an unconfirmed recipient is marked, and gets one more request after a double click', async () => {
  const waiting = { ...added('late@x.example'), state: 'waiting' as const }
  const { page, desk } = await screen({
    as: dora,
    at,
    answers: {
      listExternalRecipients: [waiting, added('cfo@x.example')],
      askRecipient: async () => {
        await new Promise((resolve) => setTimeout(resolve, 300))
        return waiting
      },
    },
  })
  const { row } = recipients(page)
  await row('late@x.example').getByText('Waiting for confirmation').waitFor()
  expect(await row('cfo@x.example').getByText('Waiting').count()).toBe(0)
  await row('late@x.example')
    .getByRole('button', { name: /^Send the request again/ })
    .dblclick()
  await page.getByText('Request sent again').first().waitFor()
  expect(desk.asked('askRecipient').map(({ body }) => body)).toEqual([
    { crmId: dunlin.accountId, email: 'late@x.example' },
  ])
})

test('the invoices of a recipient are chosen by category, and shown once its mailbox has to confirm', async () => {
  const categories = [
    { invoiceCategoryId: 1, name: 'Licenses' },
    { invoiceCategoryId: 2, name: 'Market Data' },
  ]
  const cfo = added('cfo@x.example')
  const { page, desk } = await screen({
    as: dora,
    at,
    answers: {
      listExternalRecipients: [cfo, { ...added('off@x.example'), invoices: 'off' }],
      listMyCategories: categories,
      chooseMailboxInvoices: { ...cfo, invoices: 'waiting', categories: categories.slice(1) },
    },
  })
  const { row } = recipients(page)
  await row('off@x.example').getByText('Turned off invoices').waitFor()
  await page.getByRole('button', { name: 'Invoices, cfo@x.example' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invoices by Email' })
  await dialog.getByRole('checkbox', { name: 'Market Data' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row('cfo@x.example').getByText('Invoices: Market Data').waitFor()
  await row('cfo@x.example').getByText('Waiting for confirmation of the invoices').waitFor()
  expect(desk.asked('chooseMailboxInvoices').map(({ body }) => body)).toEqual([
    { crmId: dunlin.accountId, email: 'cfo@x.example', invoiceCategories: [2] },
  ])
})
