import { beforeAll, expect, test } from 'vitest'
import { addCard } from './add-card.ts'
import { violations } from './axe.ts'
import { portal, visit } from './browser.ts'
import { chargesFor } from './card-sandbox.ts'
import { phone } from './open-visit.ts'
import { confirmation, payment } from './payment.ts'
import { paula, priya, tom } from './people.ts'
import { inDatabase } from './portal-database.ts'
import { gannet } from './records/home-company.ts'
import { newcomer, setAccess } from './team-calls.ts'
import { tasksOf } from './home-page.ts'

const { user, accountId } = gannet
beforeAll(() => addCard(user, 'pm_card_visa'))

/** Lets the visits of the company have been some time ago. */
const later = () =>
  inDatabase(portal.dataDir, (database) =>
    database.query(
      `update home_visit set seen_at = seen_at - interval '40 minutes' where account_id = $1`,
      [accountId],
    ),
  )

test('on a phone what is overdue is paid from the home page; then it no longer waits', async () => {
  const { page } = await visit({ as: user, at: '/', viewport: phone, isMobile: true })
  const { task, titles } = tasksOf(page)
  await task('3 invoices are overdue').waitFor()
  expect(await titles()).toEqual([
    '3 invoices are overdue',
    '1 invoice is due soon',
    '1 equipment request waits for approval',
  ])
  const { dialog, title, pay, close } = payment(page)
  await page.getByRole('link', { name: 'Pay overdue USD · $300.50' }).tap()
  await title(confirmation).waitFor()
  const list = (name: string) => dialog.getByRole('list', { name }).getByRole('listitem')
  await dialog.getByText('2 invoices will be paid').tap()
  await expect.poll(() => list('Will be paid').count()).toBe(2)
  await expect.poll(() => list('Will not be paid').innerText()).toMatch(/GP-LATE-EUR/)
  await pay.dblclick()
  await title('Payment Successful').waitFor()
  await close.tap()
  for (const number of ['GP-LATE-1', 'GP-LATE-2'])
    await expect.poll(() => chargesFor(number)).toMatchObject([{ status: 'succeeded' }])
  expect(await chargesFor('GP-SOON')).toEqual([])
  await page.getByRole('link', { name: 'Licensing & Billing, start page' }).tap()
  await task('1 invoice is overdue').waitFor()
  await expect.poll(() => page.getByRole('link', { name: /^Pay overdue/ }).count()).toBe(0)
  await task('1 equipment request waits for approval').getByRole('link').tap()
  await page.getByText('ER-GANNET-1').waitFor()
  await page.goBack()
  await task('1 invoice is due soon').waitFor()
})

// At each hour it is another day than in UTC in one of them.
test.each(['Pacific/Kiritimati', 'Pacific/Niue'])(
  'in %s what is overdue or due soon is what the list shows there',
  async (timezoneId) => {
    const { page } = await visit({ as: paula, at: '/', timezoneId })
    for (const [title, due] of [
      ['are overdue', 'overdue'],
      ['are due soon', '7'],
    ] as const) {
      await page.goto('/')
      const said = await tasksOf(page).task(title).locator('b').innerText()
      await page.goto(`/invoices?due=${due}`)
      const grid = page.getByRole('grid', { name: 'Invoices' })
      await grid.locator('[data-index]').first().waitFor()
      expect(said).toBe(`${Number(await grid.getAttribute('aria-rowcount')) - 1} invoices ${title}`)
    }
  },
)

test('the next visit says what happened since the last one, and leads there', async () => {
  const { page } = await visit({ as: user, at: '/', reducedMotion: 'reduce', bypassCSP: true })
  const news = page.getByRole('complementary', { name: 'What happened' })
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await tasksOf(page).list.waitFor()
  await later()
  await page.reload()
  await news.getByRole('heading', { name: /^Since / }).waitFor()
  await news.getByText('Payment of $300.50 for 2 invoices made').waitFor()
  await inDatabase(portal.dataDir, (database) =>
    database.query(
      `insert into invoice (account_id, invoice_number, invoice_category_id, invoice_date, currency, amount_cents,
                            books_balance_cents)
       select account_id, 'GP-NEW', invoice_category_id, invoice_date, currency, 5000, 5000
         from invoice where invoice_number = 'GP-LATER'`,
    ),
  )
  await page.reload()
  const arrived = news.getByRole('link', { name: 'Invoice GP-NEW arrived: $50.00' })
  await arrived.waitFor()
  expect(await violations(page)).toEqual([])
  await arrived.click()
  await page.getByRole('heading', { name: 'Invoice GP-NEW' }).waitFor()
})

test('a part disappears with its permission, and a user without permissions sees how to get one', async () => {
  const una = await newcomer(priya, 'Una', 'Holm', ['AccessErfs', 'AccessLicenses'])
  const { page } = await visit({ as: una, at: '/' })
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  expect(await page.getByRole('table', { name: 'What is due by currency' }).count()).toBe(0)
  await setAccess(priya, una.id, [])
  await page.reload()
  await page.getByText('You have no access to any area yet.').waitFor()
})

test('a user with nothing to do reads that all is done', async () => {
  const { page } = await visit({ as: tom, at: '/' })
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  const isDone = page.getByText('Nothing waits for you.')
  await isDone.or(tasksOf(page).list).first().waitFor()
})

test('a visitor reads what the portal is and how to get in', async () => {
  const { page } = await visit({ at: '/' })
  await page.getByRole('heading', { name: 'LICENSING AND BILLING' }).waitFor()
  await page.getByText('Open the link in the invitation email').waitFor()
  await page.getByText('You must be invited by your company admin.').waitFor()
})
