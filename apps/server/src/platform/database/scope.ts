import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Permission, Role } from '@portal/domain/kernel/permissions'
import { readAtOnce, withAccount, type Database, type Tx } from './database.ts'

/** The user behind a request, from the current session and user rows. */
export interface Actor {
  userId: string
  email: string
  firstName: string
  lastName: string
  role: Role
  permissions: Permission[]
  /** The actor's own company; a super admin's scope may have another one. */
  accountId: string
  companyName: string
  ipAddress: string
}

/** The company of a request, proven by the session. Every query of company data needs it. */
export interface Scope {
  accountId: string
  companyName: string
  /** Increases with every change of what an invoice or the invoice list shows. */
  revision: number
  isAutoPayOn: boolean
  /** The database's clock. */
  now: Date
  /** Invoice categories that the actor may see; null for all (super admin). */
  categoryIds: readonly number[] | null
  actor: Actor
}

/** A verified identity without a user: an invited person. */
export interface Guest {
  email: string
}

declare module 'fastify' {
  interface FastifyRequest {
    scope: Scope | null
    /** The actor; known even without a scope, if another company was requested. */
    actor: Actor | null
    guest: Guest | null
    /** Hash of the id in the session cookie, if the request has one. */
    sessionHash: Buffer | null
  }
}

/** Declares the fields about the caller before the hook that sets them. */
export function declareAsker(app: FastifyInstance): void {
  for (const name of ['scope', 'actor', 'guest', 'sessionHash']) app.decorateRequest(name, null)
}

/** Returns the scope of a route that is not public; the access hook has set it. */
export function scopeOf(request: FastifyRequest): Scope {
  if (!request.scope) throw new Error('the route has no scope: its access is public')
  return request.scope
}

/** Runs the work in one transaction in which only the scope's company is visible. */
export function withScope<T>(db: Database, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withAccount(db, scope.accountId, work)
}

/** Like `withScope`, for independent reads: all of them in one round trip. */
export function readInScope<T>(
  db: Database,
  scope: Scope,
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  return readAtOnce(db, scope.accountId, read)
}

export function actorName(actor: Actor): string {
  return `${actor.firstName} ${actor.lastName}`.trim() || actor.email
}
