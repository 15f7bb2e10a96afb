import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { askOnce, questions } from './ask-line.ts'
import { portal, visit } from './browser.ts'
import { mailsAbout } from './mailbox.ts'
import { phone } from './open-visit.ts'
import { inDatabase } from './portal-database.ts'
import { importRecords } from './portal/import-records.ts'
import { avocet, avocetInvoice, avocetLines } from './records/questions-company.ts'

const { accountId, user, colleague } = avocet
const line = 'line 3: TT Pro'
const today = new Date().toISOString().slice(0, 10)
const gone =
  'This line was changed or removed in the meantime, so you cannot ask about it. You can copy your text.'

/** The ids of the questions about an invoice, which the provider learns from events. */
const idsOf = (invoiceNumber: string) =>
  inDatabase(portal.dataDir, async (database) => {
    const { rows } = await database.query<{ id: string }>(
      'select id from invoice_question where invoice_number = $1 order by asked_at',
      [invoiceNumber],
    )
    return rows.map(({ id }) => id)
  })

test.each([
  ['desktop', 'AV-DESKTOP', {}],
  ['phone', 'AV-PHONE', { viewport: phone, isMobile: true }],
])(
  'a user asks about a line and reads the answer at the line, on a %s',
  async (_, number, device) => {
    const at = `/invoices/detail/${number}`
    const { page } = await visit({ as: user, at, ...device })
    const { button, dialog, message, send, panel, bar } = questions(page)
    await button(`Ask about ${line}`).click()
    await dialog.getByText('tjones').waitFor()
    await dialog.getByText('$1,470.00').waitFor()
    await send.click()
    await dialog.getByText('Please enter a question.').waitFor()
    await message.fill('Why two?\nWe have <one> user.')
    await dialog.getByText('28 of 2,000 characters').waitFor()
    await send.dblclick()
    await page.getByText('Question sent').waitFor()
    await button(`Asked, ${line}`).waitFor()
    await bar.getByText('1 question to the provider: waiting for an answer').waitFor()
    const ids = await idsOf(number)
    expect(ids).toHaveLength(1)

    await button(`Asked, ${line}`).click()
    await panel.getByText(/^You asked on/).waitFor()
    await panel.getByText('Waiting for an answer').waitFor()
    expect(await panel.getByText('Why two?').innerText()).toBe('Why two?\nWe have <one> user.')

    importRecords(portal, [
      {
        record: 'invoiceAnswer',
        accountId,
        questionId: ids[0],
        answer: 'One was added on the 12th.\nIt is for kim.',
        answeredBy: 'Nora Lind',
      },
    ])
    await page.goto(at)
    await button(`Answered, ${line}`).click()
    await panel.getByText(/^Answered by Nora Lind on/).waitFor()
    expect(await panel.getByText('One was added').innerText()).toBe(
      'One was added on the 12th.\nIt is for kim.',
    )
    // It can no longer be withdrawn, but the user can ask again.
    expect(await panel.getByRole('button', { name: /^Withdraw/ }).count()).toBe(0)
    await panel.getByRole('button', { name: `Ask again about ${line}` }).click()
    await message.fill('Who ordered it?')
    await send.click()
    await panel.getByText('Who ordered it?').waitFor()
    await panel.getByRole('button', { name: `Withdraw the question about ${line}` }).click()
    await panel.getByText(/^Withdrawn on/).waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()
    await button(`Answered, ${line}`).waitFor()
    await bar.getByText('2 questions to the provider: 1 answered, 1 withdrawn').waitFor()

    const other = await visit({ as: colleague, at, ...device })
    await questions(other.page).bar.getByRole('button', { name: 'Show questions' }).click()
    const seen = questions(other.page).panel
    await seen
      .getByText(/^Asked by Amy Stone on/)
      .first()
      .waitFor()
    expect(await seen.getByRole('button', { name: /^Withdraw/ }).count()).toBe(0)
  },
)

test('the provider and the person who asked get a mail each', async () => {
  for (const number of ['AV-DESKTOP', 'AV-PHONE']) {
    const recipients = async (words: string) =>
      (await mailsAbout(words))
        .filter(({ subject }) => subject.includes(number))
        .flatMap(({ to }) => to)
    await expect
      .poll(() => recipients('asks about an invoice'), { timeout: 30_000 })
      .toContain('billing@meridian.example')
    await expect
      .poll(() => recipients('Your question was answered'), { timeout: 30_000 })
      .toEqual([user.email])
  }
}, 90_000)

test('the keyboard asks from the row of a line and returns to it; a closed dialog keeps the text', async () => {
  const { page } = await visit({ as: user, at: '/invoices/detail/AV-KEYS' })
  const { button, dialog, message, panel } = questions(page)
  const row = page.getByRole('row').filter({ hasText: 'TT Pro' })
  await row.focus()
  await page.keyboard.press('ArrowRight')
  await expect
    .poll(() => button(`Ask about ${line}`).evaluate((one) => one === document.activeElement))
    .toBe(true)
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await expect.poll(() => message.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type('Half a thought')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() => button(`Ask about ${line}`).evaluate((one) => one === document.activeElement))
    .toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => message.inputValue()).toBe('Half a thought')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await button(`Asked, ${line}`).waitFor()
  await expect
    .poll(() => button(`Asked, ${line}`).evaluate((one) => one === document.activeElement))
    .toBe(true)
  await page.keyboard.press('Enter')
  await panel.getByText('Half a thought').waitFor()
})

test('a question whose answer was lost is asked once, also if its dialog is closed and opened again', async () => {
  const { page, problems } = await visit({ as: user, at: '/invoices/detail/AV-LOST' })
  problems.expect(/ERR_CONNECTION_RESET|status of (?:502|409) .*\/AV-LOST\/questions/)
  const { button, dialog, message, send, panel } = questions(page)
  const loseAnswer = (lose: (route: Route) => Promise<void>) =>
    page.route(
      ({ pathname }) => pathname.endsWith('/questions'),
      async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        await route.fetch()
        await lose(route)
      },
      { times: 1 },
    )
  await button(`Ask about ${line}`).click()
  await message.fill('Why two?')
  await loseAnswer((route) => route.abort('connectionreset'))
  await send.click()
  await dialog.getByText('The outcome is unknown. Please try again.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await button(`Asked, ${line}`).click()
  await panel.getByRole('button', { name: `Ask again about ${line}` }).click()
  expect(await message.inputValue()).toBe('Why two?')
  await send.click()
  await page.getByText('Question sent').waitFor()
  expect(await idsOf('AV-LOST')).toHaveLength(1)
  // The draft and its key have ended.
  await panel.getByRole('button', { name: `Ask again about ${line}` }).click()
  expect(await message.inputValue()).toBe('')
  await message.fill('Why two?')
  await loseAnswer((route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
  await send.click()
  await dialog.getByText('The outcome is unknown. Please try again.').waitFor()
  await message.fill('Why two users?')
  // A refusal does not end the draft.
  for (const _ of [1, 2]) {
    const refused = page.waitForResponse((response) => response.status() === 409)
    await send.click()
    await refused
    await dialog
      .getByText(
        'Your question was already sent with another text. Please reload the page to see it.',
      )
      .waitFor()
  }
  expect(await idsOf('AV-LOST')).toHaveLength(2)
})

test('an open dialog keeps its line when an import moves or removes it', async () => {
  const at = '/invoices/detail/AV-MOVED'
  const { page, problems } = await visit({ as: user, at })
  problems.expect(/status of 409 .*\/AV-MOVED\/questions/)
  const { button, dialog, message, send, panel } = questions(page)
  const added = { productName: 'TT Setup', description: 'Once', total: '10.00' }
  await button(`Ask about ${line}`).click()
  await message.fill('Why two?')
  importRecords(portal, [avocetInvoice(today, 'AV-MOVED', [added, ...avocetLines])])
  await send.click()
  await page.getByRole('dialog', { name: 'Ask about line 4' }).waitFor()
  await dialog.getByText('It was line 3 when you opened it.').waitFor()
  await dialog.getByText('$1,470.00').waitFor()
  expect(await message.inputValue()).toBe('Why two?')
  // The draft is about the line, not about the place.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await button('Ask about line 3: Cabinet and Power').click()
  await dialog.getByText('$900.00').waitFor()
  expect(await message.inputValue()).toBe('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await button('Ask about line 4: TT Pro').click()
  expect(await message.inputValue()).toBe('Why two?')
  await send.click()
  await button('Asked, line 4: TT Pro').waitFor()

  // The page reads the invoice again when the window gets the focus.
  const lookAgain = async () => {
    await page.clock.setFixedTime(Date.now() + 60_000)
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
  }
  await button('Asked, line 4: TT Pro').click()
  await panel.getByRole('button', { name: 'Ask again about line 4: TT Pro' }).click()
  await message.fill('Since when?')
  importRecords(portal, [avocetInvoice(today, 'AV-MOVED', avocetLines.slice(0, 2))])
  await lookAgain()
  await dialog.getByText(gone).waitFor()
  await dialog.getByText('$1,470.00').waitFor()
  expect(await send.count()).toBe(0)
  expect(await message.inputValue()).toBe('Since when?')
  await dialog.getByText('Close', { exact: true }).click()
  await panel.getByText(/^No line of the invoice says the same any more/).waitFor()
  await panel.getByText('Why two?').waitFor()
  expect(await panel.getByRole('button', { name: /^Ask again/ }).count()).toBe(0)
})

test('a question whose line changed is shown at the invoice with what the line said', async () => {
  const at = '/invoices/detail/AV-CHANGED'
  const { page, problems } = await visit({ as: user, at })
  problems.expect(/status of 409 .*\/AV-CHANGED\/questions/)
  const { bar, panel, button, dialog, message, send } = questions(page)
  await askOnce(page, line, 'Why two?')
  // An import changes the line while the user types.
  await button('Ask about line 1: TT Gateway').click()
  await message.fill('What is it?')
  const [gateway, ...rest] = avocetLines
  importRecords(portal, [
    avocetInvoice(today, 'AV-CHANGED', [{ ...gateway, total: '251.00' }, rest[0]!]),
  ])
  await send.click()
  await dialog.getByText(gone).waitFor()
  await dialog.getByText('$250.00').first().waitFor()
  expect(await dialog.getByText('$251.00').count()).toBe(0)
  expect(await send.count()).toBe(0)
  expect(await message.inputValue()).toBe('What is it?')
  await dialog.getByText('Close', { exact: true }).click()
  await bar.getByText('1 line changed or gone since then.').waitFor()
  await bar.getByRole('button', { name: 'Show questions' }).click()
  await panel.getByText(/^No line of the invoice says the same any more/).waitFor()
  await panel.getByText('$1,470.00').waitFor()
})
