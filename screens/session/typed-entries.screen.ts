import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { autoPay, autoPayAddress } from '../../e2e/autopay-pages.ts'
import { questions } from '../../e2e/ask-line.ts'
import { invoiceViews } from '../../e2e/invoice-views.ts'
import { follow } from '../../e2e/navigation.ts'
import { ana, priya } from '../../e2e/people.ts'
import { plover } from '../../e2e/records/autopay-companies.ts'
import { avocet } from '../../e2e/records/questions-company.ts'
import { screen } from '../screen.ts'

const email = 'eve.nash@brightwater.example'

test('entries survive a stray click, Escape, Back and a reload, until they are discarded', async () => {
  const { page } = await screen({ as: priya, at: '/invites' })
  const dialog = page.getByRole('dialog', { name: 'INVITE USER' })
  const field = dialog.getByRole('textbox', { name: 'Email' })
  const discard = dialog.getByRole('button', { name: 'Discard' })
  await follow(page, '/invites?invite=open')
  await dialog.waitFor()
  expect(await discard.count()).toBe(0)
  await field.fill(email)
  await dialog.getByRole('button', { name: 'Requests/ERF' }).click()
  for (const close of [
    () => page.mouse.click(5, 5),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ]) {
    await close()
    await dialog.waitFor({ state: 'detached' })
    await follow(page, '/invites?invite=open')
    await expect.poll(() => field.inputValue()).toBe(email)
  }
  // After a sign-in the page is loaded in the same way.
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe(email)
  const permission = dialog.getByRole('button', { name: 'Requests/ERF' })
  expect(await permission.getAttribute('aria-pressed')).toBe('true')
  await discard.click()
  await expect.poll(() => field.inputValue()).toBe('')
  expect(await permission.getAttribute('aria-pressed')).toBe('false')
  await page.reload()
  await dialog.waitFor()
  expect(await field.inputValue()).toBe('')
})

test('an unsent question returns with its dialog, only for the same person', async () => {
  const at = '/invoices/detail/AV-SHOWN'
  const answers = { listQuestions: [] }
  const { page, desk } = await screen({ as: avocet.user, at, answers })
  const { button, dialog, message } = questions(page)
  await button('Ask about line 3: TT Pro').click()
  await message.fill('Why two?')
  await page.reload()
  await expect.poll(() => message.inputValue()).toBe('Why two?')
  desk.answer({
    getMyself: async (_, recorded) => ({ ...(await recorded()), id: crypto.randomUUID() }),
  })
  await page.reload()
  await button('Ask about line 3: TT Pro').click()
  await expect.poll(() => message.inputValue()).toBe('')
  expect(await page.evaluate(() => sessionStorage.getItem('typed') ?? '')).not.toContain('Why two?')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

const forms = [
  {
    name: 'the name of a view',
    as: ana,
    at: '/invoices?status=open',
    open: (page: Page) => invoiceViews(page).choose(/^Save view/),
    field: (page: Page) => invoiceViews(page).saving.getByRole('textbox'),
    typed: 'What is open',
  },
  {
    name: 'a limit of AutoPay',
    as: plover.payer,
    at: autoPayAddress,
    open: (page: Page) => autoPay(page).change.click(),
    field: (page: Page) => autoPay(page).perCharge,
    typed: '12,5',
  },
]

test.each(forms)('$name returns with its dialog', async ({ as, at, open, field, typed }) => {
  const { page } = await screen({ as, at })
  await open(page)
  await field(page).fill(typed)
  await page.reload()
  await expect.poll(() => field(page).inputValue()).toBe(typed)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => field(page).inputValue()).not.toBe(typed)
})
