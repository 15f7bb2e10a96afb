import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { maya, priya } from './people.ts'
import { newcomer } from './team-calls.ts'
import { userList } from './team-pages.ts'

test('making a super admin requires a confirmation, and adds the pages of super admins', async () => {
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

test('a user is removed after a confirmation, and an open page of that user leads to sign-in at the next step', async () => {
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
