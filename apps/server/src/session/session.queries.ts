import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Permission, Role } from '@portal/domain/session/permissions'
import { prepared, queryOne, type Database, type Tx } from '../platform/database.ts'
import type { Actor, Guest, Scope } from '../platform/scope.ts'

/** 256 random bits; only their hash is stored. */
export const newSessionToken = () => randomBytes(32).toString('base64url')

export const sessionHash = (token: string) => createHash('sha256').update(token).digest()

interface ActorRow {
  userId: string | null
  email: string
  firstName: string
  lastName: string
  role: Role
  permissions: Permission[]
  ownAccountId: string
  ownCompanyName: string
  categoryIds: number[]
  accountId: string | null
  companyName: string
  revision: number
}

export type Found = { guest: Guest } | { actor: Actor; scope: Scope | null }

/**
 * Who a session belongs to and the company the request is about, in one query. `scope` is null when
 * `wanted` names a company that does not exist or is not the actor's to name. Nothing when the session
 * is unknown, over, or its user deactivated.
 */
export async function findActor(
  db: Database | Tx,
  hash: Buffer,
  wanted: string | null,
  ipAddress: string,
): Promise<Found | undefined> {
  const row = await queryOne<ActorRow>(db, findActorStatement(hash, wanted))
  if (!row) return undefined
  if (!row.userId) return { guest: { email: row.email } }
  const actor: Actor = {
    userId: row.userId,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role,
    permissions: row.permissions,
    accountId: row.ownAccountId,
    companyName: row.ownCompanyName,
    ipAddress,
  }
  if (!row.accountId) return { actor, scope: null }
  const { accountId, companyName, revision } = row
  const categoryIds = row.role === 'SuperAdmin' ? null : row.categoryIds
  return { actor, scope: { accountId, companyName, revision, categoryIds, actor } }
}

/** Prepared once per connection: it runs on every request. */
const findActorStatement = (hash: Buffer, wanted: string | null) =>
  prepared(
    'session actor',
    sql`
    select user_id as "userId", email, first_name as "firstName", last_name as "lastName", role, permissions,
           own_account_id as "ownAccountId", own_company_name as "ownCompanyName", category_ids as "categoryIds",
           account_id as "accountId", company_name as "companyName", revision
      from session_actor(${hash}, ${wanted})`,
  )

export interface SignInAttempt {
  state: string
  nonce: string
  verifier: string
  returnPath: string
}

/** Remembers for ten minutes what a sign-in must come back with. */
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

/** Takes the attempt out, so that it works once. */
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
  /** Only an address the provider has verified can match a user. */
  verifiedEmail: string | null
  idToken: string
  allowGuest: boolean
}

/** Idle and absolute limits; a super admin's are shorter (decision 0003). */
const limits = {
  idle: '30 minutes',
  absolute: '12 hours',
  superIdle: '15 minutes',
  superAbsolute: '8 hours',
}

export async function startSession(
  db: Database | Tx,
  session: NewSession,
): Promise<'user' | 'guest' | 'unknown'> {
  const { hash, issuer, subject, verifiedEmail, idToken, allowGuest } = session
  const row = await queryOne<{ started: 'user' | 'guest' | 'unknown' }>(
    db,
    sql`
    select start_session(${hash}, ${issuer}, ${subject}, ${verifiedEmail}, ${idToken}, ${allowGuest},
      ${limits.idle}::interval, ${limits.absolute}::interval,
      ${limits.superIdle}::interval, ${limits.superAbsolute}::interval) as started`,
  )
  return row?.started ?? 'unknown'
}

/** Ends a session whose person goes on in another company; answers the identity behind it. */
export function leaveSession(
  tx: Tx,
  hash: Buffer,
): Promise<{ issuer: string; subject: string; idToken: string } | undefined> {
  return tx.one(sql`select issuer, subject, id_token as "idToken" from leave_session(${hash})`)
}

/** Ends a session; answers its ID token, the hint for the sign-out at the provider. */
export async function endSession(db: Database, hash: Buffer): Promise<string | undefined> {
  const row = await queryOne<{ idToken: string | null }>(
    db,
    sql`select end_session(${hash}) as "idToken"`,
  )
  return row?.idToken ?? undefined
}
