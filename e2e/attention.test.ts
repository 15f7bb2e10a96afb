import { beforeAll, expect, test } from 'vitest'
import { attention, givenHeron, heron, putOnHold, refuseMail } from './attention-items.ts'
import { portal, visit } from './browser.ts'
import { clickTwiceAtOnce } from './click-twice.ts'
import { actingBanner } from './companies.ts'
import { mailsAbout } from './mailbox.ts'
import { maya } from './people.ts'
import { inDatabase } from './portal-database.ts'

beforeAll(() => givenHeron(portal.dataDir))

const onHold = 'Invoices on hold'
const mails = 'Undelivered emails'

test('an invoice on hold is explained, leaves the list and can be paid', async () => {
  const number = 'HERON-1'
  await putOnHold(portal.dataDir, number)
  const { page } = await visit({ as: maya })
  const { badge, item, dialog } = attention(page)
  const counted = async () => Number((await badge.innerText()).match(/\d+/)?.[0] ?? 0)
  await expect.poll(counted).toBeGreaterThan(0)
  const before = await counted()
  await badge.click()
  const row = item(onHold, number)
  await row.getByText(heron.name).waitFor()
  await row.getByText('On hold for 1 day').waitFor()
  await expect.poll(() => row.innerText()).toMatch(/\$70\.00 USD/)

  await row.getByRole('button', { name: /^Explain balance/ }).click()
  const entry = dialog.getByRole('textbox', {
    name: /^Deducted from the balance, of \$100\.00 paid on/,
  })
  await dialog.getByRole('button', { name: 'Explain balance' }).click()
  await dialog.getByText('Enter an amount from $0.00 to $100.00.').waitFor()
  await entry.fill('100')
  await dialog.getByText('Then $70.00 can be paid').waitFor()
  await clickTwiceAtOnce(dialog.getByRole('button', { name: 'Explain balance' }))
  await page.getByText(`Invoice ${number} is explained: $70.00 of it can be paid.`).waitFor()
  await row.waitFor({ state: 'detached' })
  await expect.poll(counted).toBe(before - 1)

  await page.reload()
  await page.getByRole('heading', { name: 'Needs attention', level: 1 }).waitFor()
  await expect.poll(() => row.count()).toBe(0)
  await expect
    .poll(() => historyOf(number))
    .toEqual([
      expect.stringMatching(/^Maya Okafor: Reconciled invoice .*\(on behalf of the company\)$/),
    ])
  // Acting for that company, the invoice can be paid again.
  await putOnHold(portal.dataDir, `${number}-B`)
  await page.reload()
  await item(onHold, `${number}-B`)
    .getByRole('button', { name: `${number}-B`, exact: true })
    .click()
  await actingBanner(page).getByText(heron.name).waitFor()
  await page.getByText('being reconciled with your provider').first().waitFor()
  await page.goto(`/invoices/detail/${number}`)
  await page.getByRole('button', { name: 'Pay By Credit Card' }).waitFor()
  expect(await page.getByText('being reconciled with your provider').count()).toBe(0)
})

test('a refused email is sent again or dismissed', async () => {
  const [again, never] = ['again@heron.example', 'never@heron.example']
  await refuseMail(portal.dataDir, again)
  await refuseMail(portal.dataDir, never)
  const { page } = await visit({ as: maya, at: '/attention' })
  const { item, dialog } = attention(page)
  await item(mails, again).getByText('550 5.1.1 mailbox unknown').waitFor()
  await item(mails, again)
    .getByRole('button', { name: /^Send again/ })
    .click()
  await dialog.getByText(`The email to ${again} is tried 20 more times`).waitFor()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await page.getByText(`The email to ${again} will be sent again.`).waitFor()
  await item(mails, again).waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await mailsAbout('Payment received')).map(({ to }) => String(to)).join())
    .toContain(again)

  await item(mails, never)
    .getByRole('button', { name: /^Give up/ })
    .click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await item(mails, never)
    .getByRole('button', { name: /^Give up/ })
    .click()
  await dialog.getByText(`The email will never be sent to ${never}.`).waitFor()
  await dialog.getByRole('button', { name: 'Give up' }).click()
  await page.getByText(`The email to ${never} will not be sent again.`).waitFor()
  await item(mails, never).waitFor({ state: 'detached' })
})

async function historyOf(invoiceNumber: string): Promise<string[]> {
  const { rows } = await inDatabase(portal.dataDir, (database) =>
    database.query<{ line: string }>(
      `select actor_name || ': ' || description as line from history_entry
        where account_id = $1 and description like '%invoice ' || $2 || ':%'`,
      [heron.accountId, invoiceNumber],
    ),
  )
  return rows.map(({ line }) => line)
}
