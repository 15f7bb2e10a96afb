import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { expect, test } from 'vitest'
import { questions } from '../../e2e/ask-line.ts'
import { follow } from '../../e2e/navigation.ts'
import { desktop, phone } from '../../e2e/open-visit.ts'
import { ana, paula, yara } from '../../e2e/people.ts'
import { avocet } from '../../e2e/records/questions-company.ts'
import { hold } from '../hold.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'
import { longList } from './long-list.ts'

test('an invoice shows its purpose, its due date and the remaining balance: red above zero and green otherwise', async () => {
  const { page, problems, desk } = await screen({ as: ana, at: '/invoices/detail/MTS-S003' })
  await page.getByRole('heading', { name: 'Invoice MTS-S003' }).waitFor()
  const facts = page.getByRole('region', { name: 'Invoice' })
  const text = await facts.innerText()
  for (const term of ['Service Period', 'Due Month', 'Invoice Total', 'Remaining Balance Due'])
    expect(text).toContain(term)
  expect(text).toContain('$1,091.90')
  expect(text).toContain('Overdue 30 days')
  await expect.poll(() => page.getByText('ALD-001 · Aldgate Capital LLP').count()).toBe(1)

  const colorOfBalance = async () => {
    const balance = page.locator('[data-due] > dd')
    await balance.waitFor()
    const color = await balance.evaluate((one) => getComputedStyle(one).color)
    const [red = 0, green = 0] = color.match(/\d+/g)?.map(Number) ?? []
    return { red, green }
  }
  const { red, green } = await colorOfBalance()
  expect(red).toBeGreaterThan(2 * green)
  for (const settled of ['MTS-S026', 'MTS-S028']) {
    await follow(page, `/invoices/detail/${settled}`)
    await page.getByRole('heading', { name: `Invoice ${settled}` }).waitFor()
    const { red, green } = await colorOfBalance()
    expect(green).toBeGreaterThan(2 * red)
  }

  // An invoice without lines shows a message; a missing invoice, or one that the reader may not see, is Not Found.
  await follow(page, '/invoices/detail/MTS-S039')
  await page.getByText('No Line Items Available...').waitFor()
  problems.expect(/status of 404 .*\/api\/invoice\/details\//)
  const missing = refusal(404, 'Invoice K-1 was not found.')
  desk.answer({
    getInvoice: missing,
    getChanges: missing,
    getAuthorization: missing,
    listQuestions: missing,
  })
  await follow(page, '/invoices/detail/K-1')
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
})

const line = {
  description: 'Usage',
  moreInfo: '',
  quantity: 1,
  salesPrice: null,
  currency: 'USD',
  city: '',
  state: '',
}
const manyLines: InvoiceDetail = {
  ...longList[0]!,
  invoiceNumber: 'MTS-S003',
  revision: 'b5bb9d8014a0',
  bankTransfer: null,
  lineItems: Array.from({ length: 612 }, (_, nth) => ({
    ...line,
    productName: `Product ${nth % 7}`,
    total: ((nth * 37) % 101) + 0.25,
  })),
}

test('an invoice of 612 lines keeps few of them in the document; a press on a column sorts them, the next press reverses the order', async () => {
  const { page } = await screen({
    as: ana,
    at: '/invoices/detail/MTS-S003',
    answers: { getInvoice: manyLines },
  })
  const grid = page.getByRole('grid', { name: 'Line items' })
  const lines = grid.locator('[data-index]')
  await lines.first().focus()
  await page.getByRole('heading', { name: 'Line items 612' }).waitFor()
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('613')
  await expect.poll(() => lines.count()).toBeLessThanOrEqual(60)
  await page.keyboard.press('End')
  await grid.locator('[aria-rowindex="613"]:focus').waitFor()
  await expect.poll(() => lines.count()).toBeLessThanOrEqual(60)

  await page.keyboard.press('Home')
  await grid.locator('[aria-rowindex="2"]').waitFor()
  const totals = async () => {
    const cells = await grid.locator('[data-index] [role=gridcell][style*="total"]').allInnerTexts()
    return cells.map((text) => Number(text.replaceAll(/[^\d.]/g, '')))
  }
  const descending = (values: number[]) => values.toSorted((a, b) => b - a)
  await grid.getByRole('button', { name: 'Total' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?sort=total&order=desc')
  await expect.poll(async () => (await totals())[0]).toBe(100.25)
  expect((await totals()).join()).toBe(descending(await totals()).join())
  const header = grid.getByRole('columnheader', { name: 'Total' })
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending')
  await grid.getByRole('button', { name: 'Total' }).click()
  await expect.poll(async () => (await totals())[0]).toBe(0.25)
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
  await page.reload()
  await expect.poll(async () => (await totals())[0]).toBe(0.25)
  await grid.getByRole('button', { name: 'Product', exact: true }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?sort=product')
  await expect.poll(() => header.getAttribute('aria-sort')).toBeNull()
})

test('a line shows its user, site and period where the books contain them', async () => {
  const { page } = await screen({ as: yara, at: '/invoices/detail/Y-LINES' })
  const lines = page.getByRole('grid', { name: 'Line items' }).getByRole('row')
  const delivery = lines.filter({ hasText: 'Delivery' })
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    await lines
      .filter({ hasText: 'CME gateway' })
      .getByText(
        /^11\/01\/2026 – 11\/30\/2026 · User .+ · Network N-CME · PO 4500017734 · Prorated$/,
      )
      .waitFor()
    await lines.getByText(/^User <b>x{200}$/).waitFor()
    // No quantity and no price, as in the books.
    await expect.poll(() => delivery.innerText()).toMatch(/^Delivery\s+By courier\s+\$0\.00/)
    expect(await delivery.locator('small').count()).toBe(0)
  }
})

test('the lines appear once, in their final place: later content does not move them', async () => {
  const { page } = await screen({ as: paula, at: '/ture' })
  await page.addInitScript(followLines)
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    const calls = [/api.*payment\/list/, /api.*changes/, /api.*authorization/, /api.*questions/]
    const held = []
    for (const call of calls) held.push({ call, release: await hold(page, call) })
    await page.goto('/invoices/detail/MTS-10412-1700')
    for (const { call, release } of held) {
      const arrived = page.waitForResponse(call)
      release()
      await arrived
      await page.evaluate(drawnTwice)
    }
    await page.getByRole('grid', { name: 'Line items' }).waitFor()
    await page.getByText(/ (more|less) than \w+ \d{4}/).waitFor()
    expect(await page.evaluate('linePlaces')).toHaveLength(1)
    await page.unrouteAll()
  }
})

test('the lines do not wait for a call without a response', async () => {
  const { page } = await screen({ as: avocet.user, at: '/ture' })
  await page.route(/AV-SHOWN\/changes/, () => undefined)
  await follow(page, '/invoices/detail/AV-SHOWN')
  await page.getByRole('grid', { name: 'Line items' }).waitFor()
  await page.getByText('Comparing with earlier invoices …').waitFor()
})

test('the lines, and a question being typed, stay while the calls around them fail and are repeated', async () => {
  const failed = refusal(500, 'Failed.')
  const { page, problems, desk } = await screen({
    as: avocet.user,
    at: '/invoices/detail/AV-SHOWN',
    answers: { getChanges: failed, getAuthorization: failed, listQuestions: failed },
  })
  problems.expect(/status of 500/)
  const { button, dialog, message } = questions(page)
  await button('Ask about line 3: TT Pro').click()
  await message.fill('Half a thought')
  const names = ['getChanges', 'getAuthorization', 'listQuestions'] as const
  const calls = () => names.map((name) => desk.asked(name).length)
  // The page, and the display of the page, each call once and repeat the call once.
  await expect.poll(calls).toEqual([4, 4, 4])
  const before = calls()
  // A return to the window repeats no call whose response is pending.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      return calls().every((count, nth) => count > before[nth]!)
    })
    .toBe(true)
  await page.evaluate(drawnTwice)
  expect(await dialog.count()).toBe(1)
  expect(await message.inputValue()).toBe('Half a thought')
  // Not endlessly: the page, its display, and the return to the window each call once and repeat the call once.
  expect(Math.max(...calls())).toBeLessThanOrEqual(8)
})

test('a draft stays while another comparison replaces a failed one', async () => {
  const { page, problems } = await screen({ as: avocet.user, at: '/ture' })
  problems.expect(/status of 404/)
  await page.route(/changes\?.*against=none/, (route) =>
    route.fulfill({ status: 404, json: { message: 'Invoice none was not found.' } }),
  )
  await follow(page, '/invoices/detail/AV-SHOWN?against=none')
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

/** Records, in the page, each position at which the lines are painted. */
const followLines = `
  linePlaces = []
  const record = () => {
    const lines = document.querySelector('[role=grid]')?.getBoundingClientRect()
    const place = lines && [lines.left, lines.top + scrollY, lines.width].map(Math.round).join(' ')
    if (place && place !== linePlaces.at(-1)) linePlaces.push(place)
    requestAnimationFrame(record)
  }
  requestAnimationFrame(record)`
const drawnTwice = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))`
