import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { questions } from './ask-line.ts'
import { visit } from './browser.ts'
import { desktop, phone } from './open-visit.ts'
import { ana, paula, yara } from './people.ts'
import { avocet } from './records/questions-company.ts'

test('an invoice shows what it is for, when it was due, and what remains', async () => {
  const { page } = await visit({ as: ana, at: '/invoices/detail/MTS-S003' })
  await page.getByRole('heading', { name: 'Invoice MTS-S003' }).waitFor()
  const facts = page.getByRole('region', { name: 'Invoice' })
  const text = await facts.innerText()
  for (const term of ['Service Period', 'Due Month', 'Invoice Total', 'Remaining Balance Due'])
    expect(text).toContain(term)
  expect(text).toContain('$1,091.90')
  expect(text).toContain('Overdue 30 days')
  await expect.poll(() => page.getByText('ALD-001 · Aldgate Capital LLP').count()).toBe(1)
})

test('what is due is red above zero and green otherwise', async () => {
  const { page } = await visit({ as: ana, at: '/invoices/detail/MTS-S003' })
  const colourOfBalance = async (invoiceNumber: string) => {
    await page.goto(`/invoices/detail/${invoiceNumber}`)
    const balance = page.locator('[data-due] > dd')
    await balance.waitFor()
    const colour = await balance.evaluate((one) => getComputedStyle(one).color)
    return colour.match(/\d+/g)?.map(Number)
  }
  const [red = 0, green = 0] = (await colourOfBalance('MTS-S003')) ?? []
  expect(red).toBeGreaterThan(2 * green)
  for (const settled of ['MTS-S026', 'MTS-S028']) {
    const [red = 0, green = 0] = (await colourOfBalance(settled)) ?? []
    expect(green).toBeGreaterThan(2 * red)
  }
})

test('the line items are sorted by a press on a column, the other way round by the next', async () => {
  const { page } = await visit({ as: ana, at: '/invoices/detail/MTS-USAGE-612' })
  const grid = page.getByRole('grid', { name: 'Line items' })
  const totals = async () => {
    const cells = await grid.locator('[data-index] [role=gridcell][style*="total"]').allInnerTexts()
    return cells.map((text) => Number(text.replaceAll(/[^\d.]/g, '')))
  }
  const descending = (values: number[]) => values.toSorted((a, b) => b - a)
  await grid.getByRole('button', { name: 'Total' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?sort=total&order=desc')
  await expect.poll(async () => (await totals()).join()).toBe(descending(await totals()).join())
  const header = grid.getByRole('columnheader', { name: 'Total' })
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending')
  const [most = 0] = await totals()
  await grid.getByRole('button', { name: 'Total' }).click()
  await expect.poll(async () => (await totals())[0]).toBeLessThan(most)
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
  await page.reload()
  await expect.poll(async () => (await totals())[0]).toBeLessThan(most)
  await grid.getByRole('button', { name: 'Product' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?sort=product')
  await expect.poll(() => header.getAttribute('aria-sort')).toBeNull()
})

test('an invoice of 612 lines says so and keeps few of them in the document', async () => {
  const { page } = await visit({ as: ana, at: '/invoices/detail/MTS-USAGE-612' })
  const grid = page.getByRole('grid', { name: 'Line items' })
  const lines = grid.locator('[data-index]')
  await lines.first().focus()
  await page.getByRole('heading', { name: 'Line items 612' }).waitFor()
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('613')
  await expect.poll(() => lines.count()).toBeLessThanOrEqual(60)
  await page.keyboard.press('End')
  await grid.locator('[aria-rowindex="613"]').waitFor()
  await expect.poll(() => lines.count()).toBeLessThanOrEqual(60)
})

test('an invoice without lines says so', async () => {
  const { page } = await visit({ as: ana, at: '/invoices/detail/MTS-S039' })
  await page.getByText('No Line Items Available...').waitFor()
})

test('an invoice of another company, of a category they lack, or that does not exist is Not Found', async () => {
  const { page, problems } = await visit({ as: ana })
  problems.expect(/status of 404 .*\/api\/invoice\/details\//)
  for (const number of ['K-1', 'MTS-S046', 'no-such-invoice']) {
    await page.goto(`/invoices/detail/${number}`)
    await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  }
})

test('an invoice of a category they have is shown', async () => {
  const { page } = await visit({ as: paula, at: '/invoices/detail/MTS-S046' })
  await page.getByRole('heading', { name: 'Invoice MTS-S046' }).waitFor()
})

test.each([
  ['a desktop', { viewport: desktop }],
  ['a phone', { viewport: phone, isMobile: true }],
])('a line says what it is about where the books say so, on %s', async (_, device) => {
  const { page } = await visit({ as: yara, at: '/invoices/detail/Y-LINES', ...device })
  const lines = page.getByRole('grid', { name: 'Line items' }).getByRole('row')
  await lines
    .filter({ hasText: 'CME gateway' })
    .getByText(/^11\/01\/2026 – 11\/30\/2026 · User .+ · Network N-CME · PO 4500017734 · Prorated$/)
    .waitFor()
  await lines.getByText(/^User <b>x{200}$/).waitFor()
  // No quantity and no price, as in the books.
  const delivery = lines.filter({ hasText: 'Delivery' })
  await expect.poll(() => delivery.innerText()).toMatch(/^Delivery\s+By courier\s+\$0\.00/)
  expect(await delivery.locator('small').count()).toBe(0)
})

test.each([
  ['desktop', { viewport: desktop }],
  ['phone', { viewport: phone, isMobile: true }],
])(
  'the lines appear once, in their place: nothing that arrives later moves them, on a %s',
  async (_, device) => {
    const { page } = await visit({ as: paula, at: '/ture', ...device })
    // What stands around the lines arrives after the invoice, each at another time.
    for (const [place, call] of ['payments', 'changes', 'authorization', 'questions'].entries())
      await page.route(new RegExp(`/api/.*${call}`), async (route) => {
        await setTimeout(place * 300)
        await route.continue()
      })
    await page.addInitScript(followLines)
    await page.goto('/invoices/detail/MTS-10412-1700')
    await page.getByRole('grid', { name: 'Line items' }).waitFor()
    await page.waitForTimeout(1500)
    expect(await page.evaluate('linePlaces')).toHaveLength(1)
  },
)

test.each(['changes', 'authorization', 'questions'])(
  'the lines, and a question that is being typed, stay while the call for %s fails and is repeated',
  async (name) => {
    const { page, problems } = await visit({ as: avocet.user, at: '/ture' })
    problems.expect(/status of 500/)
    let calls = 0
    await page.route(new RegExp(`/api/.*AV-SHOWN/${name}`), async (route) => {
      calls += 1
      await route.fulfill({ status: 500, json: { message: 'Failed.' } })
    })
    await page.goto('/invoices/detail/AV-SHOWN')
    const { button, dialog, message } = questions(page)
    await button('Ask about line 3: TT Pro').click()
    await message.fill('Half a thought')
    await page.waitForTimeout(2000)
    const before = calls
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect.poll(() => calls).toBeGreaterThan(before)
    await page.waitForTimeout(1500)
    expect(await dialog.count()).toBe(1)
    expect(await message.inputValue()).toBe('Half a thought')
    // Not endlessly: the page, what shows it, and the return to the window each call once and repeat it once.
    expect(calls).toBeLessThanOrEqual(8)
  },
)

test('the lines do not wait for a call that has no answer', async () => {
  const { page } = await visit({ as: avocet.user, at: '/ture' })
  await page.route(/\/api\/.*AV-SHOWN\/changes/, () => undefined)
  await page.goto('/invoices/detail/AV-SHOWN')
  await page.getByRole('grid', { name: 'Line items' }).waitFor()
  await page.getByText('Comparing with earlier invoices …').waitFor()
})

test('a draft stays while another comparison loads in the place of one that failed', async () => {
  const { page, problems } = await visit({
    as: avocet.user,
    at: '/invoices/detail/AV-SHOWN?against=none',
  })
  problems.expect(/status of 404/)
  const { button, dialog, message } = questions(page)
  await page.getByText('Invoice none was not found.').waitFor()
  await button('Ask about line 3: TT Pro').click()
  await message.fill('Half a thought')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Compare with the bill it continues' }).click()
  await expect.poll(() => page.url()).not.toContain('against')
  await button('Ask about line 3: TT Pro').click()
  expect(await message.inputValue()).toBe('Half a thought')
})

/** Notes in the page each place at which the lines are painted. */
const followLines = `
  linePlaces = []
  const look = () => {
    const lines = document.querySelector('[role=grid]')?.getBoundingClientRect()
    const place = lines && [lines.left, lines.top + scrollY, lines.width].map(Math.round).join(' ')
    if (place && place !== linePlaces.at(-1)) linePlaces.push(place)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`
