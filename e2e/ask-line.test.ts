import { expect, test } from 'vitest'
import { questions } from './ask-line.ts'
import { portal, visit } from './browser.ts'
import { mailsAbout } from './mailbox.ts'
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

test('a user asks about a line and reads the answer at the line; both sides get a mail', async () => {
  const at = '/invoices/detail/AV-DESKTOP'
  const { page } = await visit({ as: user, at })
  const { button, dialog, message, send, panel, bar } = questions(page)
  await button(`Ask about ${line}`).click()
  await dialog.getByText('$1,470.00').waitFor()
  await message.fill('Why two?\nWe have <one> user.')
  await send.dblclick()
  await page.getByText('Question sent').waitFor()
  await bar.getByText('1 question to the provider: waiting for an answer').waitFor()
  const [questionId, ...more] = await idsOf('AV-DESKTOP')
  expect(more).toEqual([])
  importRecords(portal, [
    {
      record: 'invoiceAnswer',
      accountId,
      questionId,
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
  const other = await visit({ as: colleague, at })
  await questions(other.page).bar.getByRole('button', { name: 'Show questions' }).click()
  await questions(other.page)
    .panel.getByText(/^Asked by Amy Stone on/)
    .waitFor()
  const recipients = async (words: string) =>
    (await mailsAbout(words))
      .filter(({ subject }) => subject.includes('AV-DESKTOP'))
      .flatMap(({ to }) => to)
  await expect
    .poll(() => recipients('asks about an invoice'), { timeout: 30_000 })
    .toContain('billing@meridian.example')
  await expect
    .poll(() => recipients('Your question was answered'), { timeout: 30_000 })
    .toEqual([user.email])
}, 90_000)

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
  // The draft belongs to the line, not to the position.
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
