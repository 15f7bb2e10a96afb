import { expect, test } from 'vitest'
import { desktop, phone } from '../../e2e/open-visit.ts'
import { priya, tom } from '../../e2e/people.ts'
import { screen } from '../screen.ts'

test('each email is below the heading of its area, also on a phone', async () => {
  const { page } = await screen({ as: priya, at: '/notifications' })
  const mails = (area: string) => page.getByRole('list', { name: area }).getByRole('switch')
  await mails('Invoices').first().waitFor()
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'Invoices',
    'Payments',
    'Licenses and equipment',
    'Users and access',
    'Always sent',
  ])
  for (const [area, title] of [
    ['Invoices', 'Answers to your questions'],
    ['Payments', 'Cards that expire'],
    ['Licenses and equipment', 'Equipment requests'],
    ['Users and access', 'Addresses that refuse emails'],
  ] as const)
    expect(
      await page.getByRole('list', { name: area }).getByRole('switch', { name: title }).count(),
    ).toBe(1)
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    const counts = ['Invoices', 'Payments', 'Licenses and equipment', 'Users and access'].map(
      (area) => mails(area).count(),
    )
    expect(await Promise.all(counts)).toEqual([6, 5, 2, 3])
  }
})

test('the user can choose PDFs of new invoices as attachments, but not without the emails about them', async () => {
  const attachments = { attachesInvoices: false }
  let newInvoices = true
  const { page, desk } = await screen({
    as: priya,
    at: '/notifications',
    answers: {
      getMailChoices: async (_, recorded) => {
        const { email, choices } = await recorded()
        const others = choices.filter(({ kind }) => kind !== 'newInvoices')
        const choice = { kind: 'newInvoices' as const, isOn: newInvoices }
        return { email, choices: [choice, ...others], ...attachments }
      },
    },
  })
  const chosen = { email: priya.email, choices: [], ...attachments }
  desk.answer({
    chooseAttachments: ({ body }) => ({ ...chosen, ...Object.assign(attachments, body) }),
    chooseMails: ({ body }) => {
      newInvoices = body.isOn
      return chosen
    },
  })
  const toggle = (name: string) => page.getByRole('switch', { name })
  const attach = toggle('Attach them as PDF')
  expect(await attach.getAttribute('aria-checked')).toBe('false')
  await attach.click()
  await expect.poll(() => attach.getAttribute('aria-checked')).toBe('true')
  expect(desk.asked('chooseAttachments')[0]?.body).toEqual({ attachesInvoices: true })
  await toggle('New invoices').click()
  await attach.waitFor({ state: 'detached' })
  await toggle('New invoices').click()
  await expect.poll(() => attach.getAttribute('aria-checked')).toBe('true')
})

test('an area of which a user gets no email has no heading', async () => {
  const { page } = await screen({ as: tom, at: '/notifications' })
  await page.getByRole('heading', { name: 'Licenses and equipment' }).waitFor()
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'Licenses and equipment',
    'Always sent',
  ])
})
