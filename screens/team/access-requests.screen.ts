import type { User } from '@portal/domain/team/team.schema'
import type { Permission } from '@portal/domain/kernel/permissions'
import { expect, test } from 'vitest'
import { violations } from '../../e2e/axe.ts'
import { phone } from '../../e2e/open-visit.ts'
import { ingrid, luis, tom } from '../../e2e/people.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'
import { now } from '../world.ts'

const request = {
  id: '3f0a4f6e-2b8e-4f1b-9d5e-0c1a2b3c4d5e',
  // Tom.
  userId: '7a16df73-c128-2b2a-507b-e15fc013a423',
  permission: 'AccessInvoices' as const,
  createdDate: now,
}

test('a permission that was granted elsewhere opens its page when the user asks for it', async () => {
  const { page, problems, desk } = await screen({
    as: tom,
    at: '/licenses',
    answers: { getMyself: async (_, recorded) => ({ ...(await recorded()), permissions: [] }) },
  })
  problems.expect(/409 /)
  const ask = page.getByRole('button', { name: 'Ask for access: Licenses' })
  await ask.waitFor()
  desk.answer({
    askForAccess: refusal(409, 'You hold Licenses already.'),
    getMyself: (_, recorded) => recorded(),
  })
  await ask.click()
  await page.getByText('You hold Licenses already.').first().waitFor()
  await page.getByRole('heading', { name: 'Licenses', level: 1 }).waitFor()
})

test('a user without any area can request each of them on the landing page', async () => {
  const { page, desk } = await screen({
    as: ingrid,
    bypassCSP: true,
    answers: {
      getMyself: async (_, recorded) => ({ ...(await recorded()), permissions: [] }),
      listMyAccessRequests: [],
    },
  })
  await page.getByText('You have no access to any area yet.').waitFor()
  const asked = { ...request, permission: 'AccessLicenses' as const }
  desk.answer({
    askForAccess: () => {
      desk.answer({ listMyAccessRequests: [asked] })
      return asked
    },
  })
  await page.getByRole('button', { name: 'Ask for access: Licenses' }).click()
  await page.getByText(/^Requested on /).waitFor()
  expect(desk.asked('askForAccess')[0]?.body).toEqual({ permission: 'AccessLicenses' })
  await expect.poll(() => page.getByRole('button', { name: /^Ask for access/ }).count()).toBe(4)
  expect(await violations(page)).toEqual([])
})

test('a declined request leaves the list of the manager', async () => {
  let open = [request]
  const { page, desk } = await screen({
    as: luis,
    at: '/users',
    bypassCSP: true,
    answers: {
      listAccessRequests: () => open,
      decideAccessRequest: () => {
        open = []
        return {}
      },
    },
  })
  await page.getByText('Tom Whitfield asks for Invoices').waitFor()
  await page.setViewportSize(phone)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Decline Invoices for Tom Whitfield' }).click()
  await page.getByText('Invoices declined').waitFor()
  await page.getByText('Tom Whitfield asks for').waitFor({ state: 'detached' })
  expect(desk.asked('decideAccessRequest')).toMatchObject([
    { params: { id: request.id }, body: { granted: false, shown: { role: 'User' } } },
  ])
})

test('rights that a colleague changed meanwhile are shown before a request is granted', async () => {
  const rights: string[][] = []
  let given: Permission[] = []
  const { page, problems } = await screen({
    as: luis,
    at: '/users',
    answers: {
      listAccessRequests: [request],
      listUsers: async (_, recorded) => {
        const users = (await recorded()) as User[]
        const change = (user: User) => ({ ...user, permissions: [...user.permissions, ...given] })
        return users.map((user) => (user.id === request.userId ? change(user) : user))
      },
      decideAccessRequest: ({ body: { shown } }) => {
        rights.push(shown!.permissions)
        if (shown!.permissions.includes('ManageUsers')) return {}
        given = ['ManageUsers']
        return refusal(409, 'The access of Tom Whitfield was changed in the meantime.')
      },
    },
  })
  problems.expect(/409 /)
  const grant = page.getByRole('button', { name: 'Grant Invoices to Tom Whitfield' })
  const user = page.getByRole('listitem').filter({ hasText: 'Tom Whitfield' })
  await grant.click()
  await page.getByText('The access of Tom Whitfield was changed').first().waitFor()
  await user.getByText('Manage Users').first().waitFor()
  await grant.click()
  await page.getByText('Invoices granted').waitFor()
  expect(rights).toEqual([rights[0], [...rights[0]!, 'ManageUsers']])
})
