import { exampleUuid } from '@portal/domain/kernel/fields'
import type { PaymentAnswer } from '@portal/domain/payments/charges.schema'
import { expect, test } from 'vitest'
import { clickTwiceAtOnce } from '../../e2e/click-twice.ts'
import { isFocused } from '../../e2e/is-focused.ts'
import { confirmation, payment } from '../../e2e/payment.ts'
import { paula } from '../../e2e/people.ts'
import { translate } from '../../e2e/translate.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'

test('the focus starts on the button that does not pay; during a payment the dialog is locked, and further clicks change nothing', async () => {
  let answer: (paid: PaymentAnswer) => void = () => {}
  const held = new Promise<PaymentAnswer>((resolve) => (answer = resolve))
  const { page, desk } = await screen({
    as: paula,
    at: '/invoices/detail/MTS-S014',
    answers: { payInvoice: () => held },
  })
  const { start, pay, dialog, title } = payment(page)
  await start.click()
  await title(confirmation).waitFor()
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  await expect.poll(() => isFocused(cancel)).toBe(true)
  await cancel.click()
  await dialog.waitFor({ state: 'detached' })
  await start.click()
  await clickTwiceAtOnce(pay)
  await expect.poll(() => pay.getAttribute('aria-busy')).toBe('true')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await pay.click({ force: true })
  expect(await dialog.count()).toBe(1)
  answer({
    id: '00000000-0000-4000-8000-000000000001',
    status: 'succeeded',
    invoiceNumber: 'MTS-S014',
    amount: 100,
    currencyIsoCode: 'USD',
    message: 'Paid.',
  })
  await title('Payment Successful').waitFor()
  expect(desk.asked('payInvoice')).toHaveLength(1)
})

test('if no invoice is left to pay, the address of the dialog shows why', async () => {
  const reason = 'A card payment of this invoice is in progress or being posted.'
  const left = { invoiceNumber: 'K-1', amount: 100, currencyIsoCode: 'USD', dueDate: null, reason }
  const { page } = await screen({
    as: paula,
    at: '/invoices?q=K-&payAll=open',
    answers: {
      planPayAll: {
        amount: 0,
        currencyIsoCode: 'USD',
        charged: [],
        leftOut: [left],
      },
    },
  })
  const { dialog, pay } = payment(page)
  await dialog.getByText('No eligible invoices').waitFor()
  await dialog.getByText(reason).first().waitFor()
  expect(await pay.count()).toBe(0)
})

test.each([
  ['', false],
  [' on a page that the browser translates', true],
])(
  'an invoice that was raised since the dialog was opened is confirmed with both amounts before it is paid%s',
  async (_, isTranslated) => {
    let due = 100
    const { page, desk, problems } = await screen({
      as: paula,
      at: '/invoices/detail/MTS-S014',
      answers: {
        getInvoice: async (_, recorded) => ({
          ...(await recorded()),
          amount: due,
          balanceDue: due,
        }),
        payInvoice: ({ body: { shown } }) => {
          const answer = {
            id: exampleUuid,
            status: 'succeeded',
            invoiceNumber: 'MTS-S014',
          } as const
          if (shown!.amount >= due)
            return { ...answer, amount: due, currencyIsoCode: 'USD', message: 'Paid.' }
          return refusal(409, 'The amount due has changed.')
        },
      },
    })
    problems.expect(/status of 409/)
    if (isTranslated) await translate(page)
    const { start, pay, dialog, alert, title } = payment(page)
    await start.click()
    await dialog.getByRole('button', { name: 'Pay $100.00', exact: true }).waitFor()
    due = 4000
    await pay.click()
    await alert.getByText('The amount due has changed.').waitFor()
    await dialog.getByText('It was $100.00 when you opened this, and is $4,000.00 now.').waitFor()
    const both = dialog.getByRole('button', { name: 'Pay $4,000.00 instead of $100.00' })
    await expect.poll(() => isFocused(both)).toBe(true)
    await both.click()
    await title('Payment Successful').waitFor()
    const shown = desk.asked('payInvoice').map(({ body }) => body)
    expect(shown).toEqual(
      [100, 4000].map((amount) => ({ shown: { amount, currencyIsoCode: 'USD' } })),
    )
  },
)

test('with a filter the filled button pays the shown invoices; a raised one is confirmed with both sums, and the result mentions a lower sum', async () => {
  let due = 100
  const charge = { invoiceNumber: 'MTS-S014', currencyIsoCode: 'USD', dueDate: null }
  const { page, desk, problems } = await screen({
    as: paula,
    at: '/invoices?q=MTS-S014',
    answers: {
      planPaySelected: () => ({
        amount: due,
        currencyIsoCode: 'USD',
        charged: [{ ...charge, amount: due }],
        leftOut: [],
      }),
      paySelected: ({ body: { shown } }) =>
        shown![0]!.amount < due
          ? refusal(409, 'The invoices due have changed since you opened the list.')
          : {
              id: exampleUuid,
              status: 'done',
              isSelection: true,
              total: 1,
              paid: 1,
              pending: 0,
              paidAmount: 300,
              currencyIsoCode: 'USD',
              failed: [],
              notTried: 0,
              stopped: null,
              shown: { invoices: 1, amount: 400, due: 300 },
              question: null,
            },
    },
  })
  problems.expect(/status of 409/)
  const { pay, dialog, alert } = payment(page)
  await page.getByRole('button', { name: /^PAY ALL BY CREDIT CARD · \$[\d,]+\.\d\d$/ }).waitFor()
  await page.getByRole('button', { name: /^Pay these \d+ · \$/ }).click()
  await dialog.getByRole('button', { name: 'Pay $100.00', exact: true }).waitFor()
  due = 400
  await pay.click()
  await alert.getByText('The invoices due have changed').waitFor()
  const both = dialog.getByRole('button', { name: 'Pay $400.00 instead of $100.00' })
  await expect.poll(() => isFocused(both)).toBe(true)
  await both.click()
  await dialog.getByText('1 invoice, $400.00; $300.00 was due').waitFor()
  const { dueDate: _, ...shown } = charge
  expect(desk.asked('paySelected').map(({ body }) => body)).toMatchObject(
    [100, 400].map((amount) => ({
      invoiceIds: [expect.any(String)],
      shown: [{ ...shown, amount }],
    })),
  )
})
