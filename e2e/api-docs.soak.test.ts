import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { tooWide } from './fits.ts'
import { onPhone } from './open-visit.ts'
import { helen } from './people.ts'

/** The page draws more than a hundred calls at once. */
const patience = 60_000

test.each([
  ['a desk', { theme: 'light' }],
  ['a phone', { ...onPhone, theme: 'dark' }],
] as const)('on %s every call is listed and one opens, under the policy', async (_on, how) => {
  const { page } = await visit({ at: '/api/docs', ...how })
  page.setDefaultTimeout(patience)
  await page.getByRole('heading', { name: 'Licensing and billing portal' }).waitFor()
  const document = (await (await page.request.get('/api/openapi.json')).json()) as {
    paths: Record<string, object>
    webhooks: object
  }
  const calls = Object.values(document.paths).flatMap((path) => Object.keys(path))
  const count = calls.length + Object.keys(document.webhooks).length
  await expect.poll(() => page.locator('.opblock').count()).toBe(count)
  const call = page.locator('#operations-Licenses-createOrder')
  await call.getByRole('button').first().click()
  await call.getByText('idempotency-key').waitFor()
  await call.getByText('Too many calls.').waitFor()
  expect(await tooWide(page)).toEqual([])
})

test('a signed-in user can try a call, without prefilled filters', async () => {
  const { page } = await visit({ as: helen, at: '/api/docs' })
  page.setDefaultTimeout(patience)
  const tried = { hasPastDue: /true|false/, listInvoices: /"invoiceNumber"/, getMyself: /Helen/ }
  for (const [name, answer] of Object.entries(tried)) {
    const call = page.locator(`[id$="-${name}"]`)
    await call.getByRole('button').first().click()
    await call.getByRole('button', { name: 'Try it out' }).click()
    await call.getByRole('button', { name: 'Execute' }).click()
    const live = call.locator('.live-responses-table')
    await live.getByText('200', { exact: true }).waitFor()
    expect(await live.textContent(), name).toMatch(answer)
  }
})
