import { beforeAll, expect, test } from 'vitest'
import { addCard } from './add-card.ts'
import { unzip } from '../apps/server/test/unzip.ts'
import { visit } from './browser.ts'
import { chargesFor } from './card-sandbox.ts'
import { openActions } from './folded.ts'
import { downloaded } from './downloaded.ts'
import { invoiceList } from './invoice-list.ts'
import { mailsAbout } from './mailbox.ts'
import { phone } from './open-visit.ts'
import { confirmation, payment } from './payment.ts'
import { merlin } from './records/month-end-company.ts'

const mailTime = { timeout: 20_000 }

/** The names of the files of the mails about something. */
async function attached(about: string, prefix = 'ME-') {
  const mails = await mailsAbout(about)
  const files = mails.flatMap(({ attachments }) => attachments.map(({ filename }) => filename))
  return files.filter((name) => name?.startsWith(prefix)).toSorted()
}

beforeAll(() => addCard(merlin.user, 'pm_card_visa'))

test('a month is closed: the due invoices are selected and paid, and what cannot be paid is said', async () => {
  const { page } = await visit({ as: merlin.user, at: '/invoices' })
  const { box, row, rows, selection, choose } = invoiceList(page)
  await choose('Due', 'Overdue')
  await expect.poll(() => rows.count()).toBe(1)
  await page.reload()
  await row('ME-OVERDUE').waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  await choose('Due', 'Within 7 days')
  await choose('Currency', 'USD')
  await expect.poll(() => rows.count()).toBe(3)
  await page
    .getByRole('region', { name: 'Filters' })
    .getByRole('button', { name: 'Amount' })
    .click()
  await page.getByRole('textbox', { name: 'Amount from' }).fill('100x')
  await page.getByText('Please enter a number, such as 1250.50.').waitFor()
  await page.getByRole('textbox', { name: 'Amount from' }).fill('100')
  await expect.poll(() => rows.count()).toBe(1)
  await expect.poll(() => new URL(page.url()).search).toBe('?due=7&currency=USD&min=100')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await row('ME-LATER').waitFor()

  const { dialog, title, pay, close } = payment(page)
  await box('ME-OVERDUE').click()
  await box('ME-SOON').click()
  await box('ME-EUR').click()
  await selection.getByText('2 can be paid by card, 1 cannot: not in USD.').waitFor()
  await selection.getByRole('button', { name: 'Pay 2 by card · $430.50' }).click()
  await title(confirmation).waitFor()
  const list = (name: string) => dialog.getByRole('list', { name }).getByRole('listitem')
  await dialog.getByText('2 invoices will be paid').click()
  await expect.poll(() => list('Will be paid').count()).toBe(2)
  await expect
    .poll(() => list('Will not be paid').innerText())
    .toMatch(/ME-EUR[^]*Only invoices in USD can be paid by card\./)
  await page.reload()
  await row('ME-SOON').waitFor()
  await expect.poll(() => page.url()).not.toContain('payAll')
  expect(await dialog.count()).toBe(0)

  await box('ME-OVERDUE').click()
  await box('ME-SOON').click()
  await selection.getByRole('button', { name: 'Pay 2 by card · $430.50' }).click()
  await pay.dblclick()
  await title('Payment Successful').waitFor()
  await close.click()
  await expect.poll(() => chargesFor('ME-SOON')).toMatchObject([{ status: 'succeeded' }])
  await expect.poll(() => chargesFor('ME-OVERDUE')).toMatchObject([{ status: 'succeeded' }])
  expect(await chargesFor('ME-LATER')).toEqual([])
  await selection.getByText('None can be paid by card: nothing to pay now.').waitFor()

  const download = selection.getByRole('button', { name: 'Download' })
  const { name, content } = await downloaded(page, () => download.click())
  expect(name).toMatch(/^invoices-20061-\d{4}-\d\d-\d\d\.zip$/)
  const names = [...unzip(content).keys()].map((path) => path.split('/')[1])
  expect(names.toSorted()).toEqual([
    'ME-OVERDUE.pdf',
    'ME-OVERDUE.xlsx',
    'ME-SOON.pdf',
    'ME-SOON.xlsx',
  ])

  await selection.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send to 1' }).click()
  await expect
    .poll(() => attached('Mira Falk sent you 2 invoices'), mailTime)
    .toEqual(['ME-OVERDUE.pdf', 'ME-SOON.pdf'])
})

test('on a phone the selected invoices are paid and downloaded with the thumb', async () => {
  const { page } = await visit({
    as: merlin.user,
    at: '/invoices?q=ME-PHONE',
    viewport: phone,
    isMobile: true,
  })
  const { row, selection } = invoiceList(page)
  const { title, pay, close } = payment(page)
  await row('ME-PHONE-1').waitFor()
  await openActions(page)
  await page.getByRole('button', { name: 'Select', exact: true }).tap()
  await row('ME-PHONE-1').tap()
  await row('ME-PHONE-2').tap()
  const button = selection.getByRole('button', { name: 'Pay 2 by card · $83.00' })
  expect((await button.boundingBox())?.y).toBeGreaterThan(phone.height / 2)
  await button.tap()
  await pay.tap()
  await title('Payment Successful').waitFor()
  await close.tap()
  await selection.getByRole('button', { name: 'More' }).tap()
  const { name } = await downloaded(page, () =>
    page.getByRole('menuitem', { name: 'Download' }).tap(),
  )
  expect(name).toMatch(/\.zip$/)
  await expect.poll(() => chargesFor('ME-PHONE-1')).toMatchObject([{ status: 'succeeded' }])
  await selection.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('menuitem', { name: 'Send' }).tap()
  const send = page.getByRole('dialog').getByRole('button', { name: 'Send to 1' })
  await send.waitFor()
  expect((await send.boundingBox())?.y).toBeGreaterThan(phone.height / 2)
  await send.tap()
  await expect
    .poll(() => attached('Mira Falk sent you 2 invoices', 'ME-PHONE'), mailTime)
    .toEqual(['ME-PHONE-1.pdf', 'ME-PHONE-2.pdf'])
})
