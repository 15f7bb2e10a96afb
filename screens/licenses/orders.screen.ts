import type { LicenseOrderDetails } from '@portal/domain/licenses/licenses.schema'
import { expect, test } from 'vitest'
import { orders } from '../../e2e/license-pages.ts'
import { follow } from '../../e2e/navigation.ts'
import { dotterel } from '../../e2e/records/license-company.ts'
import { screen } from '../screen.ts'
import { refusal, type Answers } from '../stub/answers.ts'
import { as, building, gateway, orderOf } from './given-orders.ts'

const at = '/licenses?show=orders'
const draft = orderOf(
  { data: { notes: 'for later', lineItems: [gateway] }, isDraft: true },
  { id: 91, requestorName: 'Dan Later' },
)
const submitted = orderOf({ data: { notes: 'Desk 7 only', lineItems: [] }, isDraft: false })

/** The company's orders, of which a search finds those with the words in their notes. */
const has = (...all: LicenseOrderDetails[]) =>
  ({
    listOrders: ({ query: { search = '' } }) =>
      all
        .filter(({ notes }) => notes.includes(search))
        .map(({ steps: _steps, lineItems: _items, consent: _consent, ...order }) => order),
  }) satisfies Answers

test('orders are searched and filtered, and an empty result shows a message', async () => {
  const { page, desk, problems } = await screen({
    as,
    at: `${at}&status=Submitted&page=2`,
    answers: { ...has(draft, submitted), getOrder: refusal(404, '') },
  })
  const { rows, row } = orders(page)
  await row('P-90').waitFor()
  expect(desk.asked('listOrders')[0]?.query).toMatchObject({ statusFilter: 'Submitted', page: 2 })
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('Desk 7')
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByText('Total: 1', { exact: true }).waitFor()
  await follow(page, `${at}&q=nothing-like-this`)
  await page.getByText('No Licenses Found.').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.poll(() => rows.count()).toBe(2)
  problems.expect(/404/)
  await follow(page, `${at}&draft=999999`)
  await page.getByText('Failed to load draft. Try again.').waitFor()
  await follow(page, `${at}&order=999999`)
  await page.getByText('Failed to load license details.').waitFor()
})

test('a draft replaces the order being built only after a confirmation', async () => {
  const { page } = await screen({
    as,
    at,
    answers: { ...has(draft), ...building([gateway]).kept, getOrder: draft },
  })
  const { row, notes, dialog } = orders(page)
  await page.getByText('You have started an order with 1 item').waitFor()
  await row('Dan Later').getByRole('button', { name: 'Edit draft #P-91' }).click()
  await dialog('Open Draft #P-91').getByRole('button', { name: 'Keep my order' }).click()
  await page.getByRole('heading', { name: 'New Order' }).waitFor()
  await page.goto(`${at}&draft=91`)
  await dialog('Open Draft #P-91').getByRole('button', { name: 'Replace it' }).click()
  await page.getByRole('heading', { name: 'Draft #P-91' }).waitFor()
  await expect.poll(() => notes.inputValue()).toBe('for later')
  await page.getByText('Your changes are kept for you only').waitFor()
})

test('a draft that was submitted or deleted elsewhere shows a message; deleting a draft requires a confirmation', async () => {
  const { page, desk, problems } = await screen({
    as,
    at: `${at}&draft=91`,
    answers: {
      ...has(draft),
      getOrder: { ...draft, isDraft: false, status: 'Submitted' },
      deleteDraft: {},
    },
  })
  problems.expect(/404/)
  const { row, dialog } = orders(page)
  const panel = page.locator('[data-side-panel]')
  await page.getByText('Order P-91 has been submitted.').waitFor()

  desk.answer({ getOrder: draft })
  await page.goto(`${at}&order=91`)
  await panel.getByText('for later').waitFor()
  desk.answer({ getOrder: refusal(404, '') })
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('soon')
  await panel.getByText('A draft may have been deleted.').waitFor()
  expect(await panel.getByRole('button').allInnerTexts()).toEqual([''])

  desk.answer({ getOrder: draft })
  await page.goto(`${at}&order=91`)
  await panel.getByRole('button', { name: 'Delete' }).click()
  await dialog('Delete Draft').getByText('Are you sure you want to delete draft #P-91?').waitFor()
  // The list lacks the draft before its panel has closed; the draft is still not requested again.
  const before = desk.asked('getOrder').length
  await page.evaluate(() => {
    const go = history.go.bind(history)
    history.go = (by) => void setTimeout(go, 300, by)
  })
  desk.answer(has())
  await dialog('Delete Draft').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Draft deleted.').waitFor()
  await row('Dan Later').waitFor({ state: 'detached' })
  await panel.waitFor({ state: 'detached' })
  expect(desk.asked('getOrder').length).toBe(before)
})

test('a rejected order shows the reason, and so does a rejected item of a continuing order; both can be ordered again', async () => {
  const { page } = await screen({
    as: dotterel.orderer,
    at: '/licenses?status=Rejected',
    answers: building().kept,
  })
  const { row, items: built } = orders(page)
  const progress = page.getByRole('region', { name: 'Progress' })
  await row('Rejected').first().click()
  await progress.locator('[aria-current=step]').getByText('Rejected').waitFor()
  await progress.getByText('The exchange has no contract with this user.').waitFor()
  expect(await progress.getByText('Provisioned').count()).toBe(0)
  await follow(page, '/licenses?status=Accepted')
  await row('2').first().click()
  const items = page.getByRole('region', { name: 'Line items' }).getByRole('listitem')
  const rejected = items.filter({ hasText: 'Rejected' })
  await expect.poll(() => rejected.count()).toBe(1)
  await rejected.getByText('ben').waitFor()
  await page.getByRole('button', { name: 'Order Rejected Item' }).click()
  await expect.poll(() => built.count()).toBe(1)
  await built.getByText(/ben/).waitFor()
  await page.getByText('Kept for you only').waitFor()
})
