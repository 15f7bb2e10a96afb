import type { UpdateUser, User } from '@portal/domain/team/team.schema'
import { expect, test } from 'vitest'
import { isFocused } from '../../e2e/is-focused.ts'
import { fatima, maya, priya } from '../../e2e/people.ts'
import { hint, userList } from '../../e2e/team-pages.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'

const member: User = {
  id: '0e4f5cba-7a53-4f0b-9e36-2b1c6f1d2a10',
  accountId: '10415',
  email: 'leo.marsh@brightwater.example',
  firstName: 'Leo',
  lastName: 'Marsh',
  role: 'User',
  permissions: ['AccessInvoices', 'PayInvoices'],
  isActive: true,
  lastSignIn: null,
}

test('users are found by name and by email; the address contains the search and the open row', async () => {
  const { page } = await screen({ as: priya, at: '/users' })
  const users = userList(page)
  await users.search.fill('dmitri.volkov@')
  await page.getByText('Total: 1', { exact: true }).waitFor()
  await users.head('Dmitri Volkov').click()
  await users.panel.getByText('dmitri.volkov@brightwater.example').waitFor()
  await page.reload()
  await users.panel.getByText('dmitri.volkov@brightwater.example').waitFor()
  await expect.poll(() => users.search.inputValue()).toBe('dmitri.volkov@')
  await users.search.fill('no such user')
  await page.getByText('No Users Found').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await users.head('Dmitri Volkov').click()
  await users.panel.waitFor({ state: 'detached' })

  // The list is one tab stop: arrows move through it, Enter opens, Tab goes into what is open.
  await users.search.focus()
  for (const key of ['Tab', 'ArrowDown', 'End', 'Home']) await page.keyboard.press(key)
  await expect.poll(() => isFocused(users.head('Dmitri Volkov'))).toBe(true)
  await page.keyboard.press('Enter')
  await users.panel.waitFor()
  await expect.poll(() => users.head('Dmitri Volkov').getAttribute('aria-expanded')).toBe('true')
  for (let nth = 0; nth < 3; nth += 1) await page.keyboard.press('Tab')
  await expect.poll(() => isFocused(users.box('Invoices'))).toBe(true)
})

test('a permission and a category are granted and removed immediately', async () => {
  const leo = structuredClone(member)
  const ttnet = { invoiceCategoryId: 2, name: 'TTNET' }
  let held = { userId: leo.id, categories: [ttnet] }
  const { page, desk } = await screen({
    as: priya,
    at: `/users?open=${leo.id}`,
    answers: {
      listUsers: () => [leo],
      listCategories: [ttnet],
      listUserCategories: () => [held],
      updateUser: ({ body: { grant } }) => {
        leo.permissions = grant ? [...leo.permissions, grant] : ['AccessLicenses']
        return leo
      },
      toggleCategory: () => (held = { ...held, categories: [] }),
    },
  })
  const users = userList(page)
  await users.box('Licenses').click()
  await expect.poll(() => users.head('Leo Marsh').innerText()).toContain('Licenses')
  await users.box('TTNET').click()
  await expect.poll(() => checked(users.box('TTNET'))).toBe('false')
  await users.box('Invoices').click()
  // PayInvoices requires AccessInvoices, and so do the categories.
  await expect.poll(() => checked(users.box('Pay Invoices'))).toBe('false')
  await users.box('Pay Invoices').hover()
  await hint(page, 'Requires ‘AccessInvoices’ permission').waitFor()
  const key = { userId: leo.id, accountId: leo.accountId }
  const before = { role: 'User', permissions: member.permissions }
  const permissions = [...member.permissions, 'AccessLicenses']
  await expect
    .poll(() => desk.asked('updateUser').map(({ body }) => body))
    .toEqual([
      { ...key, grant: 'AccessLicenses', shown: { ...before, categories: ['TTNET'] } },
      { ...key, revoke: 'AccessInvoices', shown: { role: 'User', permissions, categories: [] } },
    ])
  expect(desk.asked('toggleCategory')[0]?.body).toMatchObject({
    granted: false,
    shown: { role: 'User', permissions, categories: ['TTNET'] },
  })
})

test('rights that a colleague changed meanwhile are reported and shown, and the next press applies to them', async () => {
  let leo = member
  const { page, desk, problems } = await screen({
    as: priya,
    at: `/users?open=${member.id}`,
    answers: {
      listUsers: () => [leo],
      listUserCategories: [{ userId: member.id, categories: [] }],
      updateUser: ({ body: { shown, grant } }) =>
        shown!.permissions.length < leo.permissions.length
          ? refusal(409, 'The access of Leo Marsh was changed in the meantime.')
          : (leo = { ...leo, permissions: [...leo.permissions, grant!] }),
    },
  })
  problems.expect(/status of 409/)
  const users = userList(page)
  await users.box('Licenses').waitFor()
  leo = { ...member, permissions: [...member.permissions, 'ManageUsers'] }
  await users.box('Licenses').click()
  await page.getByText('The access of Leo Marsh was changed').first().waitFor()
  await expect.poll(() => checked(users.box('Manage Users'))).toBe('true')
  await expect.poll(() => checked(users.box('Licenses'))).toBe('false')
  await expect.poll(() => isFocused(users.box('Licenses'))).toBe(true)
  await page.keyboard.press('Space')
  await expect.poll(() => users.head('Leo Marsh').innerText()).toContain('Licenses')
  const shown = desk.asked('updateUser').map(({ body }) => (body as UpdateUser).shown!.permissions)
  expect(shown).toEqual([member.permissions, [...member.permissions, 'ManageUsers']])
})

test('hovering a box shows its effect before anything is saved', async () => {
  const { page, problems, desk } = await screen({ as: priya, at: '/users?q=dmitri' })
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
  expect(desk.asked('updateUser')).toEqual([])

  // A change that the server refuses is undone, with its reason.
  problems.expect(/403 /)
  desk.answer({ updateUser: refusal(403, 'You do not hold Licenses yourself.') })
  await users.box('Licenses').click()
  await page.getByText('You do not hold Licenses yourself.').first().waitFor()
  await expect.poll(() => checked(users.box('Licenses'))).toBe('false')
  expect(desk.asked('updateUser')[0]?.body).toMatchObject({ grant: 'AccessLicenses' })
})

test('a locked box shows the reason', async () => {
  const { page } = await screen({ as: fatima, at: '/users?q=dmitri' })
  const users = userList(page)
  await users.head('Dmitri Volkov').click()
  await users.box('Licenses').hover()
  await hint(page, 'You do not hold Licenses yourself.').waitFor()
  expect(await page.getByRole('button', { name: 'Reset Sign-in' }).count()).toBe(0)
  await users.search.fill('fatima')
  await users.head('Fatima Zahra').click()
  await users.list.getByRole('button', { name: 'Remove User' }).hover()
  await hint(page, 'You cannot remove yourself.').waitFor()
  await expect.poll(() => checked(users.box('Manage Users'))).toBe('true')
})

const checked = (box: ReturnType<ReturnType<typeof userList>['box']>) =>
  box.getAttribute('aria-checked')

test('a super admin resets a sign-in with a reason', async () => {
  const { page, desk } = await screen({
    as: maya,
    at: `/users?open=${member.id}`,
    answers: { listUsers: [member], listUserCategories: [], resetSignIn: {} },
  })
  const users = userList(page)
  await users.list.getByRole('button', { name: 'Reset Sign-in' }).click()
  const dialog = page.getByRole('dialog', { name: 'RESET SIGN-IN' })
  await dialog.getByText('the account used so far no longer works').waitFor()
  const confirm = dialog.getByRole('button', { name: 'Reset Sign-in' })
  await expect.poll(() => confirm.getAttribute('aria-disabled')).toBe('true')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(' New account ')
  await confirm.click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Sign-in reset').waitFor()
  expect(desk.asked('resetSignIn').map(({ body }) => body)).toEqual([
    { userId: member.id, reason: 'New account' },
  ])
})
