import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Permission, Role } from '@portal/domain/kernel/permissions'
import { isEmailAddress } from '@portal/domain/kernel/email'
import {
  decideSignIn,
  type SignInDecision,
  type SignInFacts,
} from '@portal/domain/session/decide-sign-in'
import { prepared, queryOne, type Database, type Tx } from '../platform/database/database.ts'
import type { Actor, Guest, Scope } from '../platform/database/scope.ts'
import { keepAddress, leavesProvider, type AccountOwner } from './keep-address.ts'

/** 256 random bits; only their hash is stored. */
export const newSessionToken = () => randomBytes(32).toString('base64url')

export const sessionHash = (token: string) => createHash('sha256').update(token).digest()

interface ActorRow {
  userId: string | null
  email: string
  firstName: string
  lastName: string
  role: Role
  /** Null for an invited person, like all fields of a user. */
  permissions: Permission[] | null
  ownAccountId: string
  ownCompanyName: string
  categoryIds: number[]
  accountId: string | null
  companyName: string
  revision: number
  isAutoPayOn: boolean
  now: string
}

/** `rights` changes whenever anything changes that decides what the user may see. */
export type Found = { rights: string } & ({ guest: Guest } | { actor: Actor; scope: Scope | null })

/**
 * Returns the owner of a session and the company of the request, in one query. `scope` is null if `wanted` names a company
 * that does not exist or that the actor may not name. Returns undefined if the session is unknown or expired, or its user
 * is deactivated.
 */
export async function findActor(
  db: Database | Tx,
  hash: Buffer,
  wanted: string | null,
  ipAddress: string,
): Promise<Found | undefined> {
  const found = await queryOne<{ actor: ActorRow | null }>(
    db,
    findActorStatement(hash, wanted, ipAddress),
  )
  const row = found?.actor
  if (!row) return undefined
  const rights = rightsOf(row)
  if (!row.userId) return { rights, guest: { email: row.email } }
  const actor: Actor = {
    userId: row.userId,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role,
    permissions: row.permissions ?? [],
    accountId: row.ownAccountId,
    companyName: row.ownCompanyName,
    ipAddress,
  }
  if (!row.accountId) return { rights, actor, scope: null }
  const { accountId, companyName, revision, isAutoPayOn, now } = row
  const company = { accountId, companyName, revision, isAutoPayOn, now: new Date(now) }
  return { rights, actor, scope: { ...company, categoryIds: seenCategories(row), actor } }
}

/** Returns the scope of a request's session in a company; undefined if there is none. */
export async function findScope(
  db: Database | Tx,
  { sessionHash: hash, address }: FastifyRequest,
  accountId: string,
): Promise<Scope | undefined> {
  const found = hash && (await findActor(db, hash, accountId, address))
  return (found && 'actor' in found && found.scope) || undefined
}

/** Null means all categories, for a super admin. */
const seenCategories = ({ role, categoryIds }: ActorRow) =>
  role === 'SuperAdmin' ? null : categoryIds

/** Does not depend on the requested company: a super admin may request several at a time. */
function rightsOf(row: ActorRow): string {
  const { userId, email, firstName, lastName, role, ownAccountId, ownCompanyName } = row
  const who = [userId, email, firstName, lastName, role, ownAccountId, ownCompanyName]
  const rights = [who, row.permissions?.toSorted(), seenCategories(row)]
  return createHash('sha256').update(JSON.stringify(rights)).digest('base64url').slice(0, 22)
}

/** Prepared once per connection, because it runs on every request. A bookmark may name a merged company. */
const findActorStatement = (hash: Buffer, wanted: string | null, ipAddress: string) =>
  prepared(
    'session actor',
    sql`select session_actor(${hash}, current_account(${wanted}), ${ipAddress}) as actor`,
  )

export interface SignInAttempt {
  state: string
  nonce: string
  verifier: string
  returnPath: string
}

/** Stores for ten minutes the values with which a sign-in must return. */
export async function saveSignInAttempt(
  db: Database,
  hash: Buffer,
  attempt: SignInAttempt,
): Promise<void> {
  const { state, nonce, verifier, returnPath } = attempt
  await db.query(sql`
    insert into sign_in_attempt (id_hash, state, nonce, verifier, return_path, expires_at)
    values (${hash}, ${state}, ${nonce}, ${verifier}, ${returnPath}, now() + interval '10 minutes')`)
}

/** Reads and deletes the attempt, so that it works once. */
export function takeSignInAttempt(db: Database, hash: Buffer): Promise<SignInAttempt | undefined> {
  return queryOne(
    db,
    sql`
    delete from sign_in_attempt where id_hash = ${hash} and expires_at > now()
 returning state, nonce, verifier, return_path as "returnPath"`,
  )
}

export interface NewSession {
  hash: Buffer
  issuer: string
  subject: string
  /** Only a verified address can match a user. */
  verifiedEmail: string | null
  idToken: string
  firstName: string
  lastName: string
  allowGuest: boolean
  /** Super admins sign in with an address at this domain. */
  providerDomain: string
  ipAddress: string
  userAgent: string
}

/** Idle and absolute limits of a session; those of super admins are shorter (decision 0003). */
const limits = {
  idle: '30 minutes',
  absolute: '12 hours',
  superIdle: '15 minutes',
  superAbsolute: '8 hours',
}

export interface StartedSession {
  started: 'user' | 'guest' | 'unknown'
  decision: SignInDecision
}

/** Decides which user the account belongs to, and starts the session in the same transaction. */
export async function startSession(tx: Tx, session: NewSession): Promise<StartedSession> {
  const { hash, issuer, subject, verifiedEmail, idToken, allowGuest, ipAddress, userAgent } =
    session
  // An address that no user can have is ignored.
  const address = verifiedEmail && isEmailAddress(verifiedEmail) ? verifiedEmail : null
  const found = await tx.one<{ facts: SignInFacts & { own: AccountOwner | null } }>(
    sql`select sign_in_facts(${issuer}, ${subject}, ${address}) as facts`,
  )
  const { facts } = found!
  const own = facts.own && {
    ...facts.own,
    leavesProvider: await leavesProvider(tx, facts.own, address, session.providerDomain),
  }
  const decision = decideSignIn({ ...facts, own })
  if (facts.own) await keepAddress(tx, facts.own, address, decision, ipAddress)
  if (decision === 'leftProvider') return { started: 'unknown', decision }
  const row = await tx.one<{ started: StartedSession['started'] }>(sql`
    select start_session(${hash}, ${issuer}, ${subject}, ${verifiedEmail}, ${idToken}, ${allowGuest},
      ${limits.idle}::interval, ${limits.absolute}::interval,
      ${limits.superIdle}::interval, ${limits.superAbsolute}::interval,
      ${ipAddress}, ${userAgent}) as started`)
  if (row!.started === 'guest')
    await tx.run(sql`select name_session(${hash}, ${session.firstName}, ${session.lastName})`)
  return { started: row!.started, decision }
}

/** Ends a session whose person continues in another company, and returns its identity. */
export function leaveSession(
  tx: Tx,
  hash: Buffer,
): Promise<
  | Pick<NewSession, 'issuer' | 'subject' | 'idToken' | 'userAgent' | 'firstName' | 'lastName'>
  | undefined
> {
  return tx.one(sql`
    select issuer, subject, id_token as "idToken", user_agent as "userAgent",
           first_name as "firstName", last_name as "lastName" from name_of_session(${hash}), leave_session(${hash})`)
}

/** Ends a session, and returns its ID token, which is the hint for signing out at the provider. */
export async function endSession(db: Database, hash: Buffer): Promise<string | undefined> {
  const row = await queryOne<{ idToken: string | null }>(
    db,
    sql`select end_session(${hash}) as "idToken"`,
  )
  return row?.idToken ?? undefined
}
