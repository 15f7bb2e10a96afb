import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { follow } from '../../e2e/navigation.ts'
import { ana, ingrid, luis, marcus, maya, paula, tom, type Person } from '../../e2e/people.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'
import { oneEntry } from '../team/history-entries.ts'

const invoices = ['/invoices', '/invoices/detail/MTS-S013', '/payments/balance']
const manage = ['/manage', '/users', '/invites']
const licenses = ['/licenses', '/license/review']
const erf = ['/erf', '/erf/detail/ERF-10412-100']
const every = [...invoices, '/payments', ...licenses, ...erf, ...manage, '/companies', '/attention']

interface Kind {
  who: string
  person: Person
  menu: string[]
  may: string[]
}

const kinds: Kind[] = [
  {
    who: 'a company admin',
    person: luis,
    menu: ['MANAGE', 'INVOICES', 'STATEMENTS', 'PAYMENTS', 'LICENSES', 'ERF'],
    may: every.filter((path) => !['/companies', '/attention'].includes(path)),
  },
  {
    who: 'a user with Invoices only',
    person: ana,
    menu: ['INVOICES', 'STATEMENTS'],
    may: invoices,
  },
  {
    who: 'a user with Invoices and Pay Invoices',
    person: paula,
    menu: ['INVOICES', 'STATEMENTS', 'PAYMENTS'],
    may: [...invoices, '/payments'],
  },
  { who: 'a user with Licenses only', person: tom, menu: ['LICENSES'], may: licenses },
  { who: 'a user with Requests/ERF only', person: ingrid, menu: ['ERF'], may: erf },
  { who: 'a user with Manage Users only', person: marcus, menu: ['MANAGE'], may: manage },
]

for (const { who, person, menu, may } of kinds)
  test(`${who} sees and opens what they may, and nothing else`, async () => {
    const { page } = await screen({
      as: person,
      at: '/ture',
      answers: may.includes('/manage') ? oneEntry : {},
    })
    const nav = page.getByRole('navigation', { name: 'Main' })
    await nav.getByText('Aldgate Capital LLP').waitFor()
    expect(await entriesOf(page)).toEqual(menu)
    for (const path of every) {
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

test('a super admin sees every entry and has the company as a button to the picker', async () => {
  const { page } = await screen({ as: maya, at: '/ture' })
  const nav = page.getByRole('navigation', { name: 'Main' })
  const company = nav.getByRole('button', { name: 'Meridian Trading Systems' })
  await company.waitFor()
  const [manages, ...areas] = kinds[0]!.menu
  // With the number of items, if there are any.
  const attention = expect.stringMatching(/^ATTENTION/)
  expect(await entriesOf(page)).toEqual([manages, attention, ...areas])
  await company.click()
  await page.getByRole('heading', { name: 'Companies' }).waitFor()
  expect(await nav.count()).toBe(0)
})

test('an unknown address shows Not Found to everyone', async () => {
  const visitor = await screen({ at: '/no/such/page' })
  visitor.problems.expect(/404 .*no\/such\/page/)
  await visitor.page.getByRole('heading', { name: 'Not Found' }).waitFor()
  const { page, problems } = await screen({ as: ana, at: '/no/such/page' })
  problems.expect(/404 .*no\/such\/page/)
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  await page.getByRole('link', { name: 'Back to the start page' }).click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
})

test('on the pages of accreditation no sign-in is offered, anywhere else it is', async () => {
  const { page, problems } = await screen({
    at: '/accreditation/purchase?productId=NOPE',
    answers: { getAccreditation: refusal(404, '') },
  })
  problems.expect(/404/)
  await page.getByRole('heading', { name: 'Accreditation', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Sign In' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Licensing & Billing' }).click()
  await page.getByRole('link', { name: 'Sign In' }).waitFor()
})

/** The navigation's entries, from top to bottom, without the company's button. */
async function entriesOf(page: Page): Promise<string[]> {
  const nav = page.getByRole('navigation', { name: 'Main' })
  const texts = await nav.locator('a, button').allInnerTexts()
  // Without the number of waiting items.
  return texts.filter((text) => !text.includes('Account')).map((text) => text.split('\n')[0]!)
}
