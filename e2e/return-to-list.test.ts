import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { scrollDown, topOf } from './invoice-list.ts'
import { onPhone } from './open-visit.ts'
import { luis } from './people.ts'

// Not a screen: with their fixed clock, a page cannot detect that it was loaded again.
for (const [device, options] of [
  ['a desk', {}],
  ['a phone', onPhone],
] as const)
  test(`a reload on ${device}: the list is at the same position, and the menu opens it at the top`, async () => {
    const { page } = await visit({ as: luis, at: '/invoices?status=closed', ...options })
    const row = await scrollDown(page)
    const top = await topOf(row)
    await page.reload()
    await expect.poll(async () => Math.abs((await topOf(row)) - top)).toBeLessThan(60)
    await page.waitForTimeout(500)
    expect(Math.abs((await topOf(row)) - top)).toBeLessThan(60)
    await page.getByRole('link', { name: 'INVOICES', exact: true }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expect.poll(() => row.count()).toBe(0)
  })
