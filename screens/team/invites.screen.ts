import type { SendInvite } from '@portal/domain/team/invites.schema'
import { expect, test } from 'vitest'
import { priya } from '../../e2e/people.ts'
import { screen } from '../screen.ts'
import { Other, refusal } from '../stub/answers.ts'
import { now } from '../world.ts'

const invited = (email: string) => ({
  id: '3f0a4f6e-2b8e-4f1b-9d5e-0c1a2b3c4d5e',
  email,
  createdDate: now,
  sentDate: now,
  expirationDate: '2026-11-26T00:00:00.000Z',
  hasAccepted: false,
  inviteCode: 'x'.repeat(43),
  userId: null,
  sentBy: 'Priya Raman',
  problem: null,
  acceptedUserId: null,
  permissions: ['AccessErfs' as const],
  categories: [],
})

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

test('a user over a limit reads the time of the next invitation before anything is sent', async () => {
  const later = 'Your company can invite 100 more people in 7 hours.'
  const { page } = await screen({
    as: priya,
    at: '/invites?invite=open',
    answers: { getInviteRoom: { people: 0, later } },
  })
  const dialog = page.getByRole('dialog', { name: 'INVITE USER' })
  const field = dialog.getByRole('textbox', { name: 'Email' })
  await field.fill('eve@new.example')
  await field.press('Enter')
  await dialog.getByText(later).first().waitFor()
})

test('categories that were renamed meanwhile are shown, and the next press applies to the new names', async () => {
  const [before, after] = ['Licenses', 'Licenses and seats']
  let name = before
  const { page, problems, desk } = await screen({
    as: priya,
    at: '/invites?invite=open',
    answers: {
      listCategories: () => [{ invoiceCategoryId: 1, name }],
      listMyCategories: () => [{ invoiceCategoryId: 1, name }],
      sendInvite: ({ body: { shown } }) =>
        shown![0] === after ? invited('eve@new.example') : refusal(409, 'It is named anew.'),
    },
  })
  problems.expect(/409 /)
  const dialog = page.getByRole('dialog', { name: 'INVITE USER' })
  await dialog.getByRole('textbox', { name: 'Email' }).fill('eve@new.example')
  await dialog.getByRole('button', { name: 'Invoices', exact: true }).click()
  await dialog.getByRole('checkbox', { name: before }).click()
  name = after
  await dialog.getByRole('button', { name: 'Send Invite' }).click()
  await dialog.getByText('It is named anew.').waitFor()
  await dialog.getByRole('checkbox', { name: after }).waitFor()
  await dialog.getByRole('button', { name: 'Send Invite' }).click()
  await page.getByRole('dialog', { name: 'INVITE SENT!' }).waitFor()
  const shown = desk.asked('sendInvite').map(({ body }) => (body as SendInvite).shown)
  expect(shown).toEqual([[before], [after]])
})

test('a pasted list shows the planned and then the actual result per line; after a lost response the call is repeated with the same key', async () => {
  const [open, late] = ['open@new.example', 'late@new.example']
  const limit = 'You can invite 50 more people in 42 minutes.'
  let isLost = true
  const { page, problems, desk } = await screen({
    as: priya,
    at: '/users?invite=open',
    answers: {
      listInvites: [invited(open)],
      getInviteRoom: { people: 3, later: limit },
      sendInvites: () => {
        if (isLost) return new Other(503, { message: 'Please try again.' }, { 'retry-after': '5' })
        return [
          { email: 'ana.kim@new.example', fate: 'invited', reason: null },
          { email: 'bo@new.example', fate: 'limited', reason: limit },
          { email: open, fate: 'sentAgain', reason: null },
        ]
      },
    },
  })
  problems.expect(/503 /)
  await page.getByRole('button', { name: 'Invite several people' }).click()
  const dialog = page.getByRole('dialog', { name: 'INVITE USERS' })
  const field = dialog.getByRole('textbox', { name: 'People' })
  const lines = [
    'Ana Kim <ana.kim@new.example>',
    'Bo\tLi\tbo@new.example',
    'FATIMA.zahra@brightwater.example',
    'Eve',
    'ANA.kim@new.example',
    open,
    late,
  ]
  await field.fill(lines.join('\n'))
  const cells = (table: string) =>
    page.getByRole('table', { name: table }).locator('td:last-child').allInnerTexts()
  const [member, unreadable, twice] = [
    'Is a user already',
    'Has no email address',
    'Is in the list twice, also in line 1',
  ]
  const will = 'Will be invited'
  await expect
    .poll(() => cells('What will happen'))
    .toEqual([will, will, member, unreadable, twice, 'Has an open invitation', will])
  await dialog.getByRole('checkbox', { name: /^Send open invitations again/ }).click()
  await dialog.getByRole('button', { name: 'Requests/ERF' }).click()
  // There is room for three.
  await expect.poll(async () => (await cells('What will happen')).at(-1)).toBe(`Not now. ${limit}`)
  const send = dialog.getByRole('button', { name: 'Invite 3 people' })
  await send.click()
  await dialog.getByRole('alert').waitFor()
  isLost = false
  await send.click()
  const sent = page.getByRole('dialog', { name: 'INVITES SENT!' })
  await sent.getByText('We sent an invite to 2 people').waitFor()
  await expect
    .poll(() => cells('What happened'))
    .toEqual([
      'Invited',
      `Not invited. ${limit}`,
      member,
      unreadable,
      twice,
      'Invitation sent again',
      `Not now. ${limit}`,
    ])
  const asked = desk.asked('sendInvites')
  expect(asked[0]?.body).toEqual({
    emails: ['ana.kim@new.example', 'bo@new.example', open],
    permissions: ['AccessErfs'],
    sendAgain: true,
  })
  expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual(
    Array(2).fill(asked[0]?.headers['idempotency-key']),
  )
  // The remaining people wait for the next opening of the dialog.
  await page.goBack()
  await sent.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('button', { name: 'Invite several people' }).click()
  await expect.poll(() => field.inputValue()).toBe(`Bo Li <bo@new.example>\nEve\n${late}`)
})
