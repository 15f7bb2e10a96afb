import type { Permission } from '@portal/domain/session/permissions'
import { expect } from 'vitest'
import { portal, visit } from './browser.ts'
import { callAs } from './call-as.ts'
import type { Person } from './people.ts'
import { sessionOf } from './sessions.ts'
import { chooseAccount } from './sign-in.ts'

let invited = 0

/** Somebody nobody has heard of yet: the identity provider makes the name of the address. */
export function somebody(firstName: string, lastName: string): Person {
  invited += 1
  const domain = `n${Date.now().toString(36)}${invited}.example`
  return { firstName, lastName, email: `${firstName}.${lastName}@${domain}`.toLowerCase() }
}

const everyCategory = [1, 2, 3, 4, 5, 6, 7]

/** Sends an invitation by the call the page makes. */
export async function invite(by: Person, person: Person, permissions: Permission[]): Promise<void> {
  const { accountId } = await callAs<{ accountId: string }>(by, 'get', '/user/myself')
  await callAs(by, 'post', '/invite/invite', {
    email: person.email,
    accountId,
    permissions,
    ...(permissions.includes('AccessInvoices') && { invoiceCategories: everyCategory }),
  })
}

/** The links of the invitations sent to an address, the newest first. */
export async function inviteLinks({ email }: Person): Promise<string[]> {
  const answer = await fetch(`${portal.mail}/messages`)
  const mails = (await answer.json()) as { to: string[]; text: string }[]
  return mails
    .filter(({ to }) => to.includes(email))
    .flatMap(({ text }) => /https?:\/\/\S+(\/confirm\?code=[\w-]+)/.exec(text)?.[1] ?? [])
}

/** Waits for the mail of an invitation and answers the path its link leads to. */
export async function inviteLink(person: Person, sent = 1): Promise<string> {
  await expect.poll(async () => (await inviteLinks(person)).length).toBe(sent)
  return (await inviteLinks(person))[0] ?? ''
}

/** Opens an invitation's link as its owner, by way of sign-in. */
export async function followInvite(person: Person, link: string) {
  const visitor = await visit({ at: link, reducedMotion: 'reduce', bypassCSP: true })
  // What the portal answers while nobody, and then somebody without a company, is there.
  visitor.problems.expect(/40[13] |favicon\.ico/)
  await chooseAccount(visitor.page, person)
  return visitor
}

/** A member of the inviter's company who is nobody else's, for journeys that end with a removal. */
export async function newcomer(
  by: Person,
  firstName: string,
  lastName: string,
  permissions: Permission[],
): Promise<Person & { id: string }> {
  const person = somebody(firstName, lastName)
  await invite(by, person, permissions)
  const link = await inviteLink(person)
  await sessionOf(portal.origin, person, link)
  await callAs(person, 'post', `/invite/accept?InviteCode=${link.split('=')[1]}`)
  const { id } = await callAs<{ id: string }>(person, 'get', '/user/myself')
  return { ...person, id }
}
