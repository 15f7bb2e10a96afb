import { addedItem } from '@portal/domain/licenses/line-items'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { callAs } from './call-as.ts'
import { chargesFor } from './card-sandbox.ts'
import { chooseCompany } from './companies.ts'
import { invoiceList } from './invoice-list.ts'
import { countPayments, payment } from './payment.ts'
import { luis, maya, paula, type Person } from './people.ts'
import { plover } from './records/draft-company.ts'

const unreachable = 'The portal cannot be reached. Trying again…'
const calls = /\/(?:api|health)\//

/** As if the server were down behind its gateway. */
const takeServerDown = (context: BrowserContext) =>
  context.route(calls, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))

const alerts = (page: Page) => page.getByRole('alert').allInnerTexts()

/** A check that is too slow on a busy machine is repeated after a pause of up to 30 seconds. */
const whenFound = { timeout: 45_000 }

const draftPath = (id: number) => new RegExp(`/license/${id}(\\?|$)`)

/** Visits the orders with a new draft. Each visitor is another person, who has no unsaved order. */
async function visitDraft(person: Person) {
  const { accountId } = plover
  const names = {
    networkId: 'ICE',
    networkName: 'ICE',
    userName: 'fay',
    dateRequired: '2099-01-01',
  }
  const { id } = await callAs<{ id: number }>(person, 'post', '/license', {
    user: { accountId },
    data: { notes: '', lineItems: [addedItem('10010', names)] },
    isDraft: true,
  })
  const visitor = await visit({ as: person, at: '/licenses?show=orders' })
  const { page } = visitor
  return {
    ...visitor,
    id,
    edit: page.getByRole('button', { name: `Edit draft P-${id}` }),
    opened: page.getByRole('heading', { name: `Draft P-${id}` }),
  }
}

test('without a network there is one banner and no alert; everything loads when the network is back', async () => {
  const { page, context, problems } = await visit({ as: maya, at: '/invoices' })
  await page.getByText('No Invoices Found').waitFor()
  await chooseCompany(page, 'Brightwater Trading')
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await page.getByRole('link', { name: 'INVOICES' }).click()
  await page.getByRole('status', { name: 'Loading invoices' }).waitFor()
  expect(await alerts(page)).toEqual([])
  await context.setOffline(false)
  await invoiceList(page).rows.first().waitFor()
  await page.getByRole('region', { name: 'Balance by age' }).waitFor()
  await expect.poll(() => page.getByText('You are offline.').count()).toBe(0)
})

test('while the server is down the page says so once, keeps what was typed, and continues after Retry', async () => {
  const { page, context, problems } = await visit({ as: luis, at: '/invoices' })
  problems.expect(/status of 502/)
  const list = invoiceList(page)
  await list.rows.first().waitFor()
  await takeServerDown(context)
  await list.search.fill('MTS-0')
  await page.getByRole('link', { name: 'ERF' }).click()
  await page.getByText(unreachable).waitFor()
  await page.getByRole('status', { name: 'Loading requests' }).waitFor()
  const search = page.getByRole('searchbox', { name: 'Search requests' })
  await search.fill('a')
  expect(await alerts(page)).toEqual([])
  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.click()
  await page.getByText(unreachable).waitFor()
  await context.unroute(calls)
  // Unless a check between the two has ended the message already.
  await Promise.race([retry.click(), retry.waitFor({ state: 'detached' })])
  await page.getByText(unreachable).waitFor({ state: 'detached' })
  await page.getByRole('status', { name: 'Loading requests' }).waitFor({ state: 'detached' })
  await expect.poll(() => search.inputValue()).toBe('a')
  expect(await alerts(page)).toEqual([])
})

test('a draft waits for the network, and the keyboard stays in the content meanwhile', async () => {
  const { page, context, problems, edit, opened } = await visitDraft(plover.hal)
  await edit.waitFor()
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await edit.click()
  await page.getByText('loading....').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await context.setOffline(false)
  await opened.waitFor(whenFound)
})

test('what was asked before the network was lost is asked again when it is back', async () => {
  const { page, context, problems, id, edit, opened } = await visitDraft(plover.ivy)
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await edit.waitFor()
  const asked = page.waitForRequest(draftPath(id))
  // Neither answered nor refused, as with a phone that has moved to another network.
  await page.route(draftPath(id), () => undefined, { times: 1 })
  await edit.click()
  await asked
  await context.setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await context.setOffline(false)
  await opened.waitFor(whenFound)
})

test('a file that is arriving is not given up because the server was away for a moment', async () => {
  const { page, context, problems } = await visit({
    as: luis,
    at: '/invoices/detail/MTS-USAGE-612',
  })
  problems.expect(/status of 503/)
  const details = page.getByRole('button', { name: 'Details' })
  await details.waitFor()
  let isAsked = () => {}
  let mayArrive = () => {}
  const asked = new Promise<void>((resolve) => (isAsked = resolve))
  const arriving = new Promise<void>((resolve) => (mayArrive = resolve))
  await page.route(/\/invoice\/xls\//, async (route) => {
    const response = await route.fetch()
    isAsked()
    await arriving
    await route.fulfill({ response })
  })
  await details.click()
  await asked
  await context.route(/health\/ready/, (route) => route.fulfill({ status: 503, body: '' }))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByText(unreachable).waitFor()
  await context.unroute(/health\/ready/)
  await page.getByText(unreachable).waitFor({ state: 'detached' })
  const file = page.waitForEvent('download')
  mayArrive()
  expect((await file).suggestedFilename()).toContain('MTS-USAGE-612')
})

test('a draft opens although one call for it was lost', async () => {
  const { page, problems, id, edit, opened } = await visitDraft(plover.jon)
  problems.expect(/ERR_FAILED/)
  await page.route(draftPath(id), (route) => route.abort(), { times: 1 })
  const lost = page.waitForEvent('requestfailed')
  await edit.click()
  await lost
  await opened.waitFor(whenFound)
})

test('the page continues without a click when the server is back', async () => {
  const { page, context, problems } = await visit({ as: luis, at: '/payments' })
  problems.expect(/status of 502/)
  await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor()
  await takeServerDown(context)
  await page.getByRole('link', { name: 'INVOICES' }).click()
  await page.getByText(unreachable).waitFor()
  await context.unroute(calls)
  await invoiceList(page).rows.first().waitFor()
  await page.getByText(unreachable).waitFor({ state: 'detached' })
})

test('a payment that failed for the connection is never sent again automatically', async () => {
  const { page, context, problems } = await visit({ as: paula })
  problems.expect(/status of 502/)
  const { open, dialog, pay } = payment(page)
  await open('MTS-S018')
  await pay.waitFor()
  const sent = countPayments(page)
  await takeServerDown(context)
  await pay.click()
  await page.getByText(unreachable).waitFor()
  // The message of the page is behind the dialog, which says it too.
  await dialog.getByText('The portal cannot be reached.').waitFor()
  await context.unroute(calls)
  await page.getByText(unreachable).waitFor({ state: 'detached' })
  await page.waitForTimeout(1500)
  expect(sent()).toBe(1)
  expect(await chargesFor('MTS-S018')).toHaveLength(0)
  await dialog.waitFor()
})
