import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chooseCompany } from '../../e2e/companies.ts'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { countPayments, payment } from '../../e2e/payment.ts'
import { luis, maya, paula, tom } from '../../e2e/people.ts'
import { hold } from '../hold.ts'
import { screen, type Screen } from '../screen.ts'
import { file } from '../stub/answers.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const unreachable = 'The portal cannot be reached. Trying again…'
const calls = /\/(?:api|health)\//

/** Responds like a gateway whose server is down. */
const takeServerDown = (context: BrowserContext) =>
  context.route(calls, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))

const alerts = (page: Page) => page.getByRole('alert').allInnerTexts()

test('without a network there is one banner and no alert; everything loads when the network is back', async () => {
  const { page, context, problems } = await screen({ as: maya, at: '/invoices' })
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

test('while the server is down the page shows it once, keeps typed text, and continues after Retry or automatically', async () => {
  // The timing decides whether the search is requested during typing.
  const answers = { listEquipmentRequests: [] }
  const { page, context, problems } = await screen({ as: luis, at: '/payments', answers })
  problems.expect(/status of 502/)
  await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  await takeServerDown(context)
  await page.getByRole('link', { name: 'INVOICES' }).click()
  await page.getByText(unreachable).waitFor()
  await context.unroute(calls)
  const list = invoiceList(page)
  await list.rows.first().waitFor()
  await page.getByText(unreachable).waitFor({ state: 'detached' })

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
  // Unless a check between both has already ended the message.
  await Promise.race([retry.click(), retry.waitFor({ state: 'detached' })])
  await page.getByText(unreachable).waitFor({ state: 'detached' })
  await page.getByRole('status', { name: 'Loading requests' }).waitFor({ state: 'detached' })
  await expect.poll(() => search.inputValue()).toBe('a')
  expect(await alerts(page)).toEqual([])
})

const draft = /\/license\/\d+(\?|$)/

/** The ways in which the call for a draft gets no response. */
const losses = {
  'the network is missing': async ({ page, context }: Screen, open: () => Promise<void>) => {
    await context.setOffline(true)
    await open()
    await page.getByText('loading....').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await context.setOffline(false)
  },
  // Neither answered nor refused, as with a phone that has moved to another network.
  'the network was lost meanwhile': async (
    { page, context }: Screen,
    open: () => Promise<void>,
  ) => {
    await page.route(draft, () => undefined, { times: 1 })
    const asked = page.waitForRequest(draft)
    await open()
    await asked
    await context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await context.setOffline(false)
  },
}

test.each(Object.entries(losses))(
  'a draft opens although %s; the keyboard stays in the content',
  async (_, lose) => {
    const visitor = await screen({
      as: tom,
      at: '/licenses?status=Draft',
      answers: {
        keepUnsentOrder: ({ body: { revision, order } }) => ({
          revision: revision + 1,
          order,
          savedFrom: null,
          draft: null,
        }),
      },
    })
    const { page, problems, desk } = visitor
    problems.expect(/ERR_INTERNET_DISCONNECTED/)
    const edit = page.getByRole('button', { name: /^Edit draft #P-/ }).first()
    await edit.waitFor()
    await lose(visitor, () => edit.click())
    await page.getByRole('heading', { name: /^Draft #P-/ }).waitFor({ timeout: 45_000 })
    await expect.poll(() => desk.asked('keepUnsentOrder').length).toBe(1)
  },
)

test('a download in progress is not aborted when the server was unavailable for a moment', async () => {
  const { page, context, problems } = await screen({
    as: luis,
    at: '/invoices/detail/MTS-S003',
    answers: { downloadDetails: file('MTS-S003.xlsx', xlsx, Buffer.from('1')) },
  })
  problems.expect(/status of 503/)
  const release = await hold(context, /\/invoice\/xls\//)
  const asked = page.waitForRequest(/\/invoice\/xls\//)
  await page.getByRole('button', { name: 'Details' }).click()
  await asked
  await context.route(/health\/ready/, (route) => route.fulfill({ status: 503, body: '' }))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByText(unreachable).waitFor()
  await context.unroute(/health\/ready/)
  await page.getByText(unreachable).waitFor({ state: 'detached' })
  const arrived = page.waitForEvent('download')
  release()
  expect((await arrived).suggestedFilename()).toContain('MTS-S003')
})

test('a payment that failed for the connection is never sent again automatically', async () => {
  const at = '/invoices/detail/MTS-S018'
  const { page, context, problems } = await screen({ as: paula, at })
  problems.expect(/status of 502/)
  const { start, dialog, pay } = payment(page)
  await start.click()
  await pay.waitFor()
  const sent = countPayments(page)
  await takeServerDown(context)
  await pay.click()
  await page.getByText(unreachable).waitFor()
  // The message of the page is behind the dialog, which repeats it.
  await dialog.getByText('The portal cannot be reached.').waitFor()
  await context.unroute(calls)
  await page.getByText(unreachable).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'PAYMENTS' }).click()
  await page.getByRole('button', { name: 'Remove' }).first().waitFor()
  expect(sent()).toBe(1)
})
