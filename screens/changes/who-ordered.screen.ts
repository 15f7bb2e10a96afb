import { expect, test } from 'vitest'
import { onPhone, phone } from '../../e2e/open-visit.ts'
import { luis, paula } from '../../e2e/people.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'

const bill = '/invoices/detail/MTS-10412-1600'

test('the invoice shows who ordered its lines, and the lines to check are one choice away', async () => {
  const { page } = await screen({ as: luis, at: bill })
  const who = page.getByRole('region', { name: 'Who ordered this?' })
  await who.getByText('12 lines match what was ordered, 1 to check.').waitFor()
  const lines = page.getByRole('grid', { name: 'Line items' }).locator('[data-index]')
  await lines
    .first()
    .getByText(/Ordered by \S+ \S+ on \d\d\/\d\d\/\d{4}/)
    .waitFor()
  await who.getByRole('button', { name: 'To check 1', exact: true }).click()
  await expect.poll(() => lines.count()).toBe(1)
  await lines.getByRole('link', { name: 'Charged twice: another line charges license' }).click()
  await page.waitForURL(/\/licenses\?license=/)
  await page.locator('[data-side-panel]').getByText('History').waitFor()
  await page.goBack()
  await page.goBack()
  await page.reload()
  await lines.getByText('Charged twice').waitFor()
  expect(await lines.count()).toBe(1)
  await who.getByRole('button', { name: 'All 13' }).click()
  await expect.poll(() => lines.count()).toBeGreaterThan(1)
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await lines.first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/licenses\?order=\d+$/)
  await page.locator('[data-side-panel]').getByRole('heading', { level: 2 }).waitFor()
})

test('without the permission for licenses the state is shown without names', async () => {
  const { page } = await screen({ as: paula, at: `${bill}?lines=check` })
  const lines = page.getByRole('grid', { name: 'Line items' }).locator('[data-index]')
  await lines.getByText('Charged twice: another line charges a license').waitFor()
  await page.getByRole('button', { name: 'All 13' }).click()
  await lines.first().getByText('Ordered by a colleague').waitFor()
  expect(await lines.getByRole('link').count()).toBe(0)
})

test('the address of lines to check, if there are none, shows a message and leads back; without a response all lines are listed, with the uncharged licenses', async () => {
  const { page, problems, desk } = await screen({
    as: luis,
    at: '/invoices/detail/MTS-10412-0100?lines=check',
  })
  const none = page.getByText('Nothing to check.', { exact: true })
  const lines = page.getByRole('grid', { name: 'Line items' }).locator('[data-index]')
  await none.waitFor()
  await page.getByRole('button', { name: 'All 13' }).click()
  await lines.nth(1).waitFor()

  problems.expect(/status of 500/)
  desk.answer({ getAuthorization: refusal(500, '') })
  await page.goto(`${bill}?lines=check`)
  await lines.nth(1).waitFor()
  expect(await none.count()).toBe(0)

  // The known data contains no state of a line.
  const words = 'Equipment request ERF-1 of 01/03/2026'
  const notCharged = [{ words, equipmentRequestId: 'ERF-1' }]
  const nothing = { sentence: '', toCheck: 0, lines: [], notCharged }
  desk.answer({ getAuthorization: async (_, recorded) => ({ ...(await recorded()), ...nothing }) })
  await page.reload()
  const who = page.getByRole('region', { name: 'Who ordered this?' })
  await who.getByText('Not billed this month: 1 equipment request').click()
  await who.getByRole('link', { name: words }).waitFor()
  // There is no choice of lines.
  expect(await who.getByRole('button').count()).toBe(0)
  await expect.poll(() => lines.count()).toBeGreaterThan(1)
})

test('on a phone a link to the lines to check shows them first', async () => {
  const { page } = await screen({ as: luis, at: `${bill}?lines=check`, ...onPhone })
  const check = page.getByText('Charged twice')
  await check.waitFor()
  const why = page.getByRole('heading', { name: 'Why did my bill change?' })
  const { y } = (await check.boundingBox())!
  expect(y).toBeLessThan(phone.height / 2 + 100)
  expect((await why.boundingBox())!.y).toBeGreaterThan(y)
  // The summary stays in its place when the lines are shown.
  await page.getByRole('button', { name: /^All / }).tap()
  await page.getByText('CME Gateway').first().waitFor()
  expect((await check.boundingBox())!.y).toBeLessThan((await why.boundingBox())!.y)
})
