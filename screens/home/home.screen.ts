import { expect, test } from 'vitest'
import { violations } from '../../e2e/axe.ts'
import { tasksOf } from '../../e2e/home-page.ts'
import { follow } from '../../e2e/navigation.ts'
import { ingrid, paula } from '../../e2e/people.ts'
import { gannet } from '../../e2e/records/home-company.ts'
import { screen } from '../screen.ts'

// At each hour it is another day than in UTC in one of them.
test.each(['Pacific/Kiritimati', 'Pacific/Niue'])(
  'in %s the overdue and due invoices are those that the list shows there',
  async (timezoneId) => {
    const { page } = await screen({ as: paula, timezoneId })
    for (const [title, due] of [
      ['are overdue', 'overdue'],
      ['are due soon', '7'],
    ] as const) {
      await follow(page, '/')
      const text = await tasksOf(page).task(title).locator('b').innerText()
      await follow(page, `/invoices?due=${due}`)
      const grid = page.getByRole('grid', { name: 'Invoices' })
      await grid.locator('[data-index]').first().waitFor()
      expect(text).toBe(`${Number(await grid.getAttribute('aria-rowcount')) - 1} invoices ${title}`)
    }
  },
)

test('the next visit shows the events since the last one, with links', async () => {
  const number = 'GP-LATER'
  const happened = { at: null, by: '', detail: '' }
  const { page } = await screen({
    as: gannet.user,
    bypassCSP: true,
    answers: {
      getHome: async (_, recorded) => ({
        ...(await recorded()),
        lastVisit: '2026-11-20T14:03:11.482Z',
        news: [
          {
            ...happened,
            kind: 'invoices' as const,
            count: 1,
            names: [number],
            sums: [{ currencyIsoCode: 'USD', amount: 50 }],
          },
          {
            ...happened,
            kind: 'paid' as const,
            count: 2,
            names: ['GP-LATE-1', 'GP-LATE-2'],
            sums: [{ currencyIsoCode: 'USD', amount: 300.5 }],
          },
        ],
      }),
    },
  })
  const news = page.getByRole('complementary', { name: 'What happened' })
  await tasksOf(page).list.waitFor()
  await news.getByRole('heading', { name: /^Since / }).waitFor()
  await news.getByText('Payment of $300.50 for 2 invoices made').waitFor()
  const arrived = news.getByRole('link', { name: `Invoice ${number} arrived: $50.00` })
  await arrived.waitFor()
  expect(await violations(page)).toEqual([])
  await arrived.click()
  await page.getByRole('heading', { name: `Invoice ${number}` }).waitFor()
})

test('a part disappears with its permission, and a user without tasks reads that all is done', async () => {
  const { page } = await screen({
    as: ingrid,
    answers: { getHome: async (_, recorded) => ({ ...(await recorded()), approvals: null }) },
  })
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await page.getByText('Nothing waits for you.').waitFor()
  expect(await page.getByRole('table', { name: 'What is due by currency' }).count()).toBe(0)
})

test('a visitor reads the purpose of the portal and how to sign in', async () => {
  const { page } = await screen({})
  await page.getByRole('heading', { name: 'LICENSING AND BILLING' }).waitFor()
  await page.getByText('Open the link in the invitation email').waitFor()
  await page.getByText('You must be invited by your company admin.').waitFor()
})
