import { expect, test } from 'vitest'
import { follow } from '../../e2e/navigation.ts'
import { paula } from '../../e2e/people.ts'
import { screen } from '../screen.ts'
import { file } from '../stub/answers.ts'

const tabs = [
  { label: 'Cards on File', at: '/payments', icon: 'credit-card' },
  { label: 'Balance', at: '/payments/balance', icon: 'tags' },
  { label: 'AutoPay', at: '/payments?tab=autopay', icon: 'hourglass' },
  { label: 'Payment History', at: '/payments?tab=paymentHistory', icon: 'list' },
  { label: 'Recipients', at: '/payments?tab=recipients', icon: 'inbox' },
  { label: 'FAQ', at: '/payments?tab=faq', icon: 'book' },
  { label: 'Instructions', at: '/payments?tab=instructions', icon: 'cog' },
]

test('the seven tabs are in their order, with their icons and addresses', async () => {
  const { page } = await screen({ as: paula, at: '/payments' })
  const bar = page.getByRole('navigation', { name: 'Payments' })
  await bar.waitFor()
  await expect
    .poll(() => bar.getByRole('link').allInnerTexts())
    .toEqual(tabs.map(({ label }) => label))
  for (const { label, at, icon } of tabs) {
    const link = bar.getByRole('link', { name: label, exact: true })
    expect(await link.getAttribute('href'), label).toBe(at)
    expect(await link.locator('svg').getAttribute('class'), label).toContain(`lucide-${icon}`)
  }
  // The first tab is the current one.
  const current = bar.locator('[aria-current=page]')
  await expect.poll(() => current.innerText()).toBe('Cards on File')

  for (const { label, at } of tabs.filter(({ label }) => label !== 'Balance')) {
    await bar.getByRole('link', { name: label, exact: true }).click()
    await expect.poll(() => current.innerText()).toBe(label)
    await expect.poll(() => page.url()).toBe(new URL(at, page.url()).href)
    // The tabs with a list, after it has loaded.
    if (/History|Recipients/.test(label)) await page.getByText(/^Total: \d/).waitFor()
  }
  await page.goBack()
  await expect.poll(() => current.innerText()).toBe('FAQ')
  await page.reload()
  await page.getByText('Frequetly Asked Questions(FAQ)').waitFor()
  await page.getByText('a remaining balance up to the limit of $50,000.00').waitFor()

  // Balance is a separate page without tabs, with a link back.
  await bar.getByRole('link', { name: 'Balance' }).click()
  await page.waitForURL('**/payments/balance')
  await page.getByRole('heading', { name: 'Balance Breakdown', exact: true }).waitFor()
  await expect.poll(() => bar.count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Payments' }).click()
  await bar.waitFor()
  await follow(page, '/payments?tab=balance')
  await page.waitForURL('**/payments/balance')
})

test('the guide opens in a new window', async () => {
  const { page, context, desk } = await screen({
    as: paula,
    at: '/payments?tab=instructions',
    answers: { downloadInstructions: file('guide.pdf', 'application/pdf', Buffer.from('%PDF-')) },
  })
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'PAYMENT INSTRUCTIONS [PDF]' }).click()
  expect(await opened).not.toBe(page)
  await expect.poll(() => desk.asked('downloadInstructions').length).toBe(1)
  await expect.poll(() => page.url()).toContain('tab=instructions')
})
