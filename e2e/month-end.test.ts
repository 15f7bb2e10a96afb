import { beforeAll, expect, test } from 'vitest'
import { addCard } from './add-card.ts'
import { unzip } from '../apps/server/test/documents/unzip.ts'
import { visit } from './browser.ts'
import { chargesFor } from './card-sandbox.ts'
import { downloaded } from './downloaded.ts'
import { invoiceList } from './invoice-list.ts'
import { mailsAbout } from './mailbox.ts'
import { confirmation, payment } from './payment.ts'
import { merlin } from './records/month-end-company.ts'

const mailTime = { timeout: 20_000 }

/** The file names in the mails whose subject contains the words. */
async function attached(about: string) {
  const mails = await mailsAbout(about)
  const files = mails.flatMap(({ attachments }) => attachments.map(({ filename }) => filename))
  return files.toSorted()
}

beforeAll(() => addCard(merlin.user, 'pm_card_visa'))

test('a month is closed: the due invoices are selected and paid, and invoices that cannot be paid are named', async () => {
  const { page } = await visit({ as: merlin.user, at: '/invoices' })
  const { box, selection } = invoiceList(page)
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
  await pay.dblclick()
  await title('Payment Successful').waitFor()
  await close.click()
  await expect.poll(() => chargesFor('ME-SOON')).toMatchObject([{ status: 'succeeded' }])
  await expect.poll(() => chargesFor('ME-OVERDUE')).toMatchObject([{ status: 'succeeded' }])
  expect(await chargesFor('ME-LATER')).toEqual([])
  await box('ME-EUR').click()
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
