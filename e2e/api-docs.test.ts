import { expect, test } from 'vitest'
import { violations } from './axe.ts'
import { visit } from './browser.ts'
import { tooWide } from './fits.ts'
import { narrowest } from './open-visit.ts'

test('the calls are listed by part, open to what they take and answer, and lead to the document', async () => {
  const { page, problems } = await visit({ at: '/api/docs', bypassCSP: true })
  problems.expect(/favicon\.ico/)
  await page
    .getByRole('navigation', { name: 'Parts' })
    .getByRole('link', { name: 'Licenses' })
    .click()
  expect(page.url()).toMatch(/#licenses$/)
  const call = page.locator('details').filter({ hasText: '/api/license' }).first()
  await call.locator('summary').click()
  await call.getByRole('heading', { name: 'Answers' }).waitFor()
  await page.setViewportSize(narrowest)
  expect(await tooWide(page)).toEqual([])
  // All parts are made alike, and together have more elements than can be looked at in a minute.
  await page.evaluate(() => {
    for (const part of document.querySelectorAll('section:not(:has(#licenses))')) part.remove()
  })
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: /^OpenAPI 3\.1/ }).click()
  expect(await page.evaluate(() => document.body.textContent)).toContain('"openapi":"3.1')
})
