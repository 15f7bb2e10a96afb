import type { Permission, Role } from '@portal/domain/kernel/permissions'
import { expect } from 'vitest'
import { portal, visit } from './browser.ts'
import { callAs } from './call-as.ts'
import type { VisitOptions } from './open-visit.ts'
import type { Person } from './people.ts'
import { inDatabase } from './portal-database.ts'
import { sessionOf } from './sessions.ts'
import { chooseAccount } from './sign-in.ts'

let invited = 0

/** A new person with a unique address: the identity provider derives the name from it. */
export function newPerson(firstName: string, lastName: string): Person {
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}@${unused()}.example`.toLowerCase(),
  }
}

function unused(): string {
  invited += 1
  return `n${Date.now().toString(36)}${invited}`
}

const everyCategory = [1, 2, 3, 4, 5, 6, 7]

/** Sends an invitation by the call that the page makes. */
export async function invite(by: Person, person: Person, permissions: Permission[]): Promise<void> {
  // One user may send twenty invitations per hour, and journeys of many files share a portal.
  await inDatabase(portal.dataDir, (database) =>
    database.query(`delete from rate_window where key like 'invites of %'`),
  )
  const { accountId } = await callAs<{ accountId: string }>(by, 'get', '/user/myself')
  await callAs(by, 'post', '/invite/invite', {
    email: person.email,
    accountId,
    permissions,
    ...(permissions.includes('AccessInvoices') && { invoiceCategories: everyCategory }),
  })
}

/** The links of the invitations sent to an address, newest first. */
export async function inviteLinks({ email }: Person): Promise<string[]> {
  const answer = await fetch(`${portal.mail}/messages`)
  const mails = (await answer.json()) as { to: string[]; text: string }[]
  return mails
    .filter(({ to }) => to.includes(email))
    .flatMap(({ text }) => /https?:\/\/\S+(\/confirm\?code=[\w-]+)/.exec(text)?.[1] ?? [])
}

/** Waits for the mail of an invitation. Returns the path of its link. */
export async function inviteLink(person: Person, sent = 1): Promise<string> {
  await expect.poll(async () => (await inviteLinks(person)).length).toBe(sent)
  return (await inviteLinks(person))[0] ?? ''
}

/** Opens an invitation's link as the invited person, including the sign-in. */
export async function followInvite(person: Person, link: string, screen: VisitOptions = {}) {
  const visitor = await visit({ ...screen, at: link, reducedMotion: 'reduce', bypassCSP: true })
  // Expected responses before the sign-in, and for a user without a company.
  visitor.problems.expect(/40[13] /)
  await chooseAccount(visitor.page, person)
  return visitor
}

/** A new member of the inviter's company, for journeys that end with a removal. */
export async function newcomer(
  by: Person,
  firstName: string,
  lastName: string,
  permissions: Permission[],
): Promise<Person & { id: string }> {
  // In the company's own domain: only the provider's employees become super admins.
  const email = `${firstName}.${lastName}.${unused()}@${by.email.split('@')[1]}`.toLowerCase()
  const person = { firstName, lastName, email }
  await invite(by, person, permissions)
  const link = await inviteLink(person)
  await sessionOf(portal.origin, person, link)
  await callAs(person, 'post', `/invite/accept?InviteCode=${link.split('=')[1]}`)
  const { id } = await callAs<{ id: string }>(person, 'get', '/user/myself')
  return { ...person, id }
}

/** Replaces the role and permissions of a user of the manager's company. */
export async function setAccess(
  by: Person,
  userId: string,
  permissions: Permission[],
  role: Role = 'User',
) {
  const { accountId } = await callAs<{ accountId: string }>(by, 'get', '/user/myself')
  await callAs(by, 'post', '/admin/update-user', { userId, accountId, role, permissions })
}
