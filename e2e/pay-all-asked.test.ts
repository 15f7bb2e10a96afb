import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addCard } from './add-card.ts'
import { violations } from './axe.ts'
import { visit } from './browser.ts'
import { bankWindow, cardForm } from './card-pages.ts'
import { chargesFor } from './card-sandbox.ts'
import { clickTwiceAtOnce } from './click-twice.ts'
import { tooWide } from './fits.ts'
import { mailsAbout } from './mailbox.ts'
import { desktop, narrowest } from './open-visit.ts'
import { confirmation, countPayments, payment } from './payment.ts'
import type { Person } from './people.ts'
import { stork } from './records/asked-companies.ts'

const at = '/invoices?payAll=open'
const stopped = /^Stopped by /

/** A company's invoices with the pay-all dialog open. */
async function payAllAt(as: Person) {
  const { page, context } = await visit({ as, at, bypassCSP: true })
  return { context, ...payAllOn(page) }
}

/** The parts of the page that concern paying all. */
function payAllOn(page: Page) {
  const parts = payment(page)
  return {
    ...parts,
    page,
    bank: bankWindow(page),
    answer: parts.dialog.getByRole('button', { name: 'Respond to your bank' }),
    stop: parts.dialog.getByRole('button', { name: 'Stop paying' }),
    asked: parts.dialog.getByText(/^The card's bank asks/),
  }
}

test('the question of the bank is answered in one tab, stopped in another, and another card pays the rest', async () => {
  const { payer, colleague, invoices } = stork
  await addCard(payer, 'pm_card_authenticationRequired')
  const one = await payAllAt(payer)
  const posts = countPayments(one.page)
  await one.title(confirmation).waitFor()
  await one.pay.waitFor()
  expect(await violations(one.page)).toEqual([])
  // A second tab that is already open shows the batch instead of starting another one.
  const two = payAllOn(await one.context.newPage())
  // Paying is disabled until the shown card is known exactly.
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await two.page.route(/\/payment\/card\?/, (route) => held.then(() => route.continue()))
  await Promise.all([
    two.page.waitForResponse(/\/card\/default/),
    two.page.waitForResponse(/\/payment\/plan/),
    two.page.goto(at),
  ])
  await two.page.waitForTimeout(500)
  await expect.poll(() => two.pay.count()).toBe(0)
  release()
  await two.pay.waitFor()
  await clickTwiceAtOnce(one.pay)
  await one.asked.getByText(invoices[0]).waitFor()
  expect(posts()).toBe(1)
  expect(await violations(one.page)).toEqual([])
  await one.page.setViewportSize(narrowest)
  await expect.poll(() => tooWide(one.page)).toEqual([])
  await one.page.setViewportSize(desktop)
  await two.pay.click()
  await two.asked.waitFor()

  // The question is closed without an answer, then answered by keyboard after a reload.
  await clickTwiceAtOnce(one.answer)
  await one.bank.frame.getByText('waits for you').waitFor()
  await one.page.reload()
  await one.answer.focus()
  await one.page.keyboard.press('Enter')
  await one.bank.completeByKeyboard()
  await one.asked.getByText(invoices[1]).waitFor()
  await two.asked.getByText(invoices[1]).waitFor()
  await expect.poll(() => chargesFor(invoices[0])).toMatchObject([{ status: 'succeeded' }])

  // Another user opens the same batch, and stops it while the first one watches.
  const third = await payAllAt(colleague)
  await third.asked.getByText(`${payer.firstName} ${payer.lastName}`).waitFor()
  await clickTwiceAtOnce(third.stop)
  for (const { title, dialog } of [one, two, third]) {
    await title('1 of 3 invoices paid').waitFor()
    await dialog.getByText(stopped).waitFor()
  }
  expect(await violations(third.page)).toEqual([])
  await one.page.reload()
  await one.title('1 of 3 invoices paid').waitFor()
  await expect.poll(async () => (await mailsAbout('1 paid, 2 not paid')).length).toBeGreaterThan(0)

  // A card that is added during the batch pays the rest.
  await one.dialog.getByRole('button', { name: 'Pay the rest' }).click()
  await one.dialog.getByRole('button', { name: 'Add another card' }).click()
  const form = cardForm(one.page)
  await form.number.waitFor()
  await form.type({ number: '5555555555554444' })
  await form.submit.click()
  await one.dialog.getByText('Mastercard ending in 4444').first().waitFor()
  await one.pay.click()
  await one.title('Payment Successful').waitFor()
  await one.close.click()
  await one.dialog.waitFor({ state: 'detached' })
  for (const number of invoices)
    await expect
      .poll(() => chargesFor(number), { message: number })
      .toMatchObject([{ status: 'succeeded' }])
  // Back does not start a payment.
  await one.page.goBack()
  await one.page.goForward()
  for (const number of invoices) await expect.poll(() => chargesFor(number)).toHaveLength(1)
}, 120_000)
