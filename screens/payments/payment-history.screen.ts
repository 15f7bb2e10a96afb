import { expect, test } from 'vitest'
import { follow } from '../../e2e/navigation.ts'
import { lapwing } from '../../e2e/records/autopay-companies.ts'
import { screen } from '../screen.ts'
import { Other, refusal } from '../stub/answers.ts'

const lars = lapwing.payer
const at = '/payments?tab=paymentHistory&view=activity'

test('a company without payments gets a message; entries beyond the first 200 are on further pages, which the address names; a page that failed can be loaded again', async () => {
  const entries = Array.from({ length: 232 }, (_, index) => ({
    id: String(index + 1),
    createdDate: '2026-11-01T09:00:00.000Z',
    userName: 'Card provider',
    ipAddress: 'system',
    category: 'Payment',
    entryType: index ? 'Refund' : 'Dispute',
    description: `Entry ${index + 1}`,
    paymentId: null,
  }))
  const answers = {
    listPaymentHistory: ({ query: { page = 1 } }: { query: { page?: number } }) =>
      new Other(200, entries.slice((page - 1) * 200, page * 200), { 'x-count': '232' }),
  }
  const { page, problems, desk } = await screen({ as: lars, at: '/payments?tab=paymentHistory' })
  // Without a payment the specified list opens.
  await page.getByText('Payments, refunds, disputes and changes of cards appear here.').waitFor()
  await page.getByText('No Payment History Data Available...').waitFor()
  await page.getByText('Total: 0', { exact: true }).waitFor()
  const [first] = desk.asked('listPaymentHistory')
  expect(first?.query).toMatchObject({ perPage: 200, userFilter: '', orderDescending: '' })
  desk.answer(answers)
  await page.goto(at)
  problems.expect(/status of 500/)
  const grid = page.getByRole('grid', { name: 'Payment history' })
  const pager = page.getByRole('navigation', { name: 'Pages of the payment history' })
  const failure = page.getByRole('alert')
  await page.getByText('Total: 232', { exact: true }).waitFor()
  await grid.getByText('Dispute', { exact: true }).waitFor()
  await pager.getByText('1–200').waitFor()
  desk.answer({ listPaymentHistory: refusal(500, '') })
  await pager.getByRole('button', { name: 'Next' }).click()
  await failure.getByText('An error occurred while fetching payment history.').waitFor()
  desk.answer(answers)
  await failure.getByRole('button', { name: 'Retry' }).click()
  await pager.getByText('201–232').waitFor()
  await expect.poll(() => page.url()).toContain('page=2')
  await page.reload()
  await pager.getByText('201–232').waitFor()
  await grid.getByText('Entry 201', { exact: true }).waitFor()
  await page.goBack()
  await pager.getByText('1–200').waitFor()
  await follow(page, `${at}&page=9`)
  await page.getByRole('button', { name: 'First page' }).click()
  await pager.getByText('1–200').waitFor()
})
