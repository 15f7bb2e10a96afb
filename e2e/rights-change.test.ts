import type { Role } from '@portal/domain/kernel/permissions'
import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { callAs } from './call-as.ts'
import { downloaded } from './downloaded.ts'
import { invoiceList } from './invoice-list.ts'
import { helen, luis, maya, priya, type Person } from './people.ts'
import { sessionOf } from './sessions.ts'
import { chooseAccount, userMenu } from './sign-in.ts'
import { invite, inviteLink, newcomer, newPerson, setAccess } from './team-calls.ts'
import { userList } from './team-pages.ts'

interface Row {
  invoiceNumber: string
  hasPdf: boolean
  source: string
}

const invoicesOf = (person: Person) => callAs<Row[]>(person, 'get', '/invoice')

const giveCategory = (userId: string, invoiceCategoryId: number, granted: boolean) =>
  callAs(priya, 'post', '/invoice/invoice-categories/toggle', {
    userId,
    invoiceCategoryId,
    granted,
  })

/** The invoice numbers of a category, found by removing the category and granting it again. */
async function invoicesByCategory(person: Person & { id: string }, invoiceCategoryId: number) {
  const all = await invoicesOf(person)
  await giveCategory(person.id, invoiceCategoryId, false)
  const left = new Set((await invoicesOf(person)).map(({ invoiceNumber }) => invoiceNumber))
  await giveCategory(person.id, invoiceCategoryId, true)
  return {
    inside: all.filter(({ invoiceNumber }) => !left.has(invoiceNumber)),
    outside: all.filter(({ invoiceNumber }) => left.has(invoiceNumber)),
  }
}

const isDownloadable = ({ hasPdf, source }: Row) => hasPdf && source !== 'Netsuite'

async function reader(firstName: string) {
  const person = await newcomer(priya, firstName, 'Vale', ['AccessInvoices'])
  for (const invoiceCategoryId of [1, 2, 3, 4, 5, 6, 7]) {
    const { inside, outside } = await invoicesByCategory(person, invoiceCategoryId)
    const within = inside.find(isDownloadable)
    const beside = outside.find(isDownloadable)
    if (within && beside) return { person, invoiceCategoryId, within, beside }
  }
  throw new Error('No category of Brightwater has a part of its invoices.')
}

test('a removed category empties the open list and the open invoice with the next response', async () => {
  const { person, invoiceCategoryId, within, beside } = await reader('Wren')
  const { page, problems } = await visit({ as: person, at: '/invoices' })
  problems.expect(/status of 404/)
  const list = invoiceList(page)
  await list.search.fill(within.invoiceNumber)
  await list.row(within.invoiceNumber).waitFor()
  const asks: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/user/myself')) asks.push(request.url())
  })
  await list.search.fill('')
  await giveCategory(person.id, invoiceCategoryId, false)
  // Downloading another invoice causes the next response.
  await list.search.fill(beside.invoiceNumber)
  await list
    .row(beside.invoiceNumber)
    .getByRole('button', { name: `Downloads of ${beside.invoiceNumber}` })
    .click()
  await downloaded(page, () => page.getByRole('menuitem', { name: 'Summary' }).click())
  await list.search.fill(within.invoiceNumber)
  await page.getByText('No Invoices Found').waitFor()
  expect(asks).toHaveLength(1)

  // A cached list has the digest of the response that last validated it.
  const rights = () =>
    page.evaluate(async () => {
      const response = await fetch('/api/invoice')
      // A body that is not read to its end is not in the cache.
      await response.arrayBuffer()
      return response.headers.get('x-rights')
    })
  await rights()
  const before = await rights()
  await setAccess(priya, person.id, ['AccessInvoices', 'AccessErfs'])
  expect(await rights()).not.toBe(before)
  // The body came from the cache.
  const [sent, whole] = await page.evaluate(() => {
    const entries = performance.getEntriesByName(`${location.origin}/api/invoice`)
    const last = entries.at(-1) as PerformanceResourceTiming
    return [last.transferSize, last.encodedBodySize]
  })
  expect(sent).toBeLessThan(whole)

  await giveCategory(person.id, invoiceCategoryId, true)
  await page.goto(`/invoices/detail/${within.invoiceNumber}`)
  const heading = page.getByRole('heading', { name: `Invoice ${within.invoiceNumber}` })
  await heading.waitFor()
  await giveCategory(person.id, invoiceCategoryId, false)
  await page.getByRole('button', { name: 'Summary [PDF]' }).click()
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  expect(await heading.count()).toBe(0)
})

test('a former super admin leaves the company they acted for with the next response', async () => {
  const provider = await callAs<{ accountId: string; companyName: string }>(
    maya,
    'get',
    '/user/myself',
  )
  const sol = await newcomer(maya, 'Sol', 'Crane', ['ManageUsers'])
  const become = (role: Role) =>
    callAs(maya, 'post', '/admin/update-user', {
      userId: sol.id,
      accountId: provider.accountId,
      role,
      permissions: ['ManageUsers'],
    })
  await become('SuperAdmin')
  const { page, problems } = await visit({ as: sol, at: '/companies' })
  problems.expect(/status of 403/)
  await page.getByRole('row').filter({ hasText: 'Fairhaven Markets' }).click()
  await page.waitForURL(/\/manage\?company=/)
  await page.goto('/users')
  const users = userList(page)
  await users.head('Helen').waitFor()
  await become('User')
  await users.head('Helen').click()
  await users.list.getByRole('button', { name: 'Remove User' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove User' }).click()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByText(provider.companyName).waitFor()
  await users.head('Maya').waitFor()
  expect(await page.getByText(helen.email).count()).toBe(0)
  expect(await page.getByText('Fairhaven Markets').count()).toBe(0)
})

test('another user signs in in another tab: this tab switches to the new user with its next response', async () => {
  const { page, context, problems } = await visit({ as: luis, at: '/manage' })
  problems.expect(/status of 40[13]/)
  await userMenu(page, luis).waitFor()
  await context.addCookies(await sessionOf(portal.origin, priya))
  await page.getByRole('columnheader', { name: 'Created' }).getByRole('button').click()
  await userMenu(page, priya).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByText('Brightwater Trading').waitFor()
  expect(await page.getByText('Aldgate').count()).toBe(0)
  // Written when the sign-in state is loaded again, after the page shows the new user.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBe('Priya Raman')

  // An invitee has no company: no data of the previous one may remain.
  const ida = newPerson('Ida', 'North')
  await invite(priya, ida, ['AccessErfs'])
  const link = await inviteLink(ida)
  const other = await context.newPage()
  await other.goto('/')
  await context.clearCookies()
  await other.goto(link)
  await chooseAccount(other, ida)
  await other.getByRole('heading', { name: 'Review Invite' }).waitFor()
  await page.getByRole('columnheader', { name: 'Created' }).getByRole('button').click()
  await page.getByRole('heading', { name: 'No company yet' }).waitFor()
  await page.getByText(ida.email).waitFor()
  expect(await page.getByText('Brightwater').count()).toBe(0)
  expect(await page.getByText('Priya').count()).toBe(0)
})
