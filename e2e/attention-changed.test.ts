import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { givenKeptEvent, givenRefund, givenRejectedImport } from '../apps/server/test/attention.ts'
import { attention, givenHeron, heron, nora } from './attention-items.ts'
import { portal, visit } from './browser.ts'
import { clickTwiceAtOnce } from './click-twice.ts'
import { tooWide } from './fits.ts'
import { onPhone } from './open-visit.ts'
import { maya } from './people.ts'
import { inDatabase } from './portal-database.ts'

beforeAll(() => givenHeron(portal.dataDir))

const look = { at: '/attention', ...onPhone } as const

async function ask(page: Page, list: string, subject: string, action: string) {
  const { item, dialog } = attention(page)
  await item(list, subject).getByRole('button', { name: action }).click()
  await dialog.getByRole('button', { name: action }).waitFor()
  expect(await tooWide(page)).toEqual([])
  return dialog
}

test('of two people on phones one asks for refunded money again; the other reads who did', async () => {
  const number = 'HERON-AGAIN'
  await inDatabase(portal.dataDir, (database) => givenRefund(database, heron.accountId, number))
  const list = 'Refunds and disputes of the week'
  const { page: mayas, problems } = await visit({ as: maya, ...look })
  const { page: noras } = await visit({ as: nora, ...look })
  problems.expect(/409/)
  const late = await ask(mayas, list, number, 'Ask for it again')
  const first = await ask(noras, list, number, 'Ask for it again')
  await clickTwiceAtOnce(first.getByRole('button', { name: 'Ask for it again' }))
  await noras.getByText(`include invoice ${number} again.`).waitFor()
  await late.getByRole('button', { name: 'Ask for it again' }).click()
  await late.getByText(/^Nora Lind already resolved it \(.* UTC\)\.$/).waitFor()
  await late.getByRole('button', { name: 'Close' }).first().click()
  // It stays in the list for information, without the action.
  for (const page of [mayas, noras]) {
    const row = attention(page).item(list, number)
    await row.getByRole('button', { name: 'Ask for it again' }).waitFor({ state: 'detached' })
    await row.getByText('Refunded', { exact: true }).waitFor()
  }
})

test('an item without a company is resolved on a phone, and is in the history of the provider company', async () => {
  await inDatabase(portal.dataDir, async (database) => {
    await givenKeptEvent(database, 'evt_phone')
    await givenRejectedImport(database, 'Nightly records')
  })
  const { page } = await visit({ as: maya, ...look })
  const event = 'payment_intent.succeeded of pi_nowhere'
  const aside = await ask(page, 'Events that could not be processed', event, 'Set aside')
  await aside.getByRole('button', { name: 'Set aside' }).click()
  await page.getByText(`${event} is set aside.`).waitFor()
  const seen = await ask(page, 'Rejected imports', 'Nightly records', 'Mark handled')
  await seen.getByRole('button', { name: 'Mark handled' }).click()
  await page.getByText('The import is marked as handled.').waitFor()
  await attention(page).section('Rejected imports').waitFor({ state: 'detached' })
  await page.goto('/manage')
  await page.getByText(/^Set the event evt_phone .* aside/).waitFor()
  await page.getByText(/^Marked the rejected import/).waitFor()
})
