import type { InvoiceArchive } from '@portal/domain/invoices/invoices.schema'
import { expect, test } from 'vitest'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { rob } from '../../e2e/people.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'
import { longList } from './long-list.ts'

test('the files of more than 500 invoices are prepared: what happens is said before, the progress survives a reload', async () => {
  let archive: InvoiceArchive | null = null
  const { page, desk } = await screen({
    as: rob,
    at: '/invoices',
    answers: {
      listInvoices: longList,
      getArchive: () => ({ archive }),
      startArchive: () => ({ archive: (archive = { invoices: 3000, done: 0, keptUntil: null }) }),
      deleteArchive: () => ({ archive: (archive = null) }),
    },
  })
  const { selection, grid, rows } = invoiceList(page)
  await rows.first().waitFor()
  await grid.getByRole('checkbox', { name: 'Select all 3,000' }).click()
  await selection.getByRole('button', { name: 'Download…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Files of many invoices' })
  await dialog.getByText('The portal prepares the files of these 3,000 invoices').waitFor()
  await dialog.getByRole('button', { name: 'Prepare 6,000 files' }).click()
  await dialog.getByText('0 of 3,000 invoices prepared').waitFor()
  expect(desk.asked('startArchive')[0]?.body).toEqual({
    invoiceIds: longList.map(({ id }) => id),
  })
  archive = { invoices: 3000, done: 1200, keptUntil: null }
  await page.reload()
  await dialog.getByText('1,200 of 3,000 invoices prepared').waitFor()
  archive = { invoices: 3000, done: 3000, keptUntil: '2026-11-25T12:00:00.000Z' }
  await dialog.getByText('The files of 3,000 invoices are ready.').waitFor()
  const link = dialog.getByRole('link', { name: 'Download ZIP' })
  await expect
    .poll(() => link.getAttribute('href'))
    .toMatch(/selected-invoices\/archive\/file\?companyFilter=/)
  await dialog.getByRole('button', { name: 'Delete files' }).click()
  await dialog.getByText('No files are prepared for you.').waitFor()
})

test('a refusal says why', async () => {
  const said = 'Other files are being prepared for you. Wait for them, or stop them.'
  const { page, problems } = await screen({
    as: rob,
    at: '/invoices',
    answers: {
      listInvoices: longList,
      getArchive: { archive: null },
      startArchive: refusal(409, said),
    },
  })
  problems.expect(/status of 409/)
  const { selection, grid, rows } = invoiceList(page)
  await rows.first().waitFor()
  await grid.getByRole('checkbox', { name: 'Select all 3,000' }).click()
  await selection.getByRole('button', { name: 'Download…' }).click()
  await page.getByRole('button', { name: /^Prepare/ }).click()
  await page.getByRole('dialog').getByRole('alert').getByText(said).waitFor()
})
