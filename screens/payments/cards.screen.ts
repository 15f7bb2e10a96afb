import type { Card } from '@portal/domain/payments/cards.schema'
import { expect, test } from 'vitest'
import { cardList } from '../../e2e/card-pages.ts'
import { heron } from '../../e2e/records/card-companies.ts'
import { screen } from '../screen.ts'
import { refusal, type Answers } from '../stub/answers.ts'

const hana = heron.payer
const at = '/payments'
const card = (last4Digits: string, brand: string, fields: Partial<Card> = {}): Card => ({
  id: `00000000-0000-4000-8000-00000000${last4Digits}`,
  stripeId: `pm_${last4Digits}`,
  brand,
  last4Digits,
  expirationMonth: 12,
  expirationYear: 2034,
  isDefault: false,
  ...fields,
})
const visa = card('4242', 'visa')
const discover = card('1117', 'discover')

/** Cards whose default can be changed, as on the server. */
function cards(...given: Card[]): Answers {
  let all = given
  return {
    listCards: () => all,
    setDefaultCard: ({ query: { cardId } }) => {
      all = all.map((one) => ({ ...one, isDefault: one.id === cardId }))
      all = all.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
      return all[0]!
    },
    isEnrolledInAutoPay: true,
  }
}

test('another card becomes the default; only the default card shows that AutoPay charges it', async () => {
  const answers = cards({ ...visa, isDefault: true }, discover)
  const { page, desk } = await screen({ as: hana, at, answers })
  const list = cardList(page)
  await list.badge('4242', 'Autopay').waitFor()
  await list.setDefault('1117').click()
  await list.says('Default card set successfully.').waitFor()
  await list.badge('1117', 'Default').waitFor()
  await list.badge('1117', 'Autopay').waitFor()
  expect((await list.names())[0]).toBe('Discover ending in 1117')
  for (const badge of ['Default', 'Autopay'])
    await expect.poll(() => page.getByText(badge, { exact: true }).count()).toBe(1)
  expect(desk.asked('setDefaultCard')).toMatchObject([{ query: { cardId: discover.id } }])
})

test('a first charge after a change of the default card, if raised meanwhile, is shown before the confirmation', async () => {
  let amount = 90
  const days = () => [
    { day: '2026-11-24', runsAt: '2026-11-24T21:00:00.000Z', total: amount, charges: [] },
  ]
  const given = cards({ ...visa, isDefault: true }, discover)
  const { page, desk, problems } = await screen({
    as: hana,
    at,
    answers: {
      ...given,
      getAutoPayPlan: async (_, recorded) => ({
        ...(await recorded()),
        isEnrolled: true,
        days: days(),
      }),
      setDefaultCard: ({ body: { shown } }) =>
        shown!.firstCharge!.amount < amount
          ? refusal(409, 'The first charge is now $95.00.')
          : discover,
    },
  })
  problems.expect(/status of 409/)
  const list = cardList(page)
  await page.getByText('first charge to another default card: $90.00 on 11/24/2026').waitFor()
  amount = 95
  await list.setDefault('1117').click()
  await list.says('The first charge is now $95.00.').waitFor()
  await page.getByText('first charge to another default card: $95.00 on 11/24/2026').waitFor()
  await list.setDefault('1117').click()
  await list.says('Default card set successfully.').waitFor()
  expect(desk.asked('setDefaultCard').map(({ body }) => body)).toEqual(
    [90, 95].map((amount) => ({
      shown: { cardId: visa.id, firstCharge: { day: '2026-11-24', amount } },
    })),
  )
})

test('a card is removed only after a confirmation', async () => {
  const answers = { listCards: [{ ...visa, isDefault: true }, discover], removeCard: [visa] }
  const { page, desk } = await screen({ as: hana, at, answers })
  const list = cardList(page)
  const dialog = page.getByRole('dialog')
  await list.remove('1117').click()
  await dialog.getByText('Are you sure you want to remove this card?').waitFor()
  await dialog.getByText('Discover ending in 1117').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await list.row('1117').count()).toBe(1)
  expect(desk.asked('removeCard')).toEqual([])

  await list.remove('1117').click()
  desk.answer({ listCards: [{ ...visa, isDefault: true }] })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await list.says('You removed a credit card.').waitFor()
  await list.row('1117').waitFor({ state: 'detached' })
  expect(desk.asked('removeCard')).toMatchObject([{ query: { cardId: discover.id } }])
})

test('an expired card cannot become the default, and a default that expires soon shows a warning', async () => {
  const refused = 'Error: Unable to set expired card as default payment card'
  const soon = { ...discover, isDefault: true, expirationMonth: 11, expirationYear: 2026 }
  const expired = { ...visa, expirationMonth: 3, expirationYear: 2024 }
  const { page, problems, desk } = await screen({
    as: hana,
    at,
    answers: { listCards: [soon, expired], setDefaultCard: refusal(400, refused) },
  })
  problems.expect(/status of 400/)
  const list = cardList(page)
  await list.badge('4242', 'Expired').waitFor()
  await page.getByText(/The default card, Discover ending in 1117, expires on/).waitFor()
  await list.setDefault('4242').click()
  await list.says(refused).waitFor()
  await list.badge('1117', 'Default').waitFor()

  desk.answer({ listCards: [{ ...soon, expirationMonth: 3, expirationYear: 2024 }] })
  await page.reload()
  await page
    .getByText('The default card, Discover ending in 1117, expired on 03/31/2024.')
    .waitFor()
})

test('if the list can be neither changed nor loaded it is emptied, and Retry loads it again', async () => {
  const answers = cards({ ...visa, isDefault: true }, discover)
  const { page, context, problems, desk } = await screen({ as: hana, at, answers })
  problems.expect(/status of 500|ERR_INTERNET_DISCONNECTED/)
  const list = cardList(page)
  await list.setDefault('1117').waitFor()
  // Without a network the cards are unchanged.
  await context.setOffline(true)
  await list.setDefault('1117').click()
  await list.says('An error occurred.').waitFor()
  await page.getByText('You are offline.').waitFor()
  await list.badge('4242', 'Default').waitFor()
  await context.setOffline(false)
  await page.getByText('You are offline.').waitFor({ state: 'detached' })
  const broken = refusal(500, '')
  desk.answer({ setDefaultCard: broken, listCards: broken })
  await list.setDefault('1117').click()
  await list.says('An error occurred.').waitFor()
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load cards.' })
  await failure.waitFor()
  expect(await list.rows.count()).toBe(0)
  desk.answer(answers)
  await failure.getByRole('button', { name: 'Retry' }).click()
  await failure.waitFor({ state: 'detached' })
  await list.badge('4242', 'Default').waitFor()
  expect(await list.badge('1117', 'Default').count()).toBe(0)
})
