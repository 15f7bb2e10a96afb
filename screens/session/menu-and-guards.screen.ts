import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { follow } from '../../e2e/navigation.ts'
import { ana, luis, maya, tom, type Person } from '../../e2e/people.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'
import { oneEntry } from '../team/history-entries.ts'

const invoices = ['/invoices', '/invoices/detail/MTS-S013', '/payments/balance']
const manage = ['/manage', '/users', '/invites']
const licenses = ['/licenses', '/license/review']
const erf = ['/erf', '/erf/detail/ERF-10412-100']
const every = [...invoices, '/payments', ...licenses, ...erf, ...manage, '/companies', '/attention']

const superAdmins = ['/companies', '/attention']
const but = (left: string[]) => every.filter((path) => !left.includes(path))

/** The areas and pages of each user. Each page is refused to one of them with other permissions. */
const kinds: [who: string, Person, menu: string, may: string[], mayNot: string[]][] = [
  [
    'a company admin',
    luis,
    'MANAGE INVOICES STATEMENTS PAYMENTS LICENSES ERF',
    but(superAdmins),
    superAdmins,
  ],
  ['a user with Invoices only', ana, 'INVOICES STATEMENTS', invoices, but(invoices)],
  ['a user with Licenses only', tom, 'LICENSES', licenses, [...invoices, '/payments', ...erf]],
]

for (const [who, person, menu, may, mayNot] of kinds)
  test(`${who} sees and opens only permitted areas`, async () => {
    const { page } = await screen({
      as: person,
      at: '/ture',
      answers: may.includes('/manage') ? oneEntry : {},
    })
    const nav = page.getByRole('navigation', { name: 'Main' })
    await nav.getByText('Aldgate Capital LLP').waitFor()
    expect((await entriesOf(page)).join(' ')).toBe(menu)
    for (const path of [...may, ...mayNot]) {
      await follow(page, '/ture')
      await page.getByText('There is nothing to do on this page.').waitFor()
      await follow(page, path)
      // Users who may not manage are redirected from /manage to their home page.
      const leadsTo = path === '/manage' && !may.includes(path) ? '/' : path
      await expect.poll(() => new URL(page.url()).pathname).toBe(leadsTo)
      await page.getByText('There is nothing to do on this page.').waitFor({ state: 'detached' })
      const heading = page.getByRole('heading', { level: 1 })
      await heading.waitFor()
      const isOpen = leadsTo === '/' || may.includes(leadsTo)
      expect((await heading.innerText()) !== 'Not Found', `${path} is theirs`).toBe(isOpen)
    }
  })

test('a super admin sees every entry, also beside Not Found, and has the company as a button to the picker', async () => {
  const { page, problems } = await screen({ as: maya, at: '/no/such/page' })
  problems.expect(/404 .*no\/such\/page/)
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  await page.getByRole('link', { name: 'Back to the start page' }).waitFor()
  const nav = page.getByRole('navigation', { name: 'Main' })
  const company = nav.getByRole('button', { name: 'Meridian Trading Systems' })
  await company.waitFor()
  const [manages, ...areas] = kinds[0]![2].split(' ')
  // With the number of items, if there are any.
  const attention = expect.stringMatching(/^ATTENTION/)
  expect(await entriesOf(page)).toEqual([manages, attention, ...areas])
  await company.click()
  await page.getByRole('heading', { name: 'Companies' }).waitFor()
  expect(await nav.count()).toBe(0)
})

test('a visitor gets no sign-in on the pages of accreditation, and Not Found at an unknown address', async () => {
  const { page, problems } = await screen({
    at: '/accreditation/purchase?productId=NOPE',
    answers: { getAccreditation: refusal(404, '') },
  })
  problems.expect(/404/)
  await page.getByRole('heading', { name: 'Accreditation', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Sign In' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Licensing & Billing' }).click()
  await page.getByRole('link', { name: 'Sign In' }).waitFor()
  for (const path of ['/no/such/page', '/invoices/none', '/companies/10412', '/payments/card/1']) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  }
})

/** The navigation's entries, from top to bottom, without the company's button. */
async function entriesOf(page: Page): Promise<string[]> {
  const nav = page.getByRole('navigation', { name: 'Main' })
  const texts = await nav.locator('a, button').allInnerTexts()
  // Without the number of waiting items.
  return texts.filter((text) => !text.includes('Account')).map((text) => text.split('\n')[0]!)
}
