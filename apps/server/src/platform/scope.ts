import type { FastifyRequest } from 'fastify'
import type { Permission, Role } from '@portal/domain/session/permissions'
import { readAtOnce, withAccount, type Database, type Tx } from './database.ts'

/** Who asks, as the session's row and the user's row say right now. */
export interface Actor {
  userId: string
  email: string
  firstName: string
  lastName: string
  role: Role
  permissions: Permission[]
  /** The actor's own company; the scope's may be another for a super admin. */
  accountId: string
  companyName: string
  ipAddress: string
}

/** Which company a request is about, proven by the session; every query of company data needs one. */
export interface Scope {
  accountId: string
  companyName: string
  /** Changes with every change of what an invoice list shows. */
  revision: number
  /** Invoice categories the actor may see; null for every one (super admin). */
  categoryIds: readonly number[] | null
  actor: Actor
}

/** An identity the provider vouches for that belongs to no user: an invitee. */
export interface Guest {
  email: string
}

declare module 'fastify' {
  interface FastifyRequest {
    scope: Scope | null
    guest: Guest | null
    /** Hash of the session cookie's id, when the request carries one. */
    sessionHash: Buffer | null
  }
}

/** The scope of a route that is not public; the access hook has put it there. */
export function scopeOf(request: FastifyRequest): Scope {
  if (!request.scope) throw new Error('the route has no scope: its access is public')
  return request.scope
}

/** Runs the work in one transaction in which only the scope's company exists. */
export function withScope<T>(db: Database, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withAccount(db, scope.accountId, work)
}

/** The same for readings that need not wait for each other: all in one round trip. */
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
