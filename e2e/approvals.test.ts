import { expect, test } from 'vitest'
import { approvals } from './approvals-page.ts'
import { visit } from './browser.ts'
import { clickTwiceAtOnce } from './click-twice.ts'
import { isFocused } from './is-focused.ts'
import { mailsAbout } from './mailbox.ts'
import { siskin } from './records/equipment-company.ts'

const { decider, other } = siskin

test('a request is read beside the list, approved with its statements, and shows its approver and the price', async () => {
  const { page } = await visit({ as: decider, at: '/erf?q=SI-YES' })
  const { row, panel, asked } = approvals(page)
  const waiting = async () =>
    Number(/\d+/.exec(await page.getByRole('link', { name: /^ERF/ }).innerText())?.[0] ?? 0)
  await expect.poll(waiting).toBeGreaterThan(0)
  const before = await waiting()
  await row('SI-YES').click()
  const words = panel('SI-YES')
  await words.getByText('Deliver to cage 7.').waitFor()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') calls.push(request.url())
  })
  await words.getByRole('button', { name: 'Approve' }).click()
  await asked.getByText('$1,250.50').waitFor()
  await asked.getByText('I represent that I have the authority to commit').waitFor()
  await clickTwiceAtOnce(asked.getByRole('button', { name: 'Approve' }))
  await words.getByText('Order Submitted', { exact: true }).waitFor()
  await words.getByText(/Approved by Sofia Berg, \d\d\/\d\d\/\d{4}/).waitFor()
  await words.getByText(/Installation fees then: \$1,250\.50/).waitFor()
  expect(calls).toHaveLength(1)
  await expect
    .poll(async () => (await mailsAbout('Equipment request SI-YES was approved')).length)
    .toBeGreaterThan(0)
  // The focus stays in the panel, although the pressed buttons have disappeared.
  await expect.poll(() => isFocused(words)).toBe(true)
  await expect
    .poll(() => words.getByRole('button', { name: /Approve|Cancel Order/ }).count())
    .toBe(0)
  await words.getByRole('link', { name: 'Request details' }).click()
  await page.getByRole('heading', { name: 'REQUEST DETAILS' }).waitFor()
  await page.getByText('Order Submitted', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Approvals' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => row('SI-YES').innerText()).toContain('Order Submitted')
  await expect.poll(waiting).toBe(before - 1)
})

test('without a network a decision can be tried again; a colleague’s decision meanwhile is shown', async () => {
  const first = await visit({ as: decider, at: '/erf?open=SI-RACE' })
  const second = await visit({ as: other, at: '/erf/detail/SI-RACE' })
  first.problems.expect(/ERR_INTERNET_DISCONNECTED|409/)
  const mine = approvals(first.page)
  await mine.panel('SI-RACE').getByRole('button', { name: 'Approve' }).click()
  await first.context.setOffline(true)
  await mine.asked.getByRole('button', { name: 'Approve' }).click()
  await mine.asked.getByText('Failed to approve order.').waitFor()
  await mine.asked.getByText('Something went wrong.', { exact: true }).waitFor()
  await mine.asked
    .getByText('Please try again, if you need immediate help please contact support.')
    .waitFor()

  await second.page.getByRole('button', { name: 'Cancel Order' }).click()
  const theirs = approvals(second.page)
  await theirs.asked.getByRole('button', { name: 'Cancel Order' }).click()
  await second.page.getByText('Cancelled by Omar Haas').waitFor()

  await first.context.setOffline(false)
  await mine.asked.getByRole('button', { name: 'Try Again' }).click()
  await mine.asked
    .getByText('This request no longer waits for your approval. Its status is Cancelled.')
    .waitFor()
  await mine.asked.getByRole('button', { name: 'Close' }).last().click()
  await mine.panel('SI-RACE').getByText('Cancelled by Omar Haas').waitFor()
})
