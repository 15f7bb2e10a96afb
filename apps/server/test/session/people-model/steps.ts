import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { replaceProvider } from '../../../src/commands/sign-in.ts'
import { importRecords } from '../../../src/import/import-records.ts'
import { recordSource } from '../../../src/import/sources.ts'
import { inTransaction, withAccount } from '../../../src/platform/database/database.ts'
import { Refusal } from '../../../src/platform/http/refusal.ts'
import { findActor, sessionHash } from '../../../src/session/session.queries.ts'
import { acceptInvite } from '../../../src/team/accept-invite.ts'
import { systemAuthor } from '../../../src/platform/history/history.ts'
import { deactivate } from '../../../src/team/change-access.ts'
import { findMember } from '../../../src/team/members.queries.ts'
import {
  activeUser,
  checkedUser,
  Harm,
  issuerOf,
  newWorld,
  observe,
  ownedBy,
  signIn,
  type Account,
  type Human,
  type World,
} from './world.ts'
import type { TestPortal } from '../../portal/portal.ts'

/** The events of a human; `nth` chooses among accounts, companies or other humans. */
type Step = (world: World, human: Human, nth: number) => Promise<unknown>

const accountOf = ({ accounts }: Human, nth: number) => accounts[nth % accounts.length]!
const stranger = ({ humans }: World, human: Human, nth: number) =>
  humans[(human.nth + 1 + (nth % 2)) % 3]!

/** A new kind of event is another step, and if necessary a check in `observe`. */
export const steps = {
  signIn: (world, human, nth) => signIn(world, accountOf(human, nth), human.mailbox),
  signInUnverified: (world, human, nth) =>
    signIn(world, accountOf(human, nth), stranger(world, human, nth).mailbox, false),
  // Two people share a mailbox: each can verify its address, but has a separate account.
  signInWithSharedMailbox: async (world, human, nth) => {
    const other = stranger(world, human, nth)
    const account = accountOf(human, nth)
    const { userId } = await signIn(world, account, human.mailbox)
    if (userId && activeUser(world, other)) await signIn(world, account, other.mailbox)
  },
  moveMailbox: async (world, human, nth) => {
    const account = accountOf(human, nth)
    const { userId } = await signIn(world, account, human.mailbox)
    if (!userId) return
    human.mailbox = `human${human.nth}.${randomUUID().slice(0, 8)}@moved.example`
    await signIn(world, account, human.mailbox)
  },
  newAccount: async (world, human, nth) => human.accounts.push(newAccount(world, human, nth % 3)),
  reset: async (world, human) => {
    const user = activeUser(world, human)
    if (user) await reset(world, human, user)
  },
  replaceProvider: (world, _, nth) => replace(world, issuerOf(world, nth % 3)),
  remove: async (world, human) => {
    const user = activeUser(world, human)
    if (!user) return
    const { id, accountId } = user
    const removed = { reason: 'removed', entryType: 'User Removed', description: 'x' } as const
    await withAccount(world.portal.deps.db, accountId, async (tx) =>
      deactivate(tx, systemAuthor(accountId, 'x'), await findMember(tx, accountId, id), removed),
    )
    world.removed.add(user.id)
  },
  deleteByRecord: async (world, human) => {
    const before = world.users.filter(({ isActive }) => isActive)
    await send(world, { record: 'delete', kind: 'user', key: human.address })
    for (const { id } of before)
      if (world.users.some((user) => user.id === id && !user.isActive)) world.deleted.add(id)
  },
  sendRecord: async (world, human) => {
    const { users, deleted, companies } = world
    // Two after the companies are merged.
    const gone = ownedBy(world, human).filter(
      ({ id, accountId }) => deleted.has(id) && accountId === companies[0],
    )
    const isTaken = gone.some(({ email }) =>
      users.some((one) => one.isActive && one.email === email),
    )
    await send(world, { record: 'user', email: human.address, accountId: companies[0] })
    if (isTaken || gone.length === 0) return
    const back = gone.find(({ id }) => world.users.some((user) => user.id === id && user.isActive))
    if (!back) throw new Harm(`${human.address}, whom the books deleted, is not back`)
    deleted.delete(back.id)
  },
  merge: async (world, _, nth) => {
    const [former, next] = nth % 2 ? world.companies.toReversed() : world.companies
    if (former === next) return
    const users = world.users
    await send(world, { record: 'company', accountId: next, name: 'New', formerAccountId: former })
    world.companies = [next!, next!]
    await observe(world)
    for (const { id, isActive } of users)
      if (!world.users.some((user) => user.id === id && user.isActive === isActive))
        throw new Harm(`a user of ${former} is not one of ${next}`)
  },
  invite: (world, human, nth) => invite(world, human, accountOf(human, nth), nth % 2),
} satisfies Record<string, Step>

export type Move = [kind: keyof typeof steps, human: number, nth: number]

export const moves = fc.array(
  fc.tuple(fc.constantFrom(...(Object.keys(steps) as Move[0][])), fc.nat(2), fc.nat(5)),
  { minLength: 4, maxLength: 25 },
)

/** Makes the moves; then every user signs in by the documented steps. */
export async function live(portal: TestPortal, some: readonly Move[]): Promise<void> {
  const world = await newWorld(portal)
  for (const [kind, human, nth] of some) {
    await steps[kind](world, world.humans[human]!, nth)
    await observe(world)
  }
  for (const nth of [0, 1, 2]) await replace(world, issuerOf(world, nth))
  for (const human of world.humans) await comesIn(world, human)
}

async function comesIn(world: World, human: Human): Promise<void> {
  const next = newAccount(world, human, 3)
  const enters = async (account: Account, after: string) => {
    const { userId } = await signIn(world, account, human.mailbox)
    if (!userId) throw new Harm(`${human.mailbox} is locked out after ${after}`)
  }
  if (!activeUser(world, human)) {
    await invite(world, human, next, 0)
    return enters(next, 'an invitation')
  }
  await enters(next, 'a new provider')
  await reset(world, human, activeUser(world, human)!)
  await signIn(world, next, human.mailbox)
  await enters(newAccount(world, human, 3), 'a reset')
}

const newAccount = (world: World, human: Human, issuer: number): Account => ({
  issuer: issuerOf(world, issuer),
  subject: randomUUID(),
  human: human.nth,
})

async function replace({ portal }: World, issuer: string): Promise<void> {
  const { rowCount } = await portal.system.query(
    sql`select from sign_in_directory where issuer = ${issuer}`,
  )
  if (rowCount) await inTransaction(portal.system, (tx) => replaceProvider(tx, issuer))
}

async function reset(world: World, human: Human, user: { id: string; accountId: string }) {
  const { rows } = await world.portal.system.query<{ subject: string | null }>(sql`
    select subject from sign_in_directory where user_id = ${user.id}`)
  const account = human.accounts.filter(({ subject }) => subject === rows[0]?.subject)
  // A reset of a user without an account accepts the former ones again.
  const before = rows[0]?.subject ? (world.taken.get(user.id) ?? []) : []
  world.taken.set(user.id, [...before, ...account])
  await world.portal.system.query(sql`select reset_sign_in(${user.accountId}, ${user.id})`)
}

async function send(world: World, record: object): Promise<void> {
  await importRecords(world.portal.system, [recordSource('books', [record])], { skipRejects: true })
  await observe(world)
}

/** A company invites the human, who accepts with an account. */
async function invite(world: World, human: Human, account: Account, company: number) {
  const accountId = world.companies[company]!
  const code = randomUUID()
  await world.portal.system.query(sql`
    update invite set revoked_at = now() where account_id = ${accountId} and accepted_at is null`)
  await world.portal.system.query(sql`
    insert into invite (account_id, email, invite_code, invited_by, invited_by_account, expires_at)
    select account_id, ${human.mailbox}, ${code}, id, account_id, now() + interval '1 day'
      from portal_user where account_id = ${accountId} and email like 'boss%' limit 1`)
  const { hash, found } = await signIn(world, account, human.mailbox)
  if (!found) return
  const member = 'actor' in found ? found.actor : null
  const email = 'actor' in found ? found.actor.email : found.guest.email
  const accepting = acceptInvite(world.portal.deps, {
    accountId,
    code,
    invitee: { email, member },
    session: hash,
    ipAddress: '::1',
    shown: undefined,
  })
  const token = await accepting.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
  if (!token) return
  if (member) world.removed.add(member.userId)
  const joined = await findActor(world.portal.deps.db, sessionHash(token), null, '::1')
  if (joined && 'actor' in joined) {
    world.taken.delete(joined.actor.userId)
    world.removed.delete(joined.actor.userId)
    world.deleted.delete(joined.actor.userId)
  }
  await checkedUser(world, account, joined)
}
