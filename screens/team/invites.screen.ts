import { expect, test } from 'vitest'
import { priya } from '../../e2e/people.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'

test('a wrong entry is refused at its fields, and an existing member in the dialog, which keeps the entry', async () => {
  const email = 'eve.nash@brightwater.example'
  const member = `${email} is already a member of Brightwater Trading.`
  const { page, problems, desk } = await screen({
    as: priya,
    at: '/invites?invite=open',
    answers: { sendInvite: refusal(409, member) },
  })
  problems.expect(/409 /)
  const dialog = page.getByRole('dialog', { name: 'INVITE USER' })
  const field = dialog.getByRole('textbox', { name: 'Email' })
  await field.fill('eve@')
  await field.press('Enter')
  await dialog.getByText('Please enter a valid email address.').first().waitFor()
  await dialog.getByText('Please select at least one permission.').waitFor()
  await field.fill(email)
  await dialog.getByRole('button', { name: 'Requests/ERF' }).click()
  await dialog.getByRole('button', { name: 'Send Invite' }).click()
  await dialog.getByText(member).waitFor()
  await expect.poll(() => field.inputValue()).toBe(email)
  expect(desk.asked('sendInvite')[0]?.body).toMatchObject({ email, permissions: ['AccessErfs'] })
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
})
