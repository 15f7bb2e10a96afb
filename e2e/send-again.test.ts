import { beforeAll, expect, test } from 'vitest'
import { addCard } from './add-card.ts'
import { visit } from './browser.ts'
import { callAs } from './call-as.ts'
import { invoiceList } from './invoice-list.ts'
import { mailsAbout } from './mailbox.ts'
import { phone } from './open-visit.ts'
import { wren } from './records/send-company.ts'

const { user, colleague } = wren
const external = 'books@wren-books.example'

beforeAll(async () => {
  await callAs(user, 'post', '/payment/recipient/external/add', {
    crmId: wren.accountId,
    emailRecipients: [external],
  })
})

test('an invoice is sent from its page to chosen recipients, once although pressed twice', async () => {
  const { page } = await visit({ as: user, at: '/invoices/detail/WR-1' })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Send invoice WR-1' })
  const box = (name: RegExp) => dialog.getByRole('checkbox', { name })
  await expect.poll(() => box(/Wanda Ruiz \(you\)/).getAttribute('aria-checked')).toBe('true')
  await dialog.getByText('may not see invoice WR-1').first().waitFor()
  expect(await box(/Wim Bos/).getAttribute('aria-disabled')).toBe('true')
  await box(/Will Moss/).click()
  await box(new RegExp(external)).click()
  await dialog.getByRole('button', { name: 'Send to 3' }).dblclick()
  await page.getByText('Sending to 3 recipients').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const about = 'Wanda Ruiz sent you an invoice, WR-1'
  await expect
    .poll(async () => (await mailsAbout(about)).flatMap(({ to }) => to).toSorted(), {
      timeout: 20_000,
    })
    .toEqual([external, user.email, colleague.email].toSorted())
  const [mail] = await mailsAbout(about)
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['WR-1.pdf'])
})

test('selected invoices are sent as one mail; without a PDF the reason is said', async () => {
  const { page } = await visit({ as: user, at: '/invoices' })
  const { box, selection } = invoiceList(page)
  await box('WR-2').click()
  await box('WR-NOPDF').click()
  const send = selection.getByRole('button', { name: 'Send' })
  await send.hover()
  await page
    .getByRole('tooltip')
    .or(page.getByText('Invoice WR-NOPDF has no PDF.'))
    .last()
    .waitFor()
  await box('WR-NOPDF').click()
  await box('WR-3').click()
  await send.click()
  const dialog = page.getByRole('dialog', { name: 'Send 2 invoices' })
  await dialog.getByRole('button', { name: 'Send to 1' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await selection.getByText('2 selected').waitFor()
  await send.click()
  await dialog.getByRole('button', { name: 'Send to 1' }).click()
  await page.getByText('Sending to 1 recipient').waitFor()
  const arrived = () => mailsAbout('Wanda Ruiz sent you 2 invoices')
  await expect.poll(async () => (await arrived()).length, { timeout: 20_000 }).toBe(1)
  const [mail] = await arrived()
  expect(mail?.attachments.map(({ filename }) => filename).toSorted()).toEqual([
    'WR-2.pdf',
    'WR-3.pdf',
  ])
})

test('on a phone a receipt is sent again from the payments and from the invoice, and an invoice from the list', async () => {
  await addCard(user, 'pm_card_visa')
  const invoices = await callAs<{ id: string; invoiceNumber: string }[]>(user, 'get', '/invoice')
  const { id } = invoices.find(({ invoiceNumber }) => invoiceNumber === 'WR-PAID')!
  await callAs(user, 'post', `/invoice/${id}/payment`)
  const { page } = await visit({
    as: user,
    at: '/payments?tab=paymentHistory',
    viewport: phone,
    isMobile: true,
  })
  const dialog = page.getByRole('dialog')
  const arrived = (about: string) =>
    mailsAbout(about).then((mails) => mails.filter(({ to }) => to.includes(user.email)).length)
  const receipt = 'Payment of $120.00 received, WR-PAID'
  await expect.poll(() => arrived(receipt), { timeout: 20_000 }).toBe(1)
  await page.getByRole('button', { name: 'Receipt of WR-PAID: more actions' }).tap()
  await page.getByRole('menuitem', { name: 'Send by email…' }).tap()
  await dialog.getByRole('button', { name: 'Send to 1' }).tap()
  await expect.poll(() => arrived(receipt), { timeout: 20_000 }).toBe(2)

  await page.goto('/invoices/detail/WR-PAID')
  await page.getByRole('button', { name: 'Send by email' }).tap()
  await dialog.getByRole('button', { name: 'Send to 1' }).tap()
  await expect.poll(() => arrived(receipt), { timeout: 20_000 }).toBe(3)

  await page.goto('/invoices?q=WR-1')
  await page.getByRole('button', { name: 'Downloads of WR-1' }).tap()
  await page.getByRole('menuitem', { name: 'Send by email…' }).tap()
  await dialog.getByRole('checkbox', { name: /Wanda Ruiz/ }).tap()
  await dialog.getByRole('checkbox', { name: /Will Moss/ }).tap()
  await dialog.getByRole('button', { name: 'Send to 1' }).tap()
  await page.getByText('Sending to 1 recipient').waitFor()
})
