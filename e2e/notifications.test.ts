import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { phone } from './open-visit.ts'
import { priya, tom } from './people.ts'

test.each([
  ['a desktop', undefined],
  ['a phone', phone],
])('on %s each email is under what it is about', async (_, viewport) => {
  const { page } = await visit({ as: priya, at: '/notifications', ...(viewport && { viewport }) })
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
  const counts = ['Invoices', 'Payments', 'Licenses and equipment', 'Users and access'].map(
    (area) => mails(area).count(),
  )
  expect(await Promise.all(counts)).toEqual([4, 5, 2, 2])
})

test('new invoices are attached as PDF when the user chose it, and not offered without their emails', async () => {
  const { page } = await visit({ as: priya, at: '/notifications' })
  const toggle = (name: string) => page.getByRole('switch', { name })
  const attach = toggle('Attach them as PDF')
  expect(await attach.getAttribute('aria-checked')).toBe('false')
  await attach.click()
  await page.reload()
  await expect.poll(() => attach.getAttribute('aria-checked')).toBe('true')
  await toggle('New invoices').click()
  await attach.waitFor({ state: 'detached' })
  await toggle('New invoices').click()
  await expect.poll(() => attach.getAttribute('aria-checked')).toBe('true')
})

test('an area of which a user gets no email has no heading', async () => {
  const { page } = await visit({ as: tom, at: '/notifications' })
  await page.getByRole('heading', { name: 'Licenses and equipment' }).waitFor()
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'Licenses and equipment',
    'Always sent',
  ])
})
