import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { dmitri, fatima, maya, priya } from './people.ts'
import { callAs } from './call-as.ts'
import { newcomer } from './team-calls.ts'
import { hint, userList } from './team-pages.ts'

test('users are found by name and by email; the address contains the search and the open row', async () => {
  const { page } = await visit({ as: priya, at: '/users' })
  const users = userList(page)
  await users.search.fill('dmitri.volkov@')
  await page.getByText('Total: 1', { exact: true }).waitFor()
  await users.head('Dmitri Volkov').click()
  await users.panel.getByText('dmitri.volkov@brightwater.example').waitFor()
  await page.reload()
  await users.panel.getByText('dmitri.volkov@brightwater.example').waitFor()
  await expect.poll(() => users.search.inputValue()).toBe('dmitri.volkov@')
  await users.search.fill('nobody is called this')
  await page.getByText('No Users Found').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await users.head('Dmitri Volkov').waitFor()
})

test('the list is one tab stop: arrows move through it, Enter opens, Tab goes into what is open', async () => {
  const { page } = await visit({ as: priya, at: '/users' })
  const users = userList(page)
  await users.head('Dmitri Volkov').waitFor()
  await users.search.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await expect.poll(() => users.head('Dmitri Volkov').evaluate(isFocused)).toBe(true)
  await page.keyboard.press('Enter')
  await users.panel.waitFor()
  await expect.poll(() => users.head('Dmitri Volkov').getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect.poll(() => users.box('Invoices').evaluate(isFocused)).toBe(true)
})

test('a permission and a category are granted and removed immediately, and persist after a reload', async () => {
  const leo = await newcomer(priya, 'Leo', 'Marsh', ['AccessInvoices', 'PayInvoices'])
  const { page } = await visit({ as: priya, at: `/users?open=${leo.id}` })
  const users = userList(page)
  await users.box('Licenses').click()
  await users.box('TTNET').click()
  await users.box('Invoices').click()
  // PayInvoices requires AccessInvoices, and so do the categories.
  await expect.poll(() => checked(users.box('Pay Invoices'))).toBe('false')
  await users.box('Pay Invoices').hover()
  await hint(page, 'Requires ‘AccessInvoices’ permission').waitFor()
  await page.waitForLoadState('networkidle')
  await page.reload()
  await expect.poll(() => checked(users.box('Licenses'))).toBe('true')
  await expect.poll(() => checked(users.box('Invoices'))).toBe('false')
  await expect.poll(() => checked(users.box('TTNET'))).toBe('false')
  await expect.poll(() => checked(users.box('Hosting'))).toBe('true')
  await expect.poll(() => users.head('Leo Marsh').innerText()).toContain('Licenses')
})

test('pointing at a box shows what it would change before anything is saved', async () => {
  const { page } = await visit({ as: priya, at: '/users?q=dmitri' })
  const users = userList(page)
  await users.head('Dmitri Volkov').click()
  const view = page.getByRole('region', { name: 'What Dmitri sees' })
  await view.getByText('INVOICES').first().waitFor()
  expect(await view.innerText()).not.toContain('LICENSES')
  await users.box('Licenses').hover()
  await view.getByText('with Licenses').waitFor()
  await view.locator('[data-change=added]', { hasText: 'LICENSES' }).waitFor()
  await users.box('Invoices').focus()
  await view.locator('[data-change=removed]', { hasText: 'STATEMENTS' }).waitFor()
  await page.mouse.move(0, 0)
  await users.search.focus()
  await expect.poll(() => view.getByRole('heading').innerText()).toBe('What Dmitri sees')
  await expect.poll(() => checked(users.box('Licenses'))).toBe('false')
  const { permissions } = await callAs<{ permissions: string[] }>(dmitri, 'get', '/user/myself')
  expect(permissions).toEqual(['AccessInvoices'])
})

test('what cannot be changed says why', async () => {
  const { page } = await visit({ as: fatima, at: '/users?q=dmitri' })
  const users = userList(page)
  await users.head('Dmitri Volkov').click()
  await users.box('Licenses').hover()
  await hint(page, 'You do not hold Licenses yourself.').waitFor()
  await users.box('License').hover()
  await hint(page, 'You do not hold Invoices yourself.').waitFor()
  await users.list.getByRole('button', { name: 'Super' }).hover()
  await hint(page, 'Only a super admin can set the role.').waitFor()
  await users.search.fill('fatima')
  await users.head('Fatima Zahra').click()
  await users.box('Manage Users').hover()
  await hint(page, 'You cannot change your own access.').waitFor()
  await users.list.getByRole('button', { name: 'Remove User' }).hover()
  await hint(page, 'You cannot remove yourself.').waitFor()
  await expect.poll(() => checked(users.box('Manage Users'))).toBe('true')
})

test('a change that the server refuses is undone, with its reason', async () => {
  const nia = await newcomer(priya, 'Nia', 'Stone', ['ManageUsers', 'AccessLicenses'])
  const { page, problems } = await visit({ as: nia, at: '/users?q=dmitri' })
  problems.expect(/403 /)
  const users = userList(page)
  await users.head('Dmitri Volkov').click()
  await users.box('Licenses').waitFor()
  // Meanwhile another user removes from Nia what she is about to grant.
  await callAs(priya, 'post', '/admin/update-user', {
    userId: nia.id,
    accountId: '10415',
    role: 'User',
    permissions: ['ManageUsers'],
  })
  await users.box('Licenses').click()
  const reason = page.getByText('You do not hold Licenses yourself.')
  // The box has the same reason as its hint, because the page has learned of the removal by then.
  await reason.filter({ visible: true }).first().waitFor()
  await expect.poll(() => checked(users.box('Licenses'))).toBe('false')
})

test('a super admin has another icon and may set roles; acting for a company shows that company’s list', async () => {
  const { page } = await visit({ as: maya, at: '/users' })
  const users = userList(page)
  await users.head('Maya Okafor').click()
  await expect.poll(() => users.head('Maya Okafor').innerText()).toContain('Super Admin')
  await users.box('Invoices').hover()
  await hint(page, 'You cannot change your own access.').waitFor()
})

test('making a super admin requires a confirmation, and adds what only super admins see', async () => {
  const ned = await newcomer(maya, 'Ned', 'Quist', ['ManageUsers'])
  const { page } = await visit({ as: maya, at: '/users' })
  const users = userList(page)
  await users.head('Ned Quist').click()
  const role = page.getByRole('group', { name: 'Role of Ned Quist' })
  await role.getByRole('button', { name: 'Super', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'MAKE SUPER ADMIN' })
  await question.getByText('every company').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => users.head('Ned Quist').innerText()).toContain('Manage Users')
  await role.getByRole('button', { name: 'Super', exact: true }).click()
  await question.getByRole('button', { name: 'Make Super Admin' }).click()
  await expect.poll(() => users.head('Ned Quist').innerText()).toContain('Super Admin')
  await users.panel.getByText('ATTENTION').waitFor()

  const his = await visit({ as: ned, at: '/manage' })
  await his.page.getByRole('navigation', { name: 'Main' }).getByText('ATTENTION').click()
  await his.page.getByRole('heading', { name: 'Needs attention', level: 1 }).waitFor()
})

test('a user is removed after a confirmation, and an open page of theirs leads to sign-in at the next step', async () => {
  const marc = await newcomer(priya, 'Marc', 'Vale', ['ManageUsers'])
  const his = await visit({ as: marc, at: '/manage' })
  his.problems.expect(/401 /)
  await his.page.getByRole('grid', { name: 'History' }).waitFor()

  const { page } = await visit({ as: priya, at: `/users?open=${marc.id}` })
  const users = userList(page)
  await users.panel.getByRole('button', { name: 'Remove User' }).click()
  const dialog = page.getByRole('dialog', { name: 'REMOVE USER' })
  await dialog.getByText('Are you sure you want to remove Marc Vale?').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await users.panel.getByRole('button', { name: 'Remove User' }).click()
  await dialog.getByRole('button', { name: 'Remove User' }).click()
  await users.head('Marc Vale').waitFor({ state: 'detached' })
  await dialog.waitFor({ state: 'detached' })

  await his.page.getByRole('link', { name: 'Users' }).click()
  await his.page.getByRole('textbox', { name: 'Email' }).waitFor()
  expect(new URL(his.page.url()).port).not.toBe(new URL(page.url()).port)

  // The history still names him.
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('combobox', { name: 'User' }).click()
  await page.getByRole('option', { name: 'Marc Vale (removed)' }).first().click()
  await page.getByRole('grid', { name: 'History' }).getByText('Marc Vale').first().waitFor()
})

const isFocused = (element: Element) => element === document.activeElement
const checked = (box: ReturnType<ReturnType<typeof userList>['box']>) =>
  box.getAttribute('aria-checked')
