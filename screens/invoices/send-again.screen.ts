import { expect, test } from 'vitest'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { follow } from '../../e2e/navigation.ts'
import { onPhone } from '../../e2e/open-visit.ts'
import { wren } from '../../e2e/records/send-company.ts'
import { hint } from '../../e2e/team-pages.ts'
import { screen } from '../screen.ts'
import { now } from '../world.ts'

const { user } = wren

// The mails are in send-invoices.test.ts and the receipts in send-receipt.test.ts of the server.
test('selected invoices are sent as one mail; an invoice without a PDF shows the reason', async () => {
  const { page, desk } = await screen({
    as: user,
    at: '/invoices',
    answers: { sendInvoices: { sent: [user.email], leftOut: [] } },
  })
  const { box, selection } = invoiceList(page)
  await box('WR-2').click()
  await box('WR-NOPDF').click()
  const send = selection.getByRole('button', { name: 'Send' })
  await send.hover()
  await hint(page, 'Invoice WR-NOPDF has no PDF.').waitFor()
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
  expect(desk.asked('sendInvoices').map(({ body }) => body)).toMatchObject([
    { invoiceIds: [expect.any(String), expect.any(String)] },
  ])
})

test('on a phone a receipt is sent again from the payments and from the invoice, and an invoice from the list', async () => {
  const sent = { sent: [user.email], leftOut: [] }
  const paid = {
    id: '00000000-0000-4000-8000-000000000001',
    date: now,
    invoiceNumber: 'WR-PAID',
    amount: 120,
    refunded: 0,
    currencyIsoCode: 'USD',
    card: { brand: 'visa', last4Digits: '4242' },
    paidBy: 'Wanda Ruiz',
    status: 'paid',
    message: '',
    hasReceipt: true,
  } as const
  const { page, desk } = await screen({
    as: user,
    at: '/payments?tab=paymentHistory',
    ...onPhone,
    answers: { listPayments: [paid], sendReceipt: sent, sendInvoices: sent },
  })
  const dialog = page.getByRole('dialog', { name: /^Send / })
  const send = async () => {
    await dialog.getByRole('button', { name: 'Send to 1' }).tap()
    await dialog.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Receipt of WR-PAID: more actions' }).tap()
  await page.getByRole('menuitem', { name: 'Send by email…' }).tap()
  await send()
  await follow(page, '/invoices/detail/WR-PAID')
  await page.getByRole('button', { name: 'Send by email' }).tap()
  await send()
  const sentPayments = desk.asked('sendReceipt').map(({ params }) => params)
  expect(sentPayments).toEqual([{ paymentId: paid.id }, { paymentId: paid.id }])

  await follow(page, '/invoices?q=WR-1')
  await page.getByRole('button', { name: 'Downloads of WR-1' }).tap()
  await page.getByRole('menuitem', { name: 'Send by email…' }).tap()
  await dialog.getByRole('checkbox', { name: /Wanda Ruiz/ }).tap()
  await dialog.getByRole('checkbox', { name: /Will Moss/ }).tap()
  await send()
  expect(desk.asked('sendInvoices')[0]?.body).toHaveProperty('recipients')
})
