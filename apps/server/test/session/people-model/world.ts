import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { inTransaction } from '../../../src/platform/database/database.ts'
import { readPerson } from '../../../src/providers/identity/read-person.ts'
import { findActor, startSession } from '../../../src/session/session.queries.ts'
import type { TestPortal } from '../../portal/portal.ts'

/** An account at a sign-in provider. `human` is the true owner of the account, which no rule can see. */
export interface Account {
  issuer: string
  subject: string
  human: number
}

export interface Human {
  nth: number
  /** The verified address; it moves only while the human can sign in. */
  mailbox: string
  /** The address that the books know. */
  address: string
  accounts: Account[]
}

interface User {
  id: string
  accountId: string
  email: string
  formerKeys: string[]
  isActive: boolean
}

/** Two companies and three humans; all are users of the first company, by records. */
export interface World {
  portal: TestPortal
  /** The original number of the first company, in the names of its sign-in providers. */
  origin: string
  /** Both are equal after the companies are merged. */
  companies: [string, string]
  humans: [Human, Human, Human]
  users: User[]
  owners: Map<string, number>
  /** Users whom a person removed, or who left. Only an invitation restores them. */
  removed: Set<string>
  /** Users whom the books deleted, but no person removed. */
  deleted: Set<string>
  /** The accounts that resets removed from users. */
  taken: Map<string, Account[]>
}

/** The harms that the model must never find. */
export class Harm extends Error {
  override name = 'Harm'
}

export const issuerOf = ({ origin }: Pick<World, 'origin'>, nth: number) =>
  `https://${origin.toLowerCase()}.example/${nth}`

let count = 0

export async function newWorld(portal: TestPortal): Promise<World> {
  const nth = (count += 1)
  const companies: World['companies'] = [`MODEL${nth}A`, `MODEL${nth}B`]
  const [origin] = companies
  for (const accountId of companies) {
    await portal.given.company(accountId)
    await portal.given.user(`boss@${accountId.toLowerCase()}.example`, accountId, ['ManageUsers'])
  }
  const humans = [0, 1, 2].map((human) => {
    const address = `human${human}@w${nth}.example`
    const account = { issuer: issuerOf({ origin }, 0), subject: `first ${human}`, human }
    return { nth: human, mailbox: address, address, accounts: [account] }
  })
  for (const { address } of humans) await portal.given.user(address, companies[0])
  const world: World = {
    portal,
    origin,
    companies,
    humans: humans as World['humans'],
    users: [],
    owners: new Map(),
    removed: new Set(),
    deleted: new Set(),
    taken: new Map(),
  }
  await observe(world)
  return world
}

/** Reads the users; a new one belongs to the human with the address at that time. */
export async function observe(world: World): Promise<void> {
  const { rows } = await world.portal.system.query<User>(sql`
    select id, account_id as "accountId", email, former_keys as "formerKeys", deactivated_at is null as "isActive"
      from portal_user where account_id = any (${world.companies}) and email like 'human%'`)
  world.users = rows
  for (const { id, email } of rows)
    if (!world.owners.has(id)) world.owners.set(id, Number(email.slice(5, 6)))
  const revived = rows.find(({ id, isActive }) => isActive && world.removed.has(id))
  if (revived) throw new Harm(`${revived.email} is back, whom a person had removed`)
}

export const ownedBy = (world: World, human: Human) =>
  world.users.filter(({ id }) => world.owners.get(id) === human.nth)

export const activeUser = (world: World, human: Human) =>
  ownedBy(world, human).find(({ isActive, email }) => isActive && email === human.mailbox)

/** Signs in with the claims of the provider, and checks the resulting user. */
export async function signIn(
  world: World,
  account: Account,
  email: string,
  isVerified = true,
): Promise<{ hash: Buffer; found: Awaited<ReturnType<typeof findActor>>; userId: string | null }> {
  const { db } = world.portal.deps
  const person = readPerson({ email, email_verified: isVerified }, {}, false)
  const hash = randomBytes(32)
  await inTransaction(db, (tx) =>
    startSession(tx, {
      ...person,
      hash,
      issuer: account.issuer,
      subject: account.subject,
      idToken: 'token',
      allowGuest: true,
      providerDomain: 'provider.example',
      ipAddress: '::1',
      userAgent: 'model',
    }),
  )
  const found = await findActor(db, hash, null, '::1')
  const userId = await checkedUser(world, account, found)
  return { hash, found, userId }
}

export async function checkedUser(
  world: World,
  account: Account,
  found: Awaited<ReturnType<typeof findActor>>,
): Promise<string | null> {
  await observe(world)
  if (!found || !('actor' in found)) return null
  const { userId, email } = found.actor
  if (world.owners.get(userId) !== account.human)
    throw new Harm(`an account of human ${account.human} is the user ${email}`)
  if (world.taken.get(userId)?.includes(account))
    throw new Harm(`an account that a reset took is the user ${email} again`)
  return userId
}
