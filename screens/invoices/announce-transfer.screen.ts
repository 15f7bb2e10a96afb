import { expect, test } from 'vitest'
import type { AnnounceTransfer, TransferPlan } from '@portal/domain/invoices/transfers.schema'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { onPhone } from '../../e2e/open-visit.ts'
import { payment } from '../../e2e/payment.ts'
import { paula } from '../../e2e/people.ts'
import { screen } from '../screen.ts'

const notice = {
  id: '3f0a4f6e-2b8e-4f1b-9d5e-0c1a2b3c4d5e',
  amount: 1000,
  currencyIsoCode: 'USD',
  paidOn: '2026-11-30',
  reference: 'MTS-S018',
  announcedBy: 'Paula Reyes',
}
const says = 'Transfer of $1,000.00 announced for 11/30/2026 by Paula Reyes'

const plan = (numbers: string[], amounts: number[]): TransferPlan => ({
  amount: amounts.reduce((sum, one) => sum + one, 0),
  due: 2000,
  currencyIsoCode: 'USD',
  invoices: numbers.map((invoiceNumber, place) => ({
    id: String(place + 1),
    invoiceNumber,
    amount: amounts[place]!,
  })),
  credits: [{ invoiceNumber: 'MTS-C', amount: 300 }],
  transfer: {
    account: null,
    changed: null,
    reference: numbers.join(', '),
    contact: 'billing@meridian.example',
    caution: null,
    code: null,
  },
})

test('an invoice is announced as paid, says so, asks before a card pays it, and is withdrawn with a way back', async () => {
  let announced: AnnounceTransfer | undefined
  const { page, desk } = await screen({
    as: paula,
    at: '/invoices/detail/MTS-S018',
    answers: {
      planTransfer: plan(['MTS-S018'], [1000]),
      announceTransfer: ({ body }) => {
        announced = body
        return {}
      },
      getInvoice: async (_, recorded) => ({
        ...(await recorded()),
        ...(announced && { transferNotice: { ...notice, paidOn: announced.paidOn } }),
      }),
    },
  })
  const { dialog } = payment(page)
  await page.getByRole('button', { name: 'We have paid' }).click()
  const day = dialog.getByLabel('Day of the transfer', { exact: true })
  await day.fill('11/30/2036')
  const send = dialog.getByRole('button', { name: 'Announce transfer of $1,000.00' })
  await send.click()
  await dialog.getByText(/^The day of the transfer must be from/).waitFor()
  expect(announced).toBeUndefined()
  await day.fill('11/30/2026')
  await send.click()
  await page.getByText(says).waitFor()
  expect(announced).toMatchObject({
    paidOn: '2026-11-30',
    reference: 'MTS-S018',
    currencyIsoCode: 'USD',
    invoices: [{ id: '1', amount: 1000 }],
    deducted: [],
  })
  expect(await page.getByRole('region', { name: 'Bank transfer' }).count()).toBe(0)
  let noticeId: string | undefined
  desk.answer({
    payInvoice: ({ query }) => {
      noticeId = query.noticeId
      return {
        id: notice.id,
        status: 'succeeded',
        invoiceNumber: 'MTS-S018',
        amount: 1000,
        currencyIsoCode: 'USD',
        message: '',
      }
    },
  })
  await page.getByRole('button', { name: 'Pay By Credit Card' }).click()
  await dialog.getByText(`${says}. Do you want to pay this invoice by card as well?`).waitFor()
  await dialog.getByRole('button', { name: /^Pay \$/ }).click()
  await expect.poll(() => noticeId).toBe(notice.id)
  await page.keyboard.press('Escape')
  const first = announced
  desk.answer({
    withdrawTransfer: () => {
      const { invoices } = announced!
      announced = undefined
      return { invoices: [...invoices, { id: '2', amount: 500 }] }
    },
  })
  const withdraw = page.getByRole('button', { name: 'Withdraw the announced transfer' })
  await withdraw.click()
  await page.getByText(`${says.replace('1,000', '1,500')}, for 2 invoices`).waitFor()
  await withdraw.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => announced?.invoices)
    .toEqual([
      { id: expect.any(String), amount: 1000 },
      { id: '2', amount: 500 },
    ])
  expect(announced!.transferId).not.toBe(first!.transferId)
})

test('a selection shows one transfer less the credits that the payer deducts, and announces its parts', async () => {
  let announced: AnnounceTransfer | undefined
  const { page } = await screen({
    as: paula,
    at: '/invoices?q=MTS-S01',
    answers: {
      planTransfer: ({ body }) =>
        plan(['MTS-S017', 'MTS-S018'], body.deducted.length > 0 ? [700, 1000] : [1000, 1000]),
      announceTransfer: ({ body }) => {
        announced = body
        return {}
      },
      listInvoices: async (_, recorded) => {
        const rows = await recorded()
        if (!Array.isArray(rows)) return rows
        return rows.map((row) =>
          row.invoiceNumber === 'MTS-S016' ? { ...row, transferNotice: notice } : row,
        )
      },
    },
  })
  const { box, row, selection } = invoiceList(page)
  await row('MTS-S016').getByText(says).waitFor()
  await box('MTS-S016').click()
  await selection.getByText('It cannot be paid by card: transfer announced.').waitFor()
  const pay = selection.getByRole('button', { name: 'Pay by bank transfer' })
  await expect.poll(() => pay.getAttribute('aria-disabled')).toBe('true')
  for (const number of ['MTS-S017', 'MTS-S018']) await box(number).click()
  await pay.click()
  const { dialog } = payment(page)
  await dialog.getByText('$2,000.00 for 2 invoices').waitFor()
  await dialog.getByText('please ask billing@meridian.example for the bank details').waitFor()
  await dialog.getByRole('checkbox', { name: 'MTS-C · $300.00' }).click()
  await dialog.getByText('$1,700.00 for 2 invoices').waitFor()
  await dialog.getByRole('button', { name: 'We have paid' }).click()
  // The click that shows the form announces nothing.
  await dialog.getByLabel('Reference').fill('Our ref')
  expect(announced).toBeUndefined()
  await dialog.getByRole('button', { name: 'Announce transfer of $1,700.00' }).click()
  await page.getByText('Transfer of $1,700.00 announced').waitFor()
  expect(announced).toMatchObject({
    reference: 'Our ref',
    invoices: [
      { id: '1', amount: 700 },
      { id: '2', amount: 1000 },
    ],
    deducted: [{ invoiceNumber: 'MTS-C', amount: 300 }],
  })
})

test('on a phone the list says what is announced', async () => {
  const { page } = await screen({
    as: paula,
    at: '/invoices?q=MTS-S018',
    ...onPhone,
    answers: {
      listInvoices: async (_, recorded) => {
        const rows = await recorded()
        return Array.isArray(rows) ? rows.map((row) => ({ ...row, transferNotice: notice })) : rows
      },
    },
  })
  await invoiceList(page).row('MTS-S018').getByText(says).waitFor()
})
