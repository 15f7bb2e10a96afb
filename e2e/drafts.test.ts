import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { visit } from './browser.ts'
import { orders } from './license-pages.ts'
import { onPhone } from './open-visit.ts'
import { luis } from './people.ts'
import { plover } from './records/draft-company.ts'
import { signIn, userMenu } from './sign-in.ts'

const at = '/licenses?show=orders'
const { ann, ben, eve } = plover

/** Adds one gateway to the order and opens the review. */
async function addGateway(page: Page, name = 'ICE Gateway'): Promise<void> {
  const { tile, product, choose, button, added } = orders(page)
  await tile('new order').click()
  await tile('add item').click()
  await product(name).click()
  await choose('Network', 'ICE')
  await button('Add to Order').click()
  await added.getByRole('button', { name: 'Review Order' }).click()
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const isKept = (page: Page) => page.getByText(/kept for you only, until/i).waitFor()

async function newDraft(page: Page, notes: string): Promise<string> {
  await addGateway(page)
  await orders(page).notes.fill(notes)
  await orders(page).button('Save Draft').click()
  await page.getByText('Draft saved.').waitFor()
  const row = orders(page).row(notes)
  await row.waitFor()
  const label = await row.getByRole('button', { name: /^Edit draft/ }).getAttribute('aria-label')
  return label!.replace(/\D/g, '')
}

test('two people edit one draft: the later one sees both versions and chooses', async () => {
  const first = await visit({ as: ann, at })
  const id = await newDraft(first.page, 'a draft of two')
  const second = await visit({ as: ben, at, ...onPhone })
  for (const { page } of [first, second]) {
    await page.goto(`${at}&draft=${id}`)
    await heading(page, `Draft #P-${id}`).waitFor()
  }
  await orders(first.page).notes.fill('what Ann says')
  await isKept(first.page)
  await orders(second.page).notes.fill('what Ben says')
  await orders(second.page).button('Save Draft').click()
  await second.page.getByText('Draft saved.').waitFor()
  // Ann saves without having seen the change.
  first.problems.expect(/status of 409/)
  await orders(first.page).button('Save Draft').click()
  const versions = first.page.getByRole('region', { name: /Ben Drafter.* changed order/ })
  await versions.getByText('what Ann says').waitFor()
  await versions.getByText('what Ben says').waitFor()
  await expect
    .poll(() => orders(first.page).button('Save Draft').getAttribute('aria-disabled'))
    .toBe('true')
  await versions.getByRole('button', { name: 'Keep my version' }).click()
  await versions.waitFor({ state: 'detached' })
  await orders(first.page).button('Save Draft').click()
  await orders(first.page).row('what Ann says').waitFor()

  // The reverse, with a draft that is submitted in the meantime.
  await second.page.goto(`${at}&draft=${id}`)
  await expect.poll(() => orders(second.page).notes.inputValue()).toBe('what Ann says')
  await orders(second.page).notes.fill('too late')
  await isKept(second.page)
  await first.page.goto(`${at}&draft=${id}`)
  await orders(first.page).button('Submit Order').click()
  await orders(first.page)
    .dialog('CONFIRM ORDER')
    .getByRole('button', { name: 'Accept and Submit' })
    .click()
  await first.page.getByText('Order submitted.').waitFor()
  await second.page.reload()
  const gone = second.page.getByRole('region', { name: /Ann Drafter.* submitted order/ })
  await gone.getByRole('button', { name: 'Discard my version' }).click()
  await second.page.getByText('You are no longer editing').waitFor()
  await second.page.getByRole('button', { name: `Open draft #P-${id}` }).click()
  await second.page.getByText(`Order P-${id} has been submitted.`).waitFor()
})

test('an order continues on another device, and the user chooses between changes on both', async () => {
  const laptop = await visit({ as: eve, at })
  await addGateway(laptop.page)
  await isKept(laptop.page)
  const other = await visit({ as: eve, at, ...onPhone })
  await other.page.getByText('You have started an order with 1 item').waitFor()
  await orders(other.page).button('Continue').click()
  await orders(other.page).items.getByText('ICE Gateway').waitFor()

  laptop.problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await laptop.context.setOffline(true)
  await orders(laptop.page).notes.fill('typed offline')
  await laptop.page.getByText('Stored in this browser only').waitFor()
  await orders(other.page).notes.fill('typed on the phone')
  await isKept(other.page)
  await laptop.context.setOffline(false)
  const versions = laptop.page.getByRole('region', { name: /in another window/ })
  await versions.getByText('typed on the phone').waitFor()
  await versions.getByRole('button', { name: 'Use the other version' }).click()
  await expect.poll(() => orders(laptop.page).notes.inputValue()).toBe('typed on the phone')
  await orders(laptop.page).button('Clear Order').click()
  const cleared = laptop.page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().includes('/license/unsent'),
  )
  await orders(laptop.page)
    .dialog('Clear Order')
    .getByRole('button', { name: 'Clear Order' })
    .click()
  await cleared
  await other.page.reload()
  // The copy in the browser is shown until the server has answered.
  await other.page.getByText("You haven't added an item to this order.").waitFor()
})

test('signing out removes the order from the browser; the next sign-in restores it', async () => {
  const { page, problems } = await visit({ at })
  await signIn(page, luis)
  // What the page asked just before the sign-out: reads have no session, writes the page token of the ended one.
  problems.expect(/status of 40[13]/)
  await addGateway(page)
  await orders(page).notes.fill('over the night')
  await userMenu(page, luis).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page
    .getByRole('button', { name: /Sign In/i })
    .first()
    .waitFor()
  const left = () => page.evaluate(() => Object.keys(localStorage))
  expect((await left()).filter((key) => key.startsWith('order'))).toEqual([])
  await page.goto(at)
  await signIn(page, luis)
  await page.getByText('You have started an order with 1 item').waitFor()
  await orders(page).button('Continue').click()
  await expect.poll(() => orders(page).notes.inputValue()).toBe('over the night')
  await orders(page).button('Clear Order').click()
  await orders(page).dialog('Clear Order').getByRole('button', { name: 'Clear Order' }).click()
})
