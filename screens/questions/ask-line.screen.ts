import type { InvoiceQuestion } from '@portal/domain/questions/questions.schema'
import { expect, test } from 'vitest'
import { questions } from '../../e2e/ask-line.ts'
import { headless, underToasts } from '../../e2e/fits.ts'
import { isFocused } from '../../e2e/is-focused.ts'
import { onPhone } from '../../e2e/open-visit.ts'
import { avocet } from '../../e2e/records/questions-company.ts'
import { screen } from '../screen.ts'
import { refusal, type Answers } from '../stub/answers.ts'
import { now } from '../world.ts'

const as = avocet.user
const at = '/invoices/detail/AV-SHOWN'
const line = 'line 3: TT Pro'

/** The questions of the invoice, to which each new one is added. */
function questionList() {
  const all: InvoiceQuestion[] = []
  const answers = {
    listQuestions: () => all,
    askQuestion: ({ body: { position, line: asked, message } }) => {
      const question: InvoiceQuestion = {
        id: `0e4f5cba-7a53-4f0b-9e36-2b1c6f1d2a1${all.length}`,
        position,
        placeNow: position,
        line: asked,
        message,
        askedBy: 'Amy Stone',
        isYours: true,
        askedAt: now,
        withdrawnAt: null,
        answer: null,
      }
      all.push(question)
      return question
    },
  } satisfies Answers
  return { all, answers }
}

test('the keyboard asks from the row of a line and returns to it; a closed dialog keeps the text', async () => {
  const { page } = await screen({ as, at, answers: questionList().answers })
  const { button, dialog, message, send, panel } = questions(page)
  await page.getByRole('row').filter({ hasText: 'TT Pro' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => isFocused(button(`Ask about ${line}`))).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(message)).toBe(true)
  await dialog.getByText('tjones').waitFor()
  await send.click()
  await dialog.getByText('Please enter a question.').waitFor()
  await message.focus()
  await page.keyboard.type('Half a thought')
  await dialog.getByText('14 of 2,000 characters').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(button(`Ask about ${line}`))).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(message)).toBe(true)
  expect(await message.inputValue()).toBe('Half a thought')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused(button(`Asked, ${line}`))).toBe(true)
  await page.keyboard.press('Enter')
  await panel.getByText('Half a thought').waitFor()
})

test('on a phone an answered question can be followed by another, and one of the user can be withdrawn', async () => {
  const { all, answers } = questionList()
  const { page } = await screen({
    as,
    at,
    ...onPhone,
    answers: { ...answers, withdrawQuestion: () => (all[1] = { ...all[1]!, withdrawnAt: now }) },
  })
  const { button, message, send, panel, bar } = questions(page)
  await button(`Ask about ${line}`).tap()
  await message.fill('Why two?\nWe have <one> user.')
  await send.tap()
  await button(`Asked, ${line}`).tap()
  await panel.getByText('Waiting for an answer').waitFor()
  expect(await panel.getByText('Why two?').innerText()).toBe('Why two?\nWe have <one> user.')
  all[0]!.answer = { text: 'One was added.', by: 'Nora Lind', at: now }
  await page.goto(at)
  await button(`Answered, ${line}`).tap()
  await panel.getByText(/^Answered by Nora Lind on/).waitFor()
  expect(await panel.getByRole('button', { name: /^Withdraw/ }).count()).toBe(0)
  await panel.getByRole('button', { name: `Ask again about ${line}` }).tap()
  await message.fill('Who ordered it?')
  await send.tap()
  await panel.getByRole('button', { name: `Withdraw the question about ${line}` }).tap()
  await panel.getByText(/^Withdrawn on/).waitFor()
  // The toast does not cover title and controls of the panel.
  await page.getByText('Question withdrawn').first().waitFor()
  expect([...(await headless(page)), ...(await underToasts(page))]).toEqual([])
  await panel.getByRole('button', { name: 'Close' }).tap()
  await bar.getByText('2 questions to the provider: 1 answered, 1 withdrawn').waitFor()
})

test('a question whose answer was lost is sent again with its key, and a refusal keeps its text', async () => {
  const { page, problems, desk } = await screen({ as, at, answers: questionList().answers })
  problems.expect(/status of (?:502|409)/)
  const { button, dialog, message, send, panel } = questions(page)
  await button(`Ask about ${line}`).click()
  await message.fill('Why two?')
  await page.route(
    ({ pathname }) => pathname.endsWith('/questions'),
    async (route) => {
      await route.fetch()
      await route.fulfill({ status: 502, body: 'Bad Gateway' })
    },
    { times: 1 },
  )
  await send.click()
  await dialog.getByText('The outcome is unknown. Please try again.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await button(`Asked, ${line}`).click()
  await panel.getByRole('button', { name: `Ask again about ${line}` }).click()
  expect(await message.inputValue()).toBe('Why two?')
  const words = 'Your question was already sent with another text.'
  desk.answer({ askQuestion: refusal(409, words) })
  await send.click()
  await dialog.getByText(words).waitFor()
  expect(await message.inputValue()).toBe('Why two?')
  const keys = desk.asked('askQuestion').map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([keys[0], keys[0]])
})
